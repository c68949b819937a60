// Draws how many payouts are in progress at each of two PSPs, and how many end there in a minute.

import { at, escaped, line, text } from '../svg.ts';

export type Minute = {
  minute: number;
  ended: [first: number, second: number];
  open: [first: number, second: number];
};

const colours = ['#2563eb', '#d97706'] as const;
const width = 1000;
const left = 80;
const right = 24;
const height = 150;
const panels = { ended: 80, open: 290 } as const;

/**
 * @param marks names of moments, by minute
 * @param title what the picture shows
 */
export function drawShares(
  minutes: readonly Minute[],
  marks: Readonly<Record<number, string>>,
  title: string,
): string {
  const last = minutes.at(-1)?.minute ?? 1;
  const x = (minute: number) => left + ((width - left - right) * minute) / last;
  const panel = (name: keyof typeof panels, label: string) => {
    const bottom = panels[name] + height;
    const most = Math.max(1, ...minutes.map((one) => one[name][0] + one[name][1]));
    const y = (value: number) => bottom - (height * value) / most;
    const area = (lower: (one: Minute) => number, upper: (one: Minute) => number, colour: string) => {
      const up = minutes.map((one) => `${at(x(one.minute))},${at(y(upper(one)))}`);
      const down = minutes.map((one) => `${at(x(one.minute))},${at(y(lower(one)))}`).reverse();
      return `<polygon points="${[...up, ...down].join(' ')}" fill="${colour}" fill-opacity="0.75"/>`;
    };
    return [
      text(left, panels[name] - 8, label, 'font-weight="600"'),
      area(
        () => 0,
        (one) => one[name][0],
        colours[0],
      ),
      area(
        (one) => one[name][0],
        (one) => one[name][0] + one[name][1],
        colours[1],
      ),
      text(left - 6, y(most) + 4, most.toLocaleString('en'), 'text-anchor="end"'),
      text(left - 6, bottom, '0', 'text-anchor="end"'),
      `<line x1="${left}" y1="${bottom}" x2="${width - right}" y2="${bottom}" stroke="#6b7280"/>`,
    ];
  };
  const bottom = panels.open + height;
  const lines = Object.entries(marks).flatMap(([minute, mark], index) => [
    line(x(Number(minute)), panels.ended, bottom, '#dc2626', 'stroke-dasharray="4 3"'),
    text(x(Number(minute)) + 4, panels.ended + 14 + 15 * index, mark, 'fill="#dc2626"'),
  ]);
  const ticks = Array.from({ length: Math.floor(last / 10) + 1 }, (_, index) => index * 10);
  return `${[
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${bottom + 44}" width="${width}" height="${bottom + 44}" font-family="system-ui, sans-serif" font-size="12" fill="#1f2937" role="img" aria-label="${escaped(title)}">`,
    '<rect width="100%" height="100%" fill="#ffffff"/>',
    text(16, 24, title, 'font-size="15" font-weight="600"'),
    ...colours.flatMap((colour, index) => [
      `<rect x="${16 + index * 130}" y="36" width="12" height="12" fill="${colour}"/>`,
      text(34 + index * 130, 46, ['the first PSP', 'the second PSP'][index] ?? ''),
    ]),
    ...panel('ended', 'payouts that end in a minute'),
    ...panel('open', 'payouts in progress'),
    ...lines,
    ...ticks.map((minute) => text(x(minute), bottom + 16, String(minute), 'text-anchor="middle"')),
    text(width - right, bottom + 34, 'minutes', 'text-anchor="end"'),
    '</svg>',
  ].join('\n')}\n`;
}
