// Reports how long other payouts take alone and next to a payroll, and how long the payroll takes.

import { markdownTable } from '../tools/markdown-table.ts';
import { type Paid, pay, type Singles, slow } from './payroll.ts';
import { figure } from './results.ts';
import { quantile, ratioOf, sampleOf } from './samples.ts';
import type { Finding, Options } from './section.ts';
import type { Stage, Tenant } from './stage.ts';

const whole = 100_000;
const measures = {
  median: (times: readonly number[]) => quantile(times, 0.5),
  p95: (times: readonly number[]) => quantile(times, 0.95),
  slowest: (times: readonly number[]) => Math.max(...times),
};
/** The maximum number of transfers in progress per account in production's settings. */
const openMax = 10_000;

export async function payrollBesideOthers(
  stage: Stage,
  companies: readonly Tenant[],
  { quick, progress }: Options,
): Promise<{ findings: Finding[]; text: string }> {
  const singles: Singles = quick ? { count: 20, spreadSeconds: 1 } : { count: 50, spreadSeconds: 3 };
  const sizes = quick ? [5_000] : [openMax, 2 * openMax];
  const rounds = quick ? 1 : 2;
  const measured = new Map<number, Paid[]>([0, ...sizes].map((size) => [size, []]));
  // The first payouts of a stage open its connections, so they are not measured.
  await pay(stage, companies, 0, { count: 20, spreadSeconds: 0.2 });
  for (let round = 0; round < rounds; round++) {
    for (const size of measured.keys()) {
      progress(`a payroll, round ${round + 1} of ${rounds}: ${size > 0 ? size : 'the others alone'}`);
      measured.get(size)?.push(await pay(stage, companies, size, singles));
    }
  }
  const beside = sizes.map((size) => measured.get(size) ?? []);
  const perSecond = sampleOf(beside.flat().map((one) => one.perSecond)).median;
  return {
    findings: findingsOf(measured.get(0) ?? [], beside, perSecond),
    text: [explain(singles, perSecond), table(measured)].join('\n\n'),
  };
}

function findingsOf(first: readonly Paid[], beside: readonly Paid[][], perSecond: number): Finding[] {
  const name = 'single payouts beside a payroll';
  const longest = beside.at(-1) ?? [];
  const against = (ours: readonly Paid[], peers: readonly Paid[], how: (times: number[]) => number) => {
    const { median, low, high } = ratioOf(
      ours.map((one) => how(one.singles)),
      peers.map((one) => how(one.singles)),
    );
    return { value: median, unit: 'x' as const, spread: [low, high] as const };
  };
  return [
    ...Object.entries(measures).map(([what, how]) => ({
      name: `${name}, against alone: ${what}`,
      ...against(longest, first, how),
      target: { atMost: 2 },
    })),
    ...(beside.length > 1
      ? [
          {
            name: `${name}, twice as long against once: p95`,
            ...against(longest, beside[0] ?? [], measures.p95),
          },
        ]
      : []),
    { name: 'a payroll beside single payouts: completed', value: perSecond, unit: 'a second' },
  ];
}

function table(measured: Map<number, Paid[]>): string {
  const head = ['single payouts', 'median ms', 'p95 ms', 'slowest ms', 'payroll, a second', 'conflicts'];
  const rows = [...measured].map(([size, rounds]) => [
    size > 0 ? `beside a payroll of ${size}` : 'alone',
    ...Object.values(measures).map((how) => rounds.map(({ singles }) => how(singles).toFixed(0)).join(', ')),
    ...(size > 0
      ? [
          rounds.map(({ perSecond }) => figure(perSecond)).join(', '),
          rounds.map(({ conflicts }) => `${(100 * conflicts).toFixed(0)} %`).join(', '),
        ]
      : ['', '']),
  ]);
  return markdownTable(head, rows);
}

function explain({ count, spreadSeconds }: Singles, perSecond: number): string {
  return `A payroll of one account waits in the queue of transfers as dispatch sends it, and ${count} other accounts have one payout
each, sent at random moments of ${spreadSeconds} s while it does. Each takes from its message sent to SUCCESS, its wait in the queue included. Batch
size and the worker's most containers are those of serverless.yml: ten messages, fifty containers. At most twelve are busy
with one account's backlog ([slots](../docs/decisions/engineering/large-groups.md)). The queue is fair as local/fair-queues.ts has it: the group with the fewest messages in flight is next. Time is
${slow} times slower; latencies and payments are those above, and a container has 50 connections to its PSP. What SQS and
Lambda take themselves is in neither column, and Lambda's growth to fifty containers neither. One account may have ${openMax} in progress
(openTransfersMax), so no payroll has more in the queue. At this pace one of ${whole} is paid in ${(whole / perSecond).toFixed(0)} s.`;
}
