// Checks ("judges") a stored batch once, before anybody may approve it. If one line is wrong, the whole batch is
// refused.

import type { Account } from '../account/account.ts';
import type { WithAccounts } from '../account/deps.ts';
import { chunks } from '../base/chunks.ts';
import type { Cents } from '../base/money.ts';
import type { WithCashouts } from '../cashout/deps.ts';
import { payeeAsked } from '../cashout/duplicate.ts';
import { ownFailures } from '../cashout/failures.ts';
import { findDuplicate } from '../cashout/find-duplicate.ts';
import { countsOfOne, namesOf } from '../cashout/judge.ts';
import { atOnce } from '../platform/at-once.ts';
import type { Base } from '../platform/deps.ts';
import type { WithPreflights } from '../preflight/preflight-store.ts';
import { duplicateSince } from '../rules/duplicates.ts';
import { type Count, roomOf } from '../rules/limits.ts';
import { type Batch, linesPerPage, nextBatchStatus } from './batch.ts';
import type { Page } from './batch-store.ts';
import type { WithBatches } from './deps.ts';
import { judgedLine, judgeLines, type LineFacts } from './judge-lines.ts';
import type { Line } from './line-pages.ts';
import { notStarted } from './line-progress.ts';
import { moved, type Outcome } from './next-step.ts';

type Deps = Base & WithAccounts & WithCashouts & WithBatches & WithPreflights;

/** Maximum number of searches for earlier cashouts at the same time. */
const readersMost = 20;

export async function judgeBatch(deps: Deps, batch: Batch): Promise<Outcome> {
  const [account, pages] = await Promise.all([
    deps.accounts.get(batch.account),
    deps.batches.getPages(batch, [...batch.tallies.keys()]),
  ]);
  const now = deps.now().toISOString();
  const at = [batch.startsAt ?? now, now].toSorted()[1] as string;
  const lines = pages.flatMap((page) => page.lines);
  const isOpen = account?.status === 'ACTIVE';
  const judged = isOpen
    ? judgeLines(batch, lines, await readFacts(deps, batch, account, lines, at), at)
    : lines.map((line) => withReason(line, ownFailures.account_closed.text));
  const refusedLines = judged.filter(({ progress }) => progress.reasons).length;
  const isRefused = refusedLines > 0;
  const status = nextBatchStatus(batch.status, isRefused ? 'refuse' : 'accept');
  const hasFunds = isOpen && account.availableCents >= batch.totalCents;
  const after = chunks(isRefused ? judged.map(refused) : judged, linesPerPage).map(
    (own, index): Page => ({ index, lines: own }),
  );
  deps.log.info('batch judged', { batchId: batch.id, count: batch.lineCount, failed: refusedLines });
  return moved(deps, batch, { status, hasFunds, refusedLines }, after.filter(isChanged));
}

const withReason = (line: Line, reason: string): Line => ({
  ...line,
  progress: { ...line.progress, reasons: [reason] },
});

const refused = (line: Line): Line => ({
  ...line,
  progress: notStarted(line.progress, line.progress.reasons?.[0] ?? 'Another line of the batch is wrong'),
});

/** Returns whether a page has any progress to store. Without a stored progress, all lines of a page are waiting. */
const isChanged = ({ lines }: Page) => lines.some(({ progress }) => Object.keys(progress).length > 1);

async function readFacts(
  deps: Deps,
  { createdBy }: Batch,
  account: Account,
  lines: readonly Line[],
  at: string,
): Promise<LineFacts> {
  const { rules = {} } = account;
  const all = lines.map((line) => judgedLine(createdBy, line, at));
  const counts = new Map(all.flatMap((one) => countsOfOne(one, rules)).map((count) => [count.sk, count]));
  const names = rules.onlyListedPayees ? [...new Set(all.flatMap(namesOf))] : [];
  const payouts = rules.duplicates ? [...new Map(lines.map(payoutOf)).values()] : [];
  const rows = await deps.preflights.read(account, { counts: [...counts.values()], names, payouts });
  return {
    account,
    remainingOf: (count: Count) => roomOf(count, rows.counted.get(count.sk), at),
    isListed: (payee) => rows.listed.has(payee),
    earlier: await findEarlier(deps, account, lines, notesOf(payouts, rows.latest)),
  };
}

type Payout = { payee: string; amountCents: Cents };
const payoutOf = ({ request }: Line): [string, Payout] => {
  const payout = { payee: payeeAsked(request), amountCents: request.amountCents };
  return [`${payout.payee}#${payout.amountCents}`, payout];
};

/**
 * Returns a function that finds the note of a line's payee and amount.
 * @param latest the notes, in the order of `payouts`
 */
function notesOf<Note>(payouts: readonly Payout[], latest: readonly Note[]) {
  const notes = new Map(
    payouts.map(({ payee, amountCents }, index) => [`${payee}#${amountCents}`, latest[index]]),
  );
  return (line: Line) => notes.get(payoutOf(line)[0]);
}

/**
 * Returns the earlier cashout that each line may repeat, by the number of the line (`record`). Each earlier cashout is
 * searched only once.
 */
async function findEarlier(
  deps: Deps,
  { rules }: Account,
  lines: readonly Line[],
  noteOf: (line: Line) => { cashoutId: number; at: string } | undefined,
): Promise<ReadonlyMap<number, number>> {
  const rule = rules?.duplicates;
  if (!rule) return new Map();
  const now = deps.now().toISOString();
  const since = duplicateSince(rule, now);
  const latest = new Set(
    lines.map(noteOf).flatMap((note) => (note && note.at >= since ? [note.cashoutId] : [])),
  );
  const found = new Map<number, number>();
  await atOnce(readersMost, [...latest], async (id) => {
    const earlier = await findDuplicate(deps, rule, id, now);
    if (earlier) found.set(id, earlier.id);
  });
  return new Map(
    lines.flatMap((line): [number, number][] => {
      const earlier = found.get(noteOf(line)?.cashoutId ?? 0);
      return earlier === undefined ? [] : [[line.record, earlier]];
    }),
  );
}
