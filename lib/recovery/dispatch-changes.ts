// Converts status changes and new feed pages from the tables' streams to messages. Returns the record from which the
// stream must continue. A stream is only a fast trigger: resume-stalled finds anything that was not sent
// (docs/decisions/engineering/streams.md).

import { accountKey } from '../base/account-ref.ts';
import { stepSecondsMin } from '../batch/next-step.ts';
import type { WithQueues } from '../incoming/deps.ts';
import type { Base } from '../platform/deps.ts';
import type { LogFields } from '../platform/log.ts';
import { type QueueName, queueNames } from '../platform/work-queues.ts';
import { rowSubject, type StreamRecord } from './stream-record.ts';

/** The records for one queue, and the records that the queue did not accept. */
type Sending = {
  queue: QueueName;
  all: readonly StreamRecord[];
  unsent: readonly StreamRecord[];
  error?: unknown;
  isDown?: boolean | undefined;
};

/** Seconds for which a stream tries a record again if a fault may affect only one account or one queue. */
const patienceSeconds = 30;

/**
 * Sends the open work of each changed row and the new pages of feeds.
 * @returns the number of the first record that the stream must deliver again, with all records after it
 */
export async function dispatchChanges(
  deps: Base & WithQueues,
  records: readonly StreamRecord[],
): Promise<string | undefined> {
  const sendings = await Promise.all([
    ...queueNames.flatMap((queue) => {
      const owing = records.filter(({ queues }) => queues.includes(queue));
      const byDelay = Map.groupBy(owing, (record) => delayOf(deps, queue, record));
      return [...byDelay].map(([delay, some]) => sendRows(deps, queue, some, delay));
    }),
    sendPages(deps, records),
  ]);
  const again = new Set(sendings.flatMap((sending) => judge(deps, sending)));
  return records.find((record) => again.has(record))?.number;
}

/** Returns the delay of a row's message (seconds). */
function delayOf({ config }: Base, queue: QueueName, { row }: StreamRecord): number {
  // The refund of a PENDING row was requested only now, so its look-up is delayed.
  if (queue === 'chargebacks') return row?.status === 'PENDING' ? config.CHARGEBACK_POLL_SECONDS : 0;
  // A step of a batch starts its lines together. Their delays spread the payments over the time until the next step, so
  // that other payouts can be made in between.
  const isLine = row && 'batchId' in row && row.batchId !== undefined && queue === 'transfers';
  return isLine ? row.id % stepSecondsMin : 0;
}

async function sendRows(
  deps: Base & WithQueues,
  queue: QueueName,
  all: readonly StreamRecord[],
  delay: number,
): Promise<Sending> {
  const start = deps.now();
  const rows = new Map(all.flatMap(({ row }) => (row ? [[row.id, row] as const] : [])));
  const { unsent, ...why } = await deps.queues.offer(queue, [...rows.values()], delay);
  const left = new Set(unsent.map(({ id }) => id));
  for (const row of rows.values()) {
    if (left.has(row.id)) continue;
    deps.log.info('message sent', { queue, ...rowSubject(row) });
    deps.traces?.note(rowSubject(row), {
      ...{ name: 'dispatch', kind: 'producer', after: factBehind(row.status), start, end: deps.now() },
      attributes: { 'messaging.destination.name': queue },
    });
  }
  return { queue, all, unsent: all.filter(({ row }) => row && left.has(row.id)), ...why };
}

const factBehind = (status: string | undefined) =>
  status === 'NEW' ? 'created' : status === 'PROCESSING' ? 'approved' : 'ended';

async function sendPages(deps: Base & WithQueues, records: readonly StreamRecord[]): Promise<Sending> {
  const all = records.filter(({ page }) => page);
  const { unsent, ...why } = await deps.queues.offerPages(all.flatMap(({ page }) => page ?? []));
  const left = new Set(unsent);
  return { queue: 'webhook-events', all, unsent: all.filter(({ page }) => page && left.has(page)), ...why };
}

/**
 * Logs the unsent records.
 * @returns the records for which the stream must wait
 */
function judge(deps: Base, sending: Sending): readonly StreamRecord[] {
  const { queue, unsent, error } = sending;
  const since = deps.now().getTime() - patienceSeconds * 1_000;
  const again = isOutage(sending) ? unsent : unsent.filter(({ writtenAt }) => writtenAt.getTime() > since);
  const note = (about: LogFields) =>
    deps.log.error('message not sent, resumeStalled sends it later', { queue, ...about }, error);
  for (const record of unsent) if (!again.includes(record)) note(record.row ? rowSubject(record.row) : {});
  if (again.length > 0)
    deps.log.error('messages not sent, the stream tries again', { queue, count: again.length }, error);
  return again;
}

/**
 * Returns whether a whole queue fails: it answers no call, or it refused all records and they belong to more than one
 * account. Later records could then not be sent either, so the stream waits. Transfers never wait for a queue of
 * events.
 */
function isOutage({ queue, all, unsent, isDown }: Sending): boolean {
  const isBeforeTransfers = queue === 'webhook-events' && all.some(({ row }) => row);
  if (isBeforeTransfers || unsent.length < all.length) return false;
  return isDown === true || accountsOf(unsent).size > 1;
}

function accountsOf(records: readonly StreamRecord[]): Set<string> {
  const accounts = records.flatMap(({ row, page }) => row?.account ?? page?.account ?? []);
  return new Set(accounts.map(accountKey));
}
