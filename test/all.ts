// npm run test:all runs the gate and then every other test that this machine can run, one after the other. The last
// lines of its output say how each one ended. The complete output is stored in .local/tests.

import { spawn } from 'node:child_process';
import { closeSync, mkdirSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../local/service.ts';
import { explain, readOptions, Stop } from '../local/stop.ts';
import { type Part, parts } from './other.ts';
import { isNpmEnough, tools } from './support/tools.ts';

const help = `npm run test:all -- [options]   Runs npm test and every other test that this machine can run.

  --npm           only what needs npm alone
  --skip LIST     without these parts, separated by commas
  --help          this text

Parts: gate, ${Object.keys(parts).join(', ')}.
npm run test:other says what each is for, and runs one. What a part prints goes to .local/tests/PART.log.
Chance never decides about a merge, so these run every night and by hand: ${namesOf(({ draws = false }) => draws).join(', ')}.
Exit code 1: a part has failed.
`;

type Outcome = { name: string; is: 'ok' | 'failed' | 'skipped'; seconds?: number; why?: string };

const lastLines = 120;
const folder = join(root, '.local/tests');

function namesOf(isWanted: (part: Part) => boolean): string[] {
  return Object.entries(parts).flatMap(([name, part]) => (isWanted(part) ? [name] : []));
}

async function runPart(name: string): Promise<Outcome> {
  const missing = (parts[name]?.needs ?? []).map((tool) => tools[tool]).filter((tool) => !tool.isHere());
  if (missing.length > 0)
    return { name, is: 'skipped', why: `needs ${missing.map(({ is }) => is).join(' and ')}` };
  const began = performance.now();
  const args = name === 'gate' ? ['test/gate.ts'] : ['test/other.ts', name];
  const log = openSync(join(folder, `${name}.log`), 'w');
  const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', log, log] });
  const code = await new Promise((resolve) => child.once('close', resolve));
  closeSync(log);
  const seconds = (performance.now() - began) / 1000;
  if (code === 0) return { name, is: 'ok', seconds };
  const said = readFileSync(join(folder, `${name}.log`), 'utf8')
    .trimEnd()
    .split('\n');
  say(`\n${said.slice(-lastLines).join('\n')}\n`);
  return { name, is: 'failed', seconds, why: `exit code ${code}; .local/tests/${name}.log` };
}

function lineOf({ name, is, seconds, why = '' }: Outcome): string {
  const took = seconds === undefined ? '' : `${seconds.toFixed(0)} s`;
  return `${name.padEnd(12)} ${is.padEnd(8)} ${took.padStart(6)}  ${why}`.trimEnd();
}

function chosen(): string[] {
  const flags = readOptions(
    {
      npm: { type: 'boolean', default: false },
      skip: { type: 'string', default: '' },
      help: { type: 'boolean', default: false },
    },
    help,
  );
  if (flags.help) {
    say(help);
    return [];
  }
  const skip = flags.skip.split(',').filter(Boolean);
  const unknown = skip.find((name) => name !== 'gate' && !(name in parts));
  if (unknown) throw new Stop(`There is no part ${unknown}.`, 'npm run test:all -- --help lists them.');
  const wanted = namesOf(
    ({ draws = false, again = false, needs = [] }) => !draws && !again && (!flags.npm || isNpmEnough(needs)),
  );
  return ['gate', ...wanted].filter((name) => !skip.includes(name));
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

async function main(): Promise<void> {
  const names = chosen();
  if (names.length === 0) return;
  mkdirSync(folder, { recursive: true });
  const outcomes: Outcome[] = [];
  for (const name of names) {
    if (process.stderr.isTTY) process.stderr.write(`${name} ...\r`);
    const outcome = await runPart(name);
    say(lineOf(outcome));
    outcomes.push(outcome);
  }
  const count = (is: Outcome['is']) => outcomes.filter((one) => one.is === is).length;
  const slowest = outcomes.toSorted((one, other) => (other.seconds ?? 0) - (one.seconds ?? 0))[0];
  const all = outcomes.reduce((sum, { seconds = 0 }) => sum + seconds, 0);
  say(`\n${outcomes.map(lineOf).join('\n')}\n`);
  say(`${(all / 60).toFixed(1)} minutes, the slowest part is ${slowest?.name}`);
  say(`${count('ok')} passed, ${count('failed')} failed, ${count('skipped')} skipped`);
  process.exitCode = count('failed') > 0 ? 1 : 0;
}

await main().catch((error) => {
  process.stderr.write(`${explain(error)}\n`);
  process.exitCode = 2;
});
