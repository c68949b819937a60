// The door to DynamoDB: the client, and the three things about it that every store must get right. A failed
// condition is a value, an unprocessed key is not "not found", a conflict is tried again.

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
import { isPassing } from './cancellations.ts';
import type { Config } from './config.ts';
import { projection } from './expression.ts';
import type { Metrics } from './metrics.ts';

export type Row = Record<string, unknown>;
export type Key = Record<string, string | number>;
/** `only`: these attributes, its key among them, and the same of all rows of a table. */
export type Wanted = { table: string; key: Key; only?: readonly string[] };

export type Door = {
  client: DynamoDBDocumentClient;
  config: Config;
  pause: (milliseconds: number) => Promise<void>;
  fraction: () => number;
  token: () => string;
  count: Metrics['count'];
};

export function documentClient(client = new DynamoDBClient(awsClientSettings)): DynamoDBDocumentClient {
  return DynamoDBDocumentClient.from(client, { marshallOptions: { removeUndefinedValues: true } });
}

/** The row that broke the condition, if this error is a failed condition that returned one. */
export function conditionFailed(error: unknown): { row: Row | undefined } | undefined {
  if (!(error instanceof ConditionalCheckFailedException)) return undefined;
  // The document client leaves the item of an error in attribute form.
  return { row: error.Item && unmarshall(error.Item) };
}

/** Writes a row unless its key is taken; whether it was written. */
export async function putIfAbsent(
  door: Door,
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
    await door.client.send(put);
    return true;
  } catch (error) {
    if (!conditionFailed(error)) throw error;
    return false;
  }
}

const tries = 6;
/** Of a transaction that meets others: a busy account's workers come to the end of their turn, and do not give up. */
export const conflictTriesMax = 12;

/** Waits a random part of a doubling bound: 25 ms, 50 ms, ... at most 400 ms. */
export async function backOff(door: Door, attempt: number): Promise<void> {
  await door.pause(door.fraction() * Math.min(400, 25 * 2 ** attempt));
}

/** The same, before a write is tried again that met another's transaction. */
export async function backOffConflict(door: Door, attempt: number): Promise<void> {
  door.count('LedgerConflicts');
  await backOff(door, attempt);
}

/**
 * Strongly consistent reads of single rows, of any tables, in one call and in the order asked. Keys that
 * DynamoDB leaves unprocessed are asked for again; if some never come, that is a fault, not an absence.
 */
export async function readRows(door: Door, keys: readonly Wanted[]): Promise<(Row | undefined)[]> {
  const found = new Map<string, Row>();
  const nameOf = (table: string, key: Row) =>
    JSON.stringify([table, ...Object.entries(key).sort(([one], [other]) => (one < other ? -1 : 1))]);
  let open: NonNullable<BatchGetCommandInput['RequestItems']> = requestItems(keys);
  for (let attempt = 0; Object.keys(open).length > 0; attempt++) {
    if (attempt > 0) await backOff(door, attempt);
    if (attempt === tries) refuse('unavailable');
    const answer = await door.client.send(new BatchGetCommand({ RequestItems: open }));
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
  const items: Record<string, { Keys: Key[]; ConsistentRead: true }> = {};
  for (const { table, key, only } of keys) {
    items[table] ??= { Keys: [], ConsistentRead: true, ...(only ? projection(only) : {}) };
    items[table].Keys.push(key);
  }
  return items;
}

/** The first rows of a query, in as many calls as there is time for: one call gives no more than a megabyte. */
export async function queryUpTo(door: Door, limit: number, query: QueryCommandInput, hasTime = () => true) {
  const rows: Row[] = [];
  let after: Row | undefined;
  do {
    const left = limit === Number.POSITIVE_INFINITY ? {} : { Limit: limit - rows.length };
    const page = { ...query, ...left, ExclusiveStartKey: after };
    const answer = await door.client.send(new QueryCommand(page));
    rows.push(...(answer.Items ?? []));
    after = answer.LastEvaluatedKey;
  } while (after && rows.length < limit && hasTime());
  return rows;
}

/** Every row of a query. */
export function queryAll(door: Door, query: QueryCommandInput): Promise<Row[]> {
  return queryUpTo(door, Number.POSITIVE_INFINITY, query);
}

/** A single write to a row that somebody's transaction is holding: tried again, because the SDK does not. */
export async function withoutConflict<Answer>(
  door: Door,
  write: () => Promise<Answer>,
  conflictTries = tries,
): Promise<Answer> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await write();
    } catch (error) {
      if (!(error instanceof TransactionConflictException) || attempt === conflictTries) throw error;
      await backOffConflict(door, attempt);
    }
  }
}

export type Action = NonNullable<TransactWriteCommandInput['TransactItems']>[number];

/** Per action: undefined when its condition held, else the row that broke it (or none, if absent). */
export type Broken = { row: Row | undefined } | undefined;
export type Transacted = { done: true } | { done: false; broken: Broken[] };

/**
 * All actions or none. Conflicts and throttles are tried again here, with jitter, because the SDK does not;
 * a failed condition comes back as a value.
 */
export async function transact(
  door: Door,
  actions: Action[],
  conflictTries = conflictTriesMax,
): Promise<Transacted> {
  // One token for all tries: an earlier one may have landed although its answer never came (known for ten minutes).
  const transaction = { TransactItems: actions, ClientRequestToken: door.token() };
  for (let attempt = 1; ; attempt++) {
    try {
      await door.client.send(new TransactWriteCommand(transaction));
      return { done: true };
    } catch (error) {
      if (!(error instanceof TransactionCanceledException)) throw error;
      const reasons = error.CancellationReasons ?? [];
      const broken = reasons.map((reason) =>
        reason.Code === 'ConditionalCheckFailed'
          ? { row: reason.Item && unmarshall(reason.Item) }
          : undefined,
      );
      if (broken.some(Boolean) && !isPassing(error)) return { done: false, broken };
      if (!isPassing(error) || attempt === conflictTries) throw error;
      await backOffConflict(door, attempt);
    }
  }
}

/** One try, for who reads again after a conflict: that one is not done, and has broken nothing. */
export async function transactOnce(door: Door, actions: Action[]): Promise<Transacted> {
  return transact(door, actions, 1).catch((error): Transacted => {
    if (!isPassing(error)) throw error;
    return { done: false, broken: [] };
  });
}
