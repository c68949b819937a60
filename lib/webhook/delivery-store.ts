// One row per event and webhook: its attempts and its next step. The row itself is the work item: it stays in
// the sparse index `owed` until nothing is left to do.

import { GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { accountKey } from '../base/account-ref.ts';
import { type DueKey, type Listing, listDue } from '../platform/due.ts';
import { change } from '../platform/expression.ts';
import {
  conditionFailed,
  type Database,
  putIfAbsent,
  queryAll,
  queryUpTo,
  type Row,
  readRows,
} from '../platform/table.ts';
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
  const keyOf = ({ webhookId, sequence }: DeliveryKey) => ({ webhookId, sequence });

  /**
   * One conditional update on the turn that was read. @returns the row after it; undefined if it was changed
   * meanwhile
   */
  async function move(read: Delivery, set: Row, remove: string[] = []): Promise<Delivery | undefined> {
    const update = change({
      set,
      // Any other change ends a delivery's parking.
      remove: 'parkedAt' in set ? remove : [...remove, 'parkedAt'],
      when: '#turn = :turn AND #status = :status',
      values: { turn: read.turn, status: read.status },
    });
    try {
      const { Attributes } = await db.client.send(
        new UpdateCommand({ TableName: table, Key: keyOf(read), ReturnValues: 'ALL_NEW', ...update }),
      );
      return Attributes as Delivery;
    } catch (error) {
      if (!conditionFailed(error)) throw error;
      return undefined;
    }
  }

  const logged = ({ log }: Delivery, attempt: Attempt) => [...log, attempt].slice(-logLengthMax);

  return {
    /** Whether it was new. */
    insert: (delivery: Delivery): Promise<boolean> => putIfAbsent(db, table, delivery, 'webhookId'),

    async get(key: DeliveryKey): Promise<Delivery | undefined> {
      const get = new GetCommand({ TableName: table, Key: keyOf(key), ConsistentRead: true });
      return (await db.client.send(get)).Item as Delivery | undefined;
    },

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
    async list(webhookId: number, before: number, limit: number): Promise<Delivery[]> {
      const Items = await queryUpTo(db, limit, {
        TableName: table,
        KeyConditionExpression: 'webhookId = :id AND #sequence < :before',
        ExpressionAttributeNames: { '#sequence': 'sequence' },
        ExpressionAttributeValues: { ':id': webhookId, ':before': before },
        ScanIndexForward: false,
        ConsistentRead: true,
      });
      return Items as Delivery[];
    },

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

    /**
     * Parked deliveries of a webhook, from sequence number `from` up to `before` (excluded), oldest first.
     */
    async listParked(webhookId: number, from: number, before: number): Promise<Delivery[]> {
      const rows = await queryAll(db, {
        TableName: table,
        KeyConditionExpression: 'webhookId = :id AND #sequence BETWEEN :from AND :to',
        FilterExpression: 'attribute_exists(parkedAt)',
        ExpressionAttributeNames: { '#sequence': 'sequence' },
        ExpressionAttributeValues: { ':id': webhookId, ':from': from, ':to': before - 1 },
      });
      return rows as Delivery[];
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
        status: 'PENDING' satisfies DeliveryStatus,
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

    /** Keys of one lane that are due. */
    async listDue(listing: Listing): Promise<(DeliveryKey & DueKey)[]> {
      return listDue(db, table, listing, ({ webhookId, sequence }) => ({
        webhookId: Number(webhookId),
        sequence: Number(sequence),
      }));
    },
  };
}
