// Reads the records of the tables' streams, and determines the messages that each record causes.

import { type AccountRef, accountOfKey } from '../base/account-ref.ts';
import type { Subject } from '../base/correlation.ts';
import type { Cashout } from '../cashout/cashout.ts';
import { isForWorkers } from '../cashout/schedule.ts';
import type { Chargeback } from '../chargeback/chargeback.ts';
import type { Base } from '../platform/deps.ts';
import type { QueueName } from '../platform/work-queues.ts';

type CashoutImage = Pick<
  Cashout,
  'id' | 'account' | 'status' | 'pendingEvents' | 'verifies' | 'calledAt' | 'batchId'
>;
type ChargebackImage = Pick<Chargeback, 'id' | 'account' | 'status' | 'owesEvent'>;
/** A row in a record. A pointer item has no status and no open work. */
type Image = CashoutImage | ChargebackImage | { id: number; account?: never; status?: never };
type Attributes = Record<string, unknown>;

/**
 * A change as the stream reports it. `seconds`: time of the write (seconds since 1970). `after` is absent if the stream
 * contains only keys.
 */
export type Told = {
  number: string | undefined;
  seconds: number | undefined;
  keys: Attributes | undefined;
  before: Attributes | undefined;
  after: Attributes | undefined;
};

/** A record. `number`: its sequence number in the stream. `queues`: the queues that have work because of the change. */
export type StreamRecord = {
  number: string;
  writtenAt: Date;
  row?: Image;
  queues: readonly QueueName[];
  page?: { account: AccountRef; page: number };
};

/**
 * Reads the records.
 * @param read may throw; a record that cannot be read must not stop the records after it
 */
export function readRecords<Raw>(deps: Base, all: readonly Raw[], read: (raw: Raw) => Told): StreamRecord[] {
  return all.flatMap((raw) => {
    try {
      const { number = '', seconds, keys, before, after } = read(raw);
      const writtenAt = seconds === undefined ? deps.now() : new Date(seconds * 1_000);
      return [
        { number, writtenAt, ...changeOf(before as Image | undefined, after as Image), ...pageOf(keys) },
      ];
    } catch (error) {
      deps.log.error('a record of a stream cannot be read', {}, error);
      return [];
    }
  });
}

function changeOf(before: Image | undefined, row: Image | undefined): Pick<StreamRecord, 'row' | 'queues'> {
  if (!row || (before?.status === row.status && !isNews(before, row))) return { queues: [] };
  return { row, queues: pendingWork(row) };
}

/**
 * Returns whether the change causes work although the status is the same. A scheduled cashout stays NEW when it is
 * approved, called and postponed, so its other fields are compared.
 */
function isNews(before: Image | undefined, row: Image): boolean {
  if (!before || !('pendingEvents' in before && 'pendingEvents' in row) || row.status !== 'NEW') return false;
  const isCalled = row.calledAt !== undefined && row.calledAt !== before.calledAt;
  return isCalled || row.pendingEvents.length > before.pendingEvents.length;
}

/**
 * Returns the page if the record is a page of a feed. The key of a page contains its number. Other items of feeds and
 * of other tables have no such key.
 */
function pageOf({ account, position }: Attributes = {}): Pick<StreamRecord, 'page'> {
  if (typeof account !== 'string' || !/^\d+$/.test(String(position))) return {};
  return { page: { account: accountOfKey(account), page: Number(position) } };
}

/** Returns the queues that have work for a row in its current state. */
export function pendingWork(row: Image): QueueName[] {
  if ('owesEvent' in row) return row.status === 'PENDING' || row.owesEvent ? ['chargebacks'] : [];
  if (!('pendingEvents' in row)) return [];
  // The row needs only this queue, because the worker that completes a transfer also records its pending events.
  if (row.status === 'PROCESSING' || isForWorkers(row)) return ['transfers'];
  return row.pendingEvents.length > 0 ? ['webhook-events'] : [];
}

/** Returns the id of a row, for the log. */
export function rowSubject(row: Image): Subject {
  return 'pendingEvents' in row ? { cashoutId: row.id } : { chargebackId: row.id };
}
