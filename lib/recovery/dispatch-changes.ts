// Turns changes of status, as the tables' streams report them, into messages. This is only a fast trigger: a
// lost record loses nothing, since the row is in the due index.

import type { Core, WithQueues } from '../app/deps.ts';
import { accountOfKey } from '../base/account-ref.ts';
import type { Subject } from '../base/correlation.ts';
import type { Cashout } from '../cashout/cashout.ts';
import type { Chargeback } from '../chargeback/chargeback.ts';
import type { LogFields } from '../platform/log.ts';
import { type QueueName, queueNames } from '../platform/queue-names.ts';

type CashoutImage = Pick<Cashout, 'id' | 'account' | 'status' | 'pendingEvents'>;
type ChargebackImage = Pick<Chargeback, 'id' | 'account' | 'status' | 'owesEvent'>;
/** A pointer item has no status, and no open work. */
type Image = CashoutImage | ChargebackImage | { id: number; account?: never; status?: never };
export type Change = { before?: Image; after: Image };

/** The id of a row, for the log. */
export function rowSubject(row: Image): Subject {
  return 'pendingEvents' in row ? { cashoutId: row.id } : { chargebackId: row.id };
}

/** The queues with work for a row as it is now. */
export function pendingWork(row: Image): QueueName[] {
  if ('owesEvent' in row) return row.status === 'PENDING' || row.owesEvent ? ['chargebacks'] : [];
  if (!('pendingEvents' in row)) return [];
  // The worker that completes a transfer records its pending events too.
  if (row.status === 'PROCESSING') return ['transfers'];
  return row.pendingEvents.length > 0 ? ['webhook-events'] : [];
}

/**
 * Sends the open work of each changed row. A queue that fails is logged and left to the due index: failing
 * the batch would send everything else in it again, and block the stream.
 */
export async function dispatchChanges(deps: Core & WithQueues, changes: readonly Change[]): Promise<void> {
  const changed = changes.filter(({ before, after }) => before?.status !== after.status);
  await Promise.all(
    queueNames.map(async (queue) => {
      const owing = changed.filter(({ after }) => pendingWork(after).includes(queue));
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

/**
 * Sends the new pages of event feeds. A lost message loses no delivery: an account's look finds those that are
 * missing.
 * @param keys of written rows, of any table
 */
export async function dispatchPages(
  deps: Core & WithQueues,
  keys: readonly Record<string, unknown>[],
): Promise<void> {
  const pages = keys.flatMap(({ account, position }) => {
    if (typeof account !== 'string' || !/^\d+$/.test(String(position))) return [];
    return [{ account: accountOfKey(account), page: Number(position) }];
  });
  if (pages.length === 0) return;
  await deps.queues.sendPages(pages).catch((error) => {
    deps.log.error('pages of events not sent, resumeStalled finds their deliveries later', {}, error);
  });
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
    note((about) => deps.log.error('message not sent, resumeStalled sends it later', about, error));
  }
}
