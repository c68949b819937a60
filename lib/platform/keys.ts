// Defines the keys of the accounts table, which stores all data about the caller of a request.

import { type AccountRef, accountKey, accountOfKey } from '../base/account-ref.ts';
import { fewShards } from './shards.ts';

export const companyKey = (companyId: string) => ({ pk: `COMPANY#${companyId}`, sk: 'COMPANY' });
export const clientKey = (clientId: string) => ({ pk: `CLIENT#${clientId}`, sk: 'CLIENT' });
export const clientPlaceKey = (companyId: string, clientId: string) => ({
  pk: companyKey(companyId).pk,
  sk: clientKey(clientId).pk,
});
/** Key of the row that counts a client's requests for its request limit. */
export const limitKey = (clientId: string) => ({ pk: `LIMIT#${clientId}`, sk: 'LIMIT' });
/** Key of the row with the places at which a client was seen. */
export const placesKey = (clientId: string) => ({ pk: `PLACES#${clientId}`, sk: 'PLACES' });
/** Key of the row that stores how many look-ups of payees a user may still make. */
export const lookupKey = (userId: string) => ({ pk: `LOOKUPS#${userId}`, sk: 'LOOKUPS' });
export const userKey = (userId: string) => ({ pk: `USER#${userId}`, sk: 'USER' });
/** Key of the row that says that a passkey was added, by whichever user. @param credentialId id of the passkey */
export const addedPasskeyKey = (credentialId: string) => ({ pk: `PASSKEY#${credentialId}`, sk: 'PASSKEY' });
export const policyKey = (userId: string, account: AccountRef) => ({
  pk: `USER#${userId}`,
  sk: `POLICY#${accountKey(account)}`,
});
/** Id of the marker of a received payment (marker-store.ts). */
export const cashInMarker = (endToEndId: string) => `cash-in#${endToEndId}`;
/**
 * Id of the marker of a return, for returns of payments that we sent and of payments that we received.
 * @param returnId the network's id of the return (D…)
 */
export const returnMarker = (returnId: string) => `return#${returnId}`;
export const balanceKey = (account: AccountRef) => ({ pk: `ACCOUNT#${accountKey(account)}`, sk: 'BALANCE' });
/** Key of the counter of one of the account's limits (lib/rules/limits.ts). */
export const countKey = (account: AccountRef, sk: string) => ({ pk: balanceKey(account).pk, sk });
/**
 * Key of a payee on the account's list of payees.
 * @param payee in the form of `payeeId`
 */
export const listedPayeeKey = (account: AccountRef, payee: string) => ({
  pk: balanceKey(account).pk,
  sk: `LISTED#${payee}`,
});
/**
 * Key of the latest cashout of an account to this payee with this amount.
 * @param payee in the form of `payeeId`
 */
export const payoutKey = (account: AccountRef, payee: string, amountCents: number) => ({
  pk: `PAYOUT#${accountKey(account)}#${payee}#${amountCents}`,
  sk: 'PAYOUT',
});
/**
 * Key of the lock for writes of a row of `payoutKey`.
 * @param pk of `payoutKey`
 */
export const payoutLockKey = (pk: string) => ({ pk, sk: 'LOCK' });
/** Key of the row with which an account's open work is watched (lib/account/watch.ts). */
export const watchKey = (account: AccountRef) => ({ pk: `WATCH#${accountKey(account)}`, sk: 'WATCH' });
/** Returns the account of a partition key of `watchKey`. */
export const watchedAccount = (pk: string): AccountRef => accountOfKey(pk.slice('WATCH#'.length));
/**
 * Key of the lock for writes of an account's balance (write-locks.ts).
 * @param account in the form of `accountKey`
 */
export const lockKey = (account: string) => ({ pk: `ACCOUNT#${account}`, sk: 'LOCK' });
/**
 * Key of the row that stores which containers work on an account's backlog (backlog-slots.ts).
 * @param account in the form of `accountKey`
 */
export const backlogKey = (account: string) => ({ pk: `ACCOUNT#${account}`, sk: 'BACKLOG' });
/**
 * Attributes of a client's row and of a policy's row that decide who may get an account's events. Secrets are not among
 * them.
 */
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
/** Attributes of an account's row that describe its holder. */
export const holderAttributes = ['pk', 'sk', 'holderName', 'holderLegalId'] as const;
/**
 * Shards of the directory, which has one row for each account. With several shards, no partition contains the rows of
 * all accounts.
 */
export const directoryShards = Array.from({ length: fewShards }, (_, shard) =>
  String(shard).padStart(2, '0'),
);
const directoryShardOf = ({ number }: AccountRef) => directoryShards[Number(number) % fewShards];
export const directoryKey = (account: AccountRef) => ({
  pk: `DIRECTORY#${directoryShardOf(account)}`,
  sk: accountKey(account),
});
export const pixKeyKey = (pixKey: string) => ({ pk: `PIXKEY#${pixKey}`, sk: 'PIXKEY' });
