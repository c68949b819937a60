// Merges several sources into one ordered list, and returns each entry once.

import { byPlace, isBeyond, type Source } from './list-sources.ts';
import type { Listed, ListRange } from './list-store.ts';

/**
 * One step of the merge. `end`: key up to which all sources were read; absent if no source has more. `cost`: in
 * sixteenths of a read unit.
 */
export type Step = { entries: Listed[]; end: string | undefined; cost: number };

/** Maximum number of entries in one read over all sources, and the minimum for one source. */
const [readsMax, leastEntries] = [400, 8];

/**
 * Bytes of an index that cost a sixteenth of a read unit, and the minimum cost of a query in sixteenths (half a unit).
 */
const [costUnit, queryCost] = [512, 8];

type Read = { source: Source; waiting: Listed[]; isDone: boolean; from: string | undefined; chunk: number };

/**
 * Merges the sources.
 * @param range `limit`: the wanted number of entries
 * @returns a function that returns the next entries of the list
 */
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

/**
 * Returns whether an entry is the first one of its cashout. A cashout that moves between two indexes may be in both for
 * a moment.
 */
const isFirst = ({ id }: Listed, index: number, all: readonly Listed[]) => id !== all[index - 1]?.id;
