// Runs the scheduled recovery for a test in which only some kinds of work can be due.

import type { Core } from '../../lib/app/deps.ts';
import type { Queues } from '../../lib/app/queues.ts';
import type { WithBatches } from '../../lib/batch/deps.ts';
import type { WithExports } from '../../lib/export/deps.ts';
import type { WithQueues } from '../../lib/incoming/deps.ts';
import type { WithPspRows } from '../../lib/network/deps.ts';
import { resumeStalled } from '../../lib/recovery/resume-stalled.ts';

type Kind = 'cashouts' | 'chargebacks' | 'deliveries' | 'exports' | 'batches';

const none = async () => [];

/**
 * Only the given kinds are read, because each shard of a kind costs a call. test/functions/resume-stalled.test.ts reads
 * all kinds.
 */
export function sweep(
  deps: Core & WithExports & WithBatches & WithPspRows & WithQueues,
  ...kinds: Kind[]
): Promise<number> {
  const only = <Store extends { listDue: unknown }>(kind: Kind, store: Store): Store =>
    kinds.includes(kind) ? store : { ...store, listDue: none };
  return resumeStalled({
    ...deps,
    watches: kinds.includes('cashouts') ? deps.watches : { ...deps.watches, list: none },
    chargebacks: only('chargebacks', deps.chargebacks),
    deliveries: only('deliveries', deps.deliveries),
    exports: only('exports', deps.exports),
    batches: only('batches', deps.batches),
  });
}

/** Returns queues that record the rows which the recovery sends, but send no message. */
export function notingRows(queues: Queues, sent: number[]): Queues {
  return {
    ...queues,
    offer: async (_, rows) => {
      sent.push(...rows.map(({ id }) => id));
      return { unsent: [] };
    },
    sendDelivery: async ({ sequence }) => void sent.push(sequence),
  };
}

/** Sends each row that the recovery offers with the test's own `send`. */
export const offerEach =
  (send: Queues['send']): Queues['offer'] =>
  async (queue, rows, delaySeconds) => {
    for (const row of rows) await send(queue, row, delaySeconds);
    return { unsent: [] };
  };
