// Runs one thread with the functions, which it loads from their sources when it starts.

import { Worker } from 'node:worker_threads';
import { compileCache, root, type Service } from '../service.ts';
import { explain } from '../stop.ts';
import type { Failure, FromHost, HostData, Invocation } from './host.ts';

type Ended = { result: string } | { failure: Failure };

export type Generation = {
  /** The functions that could not be loaded. */
  failed: { functionKey: string; why: string }[];
  /** @param seconds the time after which the call fails */
  call(invocation: Omit<Invocation, 'id'>, seconds: number): Promise<Ended>;
  /** Stops the thread once no call is running. */
  retire(): void;
  end(): Promise<unknown>;
};

export type GenerationOptions = {
  service: Service;
  /** The environment variables of all functions. The promise settles when they are known. */
  environment: Promise<Record<string, string>>;
  /** Called with each piece of the functions' log. */
  onLog: (text: string) => void;
  /** Called if the thread stopped unexpectedly. */
  onEnd: (why: string) => void;
};

export async function openGeneration(options: GenerationOptions): Promise<Generation> {
  const { service, environment, onLog, onEnd } = options;
  const entries = Object.entries(service.functions).map(([key, { handler }]) => [key, handler]);
  const workerData: HostData = { root, cache: compileCache, handlers: Object.fromEntries(entries) };
  const worker = new Worker(new URL('host.ts', import.meta.url), { workerData, stdout: true, stderr: true });
  for (const output of [worker.stdout, worker.stderr])
    output.setEncoding('utf8').on('data', (text: string) => onLog(text));
  void environment.then((variables) => worker.postMessage({ environment: variables }));
  const open = new Map<number, (ended: Ended) => void>();
  let last = 0;
  let isRetired = false;
  let hasEnded = false;
  const exit: Ended = {
    failure: { errorType: 'Runtime.ExitError', errorMessage: 'the runtime ended', trace: [] },
  };

  const failed = await new Promise<Generation['failed']>((resolve) => {
    let isLoaded = false;
    let why: string | undefined;
    worker.on('error', (error) => {
      why = explain(error);
    });
    worker.on('exit', () => {
      hasEnded = true;
      for (const done of open.values()) done(exit);
      const said = why ?? `the thread ended${isLoaded ? '' : ' as it was loaded'}`;
      if (!isLoaded)
        resolve(Object.keys(service.functions).map((functionKey) => ({ functionKey, why: said })));
      else if (!isRetired) onEnd(said);
    });
    worker.on('message', (message: FromHost) => {
      if ('loaded' in message) {
        isLoaded = true;
        return resolve(message.failed);
      }
      open.get(message.id)?.(message);
      if (isRetired && open.size === 0) void worker.terminate();
    });
  });

  return {
    failed,
    call(invocation, seconds) {
      if (hasEnded) return Promise.resolve(exit);
      last += 1;
      const id = last;
      return new Promise((resolve) => {
        const timer = setTimeout(() => {
          const errorMessage = `Task timed out after ${seconds.toFixed(2)} seconds`;
          done({ failure: { errorType: 'Sandbox.Timedout', errorMessage, trace: [] } });
        }, seconds * 1000);
        const done = (ended: Ended) => {
          clearTimeout(timer);
          open.delete(id);
          resolve(ended);
        };
        open.set(id, done);
        worker.postMessage({ ...invocation, id });
      });
    },
    retire() {
      isRetired = true;
      if (open.size === 0) void worker.terminate();
    },
    end() {
      isRetired = true;
      return worker.terminate();
    },
  };
}
