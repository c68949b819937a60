// Turns changes of status, as the table's stream reports them, into messages. Only a fast trigger: losing a
// record loses nothing, since the row itself is its to-do entry.

import type { Cashout } from '../cashout.ts';
import type { Deps } from '../deps.ts';
import type { QueueName } from '../queues.ts';

export type CashoutImage = Pick<Cashout, 'id' | 'status' | 'owedEvents'>;
export type CashoutImages = { before?: CashoutImage; after: CashoutImage };

/** The queues that must hear of a row as it stands. */
export function owedWork({ status, owedEvents }: CashoutImage): QueueName[] {
  return [
    ...(status === 'PROCESSING' ? (['transfers'] as const) : []),
    ...(owedEvents.length > 0 ? (['webhook-events'] as const) : []),
  ];
}

export async function dispatchChanges(deps: Deps, changes: readonly CashoutImages[]): Promise<void> {
  const changed = changes.filter(({ before, after }) => before?.status !== after.status);
  const idsFor = (queue: QueueName) => [
    ...new Set(changed.filter(({ after }) => owedWork(after).includes(queue)).map(({ after }) => after.id)),
  ];
  await Promise.all([
    deps.queues.sendAll('transfers', idsFor('transfers')),
    deps.queues.sendAll('webhook-events', idsFor('webhook-events')),
  ]);
}
