// Measures how fast cashouts are completed if one account pays all of them, and if a hundred accounts do. It compares
// one message per invocation with the worker's batches, whose messages share transactions.

import { documentClient } from '../lib/platform/table.ts';
import { markdownTable } from '../tools/markdown-table.ts';
import { type Completed, complete, latency, payment, type Way } from './completing.ts';
import { loneTransfer } from './lone-transfer.ts';
import { payrollBesideOthers } from './payroll-report.ts';
import { figure } from './results.ts';
import { ratioOf, sampleOf } from './samples.ts';
import type { Finding, Options, Report, Section } from './section.ts';
import { openStage } from './stage.ts';
import { setStream } from './table-stream.ts';

const one = 'one at a time';
const alone = 'each by itself, two workers of ten';
const together = 'batches of ten, two workers';
const fifo = 'batches of ten, FIFO by account';
const backlog = 'a backlog, eight workers';

const standard = { atOnce: 10, inBatches: true, fifo: false, packed: false, slow: 1 };
const ways = {
  [one]: { ...standard, workers: 1, atOnce: 1, inBatches: false },
  [alone]: { ...standard, workers: 2, inBatches: false },
  [together]: { ...standard, workers: 2 },
  'batches of ten, eight workers': { ...standard, workers: 8 },
  [fifo]: { ...standard, workers: 2, fifo: true },
  'a backlog, two workers': { ...standard, workers: 2, packed: true, slow: 8 },
  [backlog]: { ...standard, workers: 8, packed: true, slow: 8 },
} as const satisfies Record<string, Way>;
type Name = keyof typeof ways;

export const hotAccount: Section = {
  key: 'hot-account',
  title: 'Completion, and the hot account',
  run,
};

async function run(options: Options): Promise<Report> {
  const { quick, progress } = options;
  const [rounds, count, waiting] = quick ? [1, 40, 400] : [5, 100, 800];
  const stage = await openStage('hot', undefined, { RESUME_AFTER_SECONDS: '600' });
  try {
    await setStream(documentClient(), stage.config.CASHOUTS_TABLE, false);
    const companies = await Promise.all(
      Array.from({ length: 5 }, () => stage.openTenant({ accounts: 20, balance: 900_000 })),
    );
    const findings: Finding[] = [];
    const text = [explain(count, waiting)];
    for (const accounts of [1, 100]) {
      const who = accounts === 1 ? 'one account' : 'a hundred accounts';
      const measured = Object.fromEntries(names.map((name) => [name, [] as Completed[]])) as Rounds;
      for (let round = 0; round < rounds; round++) {
        for (const index of names.keys()) {
          const name = names[(round + index) % names.length] as Name;
          progress(`${who}, round ${round + 1} of ${rounds}: ${name}`);
          if (ways[name].packed && round > 1) continue;
          // One account alone is slow, so it pays fewer cashouts. Their rate is the same.
          const some = name === one ? count / 5 : ways[name].packed ? waiting : count;
          measured[name].push(await complete(stage, companies, ways[name], accounts, some));
        }
      }
      findings.push(...compare(measured, who));
      text.push(`Completed by ${who}:`, table(measured));
    }
    progress('a lone transfer');
    text.push(await loneTransfer(stage, companies, quick ? 2 : 30));
    const payroll = await payrollBesideOthers(stage, companies, options);
    findings.push(...payroll.findings);
    text.push(payroll.text);
    return { findings, text: text.join('\n\n') };
  } finally {
    await stage.close();
  }
}

const names = Object.keys(ways) as Name[];
type Rounds = Record<Name, Completed[]>;

const each = (rounds: readonly Completed[], name: keyof Completed) => rounds.map((round) => round[name]);

function compare(measured: Rounds, who: string): Finding[] {
  const of = (name: Name, peer: Name, what: 'perSecond' | 'writes'): Finding => {
    const { median, low, high } = ratioOf(each(measured[name], what), each(measured[peer], what));
    const words = { perSecond: 'completed per second', writes: 'write units' } as const;
    const target = what === 'writes' ? { atMost: 0.6 } : { atLeast: 5 };
    return {
      name: `${who}, ${name} / ${peer}: ${words[what]}`,
      value: median,
      unit: 'x',
      spread: [low, high],
      ...(who === 'one account' ? { target } : {}),
    };
  };
  if (who !== 'one account') return [of(together, alone, 'perSecond'), of(fifo, alone, 'perSecond')];
  return [
    ...([together, fifo] as const).flatMap((name) => [
      of(name, one, 'perSecond'),
      of(name, alone, 'perSecond'),
      of(name, alone, 'writes'),
    ]),
    ...ofBacklog(measured[backlog]),
  ];
}

function ofBacklog(rounds: readonly Completed[]): Finding[] {
  const perSecond = sampleOf(each(rounds, 'perSecond'));
  const conflicts = sampleOf(rounds.map((round) => 100 * round.conflicts));
  const name = `one account, ${backlog}`;
  return [
    { name: `${name}: completed`, value: perSecond.median, unit: 'a second', target: { atLeast: 400 } },
    { name: `${name}: cancelled transactions`, value: conflicts.median, unit: '%', target: { atMost: 10 } },
  ];
}

function table(measured: Rounds): string {
  const head = [
    'way',
    'per second',
    'write units',
    'read units',
    'conflicts',
    'single writes',
    'left to the sweep',
  ];
  const rows = names.map((name) => {
    const rounds = measured[name];
    const { median, low, high } = sampleOf(each(rounds, 'perSecond'));
    const middle = (what: keyof Completed) => sampleOf(each(rounds, what)).median;
    return [
      name,
      `${figure(median)} (${figure(low)} to ${figure(high)})`,
      middle('writes').toFixed(2),
      middle('reads').toFixed(2),
      `${(100 * middle('conflicts')).toFixed(0)} %`,
      middle('singles').toFixed(2),
      String(each(rounds, 'unfinished').reduce((sum, one) => sum + one, 0)),
    ];
  });
  return markdownTable(head, rows);
}

function explain(count: number, waiting: number): string {
  return `${count} approved cashouts a round (a fifth of them for one at a time) wait in a real queue (fauxqs) and are completed by the real worker. Calls take
${latency.read} ms (reads), ${latency.write} ms (writes) and ${latency.transaction} ms (transactions), each between half and one and a half of that; a payment takes ${payment[0]} to ${payment[1]} ms; a transaction
that meets another one on an item is cancelled, as DynamoDB does it. Units are those of the service's own tables, per
cashout, from the approved row to SUCCESS. Of the fourteen of a cashout by itself five are its own in any group (its row, twice in a
transaction, and its place in an index); a group shares the balance's four, the statement's three, and the events' two, which
grow with it: 0.45 times with ten in each. A group settles whoever has been paid while the one before it was written, so the longer payments differ, the smaller
it is. FIFO spares the conflicts, but one worker at a time pays an account. "Each by itself" tries as patiently as the rest.
A backlog is ${waiting} cashouts, sent as dispatch sends them: in messages of ten. Its eight containers share this process, its
processor and one engine, so time is eight times slower for it, in the weather and in the service; so it is for a lone
transfer. Single writes are [locks](../docs/decisions/engineering/large-groups.md), with those that failed.
A cancelled transaction is billed by AWS and is not counted here. The stream is off: the engine looks through all of its records
for each new one.`;
}
