// npm run measure -- start: measures the time of npm start until the first answer, its memory, its idle CPU use, and
// the time until a saved file is served. It measures this checkout and others in turns, so that other load of the
// machine affects all. It needs Linux, because it reads /proc.

import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Command } from 'commander';
import { makeClient } from '../local/client.ts';
import type { Demo } from '../local/demo-company.ts';
import { freePort } from '../local/free-port.ts';
import { root } from '../local/service.ts';
import { cpuSeconds, type ProcessUse, processesBelow } from './process-use.ts';
import { quantile } from './samples.ts';
import { temporaryFolder } from './temporary-folder.ts';

const command = new Command('npm run measure -- start')
  .description(
    'Measures npm start: the first answer, memory by process, idle CPU, and how soon a saved file is served.',
  )
  .argument('[checkouts...]', 'folders of other checkouts, installed, to be measured in turns with this one')
  .option('--runs <n>', 'how often each is started', '5')
  .option('--records <n>', 'cashouts created before the idle CPU is measured, once in each checkout', '10000')
  .option('--idle <seconds>', 'how long nobody asks', '30')
  .parse();
const { runs, records, idle } = command.opts<{ runs: string; records: string; idle: string }>();
const folders = [root.replace(/\/$/, ''), ...command.args];
const say = (text: string) => void process.stderr.write(`${text}\n`);

/** The answer of this function has a cache-control header, which shows whether a saved change is served. */
const source = 'functions/get-jwks.ts';
const answerWithinMs = 180_000;

type Started = { child: ChildProcess; data: string; port: number; seconds: number };

async function start(checkout: string, data: string): Promise<Started> {
  const port = await freePort();
  const began = performance.now();
  const args = ['start', '--', '--port', String(port), '--data', data];
  const child = spawn('npm', args, { cwd: checkout, stdio: 'ignore', env: process.env });
  while (!(await answers(port))) {
    if (child.exitCode !== null) throw new Error(`npm start in ${checkout} ended by itself`);
    if (performance.now() - began > answerWithinMs)
      throw new Error(`npm start in ${checkout} does not answer`);
    await pause(10);
  }
  return { child, data, port, seconds: (performance.now() - began) / 1000 };
}

const ask = (port: number) => fetch(`http://localhost:${port}/.well-known/jwks.json`).catch(() => undefined);
const answers = async (port: number) => (await ask(port))?.ok ?? false;

async function stop({ child }: Started): Promise<void> {
  // npm ends before the processes that it started, so these are listed first.
  const all = processesBelow(child.pid ?? 0);
  child.kill('SIGTERM');
  while (all.some(({ pid }) => existsSync(`/proc/${pid}`))) await pause(20);
}

/** Returns the demo company. The stack opens it only after the first answer. */
async function demoOf(started: Started): Promise<Demo> {
  const file = join(started.data, 'demo.json');
  while (!existsSync(file) || !readFileSync(file, 'utf8').includes(`:${started.port}"`)) await pause(50);
  return JSON.parse(readFileSync(file, 'utf8')) as Demo;
}

async function createCashouts(started: Started, count: number): Promise<void> {
  const demo = await demoOf(started);
  const client = makeClient(demo);
  const { source_account_branch_identifier, source_account_number } = demo.accounts[0] as Demo['accounts'][0];
  const body = {
    source_account_branch_identifier,
    source_account_number,
    amount: 0.01,
    key: 'fulano@example.com',
  };
  let left = count;
  const caller = async () => {
    while (left-- > 0) {
      const { status } = await client.post('/create-cashout', body, randomUUID());
      if (status !== 200) throw new Error(`a cashout was not created: ${status}`);
      if (left % 1000 === 0) say(`  ${count - left} of ${count} cashouts`);
    }
  };
  await Promise.all(Array.from({ length: 20 }, caller));
}

/** @returns the CPU use of a waiting stack in percent of a core, after all created work is done */
async function idlePercent(started: Started): Promise<number> {
  const over = async (seconds: number) => {
    const before = cpuSeconds(started.child.pid ?? 0);
    await pause(seconds * 1000);
    return ((cpuSeconds(started.child.pid ?? 0) - before) / seconds) * 100;
  };
  for (let last = Number.POSITIVE_INFINITY; ; ) {
    const percent = await over(10);
    if (percent > last * 0.9) break;
    last = percent;
  }
  return over(Number(idle));
}

/**
 * @returns the milliseconds from the saving of a changed function until its answer changes; the file is restored
 * afterwards
 */
async function saveToServe(checkout: string, started: Started): Promise<number> {
  const file = join(checkout, source);
  const text = readFileSync(file, 'utf8');
  const ages = ['max-age=301', 'max-age=302', 'max-age=303'];
  const times: number[] = [];
  try {
    for (const age of ages) {
      const began = performance.now();
      writeFileSync(file, text.replace('max-age=300', age));
      while (!(await ask(started.port))?.headers.get('cache-control')?.includes(age)) {
        if (performance.now() - began > answerWithinMs) return Number.NaN;
        await pause(5);
      }
      times.push(performance.now() - began);
      await pause(500);
    }
  } finally {
    writeFileSync(file, text);
  }
  return quantile(times, 0.5);
}

type Row = { seconds: number[]; memory: ProcessUse[]; idle: number; saved: number };

async function measure(): Promise<void> {
  const rows = folders.map((): Row => ({ seconds: [], memory: [], idle: Number.NaN, saved: Number.NaN }));
  const data = folders.map(() => temporaryFolder('measured'));
  for (let run = 0; run <= Number(runs); run++) {
    for (const [index, checkout] of folders.entries()) {
      const started = await start(checkout, data[index] ?? '');
      const row = rows[index] as Row;
      say(`${basename(checkout)}, start ${run} of ${runs}: ${started.seconds.toFixed(2)} s`);
      await demoOf(started);
      // The first start is not counted, because no earlier start has filled its cache.
      if (run > 0) row.seconds.push(started.seconds);
      if (run === Number(runs)) {
        row.memory = processesBelow(started.child.pid ?? 0);
        row.saved = await saveToServe(checkout, started);
        await createCashouts(started, Number(records));
        row.idle = await idlePercent(started);
        print(checkout, row);
      }
      await stop(started);
    }
  }
}

function print(folder: string, { seconds, memory, idle: percent, saved }: Row): void {
  const sum = memory.reduce((total, { megabytes }) => total + megabytes, 0);
  const all = seconds.map((one) => one.toFixed(2)).join(', ');
  const held = memory.map(
    ({ command: name, megabytes }) => `    ${megabytes.toFixed(0).padStart(6)} MB  ${name.slice(0, 90)}`,
  );
  console.log(`
${folder}
  first answer      ${quantile(seconds, 0.5).toFixed(2)} s (median of ${seconds.length}: ${all})
  memory            ${sum.toFixed(0)} MB over ${memory.length} processes
${held.join('\n')}
  idle CPU          ${percent.toFixed(1)} % of a core after ${records} cashouts
  saved to served   ${saved.toFixed(0)} ms`);
}

await measure();
