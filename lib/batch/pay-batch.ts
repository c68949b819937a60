// Makes one step of a batch that is being paid: stores which cashouts have ended, and creates the next cashouts at the
// batch's pace.

import type { WithLookups } from '../access/deps.ts';
import type { WithAccounts, WithWatches } from '../account/deps.ts';
import type { WithCashouts, WithOpenTransfers } from '../cashout/deps.ts';
import type { WithPspRows } from '../network/deps.ts';
import { keyRoom } from '../network/look-up-key.ts';
import type { Base } from '../platform/deps.ts';
import type { WithPayouts } from '../rules/deps.ts';
import { type Batch, isOver, nextBatchStatus } from './batch.ts';
import type { Page } from './batch-store.ts';
import type { WithBatches } from './deps.ts';
import type { Line } from './line-pages.ts';
import { isWaiting, notStarted } from './line-progress.ts';
import { moved, type Outcome, stepSecondsMax, stepSecondsMin, withTallies } from './next-step.ts';
import { refreshLines, remembered } from './refresh-lines.ts';
import { findStarted, type Started, startLines } from './start-lines.ts';
import { centsOf, totals } from './tally.ts';
import { whyPause } from './why-pause.ts';

export type PayingDeps = Base &
  WithLookups &
  WithAccounts &
  WithWatches &
  WithPayouts &
  WithCashouts &
  WithOpenTransfers &
  WithBatches &
  WithPspRows;

/** Maximum number of a batch's cashouts in progress, so that the account's other payouts are not blocked. */
const openMost = 1_000;
/** Number of the account's latest batches that are read, because their lines use the same balance. */
const othersMost = 20;

export async function payBatch(deps: PayingDeps, batch: Batch): Promise<Outcome> {
  const read = await deps.batches.getPages(batch, pagesToRead(deps, batch));
  const { pages, misses: more, unheldCents } = await refreshLines(deps, read);
  const misses = remembered(batch, more);
  const lines = pages.flatMap((page) => page.lines);
  const waiting = lines.filter(({ progress }) => isWaiting(progress));
  const { paused, started, waitsUntil } =
    batch.status === 'PAYING'
      ? await start(deps, batch, waiting, { unheldCents, misses })
      : { ...nothing, started: await left(deps, batch, waiting) };

  const after = pages.map((page) => withProgress(page, started));
  const changed = after.filter((page, at) => isChanged(page, read[at] as Page));
  const at = deps.now().toISOString();
  const counted = totals(withTallies(batch.tallies, after));
  const isEnd = counted.waiting.count + counted.processing.count === 0;
  const command = isEnd ? 'finish' : paused && 'pause';
  const { stepSeconds: waited = stepSecondsMin } = batch;
  const growing = changed.length > 0 ? stepSecondsMin : Math.min(stepSecondsMax, waited * 2);
  const stepSeconds = waitsUntil ? secondsUntil(waitsUntil, deps.now()) : growing;
  return moved(
    deps,
    batch,
    {
      status: command && nextBatchStatus(batch.status, command),
      ...(command === 'pause' && paused ? { paused: { ...paused, at } } : {}),
      misses,
      unheldCents:
        unheldCents + centsOf(waiting.filter(({ record }) => started.get(record)?.state === 'processing')),
      stepSeconds,
      countedAt: at,
      ...(waitsUntil ? { waitsUntil } : { remove: ['waitsUntil'] }),
    },
    changed,
  );
}

/**
 * Returns the pages to read: pages with lines in progress, and the first pages with enough waiting lines for a step. A
 * stopping batch needs all pages with waiting lines, a paused batch none of them.
 */
function pagesToRead(deps: PayingDeps, { tallies, status }: Batch): number[] {
  const most = status === 'STOPPING' ? Number.POSITIVE_INFINITY : linesPerStep(deps);
  let waiting = 0;
  return tallies.flatMap((tally, index) => {
    const isNext = tally.waiting !== undefined && waiting < most && status !== 'PAUSED';
    if (isNext) waiting += tally.waiting?.count ?? 0;
    return isNext || tally.processing ? [index] : [];
  });
}

const linesPerStep = ({ config }: PayingDeps) => config.BATCH_LINES_PER_SECOND * stepSecondsMin;

type Step = {
  paused: Awaited<ReturnType<typeof whyPause>>;
  started: Started;
  waitsUntil: string | undefined;
};
const nothing: Step = { paused: undefined, started: new Map(), waitsUntil: undefined };

const secondsUntil = (at: string, now: Date) =>
  Math.min(stepSecondsMax, Math.max(stepSecondsMin, Math.ceil((Date.parse(at) - now.getTime()) / 1_000)));

/** Starts the next lines, or returns why none may start. */
async function start(
  deps: PayingDeps,
  batch: Batch,
  waiting: readonly Line[],
  { unheldCents, misses }: { unheldCents: number; misses: readonly boolean[] },
): Promise<Step> {
  const capacity = await deps.openTransfers.capacityToStart(batch.account);
  const ownCapacity = openMost - totals(batch.tallies).processing.count;
  const most = Math.max(0, Math.min(linesPerStep(deps), ownCapacity, capacity));
  if (most === 0 || waiting.length === 0) return nothing;
  const [room, shared] = await Promise.all([
    deps.lookups.room(batch.createdBy),
    keyRoom(deps, batch.companyId),
  ]);
  // The company's share of the PSP's tokens comes back by itself. The creator's own tokens are a matter for a person.
  if (shared.count === 0) return { ...nothing, waitsUntil: shared.nextAt };
  // Without room, the reason for the pause is still judged with one line.
  const next = waiting.slice(0, Math.min(most, shared.count, Math.max(1, room.count)));
  const account = await deps.accounts.get(batch.account);
  const others = await deps.batches.list(batch.account, othersMost);
  const ofOthers = others
    .filter(({ id, status }) => id !== batch.id && !isOver(status))
    .reduce((sum, { unheldCents: cents = 0 }) => sum + cents, 0);
  const about = { next, unheldCents: unheldCents + ofOthers, misses, room };
  const paused = await whyPause(deps, batch, account, about);
  if (paused) {
    // A worker that crashed may have started some lines, not only the next ones, because lines before them may wait
    // again. Their progress is stored first, and the next step decides about the pause again.
    const found = await findStarted(deps, batch, waiting.slice(0, openMost));
    return { ...nothing, paused: found.size > 0 ? undefined : paused, started: found };
  }
  await deps.watches.ensure(batch.account);
  return { ...nothing, started: await startLines(deps, batch, next, account?.rules) };
}

/**
 * Returns the progress of a stopped batch's waiting lines. They never start, except lines that a worker had already
 * started.
 */
async function left(deps: PayingDeps, batch: Batch, waiting: readonly Line[]): Promise<Started> {
  if (batch.status !== 'STOPPING') return new Map();
  const found = await findStarted(deps, batch, waiting.slice(0, openMost));
  return new Map([
    ...waiting.map((line) => [line.record, notStarted(line.progress, 'The batch was stopped')] as const),
    ...found,
  ]);
}

const withProgress = ({ index, lines }: Page, started: Started): Page => ({
  index,
  lines: lines.map((line) => ({ ...line, progress: started.get(line.record) ?? line.progress })),
});

const isChanged = ({ lines }: Page, before: Page) =>
  lines.some(({ progress: { state, again } }, at) => {
    const old = before.lines[at]?.progress;
    return state !== old?.state || again !== old?.again;
  });
