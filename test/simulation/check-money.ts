// Checks where the money is: in the accounts, or outside by the network's own books, to the cent. Each transfer, return
// and refund happened once.

import type { Account } from '../../lib/account/account.ts';
import type { Watch } from '../../lib/account/watch.ts';
import type { Cashout } from '../../lib/cashout/cashout.ts';
import { openPartitionOf } from '../../lib/cashout/open-partition.ts';
import { type Chargeback, chargebackIdOf, refundReference } from '../../lib/chargeback/chargeback.ts';
import type { Incident } from '../../lib/incident/incident-store.ts';
import { watchKey } from '../../lib/platform/keys.ts';
import type { QrCode } from '../../lib/qr-code/qr-code.ts';
import type { StoredEntry } from '../support/stored-entries.ts';
import { type Case, entriesIn, hasIncident, isForPerson, rowsOf } from './case.ts';
import { canonical } from './engine.ts';
import { readNotices } from './notices.ts';

/** A transfer or a refund that is done according to the network. */
type Settled = {
  reference: string;
  endToEndId: string;
  amountCents: number;
  accountNumber?: string | undefined;
  name?: string | undefined;
};
type Books = { payments: Settled[]; refunds: Settled[] };

export function checkMoney(judged: Case): string {
  const { world, stored, fail } = judged;
  const entries = entriesIn(stored);
  for (const entry of entries) {
    const written = [...(world.mirror.entries.get(entry.account)?.values() ?? [])].find(
      ({ seq }) => seq === entry.seq,
    );
    if (canonical(written) !== canonical(entry))
      fail('I04', `entry ${entry.seq} of ${entry.account} has changed`);
  }
  const books = readBooks(judged);
  const cashouts = rowsOf<Cashout>(stored, 'CashoutsTable');
  for (const cashout of cashouts) checkCashout(judged, cashout, books, entries);
  const known = new Set(cashouts.map(({ id }) => String(id)));
  for (const { reference } of books.payments)
    if (!known.has(reference)) fail('I05', `${reference} is paid, but is nobody's`);
  checkCodes(judged, cashouts);
  checkChargebacks(judged, books);
  checkHolds(judged, cashouts);
  checkInProgress(judged, cashouts);
  return checkSum(judged, books);
}

function readBooks({ world, stored }: Case): Books {
  const { usesRail, rail } = world;
  if (usesRail) {
    return {
      payments: [...rail.payments.values()]
        .filter(({ verdict }) => verdict === 'settled')
        .map(({ order: { reference, endToEndId, amountCents, recipient } }) => ({
          reference,
          endToEndId,
          amountCents,
          accountNumber: recipient.accountNumber,
          name: recipient.name,
        })),
      refunds: [...rail.refunds.values()]
        .filter(({ verdict }) => verdict === 'settled')
        .map(({ order }) => order),
    };
  }
  const rows = rowsOf<Settled & { refundOf?: string; verdict: unknown }>(stored, 'SandboxNetworkTable');
  const isSettled = (verdict: unknown) =>
    verdict === 'settled' || (verdict as { kind?: string }).kind === 'settled';
  const settled = rows.filter(({ verdict }) => isSettled(verdict));
  const refunds = settled.filter(({ refundOf }) => refundOf !== undefined);
  const chargebacks = rowsOf<Chargeback>(stored, 'ChargebacksTable');
  return {
    payments: settled.filter(({ refundOf }) => refundOf === undefined),
    // The sandbox stores no amount of a refund. It is the amount of the chargeback.
    refunds: refunds.map((refund) => ({
      ...refund,
      amountCents:
        chargebacks.find(({ id, status }) => status && id === chargebackIdOf(refund.reference))?.request
          .amountCents ?? 0,
    })),
  };
}

function checkCashout(
  { world, stored, fail }: Case,
  cashout: Cashout,
  { payments }: Books,
  entries: readonly StoredEntry[],
): void {
  const { id, status, request, recipient } = cashout;
  const paid = payments.filter(({ reference }) => reference === String(id));
  const isDone = status === 'SUCCESS' || status === 'REFUNDED';
  if (paid.length > 1) fail('I05', `${id} is paid ${paid.length} times`);
  const leavesHouse = isDone && !recipient?.ownAccount;
  if (leavesHouse && paid.length === 0) fail('I06', `${id} is ${status}, but the network has not paid it`);
  if (!leavesHouse && paid.length > 0) fail('I06', `${id} is ${status}, but the network has paid it`);
  for (const { amountCents, accountNumber, name } of paid) {
    if (amountCents !== request.amountCents && !hasIncident(stored, `cashout-${id}-other-amount-done`))
      fail('I05', `${id} asks for ${request.amountCents}, paid are ${amountCents}, and nobody is told`);
    const manual =
      request.recipient && request.recipient.accountNumber + request.recipient.accountDigit.replace('X', '0');
    if (world.usesRail && manual && accountNumber !== manual)
      fail('I05', `${id} is paid to ${accountNumber}`);
    if (world.usesRail && !manual && name !== request.pixKey) fail('I05', `${id} is paid to ${name}`);
  }
  const waits = isForPerson(world, (name) => hasIncident(stored, name), id);
  if (status === 'PROCESSING' && !waits) fail('I13', `${id} is still PROCESSING`);
  if (status === 'NEW' && (cashout.approvedAt || cashout.reservedAt))
    fail('I09', `${id} is NEW, but has moved`);
  if (cashout.pendingEvents.length > 0) fail('I13', `${id} still owes ${cashout.pendingEvents.join(', ')}`);
  const account = `${cashout.account.branch}#${cashout.account.number}`;
  const own = entries.filter((entry) => entry.transactionId === id && entry.account === account);
  const debits = own.filter(({ type, direction }) => type === 'PIX_CASHOUT' && direction === 'DEBIT');
  const debited = debits.reduce((sum, { amountCents }) => sum + amountCents, 0);
  if (debits.length > 1 || debited !== (isDone ? request.amountCents : 0))
    fail('I04', `${id} is ${status}: ${debits.length} debits of ${debited}`);
  if (status === 'REFUNDED' && cashout.returnedCents !== request.amountCents)
    fail('I07', `${id} is REFUNDED with ${cashout.returnedCents}`);
}

/**
 * Checks payments through an API that cannot be bound to an amount. The code was read with the approved amount before
 * it was sent, and the amount is within the maximum.
 */
function checkCodes({ world, fail }: Case, cashouts: readonly Cashout[]): void {
  const max = world.config.DYNAMIC_CODE_MAX_CENTS;
  for (const { reference, seen } of world.codesSent) {
    const { request } = cashouts.find(({ id }) => String(id) === reference) ?? {};
    const asked = request && [request.pixKey, request.amountCents, request.txid];
    const read = seen.kind === 'payable' ? [seen.pixKey, seen.amountCents, seen.txid] : [seen.kind];
    if (canonical(asked) !== canonical(read))
      fail('I38', `${reference} is sent for ${asked}, read as ${read}`);
    if ((request?.amountCents ?? 0) > max) fail('I38', `${reference} is sent for more than ${max}`);
  }
}

function checkChargebacks(judged: Case, { refunds }: Books): void {
  const { stored, fail } = judged;
  const chargebacks = rowsOf<Chargeback>(stored, 'ChargebacksTable').filter(({ status }) => status);
  for (const { id, status, ask, payment, owesEvent } of chargebacks) {
    if (status === 'PENDING') fail('I17', `chargeback ${id} is still PENDING`);
    if (owesEvent) fail('I13', `chargeback ${id} still owes its event`);
    const done = refunds
      .filter(({ reference }) => chargebackIdOf(reference) === id)
      .map(({ reference }) => reference);
    const wanted = status === 'SUCCESS' && !payment.payer.account ? [refundReference({ id, ask })] : [];
    if (String(done) !== String(wanted))
      fail('I17', `chargeback ${id} is ${status}, the network has settled ${done.length ? done : 'none'}`);
  }
  for (const { id, valueCents, remainingCents, pendingChargeback, status, payment } of rowsOf<QrCode>(
    stored,
    'QrCodesTable',
  )) {
    if (status === 'ACTIVE') continue;
    const given = chargebacks
      .filter(
        ({ request, status: end }) => request.qrCodeId === id && (end === 'SUCCESS' || end === 'PENDING'),
      )
      .reduce((sum, { request }) => sum + request.amountCents, 0);
    const takenBack = sumOf(returnsOf(judged, payment?.endToEndId));
    if (valueCents - remainingCents !== given + takenBack || (remainingCents < 0 && takenBack === 0))
      fail('I15', `QR code ${id}: ${valueCents} - ${remainingCents} is not ${given} + ${takenBack}`);
    if (pendingChargeback !== undefined) fail('I16', `QR code ${id} is still locked`);
  }
}

/**
 * Returns what the service has debited of a payment without a request from us. The PSP's books are compared elsewhere.
 */
const returnsOf = ({ stored }: Case, endToEndId: string | undefined) =>
  rowsOf<{ id: string; returns?: { amountCents: number }[] }>(stored, 'MarkersTable').find(
    ({ id }) => id === `cash-in#${endToEndId}`,
  )?.returns ?? [];

/**
 * Checks the index of open work, which counts transfers in progress and which the scheduled recovery reads. No row may
 * be missing, and none may stay after its work has ended. Also checks in the same way the mark of a watched account.
 */
function checkInProgress({ stored, fail }: Case, cashouts: readonly Cashout[]): void {
  const busy = new Set<string>();
  for (const { id, account, status, openAccount } of cashouts) {
    const expected = status === 'PROCESSING' ? openPartitionOf(account, id) : undefined;
    if (expected) busy.add(watchKey(account).pk);
    if (openAccount !== expected)
      fail('I44', `cashout ${id} is ${status} and counts as in progress of ${openAccount ?? 'nobody'}`);
  }
  for (const { pk, sk, watchShard } of rowsOf<Watch & { pk: string; sk: string }>(stored, 'AccountsTable'))
    if (sk === 'WATCH' && busy.has(pk) !== (watchShard !== undefined))
      fail('I44', `${pk} is ${watchShard ? 'watched without' : 'not watched with'} work`);
}

/** Checks that at rest money is held only for work that waits for a person. */
function checkHolds({ stored, fail }: Case, cashouts: readonly Cashout[]): void {
  for (const { branch, number, heldCents, heldForRefundsCents, heldForReportsCents } of balances(stored)) {
    const held = cashouts
      .filter(
        ({ account, status, reservedAt }) =>
          account.branch === branch && account.number === number && status === 'PROCESSING' && reservedAt,
      )
      .reduce((sum, { request }) => sum + request.amountCents, 0);
    const refunds = heldForRefundsCents ?? 0;
    if (refunds !== 0) fail('I03', `${branch} ${number} holds ${refunds} for refunds that have ended`);
    const blocked = heldForReportsCents ?? 0;
    if (held + blocked !== heldCents)
      fail(
        'I03',
        `${branch} ${number} holds ${heldCents}, open transfers are ${held}, blocked is ${blocked}`,
      );
  }
}

const balances = (stored: Case['stored']) =>
  rowsOf<Account & { sk: string }>(stored, 'AccountsTable').filter(({ sk }) => sk === 'BALANCE');
const sumOf = (items: readonly { amountCents: number }[]) =>
  items.reduce((sum, { amountCents }) => sum + amountCents, 0);
const decimal = (cents: number) => (cents / 100).toFixed(2);

/** Sums up how much more or less than approved the network has taken, according to the texts of the incidents. */
function differencesTold({ stored, fail }: Case): number {
  const incidents = rowsOf<Incident>(stored, 'IncidentsTable').filter(
    ({ id, kind }) => kind === 'other_amount_paid' && id.endsWith('-done'),
  );
  return incidents.reduce((sum, { id, details }) => {
    const [, difference] = /([+-]\d+\.\d\d)$/.exec(details) ?? [];
    if (difference === undefined) fail('I01', `${id} names no difference: ${details}`);
    return sum + Math.round(Number(difference) * 100);
  }, 0);
}

function checkSum(judged: Case, books: Books): string {
  const { parties, stored, fail } = judged;
  const inAccounts = balances(stored).reduce((sum, { postedCents }) => sum + postedCents, 0);
  const opening = parties
    .flatMap(({ accounts }) => accounts)
    .reduce((sum, { openingCents }) => sum + openingCents, 0);
  const notices = readNotices(judged);
  const cashouts = rowsOf<Cashout>(stored, 'CashoutsTable');
  const received = notices.receipts.filter(({ payer }) => !payer.account);
  const returned = notices.returns.filter(
    ({ cashoutId }) => !cashouts.find(({ id }) => id === cashoutId)?.recipient?.ownAccount,
  );
  const inHouse = notices.receipts.length - received.length + notices.returns.length - returned.length;
  const imposed = entriesIn(stored).filter((entry) => entry.imposed);
  const paidOut = sumOf(books.payments);
  const givenBack = sumOf(books.refunds);
  const told = differencesTold(judged);
  const expected = opening + sumOf(received) + sumOf(returned) - paidOut - givenBack - sumOf(imposed) + told;
  const words = `accounts ${decimal(inAccounts)} = opening ${decimal(opening)} + received ${decimal(sumOf(received))} + returned ${decimal(sumOf(returned))} - paid out ${decimal(paidOut)} - given back ${decimal(givenBack)} + told differences ${decimal(told)} - taken back ${decimal(sumOf(imposed))}; ${inHouse} notices inside the house`;
  if (inAccounts !== expected)
    fail('I01', `the world does not add up by ${decimal(inAccounts - expected)}: ${words}`);
  return words;
}
