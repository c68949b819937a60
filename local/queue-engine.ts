// The thread of the embedded SQS. The engine writes each step of a message to its file before it answers. Because the
// engine has a thread of its own, these writes delay only callers of the queue.

import { Server } from 'node:net';
import { parentPort, workerData } from 'node:worker_threads';
import { startFauxqs } from 'fauxqs';
import { makeQueuesFair } from './fair-queues.ts';
import { leaveDiskToSystem } from './queue-file.ts';

const { folder } = workerData as { folder?: string };
// The engine listens on all interfaces and does not check signatures. So in this thread every server listens only on
// loopback.
const { listen } = Server.prototype;
Server.prototype.listen = function (this: Server, ...given: unknown[]) {
  const [where, ...rest] = given;
  const isPlace = typeof where === 'object' && where !== null && 'host' in where;
  return Reflect.apply(listen, this, [isPlace ? { ...where, host: '127.0.0.1' } : where, ...rest]);
} as typeof listen;
await makeQueuesFair();
await leaveDiskToSystem();
const server = await startFauxqs({
  port: 0,
  logger: false,
  defaultRegion: 'sa-east-1',
  ...(folder ? { dataDir: folder } : {}),
});
parentPort?.postMessage(server.port);
parentPort?.once('message', async () => {
  await server.stop();
  parentPort?.close();
});
