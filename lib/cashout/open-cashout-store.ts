// Reads the sparse index `open` by account (open-partition.ts). The index may lag behind its table for a moment, so
// callers must check the rows themselves.

import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import type { AccountRef } from '../base/account-ref.ts';
import { atOnce } from '../platform/at-once.ts';
import { type Database, queryAll, queryUpTo, type Row } from '../platform/table.ts';
import type { CashoutStatus } from './cashout.ts';
import { openPartitionsOf } from './open-partition.ts';

/** A cashout with the fields that the index contains. */
export type OpenCashout = { id: number; account: AccountRef; status: CashoutStatus; dueAt: string };

/**
 * Result of a check. `isOpen`: whether the account has any row in the index, due now or later. `due`: the due rows,
 * oldest first in each partition.
 */
export type OpenCheck = { isOpen: boolean; due: OpenCashout[] };

/** Selects rows that are due by `now`, at most `most` rows in each partition. Pages are read only while `hasTime()`. */
export type OpenRange = { now: string; most: number; hasTime: () => boolean };

/** Number of rows in the first call; they cost about one read unit. */
const firstRows = 25;
const accountsAtOnce = 8;

/**
 * Returns whether the account has rows in the index, and the rows that are due. This costs one call for each partition,
 * and further calls only if there are more due rows.
 */
export async function checkOpen(db: Database, account: AccountRef, range: OpenRange): Promise<OpenCheck> {
  const parts = await Promise.all(openPartitionsOf(account).map((part) => checkPartition(db, part, range)));
  return { isOpen: parts.some(({ isOpen }) => isOpen), due: parts.flatMap(({ due }) => due) };
}

async function checkPartition(
  db: Database,
  part: string,
  { now, most, hasTime }: OpenRange,
): Promise<OpenCheck> {
  const rows: OpenCashout[] = [];
  let after: Row | undefined;
  do {
    const isFirst = rows.length === 0;
    const page = await db.client.send(
      new QueryCommand({
        TableName: db.config.CASHOUTS_TABLE,
        IndexName: 'open',
        KeyConditionExpression: `openAccount = :part${isFirst ? '' : ' AND dueAt <= :now'}`,
        ExpressionAttributeValues: { ':part': part, ...(isFirst ? {} : { ':now': now }) },
        Limit: isFirst ? Math.min(firstRows, most) : most - rows.length,
        ExclusiveStartKey: after,
      }),
    );
    rows.push(...((page.Items ?? []) as OpenCashout[]));
    after = page.LastEvaluatedKey;
  } while (after && rows.length < most && (rows.at(-1)?.dueAt ?? '') <= now && hasTime());
  return { isOpen: rows.length > 0, due: rows.filter(({ dueAt }) => dueAt <= now) };
}

/**
 * Returns the ids of the accounts' PROCESSING cashouts, due now or later. A cashout that has just changed may be
 * missing or listed twice.
 */
export async function listOpenIds(db: Database, accounts: readonly AccountRef[]): Promise<number[]> {
  const ids: number[] = [];
  await atOnce(accountsAtOnce, accounts, async (account) => {
    const parts = openPartitionsOf(account).map((part) =>
      queryAll(db, {
        TableName: db.config.CASHOUTS_TABLE,
        IndexName: 'open',
        KeyConditionExpression: 'openAccount = :part',
        FilterExpression: '#status = :processing',
        ExpressionAttributeNames: { '#status': 'status' },
        ExpressionAttributeValues: { ':part': part, ':processing': 'PROCESSING' },
      }),
    );
    for (const rows of await Promise.all(parts)) ids.push(...rows.map(({ id }) => Number(id)));
  });
  return [...new Set(ids)];
}

/** Returns the oldest cashout in each partition of an account, whatever its status. */
export async function listOldestIds(db: Database, account: AccountRef): Promise<number[]> {
  const parts = openPartitionsOf(account).map((part) =>
    queryUpTo(db, 1, {
      TableName: db.config.CASHOUTS_TABLE,
      IndexName: 'open',
      KeyConditionExpression: 'openAccount = :part',
      ExpressionAttributeValues: { ':part': part },
    }),
  );
  return (await Promise.all(parts)).flat().map(({ id }) => Number(id));
}

/** Lists NEW cashouts of any account that are due to start or expire, from one shared partition, oldest first. */
export async function listWaited(
  db: Database,
  shard: string,
  { now, most, hasTime }: OpenRange,
): Promise<OpenCashout[]> {
  const query = {
    TableName: db.config.CASHOUTS_TABLE,
    IndexName: 'open',
    KeyConditionExpression: 'openAccount = :shard AND dueAt <= :now',
    ExpressionAttributeValues: { ':shard': shard, ':now': now },
  };
  return (await queryUpTo(db, most, query, hasTime)) as OpenCashout[];
}
