// Draws charts as SVG from numbers. Only the drawing inside a chart is stretched, so text has the same size
// on every screen. The message of a chart is in the text that labels it, and its numbers are in a table below
// it.

import { type Html, h } from '../page/elements.ts';

/**
 * Vertical layout of a line chart, in pixels: the top of the drawing, the height of the drawing, and the
 * height of the whole chart.
 */
const [top, height, whole] = [24, 160, 212];
/**
 * If the highest or the lowest value is nearer to 0 than this share of the height, it gets no label, so that
 * labels do not overlap.
 */
const nearest = 0.14;

/**
 * A line chart with steps; each value is drawn over one slot. `before`: the value before the first slot.
 * `slots`: number of slots, which may be more than the values. `named`: the labels of the left and the right
 * end.
 */
export type Steps = {
  before: number;
  values: readonly number[];
  slots: number;
  say: (value: number) => string;
  named: readonly [string, string];
};

/**
 * Draws a line chart.
 * @param labelledBy id of the text that says what the chart shows
 */
export function drawSteps({ before, values, slots, say, named }: Steps, labelledBy: string): Html {
  const [least, most] = [Math.min(0, before, ...values), Math.max(0, before, ...values)];
  const span = most - least || 1;
  // The drawing has a height of 100, plus a margin of 2 above and below for the width of the line.
  const up = (value: number) => ((1 - (value - least) / span) * 100).toFixed(2);
  const down = (value: number) => (top + ((Number(up(value)) + 2) / 104) * height).toFixed(2);
  const line = `M0 ${up(before)}${values.map((value, index) => `V${up(value)}H${index + 1}`).join('')}`;
  const marks = [...new Set([most, 0, least])].filter(
    (value) => value === 0 || Math.abs(value) / span > nearest,
  );
  return h.svg(
    { class: 'chart', role: 'img', 'aria-labelledby': labelledBy, width: '100%', height: whole },
    h.svg(
      { y: top, width: '100%', height, viewBox: `0 -2 ${slots} 104`, preserveAspectRatio: 'none' },
      h.path({ class: 'chart-area', d: `${line}V${up(0)}H0Z` }),
      marks.map((value) => drawLine('chart-rule', `M0 ${up(value)}H${slots}`)),
      drawLine('chart-line', line),
    ),
    marks.map((value) => h.text({ x: 0, y: down(value), dy: -5 }, say(value))),
    h.text({ x: 0, y: whole - 6 }, named[0]),
    h.text({ x: '100%', y: whole - 6, 'text-anchor': 'end' }, named[1]),
  );
}

/** Draws a line whose width is not stretched. */
const drawLine = (kind: string, d: string): Html =>
  h.path({ class: kind, 'vector-effect': 'non-scaling-stroke', d });

/** Height of one bar with its name, in pixels. */
const perBar = 46;
/**
 * Maximum length of a name in characters, so that it fits on the narrowest screen. The table contains the
 * whole name.
 */
const nameMost = 32;

const shortened = (name: string) => {
  const letters = [...name];
  return letters.length > nameMost ? `${letters.slice(0, nameMost - 1).join('')}…` : name;
};

/** Draws horizontal bars, each with its name above it and its number to its right. */
export function drawBars(bars: readonly { name: string; count: number }[], labelledBy: string): Html {
  const most = Math.max(1, ...bars.map(({ count }) => count));
  return h.svg(
    {
      class: 'chart',
      role: 'img',
      'aria-labelledby': labelledBy,
      width: '100%',
      height: bars.length * perBar,
    },
    bars.map(({ name, count }, index) => {
      const [y, width] = [index * perBar, `${((count / most) * 85).toFixed(2)}%`];
      return [
        h.text({ x: 0, y: y + 15 }, shortened(name)),
        h.rect({ class: 'chart-bar', x: 0, y: y + 21, width, height: 14 }),
        h.text({ x: width, y: y + 33, dx: 8 }, count),
      ];
    }),
  );
}
