// Runs one seed: opens a world, runs the callers while faults happen, brings the world to rest without faults, and
// checks it.

import { makeCallers } from './callers.ts';
import { check } from './check.ts';
import { endInHaste, endWaiting } from './enders.ts';
import { type Dump, dump } from './engine.ts';
import type { Fault, Profile } from './faults.ts';
import { comeLate } from './latecomers.ts';
import { happenings } from './marks.ts';
import { checkReconciled, reconcile, reconcileAtRest } from './reconciling.ts';
import { checkReconciledPsp, letNightFall, reconcilePsp, reconcilePspAtRest } from './reconciling-psp.ts';
import { comeToRest, endOwnFaults, runEverythingTwice } from './rest.ts';
import { Ended, inWorld } from './scheduler.ts';
import { openStage, work } from './workload.ts';
import { type Base, openWorld, type World } from './world.ts';

export type Result = {
  seed: number;
  profile: Profile;
  violations: string[];
  faults: Partial<Record<Fault, number>>;
  /** How often each fault, function and call occurred together, and what else happened. */
  met: Record<string, number>;
  calls: number;
  steps: number;
  invocations: number;
  statuses: Record<string, number>;
  answers: Record<string, number>;
  digest: string;
  milliseconds: number;
  sum: string;
  trace: string[];
};

/**
 * `untilFound` ends the run with the first violation that begins with this text. A test that asks only whether there is
 * a violation uses it.
 */
export type Task = { seed: number; profile: Profile; keep: boolean; untilFound?: string };

export async function runSeed(base: Base, { seed, profile, keep, untilFound }: Task): Promise<Result> {
  const began = performance.now();
  const callsBefore = base.engine.calls();
  const world = await openWorld(base, { seed, profile, keep });
  const { scheduler, faults, mirror } = world;
  const isFound = (violation: string) => untilFound !== undefined && violation.startsWith(untilFound);
  scheduler.endOnce(() => mirror.violations.some(isFound));
  const callers = makeCallers(world);
  let sum = '';
  let stored: Dump = {};
  try {
    const stage = await inWorld(world, () => openStage(world, callers));
    // The marks of the lists begin with the first run.
    if (world.usesRail) await inWorld(world, () => world.lambda.invoke('pollNetwork', {}));
    faults.switchOn();
    const stopSweeping = sweepEveryMinute(world);
    world.ownFaults?.start(callers.network);
    await inWorld(world, () => work(stage));
    await inWorld(world, () => endInHaste(world));
    await inWorld(world, () => letNightFall(world));
    stopSweeping();
    faults.switchOff();
    await endOwnFaults(world);
    await comeToRest(world, callers);
    await inWorld(world, () => comeLate(stage));
    await comeToRest(world, callers);
    await inWorld(world, () => endWaiting(world));
    await comeToRest(world, callers);
    await inWorld(world, () => reconcileAtRest(world, stage.parties));
    await reconcilePspAtRest(world);
    // A day may have passed, and blocks end with time.
    await comeToRest(world, callers);
    stored = await dump(base.engine, world.physical);
    sum = check(world, callers, stage.parties, stored);
    checkReconciled(world, stored);
    checkReconciledPsp(world, stored);
    await runEverythingTwice(world, stored);
  } catch (error) {
    if (!(error instanceof Ended)) failRun(world, error);
  }
  await base.engine.drop(world.physical);
  for (const violation of mirror.violations) scheduler.note(violation);
  return {
    seed,
    profile,
    violations: mirror.violations,
    faults: Object.fromEntries(faults.counts),
    met: { ...Object.fromEntries(faults.struck), ...happenings(world, callers, stored) },
    calls: base.engine.calls() - callsBefore,
    steps: scheduler.steps(),
    invocations: world.lambda.invocations(),
    statuses: countBy([...mirror.statuses.values()]),
    answers: countBy(callers.history.map(({ outcome }) => String(outcome.status))),
    digest: scheduler.digest(),
    milliseconds: performance.now() - began,
    sum,
    trace: scheduler.trace,
  };
}

function failRun({ logLines, mirror }: World, error: unknown): void {
  for (const line of logLines) if (line.includes('"error"')) mirror.fail('log', line.slice(0, 900));
  mirror.fail('run', error instanceof Error ? (error.stack ?? error.message) : String(error));
}

function countBy(names: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const name of names) counts[name] = (counts[name] ?? 0) + 1;
  return counts;
}

/** Runs the schedules, and what comes with time: jumps of the clock, outages, and dead letters that are moved back. */
function sweepEveryMinute(world: World): () => void {
  const { scheduler, faults, dice, lambda, sqs } = world;
  let over = false;
  const every = (wait: () => number, run: () => void) => {
    const tick = () => {
      if (over) return;
      scheduler.at(scheduler.now() + wait(), tick);
      run();
    };
    scheduler.at(scheduler.now() + dice.between(1, wait()), tick);
  };
  every(
    () => 60_000,
    () => {
      if (!faults.strikes('sweep skipped'))
        scheduler.add('schedule', () => void lambda.invoke('resumeStalled', {}));
    },
  );
  every(
    () => 60_000,
    () => {
      if (!faults.strikes('sweep skipped'))
        scheduler.add('schedule', () => void lambda.invoke('expireCashouts', {}));
    },
  );
  every(
    () => dice.between(10_000, 200_000),
    () => world.changePsp(dice.pick([0.5, 1])),
  );
  every(
    () => dice.between(20_000, 300_000),
    () => {
      if (world.usesRail && !faults.strikes('sweep skipped'))
        scheduler.add('schedule', () => void lambda.invoke('pollNetwork', {}));
    },
  );
  every(
    () => dice.between(5_000, 120_000),
    () => scheduler.add('schedule', () => void reconcile(world)),
  );
  every(
    () => dice.between(60_000, 900_000),
    () => {
      if (world.usesRail && !faults.strikes('sweep skipped'))
        scheduler.add('schedule', () => void reconcilePsp(world));
    },
  );
  every(
    () => dice.between(5_000, 60_000),
    () => {
      for (const account of world.usesRail ? world.pspAccounts : []) account.note();
    },
  );
  every(
    () => dice.between(1_000, 30_000),
    () => {
      if (faults.strikes('clock jump')) scheduler.jump(dice.pick([300_000, 3_600_000, 46_800_000]));
      if (faults.strikes('dead letters redriven')) sqs.redrive();
      faults.setOutage((world.profile === 'outage' || world.profile === 'psp') && dice.chance(0.3));
    },
  );
  return () => {
    over = true;
  };
}
