// Keys of the accounts table, which holds all data about a request's caller.

import { type AccountRef, accountKey, accountOfKey } from '../base/account-ref.ts';
import { fewShards } from './shards.ts';

export const companyKey = (companyId: string) => ({ pk: `COMPANY#${companyId}`, sk: 'COMPANY' });
export const clientKey = (clientId: string) => ({ pk: `CLIENT#${clientId}`, sk: 'CLIENT' });
export const clientPlaceKey = (companyId: string, clientId: string) => ({
  pk: companyKey(companyId).pk,
  sk: clientKey(clientId).pk,
});
/** A client's use of its request limit. */
export const limitKey = (clientId: string) => ({ pk: `LIMIT#${clientId}`, sk: 'LIMIT' });
/** A user's budget of look-ups of payees. */
export const lookupKey = (userId: string) => ({ pk: `LOOKUPS#${userId}`, sk: 'LOOKUPS' });
export const userKey = (userId: string) => ({ pk: `USER#${userId}`, sk: 'USER' });
export const policyKey = (userId: string, account: AccountRef) => ({
  pk: `USER#${userId}`,
  sk: `POLICY#${accountKey(account)}`,
});
/** The id of a received payment's marker. */
export const cashInMarker = (endToEndId: string) => `cash-in#${endToEndId}`;
export const balanceKey = (account: AccountRef) => ({ pk: `ACCOUNT#${accountKey(account)}`, sk: 'BALANCE' });
/** The counter of one of the account's limits (lib/rules/limits.ts). */
export const countKey = (account: AccountRef, sk: string) => ({ pk: balanceKey(account).pk, sk });
/**
 * A payee on the account's list.
 * @param payee in the form of `payeeId`
 */
export const listedPayeeKey = (account: AccountRef, payee: string) => ({
  pk: balanceKey(account).pk,
  sk: `LISTED#${payee}`,
});
/**
 * The latest cashout of an account with this payee and amount.
 * @param payee in the form of `payeeId`
 */
export const payoutKey = (account: AccountRef, payee: string, amountCents: number) => ({
  pk: `PAYOUT#${accountKey(account)}#${payee}#${amountCents}`,
  sk: 'PAYOUT',
});
/**
 * The lock to write that row.
 * @param pk of `payoutKey`
 */
export const payoutLockKey = (pk: string) => ({ pk, sk: 'LOCK' });
/** The watch on an account's open work. */
export const watchKey = (account: AccountRef) => ({ pk: `WATCH#${accountKey(account)}`, sk: 'WATCH' });
/** The account of such a key. */
export const watchedAccount = (pk: string): AccountRef => accountOfKey(pk.slice('WATCH#'.length));
/**
 * The lock to write an account's balance (write-locks.ts).
 * @param account in the form of `accountKey`
 */
export const lockKey = (account: string) => ({ pk: `ACCOUNT#${account}`, sk: 'LOCK' });
/**
 * The containers that work on an account's backlog (backlog-slots.ts).
 * @param account in the form of `accountKey`
 */
export const backlogKey = (account: string) => ({ pk: `ACCOUNT#${account}`, sk: 'BACKLOG' });
/** Attributes of the rows of a client and a policy that decide who may get an account's events. No secrets. */
export const rightAttributes = [
  'pk',
  'sk',
  'companyId',
  'userId',
  'active',
  'frozenAt',
  'permissions',
  'without',
] as const;
/** Attributes of an account's row about its holder. */
export const holderAttributes = ['pk', 'sk', 'holderName', 'holderLegalId'] as const;
/** Every account also has a row in a directory, which is split into shards so that no partition has all accounts. */
export const directoryShards = Array.from({ length: fewShards }, (_, shard) =>
  String(shard).padStart(2, '0'),
);
const directoryShardOf = ({ number }: AccountRef) => directoryShards[Number(number) % fewShards];
export const directoryKey = (account: AccountRef) => ({
  pk: `DIRECTORY#${directoryShardOf(account)}`,
  sk: accountKey(account),
});
export const pixKeyKey = (pixKey: string) => ({ pk: `PIXKEY#${pixKey}`, sk: 'PIXKEY' });
