// Windows of a long measurement, and the comparison of the last with the first.

import { quantile } from '../samples.ts';

/** Milliseconds from the start of the load: `from` inclusive, `to` exclusive. */
export type Window = { name: string; from: number; to: number };
export type Timed = { at: number };

export const within = <One extends Timed>(all: readonly One[], { from, to }: Window): One[] =>
  all.filter(({ at }) => at >= from && at < to);

/** The first and the last whole window after the warm-up, and all between them. */
export function windowsOf(warmUpMs: number, loadMs: number, windowMs: number): Window[] {
  const count = Math.floor((loadMs - warmUpMs) / windowMs);
  return Array.from({ length: count }, (_, index) => {
    const from = index === count - 1 ? loadMs - windowMs : warmUpMs + index * windowMs;
    return { name: String(index + 1), from, to: from + windowMs };
  });
}

export type Compared = {
  start: number;
  end: number;
  ratio: number;
  /** The value of each window in between, to show the normal variation. */
  all: readonly number[];
};

/** @param measure the compared value; two zeros are equal */
export function compare(windows: readonly Window[], measure: (window: Window) => number): Compared {
  const all = windows.map(measure);
  const [start, end] = [all[0] ?? Number.NaN, all.at(-1) ?? Number.NaN];
  return { start, end, ratio: start === end ? 1 : end / start, all };
}

/** The difference between neighbouring windows, which is only random variation. */
export function noiseOf(all: readonly number[]): readonly [number, number] {
  const steps = all.slice(1).map((value, index) => (value === all[index] ? 1 : value / (all[index] ?? 1)));
  return [quantile(steps, 0.25), quantile(steps, 0.75)];
}

export const mean = (values: readonly number[]): number =>
  values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;

const bars = '▁▂▃▄▅▆▇█';

/** A line of bars, scaled from the smallest to the largest value. */
export function sparkline(values: readonly number[]): string {
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const step = (high - low) / (bars.length - 1) || 1;
  return values.map((value) => bars[Math.round((value - low) / step)]).join('');
}
