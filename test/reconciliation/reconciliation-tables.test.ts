// The rules of the reconciliation of accounts. The text of each difference is tested too, because operators act on it.

import { describe, expect, test } from 'vitest';
import type { Account } from '../../lib/account/account.ts';
import type { Cashout } from '../../lib/cashout/cashout.ts';
import type { Chargeback } from '../../lib/chargeback/chargeback.ts';
import type { Entry } from '../../lib/ledger/entry.ts';
import {
  compareBalance,
  foldEntries,
  type HoldLook,
  judgeHold,
  lookAtHold,
  type OpenWork,
  openCashout,
  openChargeback,
  openingCheckpoint,
  sumHeld,
} from '../../lib/reconciliation/reconciliation.ts';

const at = (seconds: number) => new Date(Date.UTC(2026, 10, 22, 12, 0, seconds)).toISOString();
const account = { branch: '0001', number: '123' };

const entry = (seq: number, amountCents: number, balanceCents: number, change: Partial<Entry> = {}): Entry =>
  ({
    type: 'PIX_CASHIN',
    direction: amountCents > 0 ? 'CREDIT' : 'DEBIT',
    amountCents: Math.abs(amountCents),
    seq,
    time: at(seq),
    balanceCents,
    ...change,
  }) as Entry;

describe('the entries of an account', () => {
  test('the entries sum up to the balance after the last entry', () => {
    expect(foldEntries(openingCheckpoint, [entry(1, 500, 500), entry(2, -200, 300)])).toEqual({
      to: { seq: 2, time: at(2), balanceCents: 300 },
    });
  });

  test.each([
    ['sequence', [entry(1, 500, 500), entry(3, 100, 600)], 2, 'entry 3 follows entry 1'],
    ['entry', [entry(1, 500, 500), entry(2, -200, 700)], 2, 'entry 2 has the balance 700, expected is 300'],
    [
      'time',
      [entry(1, 500, 500), entry(2, 100, 600, { time: at(0) })],
      2,
      `entry 2 has the time ${at(0)}, before the previous entry's ${at(1)}`,
    ],
  ])(
    'the entries are read up to the first difference of the kind “%s”, and its position is reported',
    (kind, entries, mark, details) => {
      expect(foldEntries(openingCheckpoint, entries)).toEqual({
        to: { seq: 1, time: at(1), balanceCents: 500 },
        difference: { kind, mark, details },
      });
    },
  );
});

describe('the check of a balance row', () => {
  const to = { seq: 4, time: at(4), balanceCents: 300 } as ReturnType<typeof foldEntries>['to'];
  const row = (change: object) =>
    ({ ...account, seq: 4, postedCents: 300, availableCents: 300, heldCents: 0, ...change }) as Account;

  test.each([
    ['everything available', {}],
    ['nothing available', { availableCents: 0, heldCents: 300 }],
    ['a balance below zero by an imposed debit', { availableCents: -50, heldCents: 350, imposedCents: 50 }],
  ])('a balance row with %s agrees with its entries', (_, change) => {
    expect(compareBalance(row(change), to)).toBeUndefined();
  });

  test.each([
    [{ seq: 5 }, { kind: 'sequence', mark: 5, details: 'the last entry is 4, but the balance row says 5' }],
    [
      { postedCents: 250 },
      { kind: 'balance', mark: -50, details: 'the sum of the entries is 300, but the balance row says 250' },
    ],
    [
      { heldCents: 20 },
      { kind: 'balance', mark: 20, details: 'available 300 plus held 20 is not the posted balance 300' },
    ],
    [
      { availableCents: -1, heldCents: 301 },
      { kind: 'balance', mark: 0, details: 'available -1 plus held 301 is not the posted balance 300' },
    ],
    [
      { availableCents: -51, heldCents: 351, imposedCents: 50 },
      { kind: 'balance', mark: 0, details: 'available -51 plus held 351 is not the posted balance 300' },
    ],
    [
      { availableCents: 301, heldCents: -1 },
      { kind: 'balance', mark: 0, details: 'available 301 plus held -1 is not the posted balance 300' },
    ],
  ])('a balance row with the change %j differs from its entries', (change, difference) => {
    expect(compareBalance(row(change), to)).toEqual(difference);
  });
});

describe('the hold that open work requires', () => {
  const cashout = (change: object) =>
    openCashout({ id: 7, account, request: { amountCents: 100 }, ...change } as Cashout);
  const chargeback = (change: object) =>
    openChargeback({ id: 8, ask: 2, account, request: { amountCents: 100 }, ...change } as Chargeback);

  test.each([
    ['PROCESSING', at(1), 100],
    ['PROCESSING', undefined, 0],
    ['SUCCESS', at(1), 0],
    ['NEW', undefined, 0],
  ])(
    'a cashout with status %s and reservedAt %s requires a hold of %i cents',
    (status, reservedAt, heldCents) => {
      expect(cashout({ status, reservedAt })).toEqual({ name: 'cashout#7', account, heldCents });
    },
  );

  test.each([
    ['PENDING', undefined, 100],
    ['PENDING', at(1), 0],
    ['REJECTED', undefined, 0],
    ['SUCCESS', at(1), 0],
  ])(
    'a chargeback with status %s and acceptedAt %s requires a hold of %i cents',
    (status, acceptedAt, heldCents) => {
      expect(chargeback({ status, acceptedAt })).toEqual({ name: 'chargeback#8#2', account, heldCents });
    },
  );

  test('the required hold of an account is the sum over its open work', () => {
    const work = (heldCents: number): OpenWork => ({ name: String(heldCents), account, heldCents });

    expect([sumHeld([]), sumHeld([work(100), work(0), work(20)])]).toEqual([0, 120]);
  });
});

describe('a single check of a hold', () => {
  const row = (change: object = {}) =>
    ({ ...account, seq: 4, availableCents: 50, heldCents: 100, ...change }) as Account;
  const work = (name: string, heldCents: number): OpenWork => ({ name, account, heldCents });

  test('the check agrees if the held amount equals the open work', () => {
    expect(lookAtHold(row(), row(), [work('b', 60), work('a', 40), work('c', 0)])).toEqual({
      kind: 'agrees',
    });
  });

  test.each([
    ['there was no row before', undefined, row()],
    ['there is no row after', row(), undefined],
    ['an entry was posted between', row({ seq: 3 }), row()],
    ['the hold changed between', row({ heldCents: 90 }), row()],
    ['the money moved between', row({ availableCents: 49 }), row()],
  ])('a check that reads the balance row before and after is inconclusive if %s', (_, before, after) => {
    expect(lookAtHold(before, after, [])).toEqual({ kind: 'moves' });
  });

  test('the check reports the open work always in the same order', () => {
    const differs = { kind: 'differs', heldCents: 100, workCents: 60, work: 'a,b' };

    expect(lookAtHold(row(), row(), [work('b', 40), work('c', 0), work('a', 20)])).toEqual(differs);
    expect(lookAtHold(row(), row(), [work('a', 20), work('b', 40)])).toEqual(differs);
  });
});

describe('the result of several checks of a hold', () => {
  const differs: HoldLook = { kind: 'differs', heldCents: 100, workCents: 60, work: 'a' };

  test.each<[string, HoldLook[], object]>([
    ['none', [], { kind: 'busy' }],
    ['one check that agrees among others', [differs, { kind: 'agrees' }], { kind: 'agrees' }],
    ['the same difference each time', [differs, { ...differs }], differs],
    ['a first check with a change', [{ kind: 'moves' }, differs], { kind: 'busy' }],
    ['a last check with a change', [differs, { kind: 'moves' }], { kind: 'busy' }],
    ['another hold', [differs, { ...differs, heldCents: 90 }], { kind: 'busy' }],
    ['other work', [differs, { ...differs, work: 'b' }], { kind: 'busy' }],
  ])('the checks give a single result for %s', (_, looks, verdict) => {
    expect(judgeHold(looks)).toEqual(verdict);
  });
});
