// Group commit: one write for several callers in one container that change the same row at about the same
// time. Each caller still asks for one thing and gets its own answer.

import { isInvalid } from './cancellations.ts';
import type { Database } from './table.ts';

/** How long the first caller waits for others. It is short compared with a payment's time in the network. */
const lingerMs = 5;
/** Two writes each stay well below DynamoDB's hundred per transaction, and a worker's batch is smaller. */
const mostAtOnce = 20;

type Work<Item, Result> = {
  /** The row that all of them write: a balance, the end of a feed. */
  rowOf: (item: Item) => string;
  /** The row that only this item writes. A message may come twice, but a transaction writes a row once. */
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
 * @returns a function that does one item, grouped with others for the same row. A group that one write cannot
 * do is done in halves, down to single items, in turn. An error rejects the whole group; SQS redelivers.
 */
export function together<Item, Result>(
  { pause }: Pick<Database, 'pause'>,
  { rowOf, causeOf, doAll, doOne }: Work<Item, Result>,
): (item: Item) => Promise<Result> {
  /** By row; a row is in it while it is worked on. */
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

  /** A second item with the same cause waits for the next group. */
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

  /** Also undefined when DynamoDB rejects the request as invalid: one item must not fail the others. */
  async function tryAll(items: readonly Item[]): Promise<Result[] | undefined> {
    try {
      return await doAll(items);
    } catch (error) {
      if (isInvalid(error)) return undefined;
      throw error;
    }
  }
}
