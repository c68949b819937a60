// Turns changes of status, as the table's stream reports them, into messages. Only a fast trigger: losing a
// record loses nothing, since the row itself is its to-do entry.

import type { Cashout } from '../cashout.ts';
import type { Deps } from '../deps.ts';
import { type QueueName, queueNames } from '../queues.ts';

export type CashoutImage = Pick<Cashout, 'id' | 'status' | 'owedEvents'>;
export type CashoutImages = { before?: CashoutImage; after: CashoutImage };

/** The queues that must hear of a row as it stands. */
export function owedWork({ status, owedEvents }: CashoutImage): QueueName[] {
  return [
    ...(status === 'PROCESSING' ? (['transfers'] as const) : []),
    ...(owedEvents.length > 0 ? (['webhook-events'] as const) : []),
  ];
}

/**
 * Sends what each changed row owes. A queue that refuses is logged and left to the due index: failing the batch
 * would send everything else in it again, and hold up the stream.
 */
export async function dispatchChanges(deps: Deps, changes: readonly CashoutImages[]): Promise<void> {
  const changed = changes.filter(({ before, after }) => before?.status !== after.status);
  await Promise.all(
    queueNames.map(async (queue) => {
      const owing = changed.filter(({ after }) => owedWork(after).includes(queue));
      const ids = [...new Set(owing.map(({ after }) => after.id))];
      await deps.queues.sendAll(queue, ids).catch((error) => {
        deps.log.error('messages not sent, left to the due index', { queue, count: ids.length }, error);
      });
    }),
  );
}
