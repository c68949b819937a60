// Implements cursor pagination, newest rows first: the rows of a page, and the URLs of the next and the previous page
// (spec: statement).

export type Direction = 'next' | 'previous';
const opposite = { next: 'previous', previous: 'next' } as const;

export type Cursor = { id: number; at: string };
/** A cursor from a request. If the cursor contains the time, the row does not have to be looked up. */
export type AskedCursor<Id = number> = { id: Id; at?: string };
/** A cursor in a list of MED cases, whose ids are text. */
export type MedCursor = { id: string; at: string };
export type Page<Row, PageCursor = Cursor> = {
  rows: Row[];
  next: PageCursor | null;
  previous: PageCursor | null;
};

/**
 * Makes a page from `limit + 1` rows read in the requested direction. The extra row only shows that there are more
 * rows.
 * @param found rows in reading order: newest first for `next`, oldest first for `previous`
 * @param hasBehind whether there are rows before the first row, on the side that the caller comes from
 */
export function cutPage<Row, PageCursor = Cursor>(
  found: readonly Row[],
  limit: number,
  direction: Direction,
  hasBehind: boolean,
  cursorOf: (row: Row) => PageCursor,
): Page<Row, PageCursor> {
  const hasMore = found.length > limit;
  const read = found.slice(0, limit);
  const rows = direction === 'next' ? read : read.reverse();
  const newest = rows[0];
  const oldest = rows.at(-1);
  const hasOlder = direction === 'next' ? hasMore : hasBehind;
  const hasNewer = direction === 'next' ? hasBehind : hasMore;
  return {
    rows,
    next: hasOlder && oldest ? cursorOf(oldest) : null,
    previous: hasNewer && newest ? cursorOf(newest) : null,
  };
}

/**
 * Adds the cursor of the caller's parameters, if they define a position. A time without an id is the position before or
 * after all rows of that time. A direction alone gives the first page.
 * @param beside for each direction, an id that sorts before or after the ids of all rows
 */
export function withCursor<Range extends object, Id>(
  range: Range,
  { id, at }: { id: Id | undefined; at: string | undefined },
  direction: Direction = 'next',
  beside: Readonly<Record<Direction, Id>>,
): Range & { direction: Direction; cursor?: AskedCursor<Id> } {
  const cursorId = id ?? (at === undefined ? undefined : beside[direction]);
  if (cursorId === undefined) return { ...range, direction: 'next' };
  return { ...range, direction, cursor: { id: cursorId, ...(at ? { at } : {}) } };
}

type Wanted<PageCursor> = { limit: number; direction: Direction; cursor?: PageCursor | undefined };

/**
 * Reads a page together with the cursor's own row, which shows that there are rows on the other side of the cursor. If
 * the cursor's row does not exist, another row on that side is searched.
 * @param read reads rows in reading order, including the cursor's row
 */
export async function readPage<Row, PageCursor extends { id: number | string; at: string }>(
  { limit, direction, cursor }: Wanted<PageCursor>,
  read: (wanted: Wanted<PageCursor>) => Promise<Row[]>,
  cursorOf: (row: Row) => PageCursor,
): Promise<Page<Row, PageCursor>> {
  const rows = await read({ limit: limit + (cursor ? 2 : 1), direction, cursor });
  const first = rows[0] && cursorOf(rows[0]);
  if (!cursor || !first) return cutPage(rows, limit, direction, false, cursorOf);
  if (first.id === cursor.id && first.at === cursor.at)
    return cutPage(rows.slice(1), limit, direction, true, cursorOf);
  const behind = await read({ limit: 2, direction: opposite[direction], cursor: first });
  return cutPage(rows, limit, direction, behind.length > 1, cursorOf);
}

/** Returns the absolute URL of the next or previous page, made from the configuration and the validated parameters. */
export function pageUrl(
  baseUrl: string,
  path: string,
  query: Record<string, string | number | undefined>,
  cursor: Cursor | null,
  direction: Direction,
): string | null {
  if (!cursor) return null;
  const cursorQuery = { cursor_id: cursor.id, cursor_datetime: cursor.at, cursor_direction: direction };
  return queryUrl(baseUrl, path, { ...query, ...cursorQuery });
}

export function queryUrl(
  baseUrl: string,
  path: string,
  query: Record<string, string | number | undefined>,
): string {
  const url = new URL(baseUrl + path);
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) url.searchParams.set(name, String(value));
  }
  return url.href;
}
