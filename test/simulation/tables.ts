// Formats what a simulation prints at its end, as Markdown tables.

import type { Bug } from './bugs.ts';
import { groupBy } from './case.ts';
import type { Fault } from './faults.ts';
import { countMarks } from './marks.ts';
import type { Result } from './run.ts';

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);
const grouped = (number: number) => number.toLocaleString('en-US');

export function profileTable(results: readonly Result[], kinds: readonly Fault[]): string {
  const lines = [
    '| profile | seeds | calls | steps | faults | violations | seconds a seed |',
    '| --- | --- | --- | --- | --- | --- | --- |',
  ];
  const faultLines = [];
  for (const [profile, own] of groupBy(results, (result) => result.profile)) {
    const faultsOf = (kind: Fault) => sum(own.map(({ faults }) => faults[kind] ?? 0));
    const total = sum(kinds.map(faultsOf));
    const seeds = own.map(({ seed }) => seed);
    const range = `${own.length} (${Math.min(...seeds)} to ${Math.max(...seeds)})`;
    const seconds = sum(own.map(({ milliseconds }) => milliseconds)) / own.length / 1000;
    const counts = [
      sum(own.map(({ calls }) => calls)),
      sum(own.map(({ steps }) => steps)),
      total,
      sum(own.map(({ violations }) => violations.length)),
    ];
    lines.push(`| ${profile} | ${range} | ${counts.map(grouped).join(' | ')} | ${seconds.toFixed(1)} |`);
    const met = kinds
      .filter((kind) => faultsOf(kind) > 0)
      .map((kind) => `${kind} ${grouped(faultsOf(kind))}`);
    if (met.length > 0) faultLines.push(`${profile}: ${met.join(', ')}`);
  }
  return [...lines, '', ...faultLines].join('\n');
}

export function markTable(results: readonly Result[]): string {
  const met: Record<string, number> = {};
  for (const result of results)
    for (const [name, count] of Object.entries(result.met)) met[name] = (met[name] ?? 0) + count;
  const rows = countMarks(met).map(
    ({ row, what, count }) => `| ${row} | ${what} | ${grouped(count)}${count === 0 ? ' (never)' : ''} |`,
  );
  return ['| row | what | times |', '| --- | --- | --- |', ...rows].join('\n');
}

type Found = { bug: Bug; seeds: number | undefined; violation: string | undefined };

export function bugTable(rows: readonly Found[], most: number): string {
  const lines = rows.map(
    ({ bug, seeds, violation }) =>
      `| ${bug.name} | ${bug.what} | ${bug.profile} | ${seeds ?? `not within ${most}`} | ${violation?.slice(0, 90).replaceAll('|', '/') ?? ''} |`,
  );
  return [
    '| bug | what it is | profile | seeds until found | first violation |',
    '| --- | --- | --- | --- | --- |',
    ...lines,
  ].join('\n');
}
