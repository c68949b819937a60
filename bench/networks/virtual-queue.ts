// A queue in simulated time: rows by the second in which they are due.

import type { Queues } from '../../lib/app/queues.ts';
import type { QueuedRow } from '../../lib/platform/work-queues.ts';

const refused = async () => {
  throw new Error('this measurement has no such queue');
};

export function virtualQueue(now: () => Date) {
  const second = () => Math.floor(now().getTime() / 1_000);
  const due = new Map<number, number[]>();
  const add = (rows: readonly QueuedRow[], delaySeconds = 0) => {
    const at = second() + Math.max(0, Math.ceil(delaySeconds));
    const ids = due.get(at) ?? [];
    for (const { id } of rows) ids.push(id);
    due.set(at, ids);
  };
  const queues: Queues = {
    send: async (queue, row, delay) => (queue === 'transfers' ? add([row], delay) : undefined),
    sendAll: async (queue, rows, delay) => (queue === 'transfers' ? add(rows, delay) : undefined),
    offer: async (queue, rows, delay) => {
      if (queue === 'transfers') add(rows, delay);
      return { unsent: [] };
    },
    offerPages: async () => ({ unsent: [] }),
    sendAccountEvent: async () => {},
    sendDeliveries: async () => {},
    sendDelivery: refused,
    sendEvent: refused,
    sendExport: refused,
    sendBatch: refused,
  };
  return {
    queues,
    add,
    /** Takes the rows that are due by now. */
    take(): number[] {
      const ids = due.get(second()) ?? [];
      due.delete(second());
      return ids;
    },
  };
}
