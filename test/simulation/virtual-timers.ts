// Makes timers and random numbers follow the simulated clock and the seed, also for code that does not get them from
// Deps (the AWS SDK's waits between its attempts, middy's early time-out). It must be imported before anything that
// keeps a reference to them.

import { syncBuiltinESMExports } from 'node:module';
import timers from 'node:timers';
import type { Dice } from './dice.ts';
import type { Scheduler } from './scheduler.ts';
import type { Timer } from './timers.ts';

let current: { scheduler: Scheduler; dice: Dice } | undefined;

/** Uses the time and the random numbers of this run from now on. */
export function followRun(run: { scheduler: Scheduler; dice: Dice }): void {
  current = run;
}

function setVirtualTimeout(run: (...given: unknown[]) => void, milliseconds = 0, ...given: unknown[]) {
  if (!current) throw new Error('a timer outside any run');
  const { scheduler } = current;
  const timer = scheduler.at(scheduler.now() + milliseconds, () => run(...given));
  const handle = { timer, scheduler, ref: () => handle, unref: () => handle, hasRef: () => true };
  return handle;
}

function clearVirtualTimeout(handle?: { timer: Timer; scheduler: Scheduler }): void {
  if (handle?.timer) handle.scheduler.cancel(handle.timer);
}

const replaced = { setTimeout: setVirtualTimeout, clearTimeout: clearVirtualTimeout };
Object.assign(timers, replaced);
Object.assign(globalThis, replaced);
syncBuiltinESMExports();
Math.random = () => current?.dice.fraction() ?? 0.5;
