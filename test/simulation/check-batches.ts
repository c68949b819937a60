// Checks batches at rest. Every line of an approved batch either has exactly one cashout, which ended with the line's
// status, or has no cashout and a reason. The sums agree with the statement.

import { type Batch, hasPaidNothing, isOver } from '../../lib/batch/batch.ts';
import { inEnded, type Line, unpackPage } from '../../lib/batch/line-pages.ts';
import type { LineState } from '../../lib/batch/line-progress.ts';
import { tallyOf, totals } from '../../lib/batch/tally.ts';
import type { Cashout } from '../../lib/cashout/cashout.ts';
import { type Case, entriesIn, hasIncident, isForPerson, rowsOf } from './case.ts';
import { canonical } from './engine.ts';

type Item = { pk: string; sk: string; packed: Uint8Array };

const statusOf: Readonly<Record<LineState, readonly Cashout['status'][]>> = {
  failed: ['ERROR'],
  not_started: [],
  cancelled: ['CANCELLED'],
  refunded: ['REFUNDED'],
  paid: ['SUCCESS'],
  processing: [],
  waiting: [],
};

export function checkBatches(judged: Case): void {
  const { stored, fail } = judged;
  const items = rowsOf<Item>(stored, 'BatchesTable');
  const cashouts = rowsOf<Cashout>(stored, 'CashoutsTable');
  const batches = rowsOf<Batch & { sk: string }>(stored, 'BatchesTable').filter(({ sk }) => sk === 'BATCH');
  for (const batch of batches) checkBatch(judged, batch, linesOf(batch, items), cashouts);
  for (const batch of batches) checkRetries(fail, batch, batches, (one) => linesOf(one, items));
  const known = new Set(batches.map(({ id }) => id));
  for (const { id, batchId } of cashouts)
    if (batchId && !known.has(batchId)) fail('I54', `${id} is a line of no batch`);
}

function linesOf({ id, tallies, status }: Batch, items: readonly Item[]): Line[] {
  return [...tallies.keys()].flatMap((index) => {
    const of = (sk: string) =>
      items.find((item) => item.pk === `BATCH#${id}#${String(index).padStart(2, '0')}` && item.sk === sk)
        ?.packed;
    const lines = unpackPage(index, of('LINES') as Uint8Array, of('PROGRESS'));
    return lines.map((line) => inEnded(status, line));
  });
}

/**
 * Checks retries. A line that was paid or may still be paid is in no retry. An unpaid line is in at most one retry that
 * may pay it.
 */
function checkRetries(
  fail: Case['fail'],
  source: Batch,
  batches: readonly Batch[],
  lines: (batch: Batch) => Line[],
): void {
  const retries = batches.filter(({ retryOf }) => retryOf === source.id);
  if (retries.filter(({ status }) => !hasPaidNothing(status)).length > 1)
    fail('I54', `batch ${source.id} has more than one retry`);
  if (retries.length === 0) return;
  if (source.status !== 'FINISHED') fail('I54', `batch ${source.id} is ${source.status} and has a retry`);
  const paid = new Set(
    lines(source).flatMap(({ lineId, progress: { state } }) =>
      state === 'paid' || state === 'refunded' || state === 'processing' ? [lineId] : [],
    ),
  );
  for (const { lineId } of retries.flatMap(lines))
    if (paid.has(lineId)) fail('I54', `${lineId} of ${source.id} is paid and in a retry`);
}

function checkBatch(
  { world, stored, fail }: Case,
  batch: Batch,
  lines: readonly Line[],
  cashouts: readonly Cashout[],
): void {
  const { id, status, lineCount, totalCents, tallies, owes } = batch;
  const own = cashouts.filter(({ batchId }) => batchId === id);
  const waits = own.some(({ id: one }) => isForPerson(world, (name) => hasIncident(stored, name), one));
  if (!isOver(status) && !waits) fail('I54', `batch ${id} is still ${status}`);
  if (owes) fail('I13', `batch ${id} still owes ${owes.name}`);
  const isPaying = batch.approvedAt !== undefined && (status === 'FINISHED' || waits);
  if (!isPaying && own.length > 0) fail('I54', `batch ${id} is ${status} and has ${own.length} cashouts`);
  const counted = Object.values(totals(tallies));
  const all = [
    counted.reduce((sum, { count }) => sum + count, 0),
    counted.reduce((sum, { cents }) => sum + cents, 0),
  ];
  if (canonical(all) !== canonical([lineCount, totalCents]))
    fail('I55', `batch ${id} counts ${all} of ${lineCount} and ${totalCents}`);
  if (canonical(totals([tallyOf(lines)])) !== canonical(totals(tallies)))
    fail('I55', `the counts of batch ${id} differ from its lines`);
  if (status !== 'FINISHED') return;
  for (const line of lines) checkLine(fail, batch, line, own);
  const seen = new Set(lines.map(({ progress }) => progress.cashoutId));
  // A line that waited again has cashouts that ended before anything was held.
  const others = own.filter((one) => !seen.has(one.id));
  const again = lines.reduce((sum, { progress }) => sum + (progress.again ?? 0), 0);
  if (others.length !== again)
    fail('I54', `${others.length} cashouts are no lines of their batch ${id}, ${again} lines waited again`);
  for (const { id: cashoutId, status: ended, reservedAt } of others)
    if (reservedAt || !['ERROR', 'CANCELLED'].includes(ended))
      fail('I54', `${cashoutId} is ${ended} and no line of its batch ${id}`);
  const paid = new Set(
    lines.filter(({ progress }) => progress.state === 'paid').map(({ progress }) => progress.cashoutId),
  );
  const debits = entriesIn(stored).filter(
    ({ type, direction, transactionId }) =>
      type === 'PIX_CASHOUT' &&
      direction === 'DEBIT' &&
      transactionId !== undefined &&
      paid.has(transactionId),
  );
  const debited = debits.reduce((sum, { amountCents }) => sum + amountCents, 0);
  if (debited !== totals(tallies).paid.cents)
    fail('I55', `batch ${id} has paid ${totals(tallies).paid.cents}, the statement says ${debited}`);
}

function checkLine(
  fail: Case['fail'],
  { id }: Batch,
  { lineId, progress, request }: Line,
  own: readonly Cashout[],
): void {
  const { state, cashoutId, reason } = progress;
  const its = own.filter((cashout) => cashout.id === cashoutId);
  const wanted = statusOf[state];
  if (wanted.length === 0 && cashoutId !== undefined)
    fail('I54', `${lineId} of ${id} is ${state} with ${cashoutId}`);
  if (state === 'not_started' && !reason)
    fail('I54', `${lineId} of ${id} does not say why it has not started`);
  if (wanted.length > 0 && its.length !== 1)
    fail('I54', `${lineId} of ${id} is ${state} with ${its.length} cashouts`);
  for (const cashout of its) {
    if (!wanted.includes(cashout.status))
      fail('I54', `${lineId} of ${id} is ${state}, its cashout ${cashout.status}`);
    if (cashout.request.amountCents !== request.amountCents)
      fail('I54', `${lineId} of ${id} pays another amount`);
  }
}
