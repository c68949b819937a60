// Reads one page of cashouts, newest first, from several sources. The read cost has a maximum. So if a filter matches
// few cashouts, a page may have fewer rows than requested, or no rows, and still have a next page.

import type { Page } from '../base/page.ts';
import type { Cashout } from '../cashout/cashout.ts';
import { cursorOf, listedAt } from '../cashout/list-keys.ts';
import { type CashoutFilter, hasAnything, hasName, isAskedFor } from './cashout-filter.ts';
import type { Source } from './list-sources.ts';
import type { CashoutLists, Listed, ListRange } from './list-store.ts';
import { mergeSources } from './merge-sources.ts';

/** Query of a page. `from`: key after which the page begins; absent on the first page. */
export type PageQuery = ListRange & { filter: CashoutFilter };

/** Cost of a row, and approximate maximum cost of a page, in sixteenths of a read unit. */
const [rowCost, costMax] = [16, 3_200];
/** Minimum number of rows in one read, if so many are left. */
const rowsAtOnce = 25;

/** The rows that were found. `end`: key up to which the sources were read; absent if nothing is left to read. */
type Found = { rows: Cashout[]; end: string | undefined };

/**
 * Reads the page.
 * @param most maximum cost, in sixteenths of a read unit
 */
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
  // If the page is empty, the previous page starts where the reading ended.
  const back = from === undefined ? undefined : first ? placeOf(first) : (end ?? edgeOf(query));
  const [next, previous] = direction === 'next' ? [onward, back] : [back, onward];
  return {
    rows: direction === 'next' ? read : read.toReversed(),
    next: next === undefined ? null : cursorOf(next),
    previous: previous === undefined ? null : cursorOf(previous),
  };
}

/** Finds the rows of a page, and one row more if there is one, which shows that there is a next page. */
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
  return hasStatus && isAskedFor(row, filter) && hasName(row, filter) && hasAnything(row, filter);
}

const placeOf = ({ id, createdAt }: Cashout) => listedAt({ id, at: createdAt });

/** Returns the last key of a range in its direction. */
function edgeOf({ start, end, direction }: PageQuery): string {
  return direction === 'next'
    ? listedAt({ id: 1, at: start })
    : listedAt({ id: Number.MAX_SAFE_INTEGER, at: end });
}
