import { expect, test } from 'vitest';
import { compare, noiseOf, sparkline, windowsOf, within } from '../../../bench/soak/windows.ts';

test('the measurement windows begin after the warm-up, and the last window ends with the load', () => {
  const windows = windowsOf(120_000, 1_320_000, 120_000);

  expect(windows).toHaveLength(10);
  expect(windows[0]).toEqual({ name: '1', from: 120_000, to: 240_000 });
  expect(windows.at(-1)).toEqual({ name: '10', from: 1_200_000, to: 1_320_000 });
});

test('a window includes its first instant, but not its last instant', () => {
  const all = [{ at: 9 }, { at: 10 }, { at: 19 }, { at: 20 }];

  expect(within(all, { name: '1', from: 10, to: 20 })).toEqual([{ at: 10 }, { at: 19 }]);
});

test('the last window is compared with the first window, and a growth from zero is an infinite ratio', () => {
  const windows = windowsOf(0, 3_000, 1_000);
  const values = [10, 30, 12];
  const by = (values: number[]) => compare(windows, ({ name }) => values[Number(name) - 1] ?? 0);

  expect(by(values)).toEqual({ start: 10, end: 12, ratio: 1.2, all: values });
  expect(by([0, 5, 0]).ratio).toBe(1);
  expect(by([0, 5, 1]).ratio).toBe(Number.POSITIVE_INFINITY);
});

test('the noise of a measurement is the difference between neighbouring windows', () => {
  expect(noiseOf([0, 0, 0])).toEqual([1, 1]);
  expect(noiseOf([1, 2, 1, 2, 1])).toEqual([0.5, 2]);
});

test('a bar chart of the windows ranges from the smallest value to the largest value', () => {
  expect(sparkline([0, 50, 100])).toBe('▁▅█');
  expect(sparkline([3, 3])).toBe('▁▁');
});
