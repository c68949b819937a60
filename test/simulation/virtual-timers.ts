// Timers and chance of code that does not ask Deps for them (the AWS SDK's waits between its tries, middy's early
// time-out) follow the simulated clock and the seed too. Imported before anything that keeps a reference to them.

import { syncBuiltinESMExports } from 'node:module';
import timers from 'node:timers';
import type { Dice } from './dice.ts';
import type { Scheduler } from './scheduler.ts';
import type { Timer } from './timers.ts';

let current: { scheduler: Scheduler; dice: Dice } | undefined;

/** From now on time and chance are those of this run. */
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
