// Each thread of the started stack loads this file first (NODE_OPTIONS). It returns the size of the thread's heap after
// a garbage collection, because growth before a collection does not prove a leak. It also returns what keeps the thread
// alive.

import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { isMainThread, threadId } from 'node:worker_threads';

export type Held = { thread: string; heapBytes: number; outsideBytes: number; resources: number };

const folder = process.env.SOAK_PROBES;
// npm start passes its environment to other processes too, so those do not start a probe.
if (folder && (!isMainThread || process.argv[1]?.endsWith('local/start.ts'))) serve(folder);

function serve(probes: string): void {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const server = createServer((_, response) => {
    collect();
    collect();
    const { heapUsed, external } = process.memoryUsage();
    const held: Held = {
      thread: String(threadId),
      heapBytes: heapUsed,
      outsideBytes: external,
      resources: process.getActiveResourcesInfo().length,
    };
    response.setHeader('connection', 'close').end(JSON.stringify(held));
  });
  server.listen(0, '127.0.0.1', () => {
    mkdirSync(probes, { recursive: true });
    writeFileSync(join(probes, String(threadId)), String((server.address() as AddressInfo).port));
  });
  server.unref();
}
