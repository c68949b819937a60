// Reads the current state of the cashouts of a batch's lines.

import { ownFailures, toldBy } from '../cashout/failures.ts';
import type { Batch } from './batch.ts';
import type { Page } from './batch-store.ts';
import type { WithBatches } from './deps.ts';
import type { Ending } from './line-cashout-store.ts';
import type { Line } from './line-pages.ts';
import { isProcessing, type LineProgress, waitingAgain } from './line-progress.ts';

/**
 * The result. `misses`: for each line that has just ended, whether its key was unknown or had another owner.
 * `unheldCents`: sum of the lines in progress that hold no money yet.
 */
export type Refreshed = { pages: Page[]; misses: boolean[]; unheldCents: number };

/** Number of latest ended lines that are remembered. */
const missesMost = 100;
const missesToPause = 20;

export const remembered = ({ misses = [] }: Batch, more: readonly boolean[]): boolean[] =>
  [...misses, ...more].slice(-missesMost);

export const hasTooManyMisses = (misses: readonly boolean[]): boolean =>
  misses.filter(Boolean).length >= missesToPause;

/**
 * Reads the state of each line in progress.
 * @returns all given pages, with these states
 */
export async function refreshLines({ batches }: WithBatches, pages: readonly Page[]): Promise<Refreshed> {
  const ids = pages.flatMap(({ lines }) =>
    lines.filter(open).map(({ progress }) => progress.cashoutId as number),
  );
  const found = new Map((await batches.readEndings(ids)).map((row) => [row.id, row]));
  const misses: boolean[] = [];
  let unheldCents = 0;
  const update = (line: Line): Line => {
    const row = open(line) ? found.get(line.progress.cashoutId as number) : undefined;
    if (!row) return line;
    const progress = progressOf(line.progress, row);
    if (!isProcessing(progress)) misses.push(isMiss(row));
    else if (!row.reservedAt) unheldCents += line.request.amountCents;
    return { ...line, progress };
  };
  return {
    pages: pages.map(({ index, lines }) => ({ index, lines: lines.map(update) })),
    misses,
    unheldCents,
  };
}

const open = ({ progress }: Line) => isProcessing(progress);

const isMiss = ({ status, failureText: text, failureCode: code }: Ending) =>
  status !== 'SUCCESS' && text !== undefined && toldBy({ text, code }) === 'missed';

/**
 * Failures that say nothing about the line. The cashout has ended unpaid, so another one may pay the line. The line waits
 * again, and the batch pauses before it starts the line for the same reason.
 */
const pausing: ReadonlySet<string> = new Set(
  (
    [
      'insufficient_funds',
      'too_many_lookups',
      'frozen',
      'rule_per_day',
      'rule_per_night',
      'rule_approvals',
      'psp_short',
      'psp_stopped',
    ] as const
  ).map((name) => ownFailures[name].text),
);

/**
 * Returns the progress of a line from the state of its cashout. A NEW cashout waits for an approval and counts as in
 * progress.
 */
export function progressOf(before: LineProgress, { status, failureText, endToEndId }: Ending): LineProgress {
  const states = {
    NEW: 'processing',
    PROCESSING: 'processing',
    SUCCESS: 'paid',
    REFUNDED: 'refunded',
    ERROR: 'failed',
    CANCELLED: 'cancelled',
  } as const;
  const state = states[status];
  const isPaid = state === 'paid' || state === 'refunded';
  const again = failureText !== undefined && pausing.has(failureText) ? waitingAgain(before) : undefined;
  if (again && (state === 'failed' || state === 'cancelled')) return again;
  return {
    ...before,
    state,
    ...(failureText ? { reason: failureText } : {}),
    ...(isPaid && endToEndId ? { endToEndId } : {}),
  };
}
