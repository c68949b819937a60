// Pays twenty payouts a second in simulated time. The PSP dies for an hour; after five minutes the operator moves new
// payouts to a second PSP, which lies. At the end, each payout has ended once or waits with an incident.

import { chunks } from '../lib/base/chunks.ts';
import type { Cashout } from '../lib/cashout/cashout.ts';
import { recordPendingEvents } from '../lib/cashout/record-pending-events.ts';
import { takeStep } from '../lib/payout/take-step.ts';
import { resumeStalled } from '../lib/recovery/resume-stalled.ts';
import { makeDice } from '../test/simulation/dice.ts';
import { markdownTable } from '../tools/markdown-table.ts';
import { approved, type Payer, payersOf } from './completing.ts';
import { drawShares, type Minute } from './networks/draw-shares.ts';
import { judge, type Verdict } from './networks/judge.ts';
import { openWorld, places, type World } from './networks/world.ts';
import type { Options, Report, Section } from './section.ts';

export const twoNetworks: Section = { key: 'networks', title: 'Two PSPs', isApart: true, run };

type Plan = { dies: number; moved: number; lives: number; stops: number; most: number; perSecond: number };
/** Moments in minutes, and payouts a second. */
const whole: Plan = { dies: 5, moved: 10, lives: 65, stops: 75, most: 1_600, perSecond: 20 };
const short: Plan = { dies: 1, moved: 2, lives: 6, stops: 8, most: 1_600, perSecond: 10 };
/** Number of payouts that are processed at the same time. */
const atOnce = 50;
const minuteMs = 60_000;

async function run({ quick, progress }: Options): Promise<Report> {
  const plan = quick ? short : whole;
  const begun = Date.parse('2026-11-27T12:00:00.000Z');
  const clock = { time: begun };
  const dead = [begun + plan.dies * minuteMs, begun + plan.lives * minuteMs] as const;
  const world = await openWorld(() => new Date(clock.time), dead, makeDice(7).fraction);
  try {
    return await payAndJudge(world, plan, clock, progress);
  } finally {
    await world.close();
  }
}

async function payAndJudge(
  world: World,
  plan: Plan,
  clock: { time: number },
  progress: Options['progress'],
): Promise<Report> {
  const payers = payersOf([world.tenant]);
  const payouts = new Map<number, Cashout>();
  const minutes: Minute[] = [];
  const open = new Set<number>();
  const used = { reads: 0, writes: 0, tries: 0 };

  for (let minute = 0; minute < plan.stops || (open.size > 0 && minute < plan.most); minute++) {
    const deps = minute < plan.moved ? world.before : world.after;
    const ended: Cashout[] = [];
    for (let second = 0; second < 60; second++) {
      const count = minute < plan.stops ? plan.perSecond : 0;
      for (const row of await start(world, payers, payouts.size, count)) {
        payouts.set(row.id, row);
        open.add(row.id);
      }
      for (const row of await work(world, deps, open)) {
        used.tries += 1;
        payouts.set(row.id, row);
        if (row.status !== 'PROCESSING') ended.push(row);
      }
      clock.time += 1_000;
    }
    await resumeStalled(deps);
    const { reads, writes } = world.takeUnits();
    used.reads += reads;
    used.writes += writes;
    const inProgress = [...open].flatMap((id) => payouts.get(id) ?? []);
    minutes.push({ minute: minute + 1, ended: byPlace(ended), open: byPlace(inProgress) });
    if ((minute + 1) % 5 === 0)
      progress(`minute ${minute + 1}: ${payouts.size} payouts, ${open.size} in progress`);
  }
  const verdict = await judge(
    world,
    [...payouts.values()],
    payers.map(({ account }) => account),
  );
  return report({ plan, world, verdict, minutes, used, payouts: payouts.size });
}

async function start({ deps, queue }: World, payers: readonly Payer[], from: number, count: number) {
  const rows = Array.from({ length: count }, (_, index) =>
    approved({ deps }, payers[(from + index) % payers.length] as Payer, deps.now()),
  );
  await Promise.all(rows.map((row) => deps.cashouts.insert(row)));
  queue.add(rows);
  return rows;
}

/** Processes the payouts that are due, as the workers do. @returns their rows after that */
async function work({ queue }: World, deps: World['before'], open: Set<number>): Promise<Cashout[]> {
  const found: Cashout[] = [];
  for (const ids of chunks(queue.take(), atOnce)) {
    await Promise.all(ids.map((id) => takeStep(deps, id)));
    const rows = await Promise.all(ids.map((id) => deps.cashouts.get(id)));
    for (const row of rows.filter((row) => row !== undefined)) {
      if (row.status !== 'PROCESSING' && open.delete(row.id)) await recordPendingEvents(deps, row.id);
      found.push(row);
    }
  }
  return found;
}

const byPlace = (rows: readonly Cashout[]): [first: number, second: number] => {
  const second = rows.filter(({ sentTo }) => sentTo === places.second).length;
  return [rows.length - second, second];
};

type Result = { plan: Plan; world: World; verdict: Verdict; minutes: Minute[]; used: Used; payouts: number };
type Used = { reads: number; writes: number; tries: number };

function report({ plan, world, verdict, minutes, used, payouts }: Result): Report {
  const { lies, truths } = world;
  const each = (count: number) => (count / payouts).toFixed(2);
  if (verdict.faults.length > 0) throw new Error(verdict.faults.slice(0, 10).join('\n'));
  const marks = {
    [plan.dies]: 'the first PSP dies',
    [plan.moved]: 'new payouts go to the second PSP, which lies',
    [plan.lives]: 'the first PSP answers again',
    [plan.stops]: 'no new payouts',
  };
  const title = `${plan.perSecond} payouts a second over two PSPs`;
  const last = minutes.findLast(({ ended: [first, second] }) => first + second > 0)?.minute ?? 0;
  const shown = minutes.filter(({ minute }) => minute <= last + 5);
  const text = `${payouts.toLocaleString('en')} payouts at ${plan.perSecond} a second, in simulated time. The first PSP (Efí’s adapter) answers nothing from minute ${plan.dies} to ${plan.lives}. From minute ${plan.moved} new payouts go to the second one (Woovi’s), which lies in ${[...lies.values()].reduce((sum, one) => sum + one, 0).toLocaleString('en')} answers. Each payout ended as the PSP really paid it, or waits with an incident; none is at both PSPs, and the accounts add up.

![${title}](networks.svg)

${markdownTable(
  ['payouts', 'number'],
  [
    ...Object.entries(verdict.statuses).map(([status, count]) => [status, count.toLocaleString('en')]),
    ['in progress at the end, each with an incident', String(verdict.waiting)],
    ['known to the first PSP', truths.first.made.size.toLocaleString('en')],
    ['known to the second PSP', truths.second.made.size.toLocaleString('en')],
    ['minute in which the last payout ended', String(last)],
    ['runs of a worker per payout', each(used.tries)],
    ['calls to the PSPs per payout', each(world.pspCalls())],
    ['units written per payout', each(used.writes)],
    ['units read per payout', each(used.reads)],
  ],
)}

${markdownTable(
  ['lie of the second PSP', 'answers'],
  [...lies].map(([lie, count]) => [lie, count.toLocaleString('en')]),
)}`;
  return { findings: [], text, files: { 'networks.svg': drawShares(shown, marks, title) } };
}
