// Measures the cost of a receiver that always fails while it gets one event a second. The clock is simulated, so that
// an hour takes a few minutes.

import type { Outbound } from '../lib/platform/outbound.ts';
import { resumeStalled } from '../lib/recovery/resume-stalled.ts';
import { deliverWebhook } from '../lib/webhook/deliver-webhook.ts';
import type { DeliveryMessage } from '../lib/webhook/delivery.ts';
import { makeEvent } from '../lib/webhook/event.ts';
import { fanOut } from '../lib/webhook/fan-out.ts';
import type { InProcess } from '../local/in-process.ts';
import { countingClient } from './count-calls.ts';
import { registerPlain } from './plain-webhook.ts';

const account = { branch: '0001', number: '1' };

/** @returns totals by name; the recording of the events themselves is not included */
export async function failFor(stack: InProcess, seconds: number): Promise<Record<string, number>> {
  let time = Date.now();
  let attempts = 0;
  let messages = 0;
  const queue: { at: number; message: DeliveryMessage }[] = [];
  const outbound: Outbound = async () => {
    attempts += 1;
    return { kind: 'answered', status: 500, headers: {}, body: Buffer.alloc(0), isWhole: true };
  };
  const sendDelivery = async (message: DeliveryMessage, delaySeconds = 0) => {
    messages += 1;
    queue.push({ at: time + delaySeconds * 1000, message });
  };
  const sendDeliveries = async (all: readonly DeliveryMessage[]) => {
    for (const message of all) await sendDelivery(message);
  };
  const queues = { ...stack.deps.queues, sendDelivery, sendDeliveries };
  const counting = countingClient();
  const world = { now: () => new Date(time), queues, outbound };
  const [recording, working] = [stack.with(world), stack.with({ ...world, client: counting.client })];
  await recording.webhooks.startCount(account, 0);
  const id = await registerPlain(recording, account, 'https://receiver.example.com/');

  for (let second = 1; second <= seconds; second++) {
    time += 1_000;
    const at = new Date(time).toISOString();
    const about = { account, id: `event-${second}`, at, type: 'cashout.created' } as const;
    const { page } = await recording.events.append(makeEvent({ ...about, types: ['CASHOUT'] }, {}));
    await fanOut(recording, account, page);
    for (;;) {
      const next = queue.findIndex((one) => one.at <= time);
      if (next === -1) break;
      const [{ message } = {}] = queue.splice(next, 1);
      if (message) await deliverWebhook(working, message);
    }
    if (second % 60 === 0) {
      await resumeStalled(working);
      process.stderr.write(`  minute ${second / 60} of ${seconds / 60}: ${messages} messages\n`);
    }
  }
  const { reads, writes } = counting.take();
  const rows = await stack.deps.deliveries.list(id, Number.MAX_SAFE_INTEGER, seconds + 10);
  const count = (status: string) => rows.filter((row) => row.status === status).length;
  return {
    events: seconds,
    rows: rows.length,
    PENDING: count('PENDING'),
    HELD: count('HELD'),
    attempts,
    messages,
    'read units': Math.round(reads),
    'write units': Math.round(writes),
  };
}
