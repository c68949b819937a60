import { describe, expect, test } from 'vitest';
import { asOf, changedAt } from '../../lib/cashout/as-of.ts';
import {
  type Cashout,
  type CashoutChange,
  type CashoutCommand,
  type CashoutEndpoint,
  type CashoutStatus,
  isSelfApproved,
  nextStatus,
} from '../../lib/cashout/cashout.ts';
import { isLeased } from '../../lib/cashout/hold.ts';
import { codeTransactionOf } from '../../lib/cashout/receipt.ts';

const commands: CashoutCommand[] = [
  'approve',
  'succeed',
  'fail',
  'cancel',
  'refund',
  'reject',
  'expire',
  'start',
];

// One line per status, one column per command, in the order above. '-' means that the command is refused.
const table: Record<CashoutStatus, string> = {
  NEW: 'PROCESSING - - - - CANCELLED CANCELLED PROCESSING',
  PROCESSING: '- SUCCESS ERROR CANCELLED - - - -',
  SUCCESS: '- - - - REFUNDED - - -',
  ERROR: '- - - - - - - -',
  CANCELLED: '- - - - - - - -',
  REFUNDED: '- - - - - - - -',
};

const rows = Object.entries(table).flatMap(([status, line]) =>
  line.split(' ').map((expected, column) => [status, commands[column], expected] as const),
);

describe('the transition table of cashouts', () => {
  test('the table has a row for every status and command', () => {
    expect(rows).toHaveLength(6 * 8);
  });

  test.each(rows)('a cashout in %s with the command %s becomes %s', (status, command, expected) => {
    expect(nextStatus(status as CashoutStatus, command as CashoutCommand) ?? '-').toBe(expected);
  });
});

test('four of the six create endpoints approve a cashout at its creation', () => {
  const endpoints: Record<CashoutEndpoint, boolean> = {
    'create-cashout': false,
    'create-cashout-manual': false,
    'create-cashout-self-approve': true,
    'create-cashoutmanual-self-approve': true,
    'create-copy-and-paste-transfer': true,
    'create-manual-transfer': true,
    'v3/batches': true,
  };

  for (const [endpoint, expected] of Object.entries(endpoints))
    expect(isSelfApproved({ endpoint: endpoint as CashoutEndpoint }), endpoint).toBe(expected);
});

describe('a worker’s lease of five seconds', () => {
  const reservedAt = '2027-03-01T12:00:00.000Z';

  test.each([
    [{ reservedAt, tries: 0 }, 0, true],
    [{ reservedAt, tries: 0 }, 4_999, true],
    [{ reservedAt, tries: 0 }, 5_000, false],
    [{ reservedAt, tries: 1 }, 0, false],
    [{ tries: 0 }, 0, false],
  ])('a lease on a row with %o is held after %i ms: %s', (row, milliseconds, expected) => {
    const now = new Date(Date.parse(reservedAt) + milliseconds);
    expect(isLeased(row as Cashout, now, 5)).toBe(expected);
  });
});

test('each status change stores the time of the change', () => {
  const times = ['createdAt', 'approvedAt', 'postponedAt', 'reservedAt', 'endedAt', 'refundedAt'] as const;
  const row = Object.fromEntries(times.map((name) => [name, name])) as unknown as Cashout;
  const expected: Record<CashoutChange, (typeof times)[number]> = {
    created: 'createdAt',
    scheduled: 'approvedAt',
    postponed: 'postponedAt',
    approved: 'approvedAt',
    internal_approved: 'reservedAt',
    succeeded: 'endedAt',
    failed: 'endedAt',
    cancelled: 'endedAt',
    refunded: 'refundedAt',
  };

  for (const [change, name] of Object.entries(expected))
    expect(changedAt(row, change as CashoutChange), change).toBe(name);
});

describe('a cashout as it was after a change', () => {
  const cashout = { status: 'SUCCESS', request: { endpoint: 'create-cashout' } } as Cashout;
  const selfApproved = { status: 'SUCCESS', request: { endpoint: 'create-cashout-self-approve' } } as Cashout;

  test.each([
    [cashout, 'created', 'NEW'],
    [selfApproved, 'created', 'PROCESSING'],
    [cashout, 'approved', 'PROCESSING'],
    [cashout, 'internal_approved', 'PROCESSING'],
    [{ ...cashout, status: 'REFUNDED' } as Cashout, 'succeeded', 'SUCCESS'],
    [cashout, 'failed', 'ERROR'],
    [cashout, 'cancelled', 'CANCELLED'],
    [cashout, 'refunded', 'REFUNDED'],
  ] as const)('the cashout has the status that the change gave it (case %#)', (row, change, status) => {
    expect(asOf(row, change).status).toBe(status);
  });
});

test('the transaction code of a cashout depends only on its id', () => {
  expect(codeTransactionOf(1)).toBe('PX-0000-0000-0001');
  expect(codeTransactionOf(Number.MAX_SAFE_INTEGER)).toBe('PX-02GO-SA7P-A2GV');
});
