// Runs reconcile-psp in the world like any other function, while data changes and faults happen, and then at rest, day
// by day. The results at rest are compared with what the PSP's account and our statements truly contain.

import { checkBalances, checkDifferences } from './check-books.ts';
import type { Dump } from './engine.ts';
import { isQuiet } from './faults.ts';
import { dayBounds, dayOf } from './psp-account.ts';
import { untilIdle } from './rest.ts';
import { inWorld } from './scheduler.ts';
import type { World } from './world.ts';

type Report = { agree: boolean; complete: boolean; failed: string[]; days: unknown[] };

/** Runs the function by its schedule. It compares those ended days that are due. */
export async function reconcilePsp({ lambda, comparisons }: World): Promise<void> {
  const { kind } = await lambda.invoke('reconcilePsp', {});
  if (kind !== 'answered') comparisons.broken += 1;
}

/** Lets a day end in some runs, so that it is compared while faults happen. */
export async function letNightFall(world: World): Promise<void> {
  const { usesRail, scheduler, dice, startAt, profile, lambda } = world;
  // The neighbour's profile is left out, because a slow receiver would be at work at any time.
  if (!usesRail || profile === 'neighbour' || dice.chance(0.5)) return;
  /**
   * In a world without faults, waits until no function runs. A function that runs while the clock jumps exceeds its
   * time limit, which would be a fault.
   */
  const beforeJump = async () => {
    if (!isQuiet(profile)) return;
    await scheduler.sleep(60_000);
    while (!lambda.isIdle()) await scheduler.sleep(100);
  };
  await beforeJump();
  scheduler.jump(Math.max(0, isOver(world, dayOf(startAt)) - scheduler.now()) + dice.between(0, 600_000));
  for (let runs = dice.between(1, 3); runs > 0; runs--) {
    await reconcilePsp(world);
    await beforeJump();
    scheduler.jump(dice.pick([0, 3_600_000, 10_800_000]));
    await scheduler.sleep(dice.between(1_000, 30_000));
  }
}

/** Returns the instant from which a day is compared. */
const isOver = ({ config }: World, day: string): number =>
  dayBounds(day).to + config.PSP_GRACE_SECONDS * 1_000;

const passesMax = 5;

/**
 * Compares each day from the first, until a pass changes nothing. What a pass learns is applied before the next one.
 */
export async function reconcilePspAtRest(world: World): Promise<void> {
  const { usesRail, scheduler, startAt, mirror, lambda } = world;
  if (!usesRail) return;
  const days = daysOf(startAt, scheduler.now());
  scheduler.jump(Math.max(0, isOver(world, dayOf(scheduler.now())) - scheduler.now()) + 60_000);
  let before = '';
  for (let pass = 1; pass <= passesMax; pass++) {
    const reports: Report[] = [];
    for (const day of days) {
      const outcome = await inWorld(world, () => lambda.invoke('reconcilePsp', { day }));
      const report = outcome.kind === 'answered' ? (outcome.result as Report) : undefined;
      if (!report?.complete || report.failed.length > 0)
        return mirror.fail('I41', `reconcile-psp at rest, of ${day}: ${JSON.stringify(outcome)}`);
      reports.push(report);
    }
    await untilIdle(world);
    const said = JSON.stringify(reports.map(({ days }) => days));
    if (said === before) return;
    before = said;
  }
  mirror.fail('I41', `reconcile-psp at rest says something new after ${passesMax} passes: ${before}`);
}

/** Lists the days in São Paulo between two instants, both included. */
function daysOf(from: number, to: number): string[] {
  const days: string[] = [];
  for (let at = from; dayOf(at) <= dayOf(to); at += 86_400_000) days.push(dayOf(at));
  return days;
}

export function checkReconciledPsp(world: World, stored: Dump): void {
  if (!world.usesRail) return;
  checkDifferences(world, stored);
  checkBalances(world, stored);
}
