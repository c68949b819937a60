// Simulates Lambda. A container serves one invocation at a time, keeps its memory between invocations, has a clock of
// its own, and may end at any call. An invocation that has died never gets another answer.

import { AsyncLocalStorage } from 'node:async_hooks';
import type { Context } from 'aws-lambda';
import type { Deps } from '../../lib/app/deps.ts';
import type { Dice } from './dice.ts';
import { type IdsWorked, nothingWorked } from './messages-of-ids.ts';
import type { Scheduler } from './scheduler.ts';

export type Handler = (event: unknown, context: Context) => Promise<unknown>;
export type MakeHandler = (deps: Deps) => Handler;

/**
 * `lived` is the container's time in milliseconds, as the scheduler counts it. `isPart` means that other keys of the
 * same read must still be read again.
 */
type Sight = { step: number; lived: number; isPart: boolean };

export type Invocation = {
  id: number;
  functionKey: string;
  dead: boolean;
  die: () => void;
  /** The webhook registrations that the invocation has read, by URL, with the time of the last read. */
  sawWebhook: Map<string, Sight>;
  /** The clients and policies that the invocation has read, by partition key, with the time of the last read. */
  sawRights: Map<string, Sight>;
  /** The ids in messages that the invocation has read, failed with, and sent again. */
  worked: IdsWorked;
};

export type Invoked =
  | { kind: 'answered'; result: unknown; invocation: Invocation }
  | { kind: 'threw'; error: unknown }
  | { kind: 'died' };

const current = new AsyncLocalStorage<Invocation>();

/** Returns the invocation whose code is running. */
export const running = (): Invocation | undefined => current.getStore();

export const never = () => new Promise<never>(() => {});

type Container = { deps: Deps; handlers: Map<string, Handler>; busy: boolean };

type Options = {
  scheduler: Scheduler;
  dice: Dice;
  makeHandlers: ReadonlyMap<string, MakeHandler>;
  /** Returns the timeout of a function in seconds. */
  timeoutOf: (functionKey: string) => number;
  openContainer: () => Deps;
};

export type Lambda = ReturnType<typeof makeLambda>;

const containersMax = 12;

export function makeLambda({ scheduler, dice, makeHandlers, timeoutOf, openContainer }: Options) {
  let containers: Container[] = [];
  let invocations = 0;
  let open = 0;

  function takeContainer(): Container {
    const idle = containers.filter(({ busy }) => !busy);
    if (idle.length > 0 && (containers.length >= containersMax || dice.chance(0.9))) return dice.pick(idle);
    const container = { deps: openContainer(), handlers: new Map(), busy: false };
    containers.push(container);
    return container;
  }

  function handlerOf(container: Container, functionKey: string): Handler {
    const known = container.handlers.get(functionKey);
    if (known) return known;
    const make = makeHandlers.get(functionKey);
    if (!make) throw new Error(`no function ${functionKey}`);
    const handler = make(container.deps);
    container.handlers.set(functionKey, handler);
    return handler;
  }

  return {
    /** Runs a function with its event converted to JSON and back, because only JSON arrives over a network. */
    async invoke(functionKey: string, event: unknown): Promise<Invoked> {
      const container = takeContainer();
      container.busy = true;
      const id = ++invocations;
      let tell = () => {};
      const died = new Promise<Invoked>((resolve) => {
        tell = () => resolve({ kind: 'died' });
      });
      const invocation: Invocation = {
        id,
        functionKey,
        dead: false,
        sawWebhook: new Map(),
        sawRights: new Map(),
        worked: nothingWorked(),
        die: () => {
          if (invocation.dead) return;
          scheduler.note(`${functionKey}/${id} dies`);
          invocation.dead = true;
          containers = containers.filter((one) => one !== container);
          tell();
        },
      };
      const endsAt = scheduler.now() + timeoutOf(functionKey) * 1000;
      const kill = scheduler.at(endsAt, invocation.die);
      const context = { functionName: functionKey, getRemainingTimeInMillis: () => endsAt - scheduler.now() };
      const input = JSON.parse(JSON.stringify(event));
      const answered = current
        .run(invocation, () => handlerOf(container, functionKey)(input, context as Context))
        .then(
          (result): Invoked => ({ kind: 'answered', result, invocation }),
          (error): Invoked => ({ kind: 'threw', error }),
        );
      open += 1;
      const outcome = await Promise.race([answered, died]);
      open -= 1;
      scheduler.cancel(kill);
      container.busy = false;
      return outcome;
    },
    /**
     * Simulates a change of settings. Some containers stay for a while with the old settings.
     * @param share the share of containers that are closed
     */
    renew(share: number): void {
      containers = containers.filter(() => !dice.chance(share));
    },
    invocations: () => invocations,
    isIdle: () => open === 0,
  };
}
