import { expect, test } from 'vitest';
import { accountKey, isSameAccount } from '../../lib/base/account-ref.ts';
import { type Entry, entryCursor } from '../../lib/ledger/entry.ts';

const account = { branch: '0001', number: '1234567' };

test('an account is identified by its branch and number alone', () => {
  expect(isSameAccount(account, { ...account, holderName: 'Fulano' } as typeof account)).toBe(true);
  expect(isSameAccount(account, { ...account, branch: '0002' })).toBe(false);
  expect(isSameAccount(account, { ...account, number: '1234568' })).toBe(false);
});

test('the key of an account keeps branch and number apart', () => {
  expect(accountKey(account)).toBe('0001#1234567');
});

test('the position of an entry consists of its sequence number and its time', () => {
  const entry = { seq: 7, time: '2027-03-01T12:00:00.000Z', balanceCents: 5 } as Entry;
  expect(entryCursor(entry)).toEqual({ id: 7, at: '2027-03-01T12:00:00.000Z' });
});
