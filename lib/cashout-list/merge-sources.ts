// Merges several sources into one list, in order, and reads each entry once.

import { byPlace, isBeyond, type Source } from './list-sources.ts';
import type { Listed, ListRange } from './list-store.ts';

/** `end`: the place up to which all sources have been read; absent if none has more. `cost`: in `costUnit`s. */
export type Step = { entries: Listed[]; end: string | undefined; cost: number };

/** Entries of a first and of a later read, over all sources; one source is asked for `leastEntries` at least. */
const [readsMax, leastEntries] = [400, 8];

/** Bytes of an index that a sixteenth of a read unit pays; a query costs half a unit at least. */
const [costUnit, queryCost] = [512, 8];

type Read = { source: Source; waiting: Listed[]; isDone: boolean; from: string | undefined; chunk: number };

/** @param range `limit`: how many are wanted @returns a function that gives the next part of the list */
export function mergeSources(sources: readonly Source[], range: ListRange): () => Promise<Step> {
  const share = (entries: number) => Math.max(leastEntries, Math.ceil(entries / sources.length));
  const chunk = Math.min(range.limit, share(2 * range.limit));
  const reads = sources.map(
    (source): Read => ({ source, waiting: [], isDone: false, from: range.from, chunk }),
  );

  async function refill(read: Read): Promise<number> {
    const limit = read.chunk;
    const part = await read.source({ ...range, from: read.from, limit });
    read.waiting = part;
    read.isDone = part.length < limit;
    read.from = part.at(-1)?.listedAt ?? read.from;
    read.chunk = Math.min(limit * 2, share(readsMax));
    return Math.max(
      queryCost,
      part.reduce((sum, entry) => sum + costOf(entry), 0),
    );
  }

  return async () => {
    const empty = reads.filter(({ waiting, isDone }) => waiting.length === 0 && !isDone);
    const costs = await Promise.all(empty.map(refill));
    const cost = costs.reduce((sum, one) => sum + one, 0);
    const open = reads.filter(({ isDone }) => !isDone);
    const end = open
      .map(({ from = '' }) => from)
      .reduce<string | undefined>(
        (nearest, from) =>
          nearest === undefined || isBeyond(nearest, from, range.direction) ? from : nearest,
        undefined,
      );
    const isRead = ({ listedAt }: Listed) => end === undefined || !isBeyond(listedAt, end, range.direction);
    const entries = reads.flatMap(({ waiting }) => waiting.filter(isRead)).toSorted(byPlace(range.direction));
    for (const read of reads) read.waiting = read.waiting.filter((entry) => !isRead(entry));
    return { entries: entries.filter(isFirst), end, cost };
  };
}

const costOf = (entry: Listed) => Math.ceil(Buffer.byteLength(JSON.stringify(entry)) / costUnit);

/** One that moves between two indexes may be in both for a moment. */
const isFirst = ({ id }: Listed, index: number, all: readonly Listed[]) => id !== all[index - 1]?.id;
