// A client that asks so many times a second whatever it is answered, in a process of its own. A child of bench/limits.ts;
// when it is told to stop it tells how often it was answered with which status.

import { setTimeout as pause } from 'node:timers/promises';

const [url = '', token = '', perSecond = '0'] = process.argv.slice(2);
const statuses: Record<string, number> = {};
let isStopping = false;
process.once('message', () => {
  isStopping = true;
});

const began = performance.now();
const open = new Set<Promise<void>>();
for (let sent = 0; !isStopping; ) {
  const due = ((performance.now() - began) * Number(perSecond)) / 1000;
  // What it could not send in time it leaves: a machine that stood still is no burst of the client's.
  for (sent = Math.max(sent, Math.ceil(due - Number(perSecond) / 10)); sent < due; sent++) {
    const asking = ask().finally(() => open.delete(asking));
    open.add(asking);
  }
  await pause(2);
}
await Promise.all(open);
const seconds = (performance.now() - began) / 1000;
process.send?.({ statuses, seconds }, () => process.exit(0));

async function ask(): Promise<void> {
  const answer = await fetch(`${url}/v3/cashouts/1`, { headers: { authorization: `Bearer ${token}` } });
  await answer.arrayBuffer();
  statuses[answer.status] = (statuses[answer.status] ?? 0) + 1;
}
