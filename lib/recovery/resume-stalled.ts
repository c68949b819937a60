// Recovers from lost messages: sends overdue rows with open work again, and creates missing deliveries of events.

import type { WithWatches } from '../account/deps.ts';
import { eventSubject } from '../base/correlation.ts';
import type { WithBatches } from '../batch/deps.ts';
import type { WithCashouts } from '../cashout/deps.ts';
import type { WithChargebacks } from '../chargeback/deps.ts';
import type { WithExports } from '../export/deps.ts';
import type { WithQueues } from '../incoming/deps.ts';
import type { WithPspRows } from '../network/deps.ts';
import type { Base } from '../platform/deps.ts';
import { messageOf } from '../webhook/delivery.ts';
import type { WithDeliveries, WithEvents, WithWebhooks } from '../webhook/deps.ts';
import { findMissingDeliveries } from './find-missing-deliveries.ts';
import { resumeCashouts } from './resume-cashouts.ts';
import { hasTimeToList, type Limits, sendEach } from './resume-rows.ts';
import { resumeShards } from './resume-shards.ts';
import { rowSubject } from './stream-record.ts';

const usual: Limits = {
  /** Maximum number of rows of a kind that a run sends again. */
  perRun: 10_000,
  /**
   * Maximum number of rows that are listed per shard or partition. It is greater than the number of open rows that one
   * account may have (docs/performance.md).
   */
  perShard: 20_000,
  remaining: () => Number.POSITIVE_INFINITY,
};

/**
 * Sends overdue work again. Throws at the end if some rows could not be sent.
 * @returns the number of rows that were sent
 */
export async function resumeStalled(
  deps: Base &
    WithWatches &
    WithEvents &
    WithWebhooks &
    WithDeliveries &
    WithCashouts &
    WithChargebacks &
    WithExports &
    WithBatches &
    WithPspRows &
    WithQueues,
  limits: Partial<Limits> = {},
): Promise<number> {
  const { batches, chargebacks, deliveries, exports, queues } = deps;
  const within = { ...usual, ...limits };
  const hasTime = () => hasTimeToList(within);
  const results = await Promise.all([
    resumeCashouts(deps, within, [(account) => findMissingDeliveries(deps, account, hasTime)]),
    resumeShards(deps, within, {
      kind: 'chargeback',
      listDue: chargebacks.listDue,
      get: ({ id }) => chargebacks.get(id),
      take: chargebacks.resume,
      queueOf: () => 'chargebacks',
      send: (_, rows) => queues.offer('chargebacks', rows),
      about: rowSubject,
    }),
    resumeShards(deps, within, {
      kind: 'delivery',
      listDue: deliveries.listDue,
      get: deliveries.get,
      take: deliveries.resume,
      queueOf: () => 'deliveries',
      // The delivery is already late, so it does not use the fast queue.
      send: sendEach((row) => queues.sendDelivery(messageOf(row, 'slow'))),
      about: ({ webhookId, eventId }) => ({ ...eventSubject(eventId), webhookId }),
    }),
    resumeShards(deps, within, {
      kind: 'export',
      listDue: exports.listDue,
      get: ({ of, id }) => exports.get(of, id),
      take: exports.resume,
      queueOf: () => 'exports',
      send: sendEach((row) => queues.sendExport(row)),
      about: ({ id }) => ({ exportId: id }),
    }),
    resumeShards(deps, within, {
      kind: 'batch',
      listDue: batches.listDue,
      get: ({ id }) => batches.get(id),
      take: batches.resume,
      queueOf: () => 'batches',
      send: sendEach((row) => queues.sendBatch(row)),
      about: ({ id }) => ({ batchId: id }),
    }),
  ]);
  const all = results.flat();
  const count = all.filter((result) => result === 'sent').length;
  if (count > 0) {
    deps.log.warn('messages for overdue work were sent again', { count });
    deps.metrics.count('StalledResumed', count);
  }
  if (all.includes('failed')) throw new Error('some stalled work could not be sent again');
  return count;
}
