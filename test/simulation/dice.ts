// Makes every random decision of a simulated run, so that a seed determines the whole run.

import { uniformInt } from 'pure-rand/distribution/uniformInt';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';

export type Dice = ReturnType<typeof makeDice>;

export function makeDice(seed: number) {
  const generator = xoroshiro128plus(seed);
  /** Returns an integer from `from` to `to`, both included. */
  const between = (from: number, to: number) => uniformInt(generator, from, to);
  const fraction = () => between(0, 2 ** 31 - 1) / 2 ** 31;
  return {
    between,
    /** Returns a number from 0 up to but not including 1. */
    fraction,
    chance: (share: number) => fraction() < share,
    pick<Item>(items: readonly Item[]): Item {
      if (items.length === 0) throw new Error('nothing to pick from');
      return items[between(0, items.length - 1)] as Item;
    },
    /** Chooses one of the names. Each is chosen as often as its weight says. */
    weighted<Name extends string>(weights: Readonly<Partial<Record<Name, number>>>): Name {
      const entries = Object.entries(weights) as [Name, number][];
      let left = fraction() * entries.reduce((sum, [, weight]) => sum + weight, 0);
      for (const [name, weight] of entries) {
        left -= weight;
        if (left < 0) return name;
      }
      return (entries.at(-1) as [Name, number])[0];
    },
    /** Returns the same items in a new order. */
    shuffle<Item>(items: readonly Item[]): Item[] {
      const left = [...items];
      const order: Item[] = [];
      while (left.length > 0) order.push(...left.splice(between(0, left.length - 1), 1));
      return order;
    },
    hex: (length: number) => Array.from({ length }, () => between(0, 15).toString(16)).join(''),
  };
}
