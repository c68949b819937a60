// Checks whose money it is. Every entry of a statement has a cause, and every cause has its entries, in the right
// account, of the right kind, to the cent, with the balance after it. A check of the world's sum alone would not find
// two accounts that were mixed up.

import type { Cashout } from '../../lib/cashout/cashout.ts';
import { ownFailures } from '../../lib/cashout/failures.ts';
import type { Chargeback } from '../../lib/chargeback/chargeback.ts';
import type { Entry } from '../../lib/ledger/entry.ts';
import type { StoredEntry } from '../support/stored-entries.ts';
import type { Party } from './callers.ts';
import { type Case, entriesIn, groupBy, rowsOf } from './case.ts';
import { payersIdOf, readNotices } from './notices.ts';

type Ref = { branch: string; number: string };

export function checkEntries(judged: Case): void {
  const { stored, fail } = judged;
  const entries = entriesIn(stored);
  // Entries that a return has imposed are compared with the PSP's own books.
  const asked = entries.filter(({ imposed }) => !imposed);
  const written = asked.map(({ account, direction, type, amountCents, transactionId }) =>
    lineOf(account, direction, type, amountCents, transactionId),
  );
  const caused = causedLines(judged);
  for (const line of surplus(written, caused)) fail('I04', `an entry without a cause: ${line}`);
  for (const line of surplus(caused, written)) fail('I04', `an entry is missing: ${line}`);
  for (const [account, own] of groupBy(entries, ({ account }) => account)) checkOrder(judged, account, own);
  for (const cashout of rowsOf<Cashout>(stored, 'CashoutsTable')) checkRecipient(judged, cashout);
  checkReturned(judged);
}

const lineOf = (
  account: Ref | string,
  direction: Entry['direction'],
  type: Entry['type'],
  cents: number,
  id?: number,
) => {
  const key = typeof account === 'string' ? account : `${account.branch}#${account.number}`;
  return `${key} ${direction} ${type} ${cents}${id === undefined ? '' : ` of ${id}`}`;
};

/** Returns the lines that one list contains more often than the other. */
function surplus(lines: readonly string[], than: readonly string[]): string[] {
  const left = [...than];
  return lines.filter((line) => {
    const index = left.indexOf(line);
    if (index >= 0) left.splice(index, 1);
    return index < 0;
  });
}

function causedLines(judged: Case): string[] {
  const { parties, stored } = judged;
  const cashouts = rowsOf<Cashout>(stored, 'CashoutsTable');
  const { receipts, returns } = readNotices(judged);
  return [
    ...parties
      .flatMap(({ accounts }) => accounts)
      .filter(({ openingCents }) => openingCents > 0)
      .map((place) => lineOf(place, 'CREDIT', 'PIX_CREDIT_IN_ACCOUNT', place.openingCents)),
    ...cashouts.flatMap(({ id, status, account, request: { amountCents }, recipient, receipt }) => {
      if (status !== 'SUCCESS' && status !== 'REFUNDED') return [];
      const payee = recipient?.ownAccount;
      return [
        lineOf(account, 'DEBIT', 'PIX_CASHOUT', amountCents, id),
        ...(payee ? [lineOf(payee, 'CREDIT', 'PIX_CASHIN', amountCents, receipt?.transactionId)] : []),
      ];
    }),
    ...receipts.flatMap(({ account, payer, amountCents, transactionId, endToEndId }) => [
      lineOf(account, 'CREDIT', 'PIX_CASHIN', amountCents, transactionId),
      ...(payer.account
        ? [lineOf(payer.account, 'DEBIT', 'PIX_CASHOUT', amountCents, payersIdOf(stored, endToEndId))]
        : []),
    ]),
    ...returns.flatMap(({ cashoutId, amountCents }) => {
      const cashout = cashouts.find(({ id }) => id === cashoutId);
      const payee = cashout?.recipient?.ownAccount;
      return [
        lineOf(cashout?.account ?? 'nobody', 'CREDIT', 'PIX_CASHOUT_REFUND', amountCents, cashoutId),
        ...(payee
          ? [lineOf(payee, 'DEBIT', 'PIX_CHARGEBACK', amountCents, cashout?.receipt?.transactionId)]
          : []),
      ];
    }),
    ...rowsOf<Chargeback>(stored, 'ChargebacksTable').flatMap(linesOfChargeback),
  ];
}

function linesOfChargeback({ id, status, acceptedAt, account, request, payment }: Chargeback): string[] {
  // A pointer has no status. A chargeback that the network never accepted has no entries.
  if (!status || !acceptedAt) return [];
  const { amountCents } = request;
  const payer = payment.payer.account;
  const payersId = payment.cashoutId ?? payment.payerTransactionId;
  return [
    lineOf(account, 'DEBIT', 'PIX_CHARGEBACK', amountCents, id),
    ...(payer ? [lineOf(payer, 'CREDIT', 'PIX_CASHOUT_REFUND', amountCents, payersId)] : []),
    ...(status === 'REJECTED' ? [lineOf(account, 'CREDIT', 'PIX_CHARGEBACK_REFUND', amountCents, id)] : []),
  ];
}

/** Checks the order of the entries as a reader sees them: sorted by time, each balance follows from the one before. */
function checkOrder({ fail }: Case, account: string, entries: readonly StoredEntry[]): void {
  let balance = 0;
  const inTime = [...entries].sort((one, other) => (one.position < other.position ? -1 : 1));
  for (const [index, { seq, direction, amountCents, balanceCents }] of inTime.entries()) {
    balance += direction === 'CREDIT' ? amountCents : -amountCents;
    if (seq !== index + 1) fail('I04', `${account}: entry ${seq} stands in place ${index + 1}`);
    if (balanceCents !== balance)
      fail('I04', `${account}: after entry ${seq} it shows ${balanceCents}, which is ${balance}`);
  }
}

const ourIspb = '99999010';
/** The reasons for a failure that concern only the payer. */
const payerFailures = new Set<string>(
  Object.entries(ownFailures).flatMap(([name, { text }]) =>
    ['insufficient_funds', 'account_closed', 'frozen'].includes(name) || name.startsWith('rule_')
      ? [text]
      : [],
  ),
);

function checkRecipient({ parties, fail }: Case, cashout: Cashout): void {
  const { id, request, recipient, status, failureCode, failureText, approvedAt, rejectedBy, startsAt } =
    cashout;
  const wanted = places(parties).find(({ pixKey, branch, number }) =>
    request.recipient
      ? request.recipient.ispb === ourIspb &&
        branch === request.recipient.branch &&
        number === request.recipient.accountNumber + request.recipient.accountDigit
      : pixKey === request.pixKey,
  );
  const isNamedWrongly = request.recipient && wanted && request.recipient.legalId !== wanted.legalId;
  // A cashout that was rejected or has expired never had its recipient checked.
  const isOver = approvedAt !== undefined && !rejectedBy && status !== 'PROCESSING';
  // A payer who cannot pay anybody gets no information about the payee.
  const isTold = !payerFailures.has(failureText ?? '');
  const isRefused = failureCode === 'BE01' && (status === 'ERROR' || (startsAt && status === 'CANCELLED'));
  if (isNamedWrongly && (recipient || (isOver && isTold && !isRefused)))
    fail('I36', `${id} names another than the holder of ${wanted.number}, and is ${status}`);
  if (!recipient) return;
  if (recipient.ownAccount?.number !== wanted?.number)
    fail(
      'I05',
      `${id} is for ${wanted?.number ?? 'a stranger'}, and goes to ${recipient.ownAccount?.number}`,
    );
}

const places = (parties: readonly Party[]) => parties.flatMap(({ accounts }) => accounts);

/** Checks that the money that came back of a transfer, in any way, is never more than its amount. */
function checkReturned(judged: Case): void {
  const { stored, fail } = judged;
  const { returns } = readNotices(judged);
  const inside = rowsOf<Chargeback>(stored, 'ChargebacksTable').filter(({ status }) => status === 'SUCCESS');
  for (const { id, status, request, returnedCents = 0 } of rowsOf<Cashout>(stored, 'CashoutsTable')) {
    const back = [
      ...returns.filter(({ cashoutId }) => cashoutId === id).map(({ amountCents }) => amountCents),
      ...inside
        .filter(({ payment }) => payment.cashoutId === id)
        .map(({ request: { amountCents } }) => amountCents),
    ].reduce((sum, amountCents) => sum + amountCents, 0);
    if (back !== returnedCents || back > request.amountCents)
      fail('I05', `${id}: ${back} of ${request.amountCents} came back, the row says ${returnedCents}`);
    if ((status === 'REFUNDED') !== (back === request.amountCents))
      fail('I07', `${id} is ${status} with ${back} of ${request.amountCents} back`);
  }
}
