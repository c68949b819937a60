import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Account } from '../../lib/account/account.ts';
import { cents } from '../../lib/base/money.ts';
import type { Entry } from '../../lib/ledger/entry.ts';
import {
  compareBalance,
  differenceId,
  foldEntries,
  type HoldLook,
  judgeHold,
  lookAtHold,
  openingCheckpoint,
} from '../../lib/reconciliation/reconciliation.ts';

const ref = { branch: '0001', number: '123456789' };
const start = Date.UTC(2027, 2, 1);

/** Generates a statement as the ledger writes it. */
const statements = fc
  .array(fc.record({ amount: fc.integer({ min: 1, max: 1e9 }), isCredit: fc.boolean(), wait: fc.nat(1e6) }), {
    minLength: 1,
    maxLength: 30,
  })
  .map((movements) => {
    let [balance, at] = [0, start];
    return movements.map(({ amount, isCredit, wait }, index): Entry => {
      balance += isCredit ? amount : -amount;
      at += wait;
      return {
        type: isCredit ? 'PIX_CASHIN' : 'PIX_CASHOUT',
        direction: isCredit ? 'CREDIT' : 'DEBIT',
        amountCents: cents(amount),
        seq: index + 1,
        time: new Date(at).toISOString(),
        balanceCents: balance as Entry['balanceCents'],
      };
    });
  });

const account = (parts: Partial<Record<'availableCents' | 'heldCents' | 'postedCents' | 'seq', number>>) =>
  ({ ...ref, availableCents: 70, heldCents: 30, postedCents: 100, seq: 4, ...parts }) as Account;

describe('the entries of any account', () => {
  test('the entries sum up to the balance after the last entry, read together or in any two parts', () => {
    fc.assert(
      fc.property(statements, fc.nat(30), (entries, cut) => {
        const last = entries.at(-1) as Entry;
        const whole = foldEntries(openingCheckpoint, entries);
        const half = foldEntries(openingCheckpoint, entries.slice(0, cut));

        expect(whole).toEqual({
          to: { seq: last.seq, time: last.time, balanceCents: last.balanceCents },
        });
        expect(foldEntries(half.to, entries.slice(cut))).toEqual(whole);
      }),
    );
  });

  test('the entries agree only up to an entry that is missing, duplicated or changed', () => {
    const harms: ((entry: Entry) => Entry[])[] = [
      () => [],
      (entry) => [entry, entry],
      (entry) => [{ ...entry, amountCents: cents(entry.amountCents + 1) }],
      (entry) => [{ ...entry, balanceCents: (entry.balanceCents + 1) as Entry['balanceCents'] }],
      (entry) => [{ ...entry, direction: entry.direction === 'CREDIT' ? 'DEBIT' : 'CREDIT' }],
      (entry) => [{ ...entry, time: '2027-02-28T23:59:59.999Z' }],
      (entry) => [{ ...entry, seq: entry.seq + 1 }],
    ];
    fc.assert(
      fc.property(statements, fc.nat(29), fc.constantFrom(...harms), (entries, place, harm) => {
        const index = place % entries.length;
        const harmed = entries.flatMap((entry, at) => (at === index ? harm(entry) : [entry]));

        const { to, difference } = foldEntries(openingCheckpoint, harmed);

        // The first entry has no earlier entry to compare with. A missing last entry shows in the balance.
        const last = entries.at(-1) as Entry;
        const balance = account({
          availableCents: last.balanceCents,
          heldCents: 0,
          postedCents: last.balanceCents,
        });
        const isEarlyFirst = index === 0 && harmed[0]?.time.startsWith('2027-02-28');
        if (isEarlyFirst || last.balanceCents < 0) return;
        const found = difference ?? compareBalance({ ...balance, seq: last.seq }, to);
        expect(found?.kind).toMatch(/^(sequence|entry|time)$/);
        expect(to.seq).toBeLessThanOrEqual(index + 1);
      }),
    );
  });
});

describe('any balance row', () => {
  const to = { seq: 4, time: '', balanceCents: cents(100) };

  test.each([
    [{}, undefined],
    [{ seq: 5 }, 'sequence'],
    [{ seq: 3 }, 'sequence'],
    [{ postedCents: 101, availableCents: 71 }, 'balance'],
    [{ availableCents: 71 }, 'balance'],
    [{ heldCents: 29 }, 'balance'],
    [{ availableCents: 130, heldCents: -30 }, 'balance'],
  ])('a balance row with the change %o has a difference of the kind: %s', (parts, kind) => {
    expect(compareBalance(account(parts), to)?.kind).toBe(kind);
  });
});

describe('the hold of any account', () => {
  const work = (heldCents: number, name = 'cashout#1') => [{ name, account: ref, heldCents }];
  const looks = fc.constantFrom<HoldLook>(
    { kind: 'agrees' },
    { kind: 'moves' },
    { kind: 'differs', heldCents: 30, workCents: 0, work: '' },
    { kind: 'differs', heldCents: 30, workCents: 20, work: 'cashout#1' },
    { kind: 'differs', heldCents: 30, workCents: 20, work: 'cashout#2' },
  );

  test('the hold is compared with the open work only if the balance row was unchanged meanwhile', () => {
    expect(lookAtHold(account({}), account({}), work(30))).toEqual({ kind: 'agrees' });
    expect(lookAtHold(account({}), account({}), [...work(20), ...work(0, 'cashout#2')])).toEqual({
      kind: 'differs',
      heldCents: 30,
      workCents: 20,
      work: 'cashout#1',
    });
    expect(lookAtHold(account({ seq: 3 }), account({}), work(30))).toEqual({ kind: 'moves' });
    expect(lookAtHold(account({ availableCents: 71 }), account({}), work(0))).toEqual({ kind: 'moves' });
  });

  test('the hold is reported only if every check has found the same difference', () => {
    fc.assert(
      fc.property(fc.array(looks, { minLength: 1, maxLength: 4 }), (seen) => {
        const verdict = judgeHold(seen);

        const isSame = new Set(seen.map((look) => JSON.stringify(look))).size === 1;
        if (seen.some(({ kind }) => kind === 'agrees')) expect(verdict).toEqual({ kind: 'agrees' });
        else if (isSame && seen[0]?.kind === 'differs') expect(verdict).toEqual(seen[0]);
        else expect(verdict).toEqual({ kind: 'busy' });
      }),
    );
  });
});

test('a difference has a unique, stable id that does not disclose the account', () => {
  const difference = { kind: 'balance', mark: -100, details: 'as of today' } as const;
  const id = differenceId(ref, 7, difference);

  expect(id).toMatch(/^ledger-[0-9a-f]{16}-7-balance--100$/);
  expect(differenceId({ ...ref }, 7, { ...difference, details: 'as of tomorrow' })).toBe(id);
  expect(differenceId(ref, 7, { ...difference, mark: 100 })).not.toBe(id);
  expect(id).not.toContain(ref.number);
});
