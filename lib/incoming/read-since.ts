// Reads a list of a PSP: always its latest part, and after a silence everything since its mark. The mark moves only after
// what it covers is stored. So a list may be silent for any time, and nothing of it is lost.

import { addSeconds } from '../base/time.ts';
import { type Range, TooMany } from '../network/inbox.ts';
import type { ListMarks, ListName } from './list-mark-store.ts';

export type List<Item> = {
  place: string;
  name: ListName;
  /** The part that is read in each run, because items may appear late in the list, or change (seconds). */
  backSeconds: number;
  /** The longest range of one call (seconds). */
  rangeSeconds: number;
  /** @throws TooMany if the range has more items than a call may return */
  read: (range: Range) => Promise<Item[]>;
  /** Stores what was read. Throws if something could not be stored. */
  take: (items: Item[]) => Promise<void>;
};

type Deps = {
  marks: ListMarks;
  /** Called before each further part of a silence. */
  hasTime: () => boolean;
  /** @param isListed whether the list was read, so that its items could not be stored */
  onFault: (error: unknown, isListed: boolean) => void;
};

/**
 * @param until the end of the latest part
 * @returns how many items were listed, and up to which time (ISO, UTC) everything is stored
 */
export async function readSince<Item>(
  { marks, hasTime, onFault }: Deps,
  list: List<Item>,
  until: Date,
): Promise<{ count: number; readTo: string }> {
  const { place, name, backSeconds, rangeSeconds } = list;
  const latest = { from: addSeconds(until, -backSeconds), to: until.toISOString() };
  const known = await marks.get(place, name);
  // From the first try on, nothing is left out, even if the list does not answer yet.
  let mark = known ?? latest.from;
  if (known === undefined) await marks.move(place, name, known, mark);
  const move = async (to: string) => {
    await marks.move(place, name, mark, to);
    mark = to;
  };
  let count = 0;
  let isListed = false;
  const counted = {
    ...list,
    async read(range: Range) {
      isListed = false;
      const items = await list.read(range);
      isListed = true;
      count += items.length;
      return items;
    },
  };
  const store = async (range: Range): Promise<boolean> => {
    try {
      await storeRange(counted, range);
      return true;
    } catch (error) {
      onFault(error, isListed);
      return false;
    }
  };
  let isStored = true;
  for (const range of rangesOf(latest, rangeSeconds)) isStored = (await store(range)) && isStored;
  if (!isStored) return { count, readTo: mark };
  for (const range of rangesOf(silence(list, mark, latest.from), rangeSeconds)) {
    if (!hasTime()) return { count, readTo: mark };
    // What cannot be stored holds back the mark, but not what was listed after it.
    isStored = (await store(range)) && isStored;
    if (!isStored && !isListed) break;
    if (isStored && range.to > mark) await move(range.to);
  }
  if (isStored) await move(latest.to);
  return { count, readTo: mark };
}

/**
 * Returns the part between the mark and the latest part; it is empty if there is none. Some of what comes before the mark
 * is read again, because items may have appeared late there too.
 */
function silence(
  { backSeconds, rangeSeconds }: Pick<List<unknown>, 'backSeconds' | 'rangeSeconds'>,
  mark: string,
  to: string,
): Range {
  if (mark >= to) return { from: to, to };
  return { from: addSeconds(new Date(mark), -Math.min(backSeconds, rangeSeconds)), to };
}

/** Splits a range, oldest part first. An empty range has no parts. */
function rangesOf({ from, to }: Range, seconds: number): Range[] {
  const parts: Range[] = [];
  for (let begin = from; begin < to; begin = parts.at(-1)?.to ?? to) {
    const end = addSeconds(new Date(begin), seconds);
    parts.push({ from: begin, to: end < to ? end : to });
  }
  return parts;
}

/** Reads and stores a range, in halves if it has too many items for one call. */
async function storeRange<Item>(list: List<Item>, range: Range): Promise<void> {
  const items = await list.read(range).catch((error) => {
    if (error instanceof TooMany) return undefined;
    throw error;
  });
  if (items) return list.take(items);
  const [from, to] = [Date.parse(range.from), Date.parse(range.to)];
  const middle = new Date(Math.floor((from + to) / 2)).toISOString();
  if (middle === range.from) throw new TooMany('more items in a millisecond than a list may have');
  await storeRange(list, { from: range.from, to: middle });
  await storeRange(list, { from: middle, to: range.to });
}
