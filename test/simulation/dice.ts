// Every decision of a simulated run comes from here, so that a seed is a whole run.

import { uniformInt } from 'pure-rand/distribution/uniformInt';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';

export type Dice = ReturnType<typeof makeDice>;

export function makeDice(seed: number) {
  const generator = xoroshiro128plus(seed);
  /** Both ends included. */
  const between = (from: number, to: number) => uniformInt(generator, from, to);
  const fraction = () => between(0, 2 ** 31 - 1) / 2 ** 31;
  return {
    between,
    /** 0 up to 1. */
    fraction,
    chance: (share: number) => fraction() < share,
    pick<Item>(items: readonly Item[]): Item {
      if (items.length === 0) throw new Error('nothing to pick from');
      return items[between(0, items.length - 1)] as Item;
    },
    /** One of the names, as often as its weight says. */
    weighted<Name extends string>(weights: Readonly<Partial<Record<Name, number>>>): Name {
      const entries = Object.entries(weights) as [Name, number][];
      let left = fraction() * entries.reduce((sum, [, weight]) => sum + weight, 0);
      for (const [name, weight] of entries) {
        left -= weight;
        if (left < 0) return name;
      }
      return (entries.at(-1) as [Name, number])[0];
    },
    /** A new order of the same items. */
    shuffle<Item>(items: readonly Item[]): Item[] {
      const left = [...items];
      const order: Item[] = [];
      while (left.length > 0) order.push(...left.splice(between(0, left.length - 1), 1));
      return order;
    },
    hex: (length: number) => Array.from({ length }, () => between(0, 15).toString(16)).join(''),
  };
}
