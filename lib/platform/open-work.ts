// Chargebacks, deliveries, exports and batches with pending work are in the sparse index `pending` of their table. The
// index has several shards, so that no shard gets more writes than a partition allows. Cashouts have a separate index
// by account (lib/cashout/open-partition.ts).

import { addSeconds } from '../base/time.ts';
import { fewShards, manyShards } from './shards.ts';

export type WorkKind = 'delivery' | 'chargeback' | 'export' | 'batch';

const shardCounts: Record<WorkKind, number> = {
  delivery: manyShards,
  chargeback: fewShards,
  export: fewShards,
  batch: fewShards,
};

export function shardOf(kind: WorkKind, number: number): string {
  return `${kind}#${number % shardCounts[kind]}`;
}

export function shardsOf(kind: WorkKind): string[] {
  return Array.from({ length: shardCounts[kind] }, (_, shard) => shardOf(kind, shard));
}

/** A row keeps its due time in the index if at least this share of its grace time is left. */
const enough = 0.75;

/**
 * Returns the time at which a row that was just processed is due again: at most its grace time from now. If the row's
 * present time in the index is only a little earlier, that time is kept, because a change of an index key costs two
 * writes.
 * @param dueAt the row's time in the index, if it has one
 */
export function nextDueAt(dueAt: string | undefined, now: Date, graceSeconds: number): string {
  const latest = addSeconds(now, graceSeconds);
  const isSoonEnough = dueAt !== undefined && dueAt <= latest;
  return isSoonEnough && dueAt >= addSeconds(now, graceSeconds * enough) ? dueAt : latest;
}

/**
 * Returns the duration of the lease on a row, in seconds. Other workers skip the row during the lease, which ends
 * before the row is due.
 */
export function leaseSeconds(graceSeconds: number): number {
  return graceSeconds * enough;
}

/**
 * Returns at most `most` items: the first item of each owner, then the second of each, and so on. Each owner's items
 * stay in the given order.
 * @param start 0 to 1: the position in the list of owners at which the first round starts. If `most` is reached early,
 * the owners before that position may get nothing
 */
export function takeInTurn<Item>(
  items: readonly Item[],
  ownerOf: (item: Item) => string,
  most: number,
  start: number,
): Item[] {
  const byOwner = new Map<string, Item[]>();
  for (const item of items) {
    const own = byOwner.get(ownerOf(item));
    if (own) own.push(item);
    else byOwner.set(ownerOf(item), [item]);
  }
  const owners = [...byOwner.values()];
  const first = Math.floor(start * owners.length);
  let waiting = [...owners.slice(first), ...owners.slice(0, first)];
  const taken: Item[] = [];
  for (let round = 0; waiting.length > 0 && taken.length < most; round++) {
    for (const own of waiting.slice(0, most - taken.length)) taken.push(own[round] as Item);
    waiting = waiting.filter((own) => own.length > round + 1);
  }
  return taken;
}

const waitSecondsMax = 3_600;

/**
 * Returns the seconds until a row is due again after it was sent `resumes` times. The wait doubles with each send, up
 * to an hour.
 */
export function resumeWait(firstSeconds: number, resumes: number): number {
  return Math.min(waitSecondsMax, firstSeconds * 2 ** Math.min(resumes, 20));
}
