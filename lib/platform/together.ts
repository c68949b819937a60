// Group commit: one write for several callers in one container that change the same row at about the same
// time. Each caller still asks for one thing and gets its own answer.

import { contention, invalidPlaces, isContention, isInvalid } from './cancellations.ts';
import { actionsMax } from './expression.ts';
import { backOffConflict, conflictTriesMax, type Database } from './table.ts';
import type { Turns } from './turns.ts';

/** How long the first caller waits for others. It is short compared with a payment's time in the network. */
const lingerMs = 5;
/** Of items whose writes are not counted. */
const mostUncounted = 20;

type Work<Item, Result> = {
  /** The row that all of them write: a balance, the end of a feed. */
  rowOf: (item: Item) => string;
  /** The row that only this item writes. A message may come twice, but a transaction writes a row once. */
  causeOf: (item: Item) => string | number;
  /** How many actions a transaction of so many items has. It decides how large a group may be. */
  actionsOf?: (items: number) => number;
  /** Whose turn it is at a row; work that writes the same rows shares it. */
  turns?: Turns;
  /**
   * Does all of them in one write, the first action of each item first, in their order; undefined when not
   * all of them can be done. No answer for an item: others' writes kept it out, and it is tried again.
   */
  doAll: (items: readonly Item[]) => Promise<(Result | undefined)[] | undefined>;
  doOne: (item: Item) => Promise<Result>;
};

type Waiting<Item, Result> = {
  item: Item;
  tries: number;
  resolve: (result: Result) => void;
  reject: (error: unknown) => void;
};
type Queue<Item, Result> = Waiting<Item, Result>[];
type Round<Item, Result> = {
  parts: Queue<Item, Result>[];
  queue: Queue<Item, Result>;
  /** What callers are told afterwards. */
  told: (() => void)[];
};

/**
 * @returns a function that does one item, grouped with others for the same row. A group that others' writes
 * keep out waits a moment, and is joined by whoever has come meanwhile. A group that one write cannot do is
 * done without the items that DynamoDB names, or in halves, in turn. Any other error rejects the whole group.
 */
export function together<Item, Result>(
  db: Database,
  { rowOf, causeOf, actionsOf, turns, doAll, doOne }: Work<Item, Result>,
): (item: Item) => Promise<Result> {
  const most = actionsOf ? mostWithin(actionsOf) : mostUncounted;
  /** By row; a row is in it while it is worked on. */
  const waiting = new Map<string, Queue<Item, Result>>();

  return (item) =>
    new Promise((resolve, reject) => {
      const row = rowOf(item);
      const one = { item, tries: 0, resolve, reject };
      const queue = waiting.get(row);
      if (queue) return void queue.push(one);
      const first = [one];
      waiting.set(row, first);
      void work(row, first);
    });

  async function work(row: string, queue: Queue<Item, Result>): Promise<void> {
    await db.pause(lingerMs);
    /** Of a group that could not be done whole; each is written by itself. */
    const parts: Queue<Item, Result>[] = [];
    const size = () => queue.length + parts.reduce((sum, part) => sum + part.length, 0);
    for (let misses = 0; size() > 0; ) {
      // Answers are told when the turn is over, so that nothing is left to do when the last caller ends.
      const told: (() => void)[] = [];
      const write = () => run({ parts, queue, told });
      const keptOut = await (turns ? turns(row, size, write) : write());
      for (const tell of told) tell();
      misses = keptOut ? misses + 1 : 0;
      if (keptOut && size() > 0) await backOffConflict(db, misses);
    }
    waiting.delete(row);
  }

  /** A second item with the same cause waits for the next group. */
  function takeGroup(queue: Queue<Item, Result>): Queue<Item, Result> {
    const first = new Map<string | number, Waiting<Item, Result>>();
    for (const one of queue.splice(0)) {
      const cause = causeOf(one.item);
      if (first.size === most || first.has(cause)) queue.push(one);
      else first.set(cause, one);
    }
    return [...first.values()];
  }

  /** @returns whether others' writes kept some of the next group out; those are in the queue again */
  async function run({ parts, queue, told }: Round<Item, Result>): Promise<boolean> {
    const group = parts.shift() ?? takeGroup(queue);
    const { answers, named = [], error } = await tryAll(group.map((one) => one.item));
    const failed = (one: Waiting<Item, Result>, why: unknown) => void told.push(() => one.reject(why));
    if (!answers && error === undefined) {
      parts.unshift(...partsOf(group, named));
      return false;
    }
    if (!answers && !isContention(error)) {
      for (const one of group) failed(one, error);
      return false;
    }
    const open = group.filter((_, index) => answers?.[index] === undefined);
    for (const [index, one] of group.entries())
      if (!open.includes(one)) told.push(() => one.resolve(answers?.[index] as Result));
    for (const one of open) one.tries += 1;
    for (const one of open.filter(({ tries }) => tries >= conflictTriesMax))
      failed(one, error ?? contention('too many conflicting writes to account'));
    queue.unshift(...open.filter(({ tries }) => tries < conflictTriesMax));
    return open.length > 0;
  }

  type Tried = { answers?: (Result | undefined)[]; named?: number[]; error?: unknown };

  /** Without answers and error: not all of them can be done. `named`: those that DynamoDB calls invalid. */
  async function tryAll(items: readonly Item[]): Promise<Tried> {
    const [item] = items as [Item];
    const isOne = items.length === 1;
    try {
      const answers = isOne ? [await doOne(item)] : await doAll(items);
      return answers ? { answers } : {};
    } catch (error) {
      if (isOne || !isInvalid(error)) return { error };
      return { named: invalidPlaces(error).filter((place) => place < items.length) };
    }
  }
}

/** The items that were named as invalid each by itself, after the rest; without a name halves. */
function partsOf<One>(group: readonly One[], named: readonly number[]): One[][] {
  const rest = group.filter((_, index) => !named.includes(index));
  if (named.length > 0 && rest.length > 0) return [rest, ...named.map((place) => [group[place] as One])];
  const half = Math.ceil(group.length / 2);
  return [group.slice(0, half), group.slice(half)];
}

function mostWithin(actionsOf: (items: number) => number): number {
  let most = 1;
  while (actionsOf(most + 1) <= actionsMax) most += 1;
  return most;
}
