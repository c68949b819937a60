import { expect, test } from 'vitest';
import { cents } from '../../lib/base/money.ts';
import { addUp, beginAddingUp, faultOf } from '../../lib/export/add-up.ts';
import type { Entry } from '../../lib/ledger/entry.ts';
import { entriesFrom } from './entries.ts';

const entries = entriesFrom(500);
const closing = entries.at(-1)?.balanceCents ?? cents(0);
const check = (some: readonly Entry[], opening = 500) =>
  faultOf(addUp(beginAddingUp(cents(opening)), some), closing);

test('entries that lead from the opening to the closing balance pass the check, also in several parts', () => {
  expect(check(entries)).toBeUndefined();
  const pieces = addUp(addUp(beginAddingUp(cents(500)), entries.slice(0, 4)), entries.slice(4));
  expect(faultOf(pieces, closing)).toBeUndefined();
  expect(pieces.count).toBe(9);
});

test('the check finds a missing entry, a wrong amount, a wrong balance and a missing end', () => {
  const changed = (index: number, change: Partial<Entry>) =>
    entries.map((entry, at) => (at === index ? { ...entry, ...change } : entry));

  expect(check(entries.toSpliced(3, 1))).toBe('entry 45 comes after 43');
  expect(check(changed(2, { amountCents: cents(6) }))).toContain('the balance of entry 43');
  expect(check(changed(2, { balanceCents: cents(6) }))).toContain('the balance of entry 43');
  expect(check(entries, 400)).toContain('the balance of entry 41');
  expect(check(entries.slice(0, -1))).toBe('the entries do not lead to the closing balance');
});
