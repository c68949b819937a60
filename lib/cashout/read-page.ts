// One page of cashouts, newest first, from several sources. It reads no more than a bound: where a filter fits few
// cashouts, a page may have fewer rows than asked, or none, and still a next page, which goes on from there.

import type { Page } from '../base/page.ts';
import type { Cashout } from './cashout.ts';
import { type CashoutFilter, isAskedFor } from './cashout-filter.ts';
import { cursorOf, listedAt } from './list-place.ts';
import { byPlace, isBeyond, type Source } from './list-sources.ts';
import type { CashoutLists, Listed, ListRange } from './list-store.ts';

/** `from`: the place after which the page begins; absent on the first page. */
export type PageQuery = ListRange & { filter: CashoutFilter };

/** Sixteenths of a read unit: of an entry of an index, and of a row. A page ends after `costMax`, about 200 units. */
const [entryCost, rowCost, costMax] = [1, 16, 3_200];

/** `end`: the place up to which was read; absent if there is nothing beyond. */
type Found = { rows: Cashout[]; end: string | undefined };

export async function readPage(
  lists: CashoutLists,
  sources: readonly Source[],
  query: PageQuery,
): Promise<Page<Cashout>> {
  const { from, limit, direction } = query;
  const { rows: found, end } = await find(lists, sources, query);
  const read = found.slice(0, limit);
  const [first, last] = [read[0], read.at(-1)];
  const onward = found.length > limit && last ? placeOf(last) : end;
  // With no row to go back from, the way back begins where the reading ended.
  const back = from === undefined ? undefined : first ? placeOf(first) : (end ?? edgeOf(query));
  const [next, previous] = direction === 'next' ? [onward, back] : [back, onward];
  return {
    rows: direction === 'next' ? read : read.toReversed(),
    next: next === undefined ? null : cursorOf(next),
    previous: previous === undefined ? null : cursorOf(previous),
  };
}

/** One more row than the page has, if there are as many. */
async function find(
  lists: CashoutLists,
  sources: readonly Source[],
  { filter, limit, from, ...range }: PageQuery,
): Promise<Found> {
  const rows: Cashout[] = [];
  let [cost, chunk, begin] = [0, limit + 1, from];
  for (;;) {
    const part = { ...range, from: begin, limit: chunk };
    const parts = await Promise.all(sources.map((source) => source(part)));
    const horizon = horizonOf(parts, part);
    cost += parts.flat().length * entryCost;
    let wanted = merge(parts, horizon, part).filter((one) => mayFit(one, filter));
    while (wanted.length > 0 && rows.length <= limit) {
      const some = wanted.slice(0, limit + 1 - rows.length);
      wanted = wanted.slice(some.length);
      rows.push(...(await lists.getAll(some)).filter((row) => fits(row, filter)));
      cost += some.length * rowCost;
      if (cost >= costMax && wanted.length > 0) return { rows, end: some.at(-1)?.listedAt };
    }
    if (horizon === undefined || rows.length > limit || cost >= costMax) return { rows, end: horizon };
    begin = horizon;
    chunk = Math.min(chunk * 2, costMax - cost);
  }
}

/** The place up to which all sources have been read; undefined if none of them has more. */
function horizonOf(parts: readonly Listed[][], { limit, direction }: ListRange): string | undefined {
  const ends = parts.filter((part) => part.length === limit).map((part) => part.at(-1)?.listedAt ?? '');
  return ends.reduce<string | undefined>(
    (nearest, end) => (nearest === undefined || isBeyond(nearest, end, direction) ? end : nearest),
    undefined,
  );
}

/** In order, each cashout once: one that moves between two indexes may be in both for a moment. */
function merge(parts: readonly Listed[][], horizon: string | undefined, { direction }: ListRange): Listed[] {
  const inside = parts
    .flat()
    .filter(({ listedAt }) => horizon === undefined || !isBeyond(listedAt, horizon, direction))
    .toSorted(byPlace(direction));
  return inside.filter(({ id }, index) => id !== inside[index - 1]?.id);
}

function mayFit({ request, createdBy }: Listed, filter: CashoutFilter): boolean {
  return !request || !createdBy || isAskedFor({ request, createdBy }, filter);
}

function fits(row: Cashout, filter: CashoutFilter): boolean {
  return (filter.status === undefined || row.status === filter.status) && isAskedFor(row, filter);
}

const placeOf = ({ id, createdAt }: Cashout) => listedAt({ id, at: createdAt });

/** The last place of a range in its direction. */
function edgeOf({ start, end, direction }: PageQuery): string {
  return direction === 'next'
    ? listedAt({ id: 1, at: start })
    : listedAt({ id: Number.MAX_SAFE_INTEGER, at: end });
}
