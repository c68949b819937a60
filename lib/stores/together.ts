// Group commit: what several callers in one container ask of the same row at about the same time is done in one write.
// Each caller still asks for one thing and gets its own answer.

import type { Door } from './table.ts';

/** How long the first waits for others. It costs a worker nothing beside a payment's way through the network. */
const lingerMs = 5;
/** With two writes for each it stays well within a transaction's hundred; and it is more than a worker's batch holds. */
const mostAtOnce = 20;

type Work<Item, Result> = {
  /** What all of them write: a balance, the end of a feed. */
  rowOf: (item: Item) => string;
  /** The row that only this one writes: a message may come twice in one batch, and a transaction takes a row once. */
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
 * @returns does one thing, together with what others ask of the same row meanwhile. When not all can be done at once
 * each is done by itself, in turn; a fault is everybody's, since none of them can know what has landed.
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
    while (queue.length > 0) {
      const group = queue.splice(0, mostAtOnce);
      await run(group).catch((error) => {
        for (const { reject } of group) reject(error);
      });
    }
    waiting.delete(row);
  }

  async function run(group: readonly Waiting<Item, Result>[]): Promise<void> {
    const items = group.map(({ item }) => item);
    const canGoTogether = items.length > 1 && new Set(items.map(causeOf)).size === items.length;
    const results = canGoTogether ? await doAll(items) : undefined;
    for (const [index, { item, resolve, reject }] of group.entries()) {
      if (results) resolve(results[index] as Result);
      else await doOne(item).then(resolve, reject);
    }
  }
}
