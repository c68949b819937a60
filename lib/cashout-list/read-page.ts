// One page of cashouts, newest first, from several sources. It reads no more than a bound: where a filter fits few
// cashouts, a page may have fewer rows than asked, or none, and still a next page, which goes on from there.

import type { Page } from '../base/page.ts';
import type { Cashout } from '../cashout/cashout.ts';
import { cursorOf, listedAt } from '../cashout/list-place.ts';
import { type CashoutFilter, hasName, isAskedFor } from './cashout-filter.ts';
import type { Source } from './list-sources.ts';
import type { CashoutLists, Listed, ListRange } from './list-store.ts';
import { mergeSources } from './merge-sources.ts';

/** `from`: the place after which the page begins; absent on the first page. */
export type PageQuery = ListRange & { filter: CashoutFilter };

/** In sixteenths of a read unit: what a row costs, and about what a page may cost. */
const [rowCost, costMax] = [16, 3_200];
/** Rows that are read at once, if there are as many. */
const rowsAtOnce = 25;

/** `end`: the place up to which was read; absent if there is nothing beyond. */
type Found = { rows: Cashout[]; end: string | undefined };

/** @param most what it may cost, in sixteenths of a read unit */
export async function readPage(
  lists: CashoutLists,
  sources: readonly Source[],
  query: PageQuery,
  most = costMax,
): Promise<Page<Cashout>> {
  const { from, limit, direction } = query;
  const { rows: found, end } = await find(lists, sources, query, most);
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

/** More rows than the page has, if there are. */
async function find(
  lists: CashoutLists,
  sources: readonly Source[],
  { filter, ...range }: PageQuery,
  most: number,
): Promise<Found> {
  const { limit } = range;
  const next = mergeSources(sources, { ...range, limit: limit + 1 });
  const rows: Cashout[] = [];
  for (let cost = 0; ; ) {
    const step = await next();
    cost += step.cost;
    let wanted = step.entries.filter((entry) => mayFit(entry, filter));
    while (wanted.length > 0 && rows.length <= limit) {
      const some = wanted.slice(0, Math.max(rowsAtOnce, limit + 1 - rows.length));
      wanted = wanted.slice(some.length);
      rows.push(...(await lists.getAll(some)).filter((row) => fits(row, filter)));
      cost += some.length * rowCost;
      if (cost >= most && wanted.length > 0) return { rows, end: some.at(-1)?.listedAt };
    }
    if (step.end === undefined || rows.length > limit || cost >= most) return { rows, end: step.end };
  }
}

function mayFit({ request, createdBy }: Listed, filter: CashoutFilter): boolean {
  return !request || !createdBy || isAskedFor({ request, createdBy }, filter);
}

function fits(row: Cashout, filter: CashoutFilter): boolean {
  const hasStatus = filter.status === undefined || row.status === filter.status;
  return hasStatus && isAskedFor(row, filter) && hasName(row, filter);
}

const placeOf = ({ id, createdAt }: Cashout) => listedAt({ id, at: createdAt });

/** The last place of a range in its direction. */
function edgeOf({ start, end, direction }: PageQuery): string {
  return direction === 'next'
    ? listedAt({ id: 1, at: start })
    : listedAt({ id: Number.MAX_SAFE_INTEGER, at: end });
}
