// Draws what came in and what went out by slot: bars above and below one line.

import { type Html, h } from '../page/elements.ts';

/** Width of a slot and of its bar, and height of the drawing. The drawing is stretched to the width of the page. */
const [slot, bar, height] = [10, 7, 160];

/**
 * Draws the chart.
 * @param values of each slot, at least 0
 * @param label says what the chart shows
 * @param ends labels of the left and the right end
 */
export function drawFlows(
  values: readonly { above: number; below: number }[],
  label: string,
  ends: readonly [string, string],
): Html {
  const most = (name: 'above' | 'below') => Math.max(0, ...values.map((one) => one[name]));
  const [above, below] = [most('above'), most('below')];
  const scale = height / (above + below || 1);
  const line = above * scale;
  const rects = values.map((one, index) => {
    const x = index * slot + (slot - bar) / 2;
    const up = one.above * scale;
    return [
      h.rect({ class: 'chart-in', x, y: (line - up).toFixed(1), width: bar, height: up.toFixed(1) }),
      h.rect({
        class: 'chart-bar',
        x,
        y: line.toFixed(1),
        width: bar,
        height: (one.below * scale).toFixed(1),
      }),
    ];
  });
  const width = values.length * slot;
  return h.figure(
    h.svg(
      {
        class: 'chart',
        role: 'img',
        'aria-label': label,
        width: '100%',
        height,
        viewBox: `0 0 ${width} ${height}`,
        preserveAspectRatio: 'none',
      },
      rects,
      h.path({
        class: 'chart-rule',
        'vector-effect': 'non-scaling-stroke',
        d: `M0 ${line.toFixed(1)}H${width}`,
      }),
    ),
    h.div({ class: 'line small soft', 'aria-hidden': 'true' }, h.span(ends[0]), h.span(ends[1])),
  );
}
