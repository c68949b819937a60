// Divides a long measurement into windows, and compares the last window with the first.

import { quantile } from '../samples.ts';

/** A part of the load in milliseconds from its start. `from` is inclusive, `to` is exclusive. */
export type Window = { name: string; from: number; to: number };
export type Timed = { at: number };

export const within = <One extends Timed>(all: readonly One[], { from, to }: Window): One[] =>
  all.filter(({ at }) => at >= from && at < to);

/** Returns the whole windows after the warm-up, from the first to the last. */
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
  /** The value of every window. The windows between the first and the last show the normal variation. */
  all: readonly number[];
};

/** @param measure returns the compared value of a window; two values of zero count as equal */
export function compare(windows: readonly Window[], measure: (window: Window) => number): Compared {
  const all = windows.map(measure);
  const [start, end] = [all[0] ?? Number.NaN, all.at(-1) ?? Number.NaN];
  return { start, end, ratio: start === end ? 1 : end / start, all };
}

/** Returns how much neighbouring windows differ. That difference is only random variation. */
export function noiseOf(all: readonly number[]): readonly [number, number] {
  const steps = all.slice(1).map((value, index) => (value === all[index] ? 1 : value / (all[index] ?? 1)));
  return [quantile(steps, 0.25), quantile(steps, 0.75)];
}

export const mean = (values: readonly number[]): number =>
  values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;

const bars = '▁▂▃▄▅▆▇█';

/** Draws a line of bars, scaled from the smallest to the largest value. */
export function sparkline(values: readonly number[]): string {
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const step = (high - low) / (bars.length - 1) || 1;
  return values.map((value) => bars[Math.round((value - low) / step)]).join('');
}
