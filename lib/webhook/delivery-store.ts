// Stores deliveries: one row for each event and webhook, with its attempts and its next step. The row is also the work
// item: it stays in the sparse index `pending` until the delivery has no more work.

import { accountKey } from '../base/account-ref.ts';
import { type DueKey, type Listing, listDue } from '../platform/due.ts';
import { readAll } from '../platform/open-rows.ts';
import { makeReadTogether } from '../platform/read-together.ts';
import { rowsOf } from '../platform/rows.ts';
import type { Database } from '../platform/table.ts';
import {
  type Attempt,
  type Delivery,
  type DeliveryMessage,
  type DeliveryStatus,
  deliveryShardOf,
  forgottenAt,
  logLengthMax,
} from './delivery.ts';
import { eventPosition, type FeedPage, type RecordedEvent, unpackPage } from './feed-page.ts';
import type { Webhook } from './webhook.ts';
import { type Webhooks, webhookKey } from './webhook-store.ts';

export type DeliveryKey = Pick<Delivery, 'webhookId' | 'sequence'>;

/** All data for an attempt, read in one call. */
export type DeliveryCase = { delivery?: Delivery; webhook?: Webhook; event?: RecordedEvent };

const withShard = (delivery: Delivery): Delivery => ({
  ...delivery,
  shard: deliveryShardOf(delivery.webhookId, delivery.sequence),
});

export type Deliveries = ReturnType<typeof makeDeliveries>;

export function makeDeliveries(db: Database, webhooks: Pick<Webhooks, 'open'>) {
  const { DELIVERIES_TABLE: table, EVENTS_TABLE: events, WEBHOOKS_TABLE: registrations } = db.config;
  const rows = rowsOf<Delivery, 'webhookId', 'sequence'>(db, {
    table: 'DELIVERIES_TABLE',
    partition: 'webhookId',
    sort: 'sequence',
  });

  /**
   * Makes one conditional update, which requires the revision that was read. If the delivery has no row, the update
   * creates it.
   * @returns the row after the update; undefined if the row was changed or created in the meantime
   */
  async function move(read: Delivery, set: Partial<Delivery>, remove: (keyof Delivery)[] = []) {
    if (read.unstored) return begin({ ...read, ...set }, remove);
    const moved = await rows.updateAndGet(read, {
      set,
      // A delivery is no longer parked after any other change.
      remove: 'parkedAt' in set ? remove : [...remove, 'parkedAt'],
      seen: { revision: read.revision, status: read.status },
    });
    return moved.done ? moved.row : undefined;
  }

  async function begin({ unstored: _, ...delivery }: Delivery, remove: (keyof Delivery)[]) {
    const row: Delivery = delivery.status === 'PENDING' ? withShard(delivery) : { ...delivery };
    for (const name of remove) delete row[name];
    return (await rows.insert(row)) ? row : undefined;
  }

  const readTogether = makeReadTogether(db);
  const logged = ({ log }: Delivery, attempt: Attempt) => [...log, attempt].slice(-logLengthMax);

  return {
    /** Inserts a delivery. Returns whether it was new. */
    insert: (delivery: Delivery): Promise<boolean> => rows.insert(delivery),

    get: (key: DeliveryKey): Promise<Delivery | undefined> => rows.get(key),

    /** Returns the deliveries that exist, in the order of the keys. Very new deliveries may be missing. */
    async getAll(keys: readonly DeliveryKey[]): Promise<Delivery[]> {
      const wanted = keys.map(({ webhookId, sequence }) => ({
        table,
        key: { webhookId, sequence },
        mayLag: true,
      }));
      return (await readAll(db, wanted)).filter((row) => row !== undefined) as Delivery[];
    },

    async getCase({ webhook, sequence, page, unstored = false }: DeliveryMessage): Promise<DeliveryCase> {
      const pageKey = { account: accountKey(webhook.account), position: eventPosition(page) };
      const [delivery, registration, seen] = await readTogether([
        // A delivery without a row is read at half the price. This read may miss a new row, but the write of the result
        // then finds it.
        { table, key: { webhookId: webhook.id, sequence }, mayLag: unstored },
        { table: registrations, key: webhookKey(webhook) },
        { table: events, key: pageKey, mayLag: true },
      ]);
      const [stored] = seen ? [seen] : await readTogether([{ table: events, key: pageKey }]);
      const event = stored && unpackPage(stored as FeedPage).find((one) => one.sequence === sequence);
      return {
        ...(delivery ? { delivery: delivery as Delivery } : {}),
        ...(registration ? { webhook: webhooks.open(registration) } : {}),
        ...(event ? { event } : {}),
      };
    },

    /** Lists deliveries of a webhook with a sequence number below `before`, newest first. */
    list: (webhookId: number, before: number, limit: number): Promise<Delivery[]> =>
      rows.query({ webhookId, sequence: { below: before } }, { limit, newestFirst: true }),

    /**
     * Claims a delivery for an attempt by raising its revision, so that only one of several workers succeeds. A
     * delivery without a row needs no claim: if the worker stops, SQS delivers its message again.
     */
    async claim(read: Delivery, dueAt: string): Promise<Delivery | undefined> {
      const taken = { revision: read.revision + 1, attempts: read.attempts + 1, dueAt };
      return read.unstored ? { ...read, ...taken } : move(read, taken, ['nextAttemptAt']);
    },

    /** Postpones an open delivery, and gives it a new revision. */
    postpone: (read: Delivery, nextAttemptAt: string, dueAt: string) =>
      move(read, {
        revision: read.revision + 1,
        postponements: read.postponements + 1,
        nextAttemptAt,
        dueAt,
      }),

    /** Parks a delivery until its receiver works again, at most until `dueAt`. */
    park: (read: Delivery, parkedAt: string, dueAt: string) =>
      move(read, { revision: read.revision + 1, parkedAt, dueAt }, ['nextAttemptAt']),

    /** Lists parked deliveries of a webhook, from sequence number `from` up to `before` (excluded), oldest first. */
    listParked(webhookId: number, from: number, before: number): Promise<Delivery[]> {
      const where = { webhookId, sequence: { between: [from, before - 1] } } as const;
      return rows.query(where, { having: 'parkedAt', mayLag: true });
    },

    /** Schedules the next attempt after a failed attempt. `step` is the new position in the retry schedule. */
    scheduleNext: (read: Delivery, attempt: Attempt, step: number, nextAttemptAt: string, dueAt: string) =>
      move(read, {
        revision: read.revision + 1,
        log: logged(read, attempt),
        step,
        nextAttemptAt,
        dueAt,
        resumes: 0,
        postponements: 0,
      }),

    /** Ends a delivery, so that no more attempts are made. */
    end: (read: Delivery, status: Exclude<DeliveryStatus, 'PENDING'>, attempt?: Attempt) =>
      move(read, { status, ...(attempt ? { log: logged(read, attempt) } : {}) }, [
        'shard',
        'dueAt',
        'nextAttemptAt',
      ]),

    /** Restarts a delivery from any status. The log of its attempts is kept. */
    reopen: (read: Delivery, now: string, dueAt: string) =>
      move(read, {
        status: 'PENDING',
        revision: read.revision + 1,
        step: 0,
        resumes: 0,
        nextAttemptAt: now,
        postponements: 0,
        expiresAt: forgottenAt(new Date(now)),
        shard: deliveryShardOf(read.webhookId, read.sequence),
        dueAt,
      }),

    /** Returns the sequence numbers of a webhook's deliveries from one number to another. A new row may be missing. */
    async listNumbers(webhookId: number, from: number, to: number): Promise<Set<number>> {
      const found = await rows.query({ webhookId, sequence: { between: [from, to] } }, { mayLag: true });
      return new Set(found.map(({ sequence }) => sequence));
    },

    /**
     * Reserves a due row, so that its message is sent again. Only one of several concurrent runs of resume-stalled
     * succeeds.
     */
    resume: (read: Delivery, dueAt: string) =>
      move(read, { revision: read.revision + 1, resumes: read.resumes + 1, dueAt }),

    /** Lists the keys of due deliveries in one shard. */
    async listDue(listing: Listing): Promise<(DeliveryKey & DueKey)[]> {
      return listDue(db, table, listing, ({ webhookId, sequence }) => ({
        webhookId: Number(webhookId),
        sequence: Number(sequence),
      }));
    },
  };
}
