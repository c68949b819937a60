// Group commit: what several callers in one container ask of the same row at about the same time is done in one write.
// Each caller still asks for one thing and gets its own answer.

import { isInvalid } from './cancellations.ts';
import type { Door } from './table.ts';

/** How long the first waits for others. It costs a worker nothing beside a payment's way through the network. */
const lingerMs = 5;
/** With two writes for each it stays well within a transaction's hundred; and it is more than a worker's batch holds. */
const mostAtOnce = 20;

type Work<Item, Result> = {
  /** What all of them write: a balance, the end of a feed. */
  rowOf: (item: Item) => string;
  /** What only this one writes: a message may come twice in one batch, and a transaction takes a row once. */
  causeOf: (item: Item) => string | number;
  /** Does all of them in one write; undefined when not all of them can be done. */
  doAll: (items: readonly Item[]) => Promise<Result[] | undefined>;
  doOne: (item: Item) => Promise<Result>;
};

type Waiting<Item, Result> = {
  item: Item;
  resolve: (result: Result) => void;
  reject: (error: unknown) => void;
};

/**
 * @returns does one thing, together with what others ask of the same row meanwhile. What cannot be done all at once is
 * done in halves, and in the end each by itself, in turn. A fault is everybody's: their messages come again.
 */
export function together<Item, Result>(
  { pause }: Pick<Door, 'pause'>,
  { rowOf, causeOf, doAll, doOne }: Work<Item, Result>,
): (item: Item) => Promise<Result> {
  /** By row; there while somebody works on it. */
  const waiting = new Map<string, Waiting<Item, Result>[]>();

  return (item) =>
    new Promise((resolve, reject) => {
      const row = rowOf(item);
      const queue = waiting.get(row);
      if (queue) return void queue.push({ item, resolve, reject });
      const first = [{ item, resolve, reject }];
      waiting.set(row, first);
      void work(row, first);
    });

  async function work(row: string, queue: Waiting<Item, Result>[]): Promise<void> {
    await pause(lingerMs);
    while (queue.length > 0) await run(takeGroup(queue));
    waiting.delete(row);
  }

  /** Whoever asks the same a second time stays for the next one. */
  function takeGroup(queue: Waiting<Item, Result>[]): Waiting<Item, Result>[] {
    const first = new Map<string | number, Waiting<Item, Result>>();
    for (const one of queue.splice(0)) {
      const cause = causeOf(one.item);
      if (first.size === mostAtOnce || first.has(cause)) queue.push(one);
      else first.set(cause, one);
    }
    return [...first.values()];
  }

  async function run(group: readonly Waiting<Item, Result>[]): Promise<void> {
    const [{ item, resolve, reject }] = group as [Waiting<Item, Result>];
    if (group.length === 1) return doOne(item).then(resolve, reject);
    try {
      const results = await tryAll(group.map((one) => one.item));
      if (results) return group.forEach((one, index) => void one.resolve(results[index] as Result));
    } catch (error) {
      return group.forEach((one) => void one.reject(error));
    }
    const half = Math.ceil(group.length / 2);
    await run(group.slice(0, half));
    await run(group.slice(half));
  }

  /** Undefined also when one of them is to blame: the others are not to fail with it. */
  async function tryAll(items: readonly Item[]): Promise<Result[] | undefined> {
    try {
      return await doAll(items);
    } catch (error) {
      if (isInvalid(error)) return undefined;
      throw error;
    }
  }
}
