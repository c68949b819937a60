// Reads the tables and queues of a started stack from the files of its engines, without a request to the stack.

import { statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

const prefix = 'pix-cashout-local-';

/** These tables get at least one row per cashout, payment or event. */
export const growing = [
  'cashouts',
  'statement',
  'events',
  'deliveries',
  'sandbox-network',
  'qr-codes',
  'chargebacks',
  'med-cases',
  'markers',
] as const;

/** Other tables and indexes that are counted, by the names that the engine uses. */
export const counted = [
  'accounts',
  'accounts::gsi::watched',
  'cashouts::gsi::open',
  'chargebacks::gsi::pending',
  'deliveries::gsi::pending',
  'incidents',
  'webhooks',
] as const;

export type Size = { rows: number; bytes: number };
/**
 * The state of one queue: all its messages, the messages that are not delayed, and how long the oldest of the latter
 * has waited.
 */
export type QueueState = { messages: number; due: number; ageMs: number };

export type EngineFiles = ReturnType<typeof openEngineFiles>;

/** @param folder the data folder of the stack */
export function openEngineFiles(folder: string) {
  const file = (name: string) => join(folder, 'engines', name);
  const tables = new DatabaseSync(file('dynamodb.sqlite'), { readOnly: true });
  const queues = new DatabaseSync(file('fauxqs.db'), { readOnly: true });
  const prepared = new Map<string, ReturnType<typeof tables.prepare>>();
  const one = (sql: string, ...values: (string | number)[]) => {
    const statement = prepared.get(sql) ?? tables.prepare(sql);
    prepared.set(sql, statement);
    return statement.get(...values) as Record<string, number>;
  };
  const count = (table: (typeof counted)[number], where = '', ...values: (string | number)[]) =>
    one(`SELECT count(*) AS found FROM "${prefix}${table}" ${where}`, ...values).found ?? 0;
  const isOf = "json_extract(item_json, '$.webhookId.N') IN (SELECT value FROM json_each(?))";
  const isPointer = "json_extract(item_json, '$.sk.S') = 'WEBHOOK'";
  const listed = (ids: readonly number[]) => JSON.stringify(ids.map(String));
  const ages = queues.prepare(
    `SELECT queue_name AS name, count(*) AS messages, count(*) FILTER (WHERE coalesce(delay_until, 0) <= :now) AS due,
       min(max(sent_timestamp, coalesce(delay_until, 0))) AS oldest FROM sqs_messages GROUP BY queue_name`,
  );

  return {
    /**
     * Counts temporary rows.
     * @param never webhooks whose deliveries wait because their receivers always fail
     */
    open: (never: readonly number[]) => ({
      'cashouts in the index of open work': count('cashouts::gsi::open'),
      'chargebacks in progress': count('chargebacks::gsi::pending'),
      'deliveries pending': count('deliveries::gsi::pending', `WHERE NOT ${isOf}`, listed(never)),
      'watched accounts': count('accounts::gsi::watched'),
      'rows of accounts, clients, limits, turns and watches': count('accounts'),
      // The pointer row of a webhook stays after the webhook is deleted, so that its id is never used again.
      'webhooks, and what is counted of them': count('webhooks', `WHERE NOT ${isPointer}`),
      incidents: count('incidents'),
    }),

    /** Counts the pointer rows: one per webhook that was ever registered. */
    pointers: (): number => count('webhooks', `WHERE ${isPointer}`),

    /** Counts the deliveries that wait for receivers that always fail. */
    waiting: (never: readonly number[]): number =>
      count('deliveries::gsi::pending', `WHERE ${isOf}`, listed(never)),

    sizes: (): Record<(typeof growing)[number] | 'stream records', Size> => ({
      ...(Object.fromEntries(
        growing.map((table) => [
          table,
          one(`SELECT count(*) AS rows, coalesce(sum(item_size), 0) AS bytes FROM "${prefix}${table}"`),
        ]),
      ) as Record<(typeof growing)[number], Size>),
      'stream records': one(
        'SELECT count(*) AS rows, coalesce(sum(length(new_image) + length(coalesce(old_image, keys_json))), 0) AS bytes FROM _stream_records',
      ) as Size,
    }),

    /** Returns the number of cashouts in each status. */
    statuses(): Record<string, number> {
      const sql = `SELECT json_extract(item_json, '$.status.S') AS status, count(*) AS found FROM "${prefix}cashouts" GROUP BY 1`;
      const found = tables.prepare(sql).all() as { status: string; found: number }[];
      return Object.fromEntries(found.map(({ status, found }) => [status, found]));
    },

    queues(): Record<string, QueueState> {
      const now = Date.now();
      const found = ages.all({ ':now': now }) as {
        name: string;
        messages: number;
        due: number;
        oldest: number;
      }[];
      return Object.fromEntries(
        found.map(({ name, messages, due, oldest }) => [
          name.replace(prefix, ''),
          { messages, due, ageMs: Math.max(0, now - oldest) },
        ]),
      );
    },

    /** Returns the bytes that both engines use on the disk. */
    disk: (): number =>
      ['dynamodb.sqlite', 'dynamodb.sqlite-wal', 'fauxqs.db', 'fauxqs.db-wal'].reduce(
        (sum, name) => sum + (statSync(file(name), { throwIfNoEntry: false })?.size ?? 0),
        0,
      ),

    close(): void {
      tables.close();
      queues.close();
    },
  };
}
