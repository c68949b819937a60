// Holds back the triggers' and schedules' calls of functions while other work needs the tables to itself.

import type { Invoke } from './trigger-options.ts';

/** @param call runs a function */
export function makeGate(call: Invoke) {
  const running = new Set<Promise<unknown>>();
  let held: Promise<unknown> = Promise.resolve();
  return {
    /** Runs a function as soon as nothing holds it back. */
    async invoke(functionKey: string, event: unknown): Promise<unknown> {
      await held;
      const run = call(functionKey, event);
      running.add(run);
      return run.finally(() => running.delete(run));
    },
    /** Waits for the functions that run, and holds back all others until the work has ended. */
    hold<Result>(work: () => Promise<Result>): Promise<Result> {
      const done = Promise.allSettled(running).then(work);
      held = done.catch(() => {});
      return done;
    },
  };
}
