// The thread of the embedded SQS. It writes each step of a message to its file before it answers; in a thread
// of its own, only callers of the queue wait for that.

import { parentPort, workerData } from 'node:worker_threads';
import { startFauxqs } from 'fauxqs';
import { makeQueuesFair } from './fair-queues.ts';
import { leaveDiskToSystem } from './queue-file.ts';

const { folder } = workerData as { folder?: string };
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
