// Stores the watches on accounts (watch.ts): one item for each account. The item is separate from the balance, so that
// it never conflicts with a transaction that moves money. The sparse index `watched` contains the active watches.

import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { type AccountRef, accountKey } from '../base/account-ref.ts';
import { makeMemory } from '../base/memory.ts';
import { addSeconds } from '../base/time.ts';
import { change } from '../platform/expression.ts';
import { watchedAccount, watchKey } from '../platform/keys.ts';
import { keyedRowsOf } from '../platform/rows.ts';
import { type Database, queryUpTo, type Wanted, withoutConflict } from '../platform/table.ts';
import { updateRow } from '../platform/update-row.ts';
import { cacheSeconds, isReliable, type Watch, watchShardOf, watchShards } from './watch.ts';

/**
 * An account in the index, with the fields of its watch that the index contains. The index may lag behind the table.
 */
export type Watched = { account: AccountRef; quietAt?: string };

/** Maximum number of accounts in a container's memory. */
const knownMax = 10_000;

export type Watches = ReturnType<typeof makeWatches>;

export function makeWatches(db: Database, now: () => Date) {
  const table = db.config.ACCOUNTS_TABLE;
  const rows = keyedRowsOf<Watch>(db, 'ACCOUNTS_TABLE');
  /** For each account, whether a writer of open work may rely on the account's watch. */
  const known = makeMemory<string, boolean>(knownMax);

  const recall = (account: AccountRef) => known.get(accountKey(account), now().getTime());

  /**
   * Keeps the result of a read in memory.
   * @param atMs latest possible time of the read
   */
  function note(account: AccountRef, atMs: number, isSafe: boolean): boolean {
    known.keep(accountKey(account), isSafe, atMs + cacheSeconds * 1_000);
    return isSafe;
  }

  async function begin(account: AccountRef): Promise<void> {
    const at = now();
    const write = new UpdateCommand({
      TableName: table,
      Key: watchKey(account),
      UpdateExpression: 'SET watchShard = :shard, watchAt = if_not_exists(watchAt, :at) REMOVE quietAt',
      ExpressionAttributeValues: {
        ':shard': watchShardOf(account),
        ':at': addSeconds(at, db.config.RESUME_AFTER_SECONDS),
      },
    });
    await withoutConflict(db, () => db.client.send(write));
    note(account, at.getTime(), true);
  }

  async function queryWatched(
    most: number,
    hasTime: () => boolean,
    and: string,
    values: Record<string, string>,
  ) {
    const query = {
      TableName: table,
      IndexName: 'watched',
      KeyConditionExpression: `watchShard = :shard${and}`,
      ExpressionAttributeValues: values,
    };
    return (await queryUpTo(db, most, query, hasTime)).map(({ pk, quietAt }) => ({
      account: watchedAccount(String(pk)),
      ...(quietAt === undefined ? {} : { quietAt: String(quietAt) }),
    }));
  }

  return {
    /**
     * Returns the key of the watch's row, to be added to a read that happens anyway, and `note`, which must be called
     * with the row that was read. Returns undefined while the watch is still in the container's memory.
     */
    toRead(account: AccountRef): { wanted: Wanted; note: (watch: Watch | undefined) => void } | undefined {
      if (recall(account) !== undefined) return undefined;
      const atMs = now().getTime();
      const wanted = { table, key: watchKey(account) };
      return { wanted, note: (watch) => void note(account, atMs, isReliable(watch)) };
    },

    /**
     * Makes sure that the account is watched. Must be called before a write that adds a row of the account to the
     * index of open work. When this call returns, the watch is stored. The watch lasts until that write has succeeded
     * or can no longer succeed.
     */
    async ensure(account: AccountRef): Promise<void> {
      const atMs = now().getTime();
      const isSafe = recall(account) ?? note(account, atMs, isReliable(await rows.get(watchKey(account))));
      if (!isSafe) await begin(account);
    },

    /** Returns whether the account is watched, by a strongly consistent read. */
    async isWatched(account: AccountRef): Promise<boolean> {
      return (await rows.get(watchKey(account)))?.watchShard !== undefined;
    },

    /** Lists at most `most` accounts of a shard that must be checked now. Pages are read only while `hasTime()`. */
    async list(shard: string, most: number, hasTime: () => boolean): Promise<Watched[]> {
      return queryWatched(most, hasTime, ' AND watchAt <= :at', {
        ':shard': shard,
        ':at': now().toISOString(),
      });
    },

    /** Lists all watched accounts. */
    async listAll(): Promise<AccountRef[]> {
      const shards = watchShards.map((shard) =>
        queryWatched(Number.POSITIVE_INFINITY, () => true, '', { ':shard': shard }),
      );
      return (await Promise.all(shards)).flat().map(({ account }) => account);
    },

    /**
     * Marks the watch as quiet, because a check found no open work. From now on, no writer of open work starts to rely
     * on it.
     */
    async quiet(account: AccountRef): Promise<boolean> {
      const update = change({
        set: { quietAt: now().toISOString() },
        when: 'attribute_exists(#watchShard) AND attribute_not_exists(#quietAt)',
      });
      return (await updateRow(db, table, watchKey(account), update)).done;
    },

    /** Makes a quiet watch active again, because a check found open work. */
    async rouse(account: AccountRef, quietAt: string): Promise<boolean> {
      return (await rows.update(watchKey(account), { remove: ['quietAt'], seen: { quietAt } })).done;
    },

    /** Removes the watch from the index, unless a writer made it active again. */
    async end(account: AccountRef, quietAt: string): Promise<boolean> {
      const remove: (keyof Watch)[] = ['watchShard', 'watchAt', 'quietAt'];
      return (await rows.update(watchKey(account), { remove, seen: { quietAt } })).done;
    },
  };
}
