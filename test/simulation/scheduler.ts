// Runs a seed with one thread and one clock. Everything that would be input or output waits here as a step, and the
// dice choose the next step. Time passes only by steps and timers. So a seed gives the same run on every machine.

import { createHash } from 'node:crypto';
import type { Dice } from './dice.ts';
import { makeTimers, type Timer } from './timers.ts';

type Step = { label: string; run: () => Promise<void> | void };

export type Scheduler = ReturnType<typeof makeScheduler>;

/** Is thrown if a run ends before its work is done. */
export class Ended extends Error {}

/** More steps than any run needs. So a loop that never ends is found as a fault and does not block the run. */
const stepsMax = 100_000;

export function makeScheduler(dice: Dice, startAt: number, keep: boolean) {
  let time = startAt;
  let order = 0;
  let steps = 0;
  let jumped = 0;
  let isEnough = () => false;
  const waiting: Step[] = [];
  const timers = makeTimers();
  const hash = createHash('sha256');
  const trace: string[] = [];

  function note(line: string): void {
    const text = `${steps} +${((time - startAt) / 1000).toFixed(3)}s ${line}`;
    hash.update(text).update('\n');
    if (keep) trace.push(text);
  }

  function at(when: number, run: () => void): Timer {
    const timer = { at: Math.max(when, time), order: order++, run };
    timers.add(timer);
    return timer;
  }

  /** Waits until every promise that can continue has continued. */
  async function settle(): Promise<void> {
    for (let turn = 0; turn < 2; turn++) await new Promise((resume) => setImmediate(resume));
  }

  return {
    now: () => time,
    steps: () => steps,
    note,
    at,
    trace,
    digest: () => hash.copy().digest('hex').slice(0, 16),
    cancel: (timer: Timer) => {
      timer.cancelled = true;
    },
    sleep: (milliseconds: number) =>
      new Promise<void>((wake) => void at(time + Math.max(0, milliseconds), wake)),
    /** Adds a step. The dice choose the order of the steps. */
    add: (label: string, run: Step['run']): void => void waiting.push({ label, run }),
    /** Ends the run as soon as this condition is true. */
    endOnce: (isSo: () => boolean): void => {
      isEnough = isSo;
    },
    /** Lets the clock jump. Everything that becomes due during the jump comes late. */
    jump: (milliseconds: number): void => {
      time += milliseconds;
      jumped += milliseconds;
    },
    /** Returns the milliseconds that have passed without the jumps. */
    lived: () => time - startAt - jumped,

    /**
     * @returns when the condition is true or nothing is left to do
     * @throws Ended
     */
    async run(isOver: () => boolean): Promise<void> {
      for (;;) {
        await settle();
        if (isEnough()) throw new Ended();
        if (isOver()) return;
        const due = timers.take(time);
        if (due) {
          due.run();
          continue;
        }
        if (waiting.length === 0) {
          const next = timers.take(Number.POSITIVE_INFINITY);
          if (!next) return;
          time = next.at;
          next.run();
          continue;
        }
        steps += 1;
        if (steps > stepsMax) throw new Error(`still busy after ${stepsMax} steps`);
        const [step] = waiting.splice(dice.between(0, waiting.length - 1), 1) as [Step];
        time += dice.between(1, 4);
        note(step.label);
        await step.run();
      }
    },
  };
}

/** Runs the steps of the world until the work is done. */
export async function inWorld<Done>(
  { scheduler }: { scheduler: Scheduler },
  work: () => Promise<Done>,
): Promise<Done> {
  let done: { value: Done } | { error: unknown } | undefined;
  work().then(
    (value) => {
      done = { value };
    },
    (error) => {
      done = { error };
    },
  );
  await scheduler.run(() => done !== undefined);
  if (!done) throw new Error('nothing is left to do, but somebody is still waiting');
  if ('error' in done) throw done.error;
  return done.value;
}
