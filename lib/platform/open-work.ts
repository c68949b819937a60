// Chargebacks, deliveries, exports and batches with pending work are in the sparse index `pending` of their table. It is split
// into shards, so that none gets more writes than a partition allows. Cashouts have an index by account
// (lib/cashout/open-partition.ts).

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

/** The share of its grace time that a row must have left to keep its due time in the index. */
const enough = 0.75;

/**
 * When a row that was just processed is due again: at most its grace time from now. A row that is due shortly before
 * that keeps its time, because a change of the index key costs two writes.
 * @param dueAt the row's time in the index, if it has one
 */
export function nextDueAt(dueAt: string | undefined, now: Date, graceSeconds: number): string {
  const latest = addSeconds(now, graceSeconds);
  const isSoonEnough = dueAt !== undefined && dueAt <= latest;
  return isSoonEnough && dueAt >= addSeconds(now, graceSeconds * enough) ? dueAt : latest;
}

/** Seconds for which other workers skip a reserved row. They end before the row is due. */
export function leaseSeconds(graceSeconds: number): number {
  return graceSeconds * enough;
}

/**
 * At most `most` items: one of each owner, then a second of each, and so on. Each owner's items stay in the given
 * order.
 * @param start 0 to 1: the first owner, as a share of the list; the last owner may get nothing
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

/** Seconds until a row is due again after `resumes` sends: doubling, up to an hour. */
export function resumeWait(firstSeconds: number, resumes: number): number {
  return Math.min(waitSecondsMax, firstSeconds * 2 ** Math.min(resumes, 20));
}
