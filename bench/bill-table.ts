// Writes several bills into one table. Each bill has a column, and each item of a bill has a row.

import { markdownTable } from '../tools/markdown-table.ts';
import { type Line, totalOf, usdOf } from './prices.ts';
import { figure } from './results.ts';

/** @param counted the name of the bill whose counts fill the first column, and the lines of that bill */
export function billTable(
  counted: readonly [name: string, Line[]],
  bills: Readonly<Record<string, Line[]>>,
): string {
  const columns = Object.values(bills);
  const items = [...new Set(columns.flat().map(({ item }) => item))];
  const cell = (lines: readonly Line[], item: string, show: (line: Line) => string) => {
    const line = lines.find((one) => one.item === item);
    return line ? show(line) : '';
  };
  return markdownTable(
    ['USD for a million cashouts', `millions, ${counted[0]}`, ...Object.keys(bills)],
    [
      ...items.map((item) => [
        item,
        cell(counted[1], item, ({ count }) => figure(count / 1e6)),
        ...columns.map((lines) => cell(lines, item, (line) => usd(usdOf(line)))),
      ]),
      ['**total**', '', ...columns.map((lines) => `**${usd(totalOf(lines))}**`)],
    ],
  );
}

export const usd = (amount: number) => amount.toFixed(2);
