// Runs one thread of a simulation: one seed after another.

import './virtual-timers.ts';
import { enableCompileCache, flushCompileCache } from 'node:module';
import { parentPort, workerData } from 'node:worker_threads';
import { compileCache, root, type Service } from '../../local/service.ts';
import type { Secrets } from '../../local/settings.ts';
import { bugs } from './bugs.ts';
import type { MakeHandler } from './lambda.ts';
import { plant, planted } from './plant.ts';
import type { Task } from './run.ts';

export type WorkerData = { service: Service; secrets: Secrets; bug?: string };

// Node would store the compiled code only after the thread's end. The flush below stores it earlier, so that the next
// threads find it.
enableCompileCache(compileCache);
const { service, secrets, bug } = workerData as WorkerData;
const wanted = bugs.find(({ name }) => name === bug);
if (wanted) plant(wanted);
// The service is loaded only now, so that it contains the planted bug.
const { openEngine } = await import('./engine.ts');
const { runSeed } = await import('./run.ts');
const makeHandlers = new Map<string, MakeHandler>();
for (const [functionKey, { handler }] of Object.entries(service.functions)) {
  const module = (await import(root + handler.replace(/\.handler$/, '.ts'))) as { makeHandler: MakeHandler };
  makeHandlers.set(functionKey, module.makeHandler);
}
const { makeHandler } = await import('./returns-told.ts');
makeHandlers.set('applyNetworkEvent', makeHandler);
if (!planted()) throw new Error(`${bug} has not been planted`);
flushCompileCache();
const base = { engine: openEngine(), service, secrets, makeHandlers };

parentPort?.on('message', async (task: Task) => {
  parentPort?.postMessage(await runSeed(base, task));
});
parentPort?.postMessage('ready');
