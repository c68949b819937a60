// The thread that runs the functions of a started stack from their sources. It loads each function once. A function
// that cannot be loaded is reported, and fails on every call. A changed source is loaded in a new thread
// (functions.ts).

import { tracingChannel } from 'node:diagnostics_channel';
import module from 'node:module';
import { parentPort, workerData } from 'node:worker_threads';
import type { Context } from 'aws-lambda';
import { explain } from '../stop.ts';

export type HostData = {
  root: string;
  /** The folder where compiled sources are kept between starts. */
  cache: string;
  /**
   * By function: the path of its file without the extension, and the name of the exported handler, as in
   * serverless.yml.
   */
  handlers: Record<string, string>;
};

export type Invocation = {
  id: number;
  functionKey: string;
  name: string;
  /** The event as JSON text, because a Lambda receives only JSON. */
  event: string;
  /** The time at which the call times out, in milliseconds since 1970, UTC. */
  deadline: number;
  requestId: string;
};

export type ToHost = { environment: Record<string, string> } | Invocation;

/** The answer that Lambda gives if a function throws. */
export type Failure = { errorType: string; errorMessage: string; trace: string[] };

export type FromHost =
  | { loaded: true; failed: { functionKey: string; why: string }[] }
  | { id: number; result: string }
  | { id: number; failure: Failure };

type Handler = (event: unknown, context: Context) => Promise<unknown>;

const { root, cache, handlers } = workerData as HostData;
const loaded = new Map<string, Handler>();
const failed = new Map<string, unknown>();

/**
 * Measurements subscribe to this channel. It publishes each invocation with the function's name and its event as JSON.
 */
const invocations = tracingChannel<object, { name: string; event: string }>('pix-cashout.invocation');

const tell = (message: FromHost) => parentPort?.postMessage(message);

async function load(functionKey: string, handler: string): Promise<void> {
  const dot = handler.lastIndexOf('.');
  try {
    const exported = await import(`${root}${handler.slice(0, dot)}.ts`);
    const found = exported[handler.slice(dot + 1)];
    if (typeof found !== 'function') throw new Error(`${handler} is not exported`);
    loaded.set(functionKey, found as Handler);
  } catch (error) {
    failed.set(functionKey, error);
  }
}

async function run({ id, functionKey, name, event, deadline, requestId }: Invocation): Promise<void> {
  const context = {
    functionName: name,
    functionVersion: '$LATEST',
    invokedFunctionArn: `arn:aws:lambda:${process.env.AWS_REGION}:000000000000:function:${name}`,
    awsRequestId: requestId,
    memoryLimitInMB: '512',
    callbackWaitsForEmptyEventLoop: true,
    getRemainingTimeInMillis: () => Math.max(0, deadline - Date.now()),
  } as Context;
  try {
    const handler = loaded.get(functionKey);
    if (!handler) throw failed.get(functionKey) ?? new Error(`there is no function ${functionKey}`);
    const result = await invocations.tracePromise(() => handler(JSON.parse(event), context), { name, event });
    tell({ id, result: JSON.stringify(result ?? null) });
  } catch (error) {
    tell({ id, failure: failureOf(error) });
  }
}

function failureOf(error: unknown): Failure {
  if (!(error instanceof Error)) return { errorType: typeof error, errorMessage: String(error), trace: [] };
  const trace = (error.stack ?? '').split('\n');
  return { errorType: error.name, errorMessage: error.message, trace };
}

module.enableCompileCache(cache);
parentPort?.on('message', (message: ToHost) => {
  if ('environment' in message) Object.assign(process.env, message.environment);
  else void run(message);
});
await Promise.all(Object.entries(handlers).map(([functionKey, handler]) => load(functionKey, handler)));
tell({
  loaded: true,
  failed: [...failed].map(([functionKey, error]) => ({ functionKey, why: explain(error) })),
});
module.flushCompileCache();
