// Makes the DynamoDB client and shared helpers. The helpers return a failed condition as a value, and repeat a write
// that met a conflict. A row whose key DynamoDB did not process is never reported as missing.

import {
  ConditionalCheckFailedException,
  DynamoDBClient,
  TransactionCanceledException,
  TransactionConflictException,
} from '@aws-sdk/client-dynamodb';
import {
  BatchGetCommand,
  type BatchGetCommandInput,
  DynamoDBDocumentClient,
  PutCommand,
  QueryCommand,
  type QueryCommandInput,
  TransactWriteCommand,
  type TransactWriteCommandInput,
} from '@aws-sdk/lib-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import { refuse } from '../base/errors.ts';
import { awsClientSettings } from './aws-client.ts';
import { isPassing, wasRepeated } from './cancellations.ts';
import type { Config } from './config.ts';
import { projection } from './expression.ts';
import type { Metrics } from './metrics.ts';

export type Row = Record<string, unknown>;
export type Key = Record<string, string | number>;
/** A row to read. `only`: attributes to read, the same for all rows of a table. `mayLag`: eventually consistent. */
export type Wanted = { table: string; key: Key; only?: readonly string[]; mayLag?: boolean };

export type Database = {
  client: DynamoDBDocumentClient;
  config: Config;
  now: () => Date;
  pause: (milliseconds: number) => Promise<void>;
  fraction: () => number;
  token: () => string;
  count: Metrics['count'];
};

export function documentClient(client = new DynamoDBClient(awsClientSettings)): DynamoDBDocumentClient {
  return DynamoDBDocumentClient.from(client, { marshallOptions: { removeUndefinedValues: true } });
}

/** Returns the row that failed the condition, if the error is a failed condition. */
export function conditionFailed(error: unknown): { row: Row | undefined } | undefined {
  if (!(error instanceof ConditionalCheckFailedException)) return undefined;
  // The row must be unmarshalled here, because the document client does not do that for errors.
  return { row: error.Item && unmarshall(error.Item) };
}

/** Writes a row if no row has its key. Returns whether the row was written. */
export async function putIfAbsent(
  db: Database,
  table: string | undefined,
  item: object,
  key: string,
): Promise<boolean> {
  const put = new PutCommand({
    TableName: table,
    Item: item as Row,
    ConditionExpression: 'attribute_not_exists(#key)',
    ExpressionAttributeNames: { '#key': key },
  });
  try {
    await db.client.send(put);
    return true;
  } catch (error) {
    if (!conditionFailed(error)) throw error;
    return false;
  }
}

const tries = 6;
/** Maximum number of tries of a transaction that conflicts: enough for all workers on a busy account. */
export const conflictTriesMax = 12;

/**
 * Waits a random part of a limit: 50 ms after the first attempt, doubled after each further attempt, at most 400 ms.
 */
export const backOff = (db: Database, attempt: number): Promise<void> =>
  db.pause(db.fraction() * Math.min(400, 25 * 2 ** attempt));

/** Counts a conflict and waits with `backOff` before the next try. */
export async function backOffConflict(db: Database, attempt: number): Promise<void> {
  db.count('LedgerConflicts');
  await backOff(db, attempt);
}

/**
 * Reads single rows of any tables in one call, in the given order. Reads are strongly consistent unless all rows of a
 * table may lag. Keys that DynamoDB did not process are read again; if some remain, the read is refused with
 * `unavailable`.
 */
export async function readRows(db: Database, keys: readonly Wanted[]): Promise<(Row | undefined)[]> {
  const found = new Map<string, Row>();
  const nameOf = (table: string, key: Row) =>
    JSON.stringify([table, ...Object.entries(key).sort(([one], [other]) => (one < other ? -1 : 1))]);
  let open: NonNullable<BatchGetCommandInput['RequestItems']> = requestItems(keys);
  for (let attempt = 0; Object.keys(open).length > 0; attempt++) {
    if (attempt > 0) await backOff(db, attempt);
    if (attempt === tries) refuse('unavailable');
    const answer = await db.client.send(new BatchGetCommand({ RequestItems: open }));
    for (const [table, rows] of Object.entries(answer.Responses ?? {})) {
      const names = Object.keys(keys.find((wanted) => wanted.table === table)?.key ?? {});
      for (const row of rows)
        found.set(nameOf(table, Object.fromEntries(names.map((name) => [name, row[name]]))), row);
    }
    open = answer.UnprocessedKeys ?? {};
  }
  return keys.map(({ table, key }) => found.get(nameOf(table, key)));
}

function requestItems(keys: readonly Wanted[]) {
  const items: Record<string, { Keys: Key[]; ConsistentRead: boolean }> = {};
  for (const { table, key, only, mayLag = false } of keys) {
    items[table] ??= { Keys: [], ConsistentRead: false, ...(only ? projection(only) : {}) };
    items[table].Keys.push(key);
    items[table].ConsistentRead ||= !mayLag;
  }
  return items;
}

/** Returns the first `limit` rows of a query. A call reads at most 1 MB; `hasTime` is checked before the next call. */
export async function queryUpTo(db: Database, limit: number, query: QueryCommandInput, hasTime = () => true) {
  const rows: Row[] = [];
  let after: Row | undefined = query.ExclusiveStartKey;
  do {
    const left = limit === Number.POSITIVE_INFINITY ? {} : { Limit: limit - rows.length };
    const page = { ...query, ...left, ExclusiveStartKey: after };
    const answer = await db.client.send(new QueryCommand(page));
    rows.push(...(answer.Items ?? []));
    after = answer.LastEvaluatedKey;
  } while (after && rows.length < limit && hasTime());
  return rows;
}

export function queryAll(db: Database, query: QueryCommandInput): Promise<Row[]> {
  return queryUpTo(db, Number.POSITIVE_INFINITY, query);
}

/** Makes a single write. Repeats the write after a conflict with a transaction, because the SDK does not. */
export async function withoutConflict<Answer>(
  db: Database,
  write: () => Promise<Answer>,
  conflictTries = tries,
): Promise<Answer> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await write();
    } catch (error) {
      if (!(error instanceof TransactionConflictException) || attempt === conflictTries) throw error;
      await backOffConflict(db, attempt);
    }
  }
}

export type Action = NonNullable<TransactWriteCommandInput['TransactItems']>[number];

/** Result of a condition: undefined if it was met, else the row that failed it (undefined if no row exists). */
export type Broken = { row: Row | undefined } | undefined;
/** `mayLand`: an earlier try got no answer and may still take effect, so callers must not be told of a failure. */
export type Transacted = { done: true } | { done: false; broken: Broken[]; mayLand: boolean };

/** Does all actions or none. Tries again after a conflict or throttling. Returns a failed condition as a value. */
export async function transact(
  db: Database,
  actions: Action[],
  conflictTries = conflictTriesMax,
): Promise<Transacted> {
  // All tries use one token (valid for ten minutes), because an earlier try may have succeeded without an answer.
  const transaction = { TransactItems: actions, ClientRequestToken: db.token() };
  let mayLand = false;
  for (let attempt = 1; ; attempt++) {
    try {
      await db.client.send(new TransactWriteCommand(transaction));
      return { done: true };
    } catch (error) {
      if (!(error instanceof TransactionCanceledException)) throw error;
      mayLand ||= wasRepeated(error);
      const reasons = error.CancellationReasons ?? [];
      const broken = reasons.map(({ Code, Item }) =>
        Code === 'ConditionalCheckFailed' ? { row: Item && unmarshall(Item) } : undefined,
      );
      if (broken.some(Boolean) && !isPassing(error)) return { done: false, broken, mayLand };
      if (!isPassing(error) || attempt === conflictTries) throw error;
      await backOffConflict(db, attempt);
    }
  }
}

/** Makes one try, for callers that read again after a conflict. A conflict gives `done: false` and no conditions. */
export async function transactOnce(db: Database, actions: Action[]): Promise<Transacted> {
  return transact(db, actions, 1).catch((error): Transacted => {
    if (!isPassing(error)) throw error;
    return { done: false, broken: [], mayLand: wasRepeated(error) };
  });
}
