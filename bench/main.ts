// npm run bench: measures the service next to the usual alternatives and writes bench/results.md.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Command, InvalidArgumentError } from 'commander';
import { root } from '../local/service.ts';
import { coldStart } from './cold-start.ts';
import { cost } from './cost.ts';
import { endToEnd } from './end-to-end.ts';
import { growth } from './growth.ts';
import { hotAccount } from './hot-account.ts';
import { request } from './request.ts';
import { type Run, results, summary } from './results.ts';
import type { Report, Section } from './section.ts';
import { soak } from './soak.ts';
import { twoNetworks } from './two-networks.ts';

const sections: Section[] = [request, coldStart, hotAccount, endToEnd, growth, cost, soak, twoNetworks];
const apart = sections.filter(({ isApart }) => isApart).map(({ key }) => key);

const command = new Command('npm run bench --')
  .description('Measures the service against what people would use instead, and writes bench/results.md.')
  .option('--quick', 'two or three minutes: few rounds, few rows; nothing is written', false)
  .option(
    '--only <keys>',
    `some sections: ${sections.map(({ key }) => key).join(', ')}; only their pictures are written`,
  )
  .option('--runs <n>', 'the whole of it so many times, side by side in the results', readRuns, 1)
  .addHelpText(
    'after',
    `\nOnly run when named: ${apart.join(', ')}. Each takes about half an hour, or some minutes with --quick.`,
  )
  .parse();
const { quick, only, runs } = command.opts<{ quick: boolean; only?: string; runs: number }>();

const keys = only?.split(',');
const unknown = keys?.filter((key) => !sections.some((section) => section.key === key)) ?? [];
if (unknown.length > 0) command.error(`there is no section ${unknown.join(', ')}`);
const chosen = sections.filter(({ key, isApart }) => keys?.includes(key) ?? !isApart);

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));
const done: Run[] = [];
for (let run = 1; run <= runs; run++) done.push(await runAll(run));
for (const { close } of chosen) await close?.();
console.log(`\n${summary(done)}\n`);
const text = results(done, quick);
if (quick || only) console.log(text);
else writeFileSync(join(root, 'bench/results.md'), text);
if (!quick)
  for (const { files = {} } of done.at(-1)?.reports.values() ?? [])
    for (const [name, content] of Object.entries(files)) writeFileSync(join(root, 'bench', name), content);

function readRuns(text: string): number {
  if (!/^[1-9]\d*$/.test(text)) throw new InvalidArgumentError('It has to be a whole number from 1 on.');
  return Number(text);
}

/** Reports the fault of a section, so that the results of the other sections are kept. */
function failed(error: unknown): Report {
  console.error(error);
  process.exitCode = 1;
  return { findings: [], text: `Failed: ${error instanceof Error ? error.message : error}` };
}

async function runAll(run: number): Promise<Run> {
  const startedAt = new Date();
  const seconds = () => (Date.now() - startedAt.getTime()) / 1000;
  const reports = new Map<Section, Report>();
  for (const [index, section] of chosen.entries()) {
    const where = `run ${run} of ${runs}, ${index + 1} of ${chosen.length}: ${section.title}`;
    const progress = (text: string) =>
      console.error(`[${seconds().toFixed(0).padStart(4)} s] ${where}: ${text}`);
    progress('begins');
    reports.set(section, await section.run({ quick, progress }).catch(failed));
  }
  return { startedAt, seconds: seconds(), reports };
}
