import { describe, expect, test } from 'vitest';
import type { ListMarks } from '../../lib/incoming/list-mark-store.ts';
import { type List, readSince } from '../../lib/incoming/read-since.ts';
import { type Range, TooMany } from '../../lib/network/inbox.ts';

const start = Date.parse('2027-03-01T00:00:00.000Z');
const at = (minute: number) => new Date(start + minute * 60_000);
const minuteOf = (instant: string) => (Date.parse(instant) - start) / 60_000;

/** A list whose items are minutes. It has one item in each minute, and may be silent or have items that appear late. */
function openList({ most = Number.POSITIVE_INFINITY, lateness = 0 } = {}) {
  const stored = new Set<number>();
  const asked: [number, number][] = [];
  let mark: string | undefined;
  let [isSilent, now] = [false, 0];
  let refuses = (_: number) => false;
  const marks: ListMarks = {
    get: async () => mark,
    move: async (_place, _list, seen, to) => {
      if (seen === mark) mark = to;
    },
  };
  const list: List<number> = {
    ...{ place: 'main', name: 'payments', backSeconds: 20 * 60, rangeSeconds: 3_600 },
    async read({ from, to }: Range) {
      asked.push([minuteOf(from), minuteOf(to)]);
      if (isSilent) throw new Error('no answer');
      const items = [];
      for (let minute = Math.ceil(minuteOf(from)); minute <= minuteOf(to); minute++)
        if (minute <= now - lateness) items.push(minute);
      if (items.length > most) throw new TooMany(String(items.length));
      return items;
    },
    async take(items) {
      for (const item of items) if (!refuses(item)) stored.add(item);
      if (items.some(refuses)) throw new Error('not stored');
    },
  };
  const faults: boolean[] = [];
  return {
    stored,
    asked,
    faults,
    silent: (is: boolean) => {
      isSilent = is;
    },
    refuse: (is: (minute: number) => boolean) => {
      refuses = is;
    },
    mark: () => mark && minuteOf(mark),
    run(minute: number, hasTime = () => true) {
      now = minute;
      return readSince(
        { marks, hasTime, onFault: (_, isListed) => void faults.push(isListed) },
        list,
        at(minute),
      );
    },
  };
}
type Opened = ReturnType<typeof openList>;

/** Runs every five minutes, the minutes included. */
async function poll(one: Opened, from: number, to: number): Promise<void> {
  for (let minute = from; minute <= to; minute += 5) await one.run(minute);
}
const missing = ({ stored }: Opened, from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => from + index).filter((minute) => !stored.has(minute));

describe('a list that answers', () => {
  test('its latest twenty minutes are read in each run, in one call', async () => {
    const one = openList();
    await poll(one, 30, 40);

    expect(one.asked).toEqual([
      [10, 30],
      [15, 35],
      [20, 40],
    ]);
    expect(one.mark()).toBe(40);
  });

  test('an item that appears late is stored', async () => {
    const one = openList({ lateness: 14 });
    await poll(one, 30, 60);

    expect(missing(one, 10, 46)).toEqual([]);
  });
});

describe('a list that was silent', () => {
  test.each([
    ['25 minutes', 25],
    ['a day', 1_440],
    ['ten days', 14_400],
  ])('nothing of a silence of %s is missing, and the latest items come first', async (_, minutes) => {
    const one = openList();
    await poll(one, 30, 60);
    one.silent(true);
    await poll(one, 65, 60 + minutes);
    expect(one.mark()).toBe(60);
    one.silent(false);
    const end = 65 + minutes;
    const calls = one.asked.length;
    await one.run(end);

    expect(one.asked[calls]).toEqual([end - 20, end]);
    expect(missing(one, 10, end)).toEqual([]);
    expect(one.mark()).toBe(end);
    expect(one.asked.slice(calls).every(([from, to]) => to - from <= 60)).toBe(true);
  });

  test('a run without time goes on in the next run, from its mark', async () => {
    const one = openList();
    await poll(one, 30, 60);
    one.silent(true);
    await poll(one, 65, 600);
    one.silent(false);
    let left = 3;
    await one.run(605, () => left-- > 0);
    expect(missing(one, 585, 605)).toEqual([]);
    expect([one.mark(), missing(one, 60, 220).length]).toEqual([220, 0]);
    await one.run(610);

    expect([one.mark(), missing(one, 10, 610)]).toEqual([610, []]);
  });

  test('a list that has never answered is read from the first try on', async () => {
    const one = openList();
    one.silent(true);
    await poll(one, 30, 300);
    one.silent(false);
    await one.run(305);

    expect(missing(one, 10, 305)).toEqual([]);
  });
});

describe('items that cannot be stored', () => {
  test('the mark waits for them, later items are stored meanwhile, also after a silence, and all are stored once they can be', async () => {
    const one = openList();
    await poll(one, 30, 60);
    one.refuse((minute) => minute === 62);
    await poll(one, 65, 400);
    expect([one.mark(), missing(one, 10, 400)]).toEqual([60, [62]]);
    expect(one.faults.every((isListed) => isListed)).toBe(true);
    one.silent(true);
    await poll(one, 405, 600);
    one.silent(false);
    await one.run(605);
    expect([one.mark(), missing(one, 10, 605)]).toEqual([60, [62]]);
    one.refuse(() => false);
    await one.run(610);

    expect([one.mark(), missing(one, 10, 610)]).toEqual([610, []]);
  });
});

test('a range with too many items for one call is read in halves', async () => {
  const one = openList({ most: 8 });
  await one.run(30);

  expect(missing(one, 10, 30)).toEqual([]);
  expect(one.asked[0]).toEqual([10, 30]);
  expect(one.asked.length).toBeGreaterThan(3);
  expect(one.faults).toEqual([]);
});

test('more items at one instant than a call may have are a fault, and not an endless loop', async () => {
  const one = openList({ most: 0 });
  await one.run(30);

  expect(one.faults).toEqual([false]);
});
