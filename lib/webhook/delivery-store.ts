// One row per event and webhook: its attempts and its next step. The row itself is the work item: it stays in
// the sparse index `owed` until nothing is left to do.

import { accountKey } from '../base/account-ref.ts';
import { type DueKey, type Listing, listDue } from '../platform/due.ts';
import { rowsOf } from '../platform/rows.ts';
import { type Database, readRows } from '../platform/table.ts';
import {
  type Attempt,
  type Delivery,
  type DeliveryStatus,
  deliveryLaneOf,
  forgottenAt,
  logLengthMax,
} from './delivery.ts';
import { eventPosition, type RecordedEvent } from './event-store.ts';
import type { Webhook, WebhookRef } from './webhook.ts';
import { type Webhooks, webhookKey } from './webhook-store.ts';

export type DeliveryKey = Pick<Delivery, 'webhookId' | 'sequence'>;

/** Everything an attempt needs, in one read call. */
export type DeliveryCase = { delivery?: Delivery; webhook?: Webhook; event?: RecordedEvent };

export type Deliveries = ReturnType<typeof makeDeliveries>;

export function makeDeliveries(db: Database, webhooks: Pick<Webhooks, 'open'>) {
  const { DELIVERIES_TABLE: table, EVENTS_TABLE: events, WEBHOOKS_TABLE: registrations } = db.config;
  const rows = rowsOf<Delivery, 'webhookId', 'sequence'>(db, {
    table: 'DELIVERIES_TABLE',
    partition: 'webhookId',
    sort: 'sequence',
  });

  /** One conditional update on the turn that was read. @returns the row after it; undefined if it was changed meanwhile */
  async function move(read: Delivery, set: Partial<Delivery>, remove: (keyof Delivery)[] = []) {
    const moved = await rows.updateAndGet(read, {
      set,
      // Any other change ends a delivery's parking.
      remove: 'parkedAt' in set ? remove : [...remove, 'parkedAt'],
      seen: { turn: read.turn, status: read.status },
    });
    return moved.done ? moved.row : undefined;
  }

  const logged = ({ log }: Delivery, attempt: Attempt) => [...log, attempt].slice(-logLengthMax);

  return {
    /** Whether it was new. */
    insert: (delivery: Delivery): Promise<boolean> => rows.insert(delivery),

    get: (key: DeliveryKey): Promise<Delivery | undefined> => rows.get(key),

    async getCase(webhook: WebhookRef, sequence: number): Promise<DeliveryCase> {
      const { account } = webhook;
      const eventKey = { account: accountKey(account), position: eventPosition(sequence) };
      const [delivery, registration, event] = await readRows(db, [
        { table, key: { webhookId: webhook.id, sequence } },
        { table: registrations, key: webhookKey(webhook) },
        { table: events, key: eventKey },
      ]);
      return {
        ...(delivery ? { delivery: delivery as Delivery } : {}),
        ...(registration ? { webhook: webhooks.open(registration) } : {}),
        ...(event ? { event: event as RecordedEvent } : {}),
      };
    },

    /** Deliveries of a webhook with a sequence number below `before`, newest first. */
    list: (webhookId: number, before: number, limit: number): Promise<Delivery[]> =>
      rows.query({ webhookId, sequence: { below: before } }, { limit, newestFirst: true }),

    /** Takes the turn for an attempt: only one of several workers gets it. */
    claim: (read: Delivery, dueAt: string) =>
      move(read, { turn: read.turn + 1, attempts: read.attempts + 1, dueAt }, ['nextAttemptAt']),

    /** Postpones an open delivery, with a new turn. */
    postpone: (read: Delivery, nextAttemptAt: string, dueAt: string) =>
      move(read, {
        turn: read.turn + 1,
        postponements: read.postponements + 1,
        nextAttemptAt,
        dueAt,
      }),

    /** Parks it until its receiver recovers, at most until `dueAt`. */
    park: (read: Delivery, parkedAt: string, dueAt: string) =>
      move(read, { turn: read.turn + 1, parkedAt, dueAt }, ['nextAttemptAt']),

    /** Parked deliveries of a webhook, from sequence number `from` up to `before` (excluded), oldest first. */
    listParked(webhookId: number, from: number, before: number): Promise<Delivery[]> {
      const where = { webhookId, sequence: { between: [from, before - 1] } } as const;
      return rows.query(where, { having: 'parkedAt', mayLag: true });
    },

    /** After an attempt: schedules the next one, at this step of the ladder. */
    scheduleNext: (read: Delivery, attempt: Attempt, step: number, nextAttemptAt: string, dueAt: string) =>
      move(read, {
        turn: read.turn + 1,
        log: logged(read, attempt),
        step,
        nextAttemptAt,
        dueAt,
        resumes: 0,
        postponements: 0,
      }),

    /** No more attempts. */
    end: (read: Delivery, status: Exclude<DeliveryStatus, 'PENDING'>, attempt?: Attempt) =>
      move(read, { status, ...(attempt ? { log: logged(read, attempt) } : {}) }, [
        'lane',
        'dueAt',
        'nextAttemptAt',
      ]),

    /** Restarts a delivery from any state; the log is kept. */
    reopen: (read: Delivery, now: string, dueAt: string) =>
      move(read, {
        status: 'PENDING',
        turn: read.turn + 1,
        step: 0,
        resumes: 0,
        nextAttemptAt: now,
        postponements: 0,
        expiresAt: forgottenAt(new Date(now)),
        lane: deliveryLaneOf(read.webhookId, read.sequence),
        dueAt,
      }),

    /** Takes a due row to send it again: only one of several sweepers gets it. */
    resume: (read: Delivery, dueAt: string) =>
      move(read, { turn: read.turn + 1, resumes: read.resumes + 1, dueAt }),

    /** Keys in one lane whose time has come. */
    async listDue(listing: Listing): Promise<(DeliveryKey & DueKey)[]> {
      return listDue(db, table, listing, ({ webhookId, sequence }) => ({
        webhookId: Number(webhookId),
        sequence: Number(sequence),
      }));
    },
  };
}
