// Draws a trace as a picture. Each span has a row with a bar and its time.

import { at, escaped, line, text } from '../svg.ts';
import type { RowKind, Trace, TraceRow } from './trace.ts';

const colours: Record<RowKind, string> = {
  request: '#1f2937',
  function: '#6b7280',
  signature: '#9333ea',
  DynamoDB: '#2563eb',
  SQS: '#d97706',
  network: '#059669',
  wait: '#e5a3a3',
};
const width = 1000;
const labels = 390;
const right = 70;
const rowHeight = 19;
const top = 84;
const barHeight = 12;

export function drawTrace({ rows, success, total }: Trace): string {
  const last = Math.max(total, ...rows.map(({ to }) => to));
  const x = (time: number) => labels + ((width - labels - right) * time) / last;
  const bottom = top + rows.length * rowHeight;
  const step = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000].find((size) => last / size <= 8) ?? 2000;
  const ticks = Array.from({ length: Math.floor(last / step) + 1 }, (_, index) => index * step);
  const title = `One self-approved cashout on the local stack: SUCCESS after ${ms(success)} ms, webhook after ${ms(total)} ms`;
  return `${[
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${bottom + 40}" width="${width}" height="${bottom + 40}" font-family="system-ui, sans-serif" font-size="12" fill="#1f2937" role="img" aria-label="${escaped(title)}">`,
    `<rect width="100%" height="100%" fill="#ffffff"/>`,
    text(16, 26, title, 'font-size="15" font-weight="600"'),
    ...legend(),
    ...ticks.flatMap((time) => [line(x(time), top - 8, bottom, '#e5e7eb'), axisLabel(x(time), bottom, time)]),
    ...marker(x(success), bottom, 'SUCCESS', 'end'),
    ...marker(x(total), bottom, 'webhook', 'start'),
    ...rows.flatMap((row, index) => drawRow(row, top + index * rowHeight, x)),
    '</svg>',
  ].join('\n')}\n`;
}

function drawRow({ label, kind, depth, from, to }: TraceRow, y: number, x: (time: number) => number) {
  const weight = depth === 0 && kind !== 'wait' ? 'font-weight="600"' : '';
  const end = Math.max(x(to), x(from) + 1.5);
  return [
    text(16 + depth * 16, y + 11, label, weight),
    `<rect x="${at(x(from))}" y="${y + 1}" width="${at(end - x(from))}" height="${barHeight}" rx="1.5" fill="${colours[kind]}"/>`,
    text(
      end + 4,
      y + 11,
      ms(to - from),
      'font-size="11" fill="#4b5563" paint-order="stroke" stroke="#ffffff" stroke-width="3"',
    ),
  ];
}

function legend(): string[] {
  const kinds = Object.entries(colours);
  return kinds.flatMap(([kind, colour], index) => {
    const left = 16 + index * 110;
    return [
      `<rect x="${left}" y="40" width="12" height="12" rx="1.5" fill="${colour}"/>`,
      text(left + 17, 50, kind),
    ];
  });
}

function marker(x: number, bottom: number, label: string, anchor: 'start' | 'end'): string[] {
  const beside = anchor === 'end' ? x - 4 : x + 4;
  return [
    line(x, top - 14, bottom, '#dc2626', 'stroke-dasharray="4 3"'),
    text(beside, top - 8, label, `font-size="11" fill="#dc2626" text-anchor="${anchor}"`),
  ];
}

const axisLabel = (x: number, bottom: number, time: number) =>
  text(x, bottom + 18, `${time} ms`, 'font-size="11" fill="#4b5563" text-anchor="middle"');

const ms = (value: number) => (value >= 10 ? value.toFixed(0) : value.toFixed(1));
