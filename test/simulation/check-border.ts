// Compares the PSP's account with ours. Each payment belongs to the account whose key was paid, and each return without
// a request belongs to the account that had the payment. Each is booked once, to the cent, and reported.

import type { StoredEntry } from '../support/stored-entries.ts';
import { centsOf, type Paid, settledReturns } from './border.ts';
import { type Case, entriesIn, hasIncident } from './case.ts';
import { feedsOf } from './check-events.ts';

export function checkBorder(judged: Case): void {
  const entries = entriesIn(judged.stored);
  for (const paid of judged.world.border.paid) checkPaid(judged, paid, entries);
  const known = new Set(
    judged.world.border.paid.flatMap(({ devolucoes }) => devolucoes.map(({ rtrId }) => rtrId)),
  );
  for (const { imposed, identification = '', account } of entries)
    if (imposed && !known.has(identification))
      judged.fail('I40', `${account} is debited for return ${identification}, which the PSP has not made`);
}

function checkPaid(judged: Case, paid: Paid, entries: readonly StoredEntry[]): void {
  const { world, parties, stored, fail } = judged;
  const { endToEndId, chave } = paid;
  const owner = parties.flatMap(({ accounts }) => accounts).find(({ pixKey }) => pixKey === chave);
  const mayHave = owner ? [`${owner.branch}#${owner.number}`] : (world.border.assigned.get(endToEndId) ?? []);
  const credits = entries.filter(
    ({ type, direction, identification }) =>
      type === 'PIX_CASHIN' && direction === 'CREDIT' && identification === endToEndId,
  );
  const [credit] = credits;
  const isLeft = hasIncident(stored, `payment_received-${endToEndId}`);
  if (credits.length > 1) fail('I39', `${endToEndId} is credited ${credits.length} times`);
  if (!credit && !isLeft) fail('I39', `${endToEndId} is neither credited nor left to a person`);
  if (owner && credit && isLeft && !world.border.assigned.has(endToEndId))
    fail('I39', `${endToEndId} is credited and left to a person`);
  if (credit && !mayHave.includes(credit.account))
    fail('I39', `${endToEndId} of ${chave} is credited to ${credit.account}`);
  if (credit && credit.amountCents !== centsOf(paid))
    fail('I39', `${endToEndId} of ${paid.valor} is credited as ${credit.amountCents}`);
  checkReturns(judged, paid, credit, entries);
}

function checkReturns(
  judged: Case,
  paid: Paid,
  credit: StoredEntry | undefined,
  entries: readonly StoredEntry[],
): void {
  const { fail } = judged;
  const settled = new Set(settledReturns(paid));
  for (const one of paid.devolucoes) {
    const debits = entries.filter(({ identification }) => identification === one.rtrId);
    const due = credit && settled.has(one) ? 1 : 0;
    const isRight = debits.every(
      ({ account, amountCents, imposed, transactionId }) =>
        account === credit?.account &&
        amountCents === centsOf(one) &&
        imposed === true &&
        transactionId === credit.transactionId,
    );
    if (debits.length !== due || !isRight)
      fail('I40', `return ${one.rtrId} of ${one.valor} (${one.status}): ${JSON.stringify(debits)}`);
    const told = (feedsOf(judged).get(credit?.account ?? '') ?? []).filter(({ id }) =>
      id.endsWith(`-returned-${one.rtrId}`),
    );
    if (told.length !== due) fail('I40', `return ${one.rtrId} is told ${told.length} times`);
  }
}
