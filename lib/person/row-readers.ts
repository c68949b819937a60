// Lists the fields with personal data in each kind of row, and the conditions for blanking, as in
// docs/personal-data.md. Pure: no calls.

import { type AccountRef, accountIdOf, accountOfKey } from '../base/account-ref.ts';
import { personalPaths } from '../cashout/request-fields.ts';
import type { Place, Row, Trail } from './place.ts';

/**
 * The personal data in a row. `paths`: fields with personal data, all of one person. The other fields are as in a
 * holding.
 */
export type Found = {
  row: string;
  at?: string;
  paths: readonly string[];
  cannot?: string | undefined;
  guards: readonly string[];
  trails?: readonly Trail[];
};

export const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);
const why = (...reasons: (string | false | undefined)[]) => reasons.find(Boolean) || undefined;

const payerPaths = (payer: string) => [`${payer}.name`, `${payer}.legalId`];

export const readers: Record<Place, (row: Row) => Found | undefined> = {
  accounts: readAccountRow,
  cashouts: readCashout,
  'qr-codes'(row) {
    if (row.payment === undefined) return undefined;
    const payment = row.payment as Row;
    return {
      row: `qr code ${row.id}`,
      at: text(payment.paidAt) ?? '',
      paths: payerPaths('payment.payer'),
      cannot: why(row.pendingChargeback !== undefined && 'a chargeback of it is open'),
      guards: ['pendingChargeback'],
    };
  },
  chargebacks(row) {
    if (row.payment === undefined) return undefined;
    return {
      row: `chargeback ${row.id}`,
      at: text(row.endedAt) ?? text(row.createdAt) ?? '',
      paths: payerPaths('payment.payer'),
      cannot: why(
        row.status === 'PENDING' && 'it is PENDING',
        row.owesEvent === true && 'its event is not recorded yet',
      ),
      guards: ['status', 'owesEvent'],
    };
  },
  'med-cases'(row) {
    // The copies of a case in its lists are skipped here, because they are written together with the case.
    if (row.sk !== 'MED') return undefined;
    const { status, modifiedAt } = row.report as Row;
    const isOpen = row.status === 'WAITING' || row.status === 'IN_ANALYSIS';
    return {
      row: `med case ${row.id}`,
      at: text(row.updatedAt) ?? text(modifiedAt) ?? '',
      paths: [
        'payment.payerName',
        'payment.payerLegalId',
        'report.details',
        'report.analysisDetails',
        'report.defence',
        'defence.text',
      ],
      cannot: why(
        isOpen && `it is ${row.status}`,
        isRefundOpen(row.report as Row) && `its refund is open (${status})`,
      ),
      guards: ['status', 'updatedAt'],
      trails: [{ account: row.account as AccountRef, prefix: `med-${row.id}-` }],
    };
  },
  markers(row) {
    const about = (row.waiting ?? row.payment) as Row | undefined;
    if (about === undefined) return undefined;
    return {
      row: `payment ${text(row.id)?.replace('cash-in#', '')}`,
      at: text(row.at) ?? '',
      paths: [...payerPaths('payment.payer'), ...payerPaths('waiting.payer'), 'waiting.named.key'],
      cannot: why(row.waiting !== undefined && 'it waits for its account (payment assign)'),
      guards: ['waiting'],
      trails: trailsOfPayment(about),
    };
  },
  incidents: (row) => ({
    row: `incident ${row.id}`,
    at: text(row.at) ?? '',
    paths: [
      ...payerPaths('event.payer'),
      ...payerPaths('event.payment.payer'),
      'event.named.key',
      'event.report.details',
      'event.report.defence',
    ],
    cannot: undefined,
    guards: ['at'],
  }),
};

function readCashout(row: Row): Found {
  const { id, account, status } = row as { id: number; account: AccountRef; status: string };
  const pending = (row.pendingEvents ?? []) as readonly string[];
  const numbers = Object.values((row.feed ?? {}) as Record<string, number>);
  const isOpen = status === 'NEW' || status === 'PROCESSING';
  return {
    row: `cashout ${id}`,
    at: text(row.refundedAt) ?? text(row.endedAt) ?? text(row.createdAt) ?? '',
    paths: [
      ...personalPaths,
      ...['recipient', 'payeeShown.recipient'].flatMap((payee) =>
        ['name', 'legalId', 'branch', 'accountNumber'].map((name) => `${payee}.${name}`),
      ),
      'owner.legalId',
    ],
    cannot: why(isOpen && `it is ${status}`, pending.length > 0 && 'an event is not recorded yet'),
    guards: ['status', 'pendingEvents'],
    // Rows of the first release contain no event numbers, so the whole feed is read for them.
    trails: [
      {
        account,
        prefix: `cashout-${id}-`,
        numbers: numbers.length > 1 ? [Math.min(...numbers), Math.max(...numbers)] : [1, endOfFeed],
      },
    ],
  };
}

const endOfFeed = Number.MAX_SAFE_INTEGER;

function readAccountRow(row: Row): Found | undefined {
  const [pk = '', sk = ''] = [text(row.pk), text(row.sk)];
  if (sk === 'BALANCE')
    return {
      row: `account ${accountIdOf(accountOfKey(pk.slice('ACCOUNT#'.length)))}`,
      at: text(row.lastTime) ?? '',
      paths: ['holderName', 'holderLegalId', 'pixKey'],
      cannot: why(
        row.status !== 'CLOSED' && 'the account is open',
        (row.heldCents !== 0 || row.availableCents !== 0) && 'the account has money',
      ),
      guards: ['status', 'heldCents', 'availableCents'],
    };
  if (sk === 'PIXKEY')
    return {
      row: 'pix key of an account',
      paths: ['pixKey'],
      cannot: 'the key is the name of its row, and tells to whom an earlier payment belongs',
      guards: ['endedAt'],
    };
  if (!sk.startsWith('LISTED#')) return undefined;
  return {
    row: `listed payee ${sk.slice('LISTED#'.length)}`,
    paths: ['name.key', 'name.legalId'],
    cannot: why(row.isListed === true && 'it is on the list of the account (payee remove)'),
    guards: ['isListed'],
  };
}

function isRefundOpen({ refund }: Row): boolean {
  return (refund as Row | undefined)?.status === 'OPEN';
}

/** Returns the locations of the events that contain the payer of a received payment. */
function trailsOfPayment({ account, transactionId, payer, payerTransactionId }: Row): Trail[] {
  const own = (payer as Row | undefined)?.account as AccountRef | undefined;
  return [
    ...(account ? [{ account: account as AccountRef, prefix: `cashin-${transactionId}-` }] : []),
    ...(own && payerTransactionId ? [{ account: own, prefix: `payment-${payerTransactionId}-` }] : []),
  ];
}
