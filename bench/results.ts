// Writes bench/results.md: every finding of one or several runs next to its target, with details.

import { readFileSync } from 'node:fs';
import { cpus, release, totalmem } from 'node:os';
import { join } from 'node:path';
import { root } from '../local/service.ts';
import { markdownTable } from '../tools/markdown-table.ts';
import { type Finding, isMet, type Report, type Section } from './section.ts';

export type Run = { startedAt: Date; seconds: number; reports: Map<Section, Report> };

export function results(runs: readonly Run[], quick: boolean): string {
  const [first] = runs;
  const last = runs.at(-1);
  if (!first || !last) throw new Error('no section was run');
  const texts = [...last.reports].flatMap(([{ title }, { text }]) => [`## ${title}`, '', text.trim(), '']);
  return [
    '# Measured',
    '',
    `Written by \`npm run bench\`${quick ? ' with `--quick`: few rounds, wide spreads' : ''}. Times are against a peer that was measured in the`,
    'same run, in turns with ours; the spread is the middle half of the rounds. Units, calls and sizes are counted; the section',
    'on cost is on paper, but for what it says was run.',
    '',
    ...runs.map(
      ({ startedAt, seconds }, index) =>
        `- Run ${index + 1}: ${startedAt.toISOString().slice(0, 16)}Z, ${Math.round(seconds)} s`,
    ),
    `- Machine: ${machine()}`,
    `- Versions: ${versions()}`,
    '',
    summary(runs),
    '',
    ...texts,
  ].join('\n');
}

/** Writes a table with the findings of all runs side by side, and the change from the first run to the last. */
export function summary(runs: readonly Run[]): string {
  const byRun = runs.map(({ reports }) => [...reports.values()].flatMap(({ findings }) => findings));
  const several = runs.length > 1;
  const head = ['finding', ...byRun.map((_, run) => (several ? `run ${run + 1}` : 'value')), 'target', ''];
  const rows = (byRun.at(-1) ?? []).map((last) => {
    const each = byRun.map((findings) => findings.find(({ name }) => name === last.name));
    return [last.name, ...each.map((one) => (one ? show(one) : '')), showTarget(last), verdict(each)];
  });
  const moved = several ? [...head, 'moved'] : head;
  const withMoved = rows.map((row, index) => {
    const name = byRun.at(-1)?.[index]?.name;
    const from = byRun[0]?.find((finding) => finding.name === name)?.value;
    const to = byRun.at(-1)?.[index]?.value;
    return several ? [...row, from && to ? percent(to / from - 1) : ''] : row;
  });
  return markdownTable(moved, withMoved);
}

function show({ value, unit, spread }: Finding): string {
  const of = spread ? ` (${figure(spread[0])} to ${figure(spread[1])})` : '';
  return `${figure(value)}${unit === 'x' ? ' x' : ` ${unit}`}${of}`;
}

export function figure(value: number): string {
  if (Number.isInteger(value)) return String(value);
  return value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(2);
}

function showTarget({ target, unit }: Finding): string {
  if (!target) return '';
  const [word, bound] = 'atMost' in target ? ['≤', target.atMost] : ['≥', target.atLeast];
  return `${word} ${figure(bound)}${unit === 'x' ? ' x' : ` ${unit}`}`;
}

function verdict(each: readonly (Finding | undefined)[]): string {
  const judged = each.flatMap((one) => (one?.target ? [isMet(one)] : []));
  if (judged.length === 0) return '';
  if (judged.every(Boolean)) return 'met';
  const met = judged.filter(Boolean).length;
  return met > 0 ? `met in ${met} of ${judged.length}` : 'missed';
}

function percent(share: number): string {
  return `${share < 0 ? '-' : '+'}${Math.abs(share * 100).toFixed(0)} %`;
}

function machine(): string {
  const [cpu, ...others] = cpus();
  const memory = Math.round(totalmem() / 2 ** 30);
  return `${cpu?.model.trim()}, ${others.length + 1} cores, ${memory} GB, ${process.platform} ${release().split('-')[0]}`;
}

function versions(): string {
  const packages = ['package.json', 'bench/package.json'].map(
    (file) => JSON.parse(readFileSync(join(root, file), 'utf8')) as Record<string, Record<string, string>>,
  );
  const all = Object.assign(
    {},
    ...packages.flatMap((one) => [one.dependencies, one.devDependencies, one.optionalDependencies]),
  ) as Record<string, string>;
  const named = [
    '@aws-sdk/client-dynamodb',
    '@middy/core',
    '@aws-lambda-powertools/idempotency',
    'zod',
    'jose',
    'esbuild',
    'fauxqs',
  ];
  const dynoxide = Object.keys(all).find((name) => name.startsWith('@dynoxide/'));
  return [
    `Node ${process.version.slice(1)}`,
    ...named.filter((name) => all[name]).map((name) => `${name} ${all[name]}`),
    `dynoxide ${all[dynoxide ?? '']}`,
  ].join(', ');
}
