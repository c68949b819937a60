// Turns changes of status, as the tables' streams report them, into messages. Only a fast trigger: losing a record
// loses nothing, since the row itself is its to-do entry.

import type { Core, WithQueues } from '../app/deps.ts';
import type { Subject } from '../base/correlation.ts';
import type { Cashout } from '../cashout/cashout.ts';
import type { Chargeback } from '../chargeback/chargeback.ts';
import type { LogFields } from '../platform/log.ts';
import { type QueueName, queueNames } from '../platform/queue-names.ts';

type CashoutImage = Pick<Cashout, 'id' | 'account' | 'status' | 'owedEvents'>;
type ChargebackImage = Pick<Chargeback, 'id' | 'account' | 'status' | 'owesEvent'>;
/** A pointer item has no status, and owes nothing. */
type Image = CashoutImage | ChargebackImage | { id: number; account?: never; status?: never };
export type Change = { before?: Image; after: Image };

/** What a row is, for the log. */
export function rowSubject(row: Image): Subject {
  return 'owedEvents' in row ? { cashoutId: row.id } : { chargebackId: row.id };
}

/** The queues that must hear of a row as it stands. */
export function owedWork(row: Image): QueueName[] {
  if ('owesEvent' in row) return row.status === 'PENDING' || row.owesEvent ? ['chargebacks'] : [];
  if (!('owedEvents' in row)) return [];
  return [
    ...(row.status === 'PROCESSING' ? (['transfers'] as const) : []),
    ...(row.owedEvents.length > 0 ? (['webhook-events'] as const) : []),
  ];
}

/**
 * Sends what each changed row owes. A queue that refuses is logged and left to the due index: failing the batch
 * would send everything else in it again, and hold up the stream.
 */
export async function dispatchChanges(deps: Core & WithQueues, changes: readonly Change[]): Promise<void> {
  const changed = changes.filter(({ before, after }) => before?.status !== after.status);
  await Promise.all(
    queueNames.map(async (queue) => {
      const owing = changed.filter(({ after }) => owedWork(after).includes(queue));
      // The network has just been asked for a refund: it is looked up after a while.
      const isFresh = ({ after }: Change) => queue === 'chargebacks' && after.status === 'PENDING';
      const fresh = owing.filter(isFresh);
      await sendIds(
        deps,
        queue,
        owing.filter((change) => !isFresh(change)),
        0,
      );
      await sendIds(deps, queue, fresh, deps.config.CHARGEBACK_POLL_SECONDS);
    }),
  );
}

async function sendIds(
  deps: Core & WithQueues,
  queue: QueueName,
  changes: readonly Change[],
  delay: number,
): Promise<void> {
  const rows = new Map(changes.map(({ after }) => [after.id, after]));
  const note = (write: (about: LogFields) => void) => {
    for (const row of rows.values()) write({ queue, ...rowSubject(row) });
  };
  try {
    await deps.queues.sendAll(queue, [...rows.values()], delay);
    note((about) => deps.log.info('message sent', about));
  } catch (error) {
    note((about) => deps.log.error('message not sent, left to the due index', about, error));
  }
}
