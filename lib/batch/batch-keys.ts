// Defines the keys of the rows of batches.

import { type AccountRef, accountKey } from '../base/account-ref.ts';
import type { Batch } from './batch.ts';

export const batchKey = (id: string) => ({ pk: `BATCH#${id}`, sk: 'BATCH' });
/** Key of an account's lease. The batches of an account are processed one at a time, because they share its balance. */
export const leaseKey = (account: AccountRef) => ({ pk: `ACCOUNT#${accountKey(account)}`, sk: 'LEASE' });
export const pageKey = (id: string, index: number, sk: 'LINES' | 'PROGRESS') => ({
  pk: `BATCH#${id}#${String(index).padStart(2, '0')}`,
  sk,
});
export const listKey = ({ account, createdAt, id }: Pick<Batch, 'account' | 'createdAt' | 'id'>) => ({
  pk: `LIST#${accountKey(account)}`,
  sk: `${createdAt}#${id}`,
});
/** Key of the count of a user's batches of a day. It is the user's own, so that nobody uses up a colleague's day. */
export const dayKey = ({ account, createdBy }: Pick<Batch, 'account' | 'createdBy'>, day: string) => ({
  pk: `ACCOUNT#${accountKey(account)}`,
  sk: `DAY#${day}#${createdBy}`,
});
export const sameKey = (account: AccountRef, lines: string) => ({
  pk: `ACCOUNT#${accountKey(account)}`,
  sk: `LINES#${lines}`,
});
