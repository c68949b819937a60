// Runs the functions of a started stack. They are invoked as in Lambda, and loaded again when their sources change.
// Calls that are running finish with the old code.

import { randomUUID } from 'node:crypto';
import { type Generation, type GenerationOptions, openGeneration } from './generation.ts';
import type { Failure } from './host.ts';

/** The error of a function that threw or took too long. It may contain data of the function. */
export class FunctionFailed extends Error {
  readonly failure: Failure;
  constructor(functionName: string, failure: Failure) {
    super(`${functionName} failed: ${failure.errorType}: ${failure.errorMessage}`);
    this.failure = failure;
  }
}

export type Functions = ReturnType<typeof openFunctions>;

export type FunctionsOptions = Omit<GenerationOptions, 'onEnd'> & {
  /** Called if the thread stopped unexpectedly and another thread replaced it. */
  onCrash: (why: string) => void;
};

export type Reloaded = { milliseconds: number; failed: Generation['failed'] };

export function openFunctions(options: FunctionsOptions) {
  let isStopping = false;
  let serving: Promise<Generation> = open();

  function open(): Promise<Generation> {
    const opened = openGeneration({
      ...options,
      onEnd: async (why) => {
        if (isStopping || (await serving) !== (await opened)) return;
        options.onCrash(why);
        serving = open();
      },
    });
    return opened;
  }

  return {
    /** Lists the functions that could not be loaded, with the reasons. */
    loaded: async () => (await serving).failed,

    /**
     * Runs one function with the event converted to JSON and back.
     * @throws FunctionFailed if the function throws or exceeds its timeout
     */
    async invoke(functionKey: string, event: unknown): Promise<unknown> {
      await options.environment;
      const { name = functionKey, timeout = 10 } = options.service.functions[functionKey] ?? {};
      const call = { functionKey, name, event: JSON.stringify(event), requestId: randomUUID() };
      const ended = await (await serving).call({ ...call, deadline: Date.now() + 1000 * timeout }, timeout);
      if ('failure' in ended) throw new FunctionFailed(name, ended.failure);
      return JSON.parse(ended.result);
    },

    /** Loads the current sources. If one function cannot be loaded, all functions keep the old code. */
    async reload(): Promise<Reloaded> {
      const began = performance.now();
      const next = await open();
      const milliseconds = performance.now() - began;
      if (next.failed.length > 0) {
        next.retire();
        return { milliseconds, failed: next.failed };
      }
      const last = await serving;
      serving = Promise.resolve(next);
      last.retire();
      return { milliseconds, failed: [] };
    },

    async stop(): Promise<void> {
      isStopping = true;
      await (await serving).end();
    },
  };
}
