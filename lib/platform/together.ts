// Implements group commit: one write for several callers in one container that change the same row at about the same
// time. Each caller still requests one change and gets its own answer.

import { contention, invalidPlaces, isContention, isInvalid } from './cancellations.ts';
import { actionsMax } from './expression.ts';
import { backOffConflict, conflictTriesMax, type Database } from './table.ts';
import type { WriteLocks } from './write-locks.ts';

/**
 * Time that the first caller waits for other callers (ms). It is short compared with a payment's time in the network.
 */
const lingerMs = 5;
/** Maximum number of items in a group if the number of writes per item is not given. */
const mostUncounted = 20;

type Work<Item, Result> = {
  /** Names the row that all items of a group write: a balance, or the end of a feed. */
  rowOf: (item: Item) => string;
  /**
   * Names the row that only this item writes. Two items with the same row never share a group, because a message may
   * arrive twice and a transaction may write a row only once.
   */
  causeOf: (item: Item) => string | number;
  /** Returns the number of actions in a transaction of this many items. The number limits the size of a group. */
  actionsOf?: (items: number) => number;
  /** The locks of the rows. All work that writes the same rows must share these locks. */
  locks?: WriteLocks;
  /**
   * Does all items in one write. The transaction begins with one action for each item, in the order of the items.
   * Returns undefined if the items cannot all be done together. An item without a result met a conflict and is tried
   * again.
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
  /** Callbacks that deliver the results. They are called after the lock is released. */
  told: (() => void)[];
};

/**
 * Makes the function that does one item, grouped with other items for the same row. A group that conflicts waits a
 * moment, and new items may join it. If one write cannot do the whole group, the items that DynamoDB calls invalid are
 * done separately; if DynamoDB names no item, the group is split into halves. Any other error rejects the whole group.
 */
export function together<Item, Result>(
  db: Database,
  { rowOf, causeOf, actionsOf, locks, doAll, doOne }: Work<Item, Result>,
): (item: Item) => Promise<Result> {
  const most = actionsOf ? mostWithin(actionsOf) : mostUncounted;
  /** The queues, by row. A row is in the map while its items are processed. */
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
    /** Parts of a group that could not be written together. Each part is written separately. */
    const parts: Queue<Item, Result>[] = [];
    const size = () => queue.length + parts.reduce((sum, part) => sum + part.length, 0);
    for (let misses = 0; size() > 0; ) {
      // Results are delivered after the lock is released, so that no work is left when the last caller returns.
      const told: (() => void)[] = [];
      const write = () => run({ parts, queue, told });
      const keptOut = await (locks ? locks(row, size, write) : write());
      for (const tell of told) tell();
      misses = keptOut ? misses + 1 : 0;
      if (keptOut && size() > 0) await backOffConflict(db, misses);
    }
    waiting.delete(row);
  }

  /** Takes the next group from a queue. A second item with the same cause waits for the next group. */
  function takeGroup(queue: Queue<Item, Result>): Queue<Item, Result> {
    const first = new Map<string | number, Waiting<Item, Result>>();
    for (const one of queue.splice(0)) {
      const cause = causeOf(one.item);
      if (first.size === most || first.has(cause)) queue.push(one);
      else first.set(cause, one);
    }
    return [...first.values()];
  }

  /**
   * Writes one group: the next part of a split group if there is one, otherwise the next group of the queue.
   * @returns whether some items met a conflict; they are in the queue again
   */
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

  /**
   * Tries to do all items in one write. If the result has neither `answers` nor `error`, the items cannot all be done
   * in one write. `named`: indexes of the items that DynamoDB calls invalid.
   */
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

/**
 * Splits a group that one write cannot do. Each item that DynamoDB named as invalid becomes a part of its own, after
 * the part with all other items. If DynamoDB named no item, or all items, the group is split into two halves.
 */
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
