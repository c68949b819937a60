// Sends a fixed number of requests a second as one client, whatever the answers are. It is a child process of
// bench/limits.ts. When it is stopped, it reports the number of answers by status.

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
  // Requests that could not be sent in time are skipped, so that a stalled machine does not send a burst afterwards.
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
