import { describe, expect, test } from 'vitest';
import {
  asOf,
  type Cashout,
  type CashoutCommand,
  type CashoutStatus,
  codeTransactionOf,
  nextStatus,
} from '../../lib/cashout.ts';

const commands: CashoutCommand[] = ['approve', 'succeed', 'fail', 'cancel', 'refund'];

// One line per status, one column per command, in the order above. '-' is a refusal.
const table: Record<CashoutStatus, string> = {
  NEW: 'PROCESSING - - - -',
  PROCESSING: '- SUCCESS ERROR CANCELLED -',
  SUCCESS: '- - - - REFUNDED',
  ERROR: '- - - - -',
  CANCELLED: '- - - - -',
  REFUNDED: '- - - - -',
};

const rows = Object.entries(table).flatMap(([status, line]) =>
  line.split(' ').map((expected, column) => [status, commands[column], expected] as const),
);

describe('the transition table', () => {
  test('has a row for every status and command', () => {
    expect(rows).toHaveLength(6 * 5);
  });

  test.each(rows)('%s on %s gives %s', (status, command, expected) => {
    expect(nextStatus(status as CashoutStatus, command as CashoutCommand) ?? '-').toBe(expected);
  });
});

describe('a cashout as of a change', () => {
  const cashout = { status: 'SUCCESS', request: { endpoint: 'create-cashout' } } as Cashout;
  const selfApproved = { status: 'SUCCESS', request: { endpoint: 'create-cashout-self-approve' } } as Cashout;

  test.each([
    [cashout, 'created', 'NEW'],
    [selfApproved, 'created', 'PROCESSING'],
    [cashout, 'approved', 'PROCESSING'],
    [{ ...cashout, status: 'REFUNDED' } as Cashout, 'succeeded', 'SUCCESS'],
    [cashout, 'failed', 'ERROR'],
    [cashout, 'cancelled', 'CANCELLED'],
    [cashout, 'refunded', 'REFUNDED'],
  ] as const)('%#: has the status that the change gave it', (row, change, status) => {
    expect(asOf(row, change).status).toBe(status);
  });
});

test('a transaction code is made of the id, the same one every time', () => {
  expect(codeTransactionOf(1)).toBe('PX-0000-0000-0001');
  expect(codeTransactionOf(Number.MAX_SAFE_INTEGER)).toBe('PX-02GO-SA7P-A2GV');
});
