// Shows a batch and its lines to the callers of its company.

import { toDecimal } from '../base/money.ts';
import { presentApproval } from '../cashout/present.ts';
import type { Batch } from './batch.ts';
import type { Line } from './line-pages.ts';
import { type LineState, lineStates } from './line-progress.ts';
import { totals } from './tally.ts';

export function presentBatch(batch: Batch) {
  const { account, requires, approvals, paused, stopped } = batch;
  const counted = totals(batch.tallies);
  const counts = Object.fromEntries(
    lineStates.map((state) => {
      const { count, cents } = counted[state];
      return [state, { lines: count, amount: toDecimal(cents) }];
    }),
  ) as Record<LineState, { lines: number; amount: number }>;
  return {
    id: batch.id,
    source_account_branch_identifier: account.branch,
    source_account_number: account.number,
    status: batch.status,
    name: batch.name ?? null,
    total_lines: batch.lineCount,
    total_amount: toDecimal(batch.totalCents),
    scheduled_for: batch.scheduledFor ?? null,
    starts_at: batch.startsAt ?? null,
    idempotency_key: batch.key,
    content_digest: batch.contentDigest,
    same_lines_as: batch.sameLinesAs ?? null,
    retry_of: batch.retryOf ?? null,
    retried_as: batch.retriedAs ?? null,
    created_at: batch.createdAt,
    approve_by: batch.approveBy,
    approvals_needed: requires.needed,
    approvals: approvals.map(presentApproval),
    has_funds: batch.hasFunds ?? null,
    wrong_lines: batch.refusedLines ?? null,
    paused: batch.status === 'PAUSED' && paused ? paused : null,
    waits_until: batch.status === 'PAYING' ? (batch.waitsUntil ?? null) : null,
    stopped: stopped ? { at: stopped.at, reason: stopped.reason } : null,
    counts,
    counted_at: batch.countedAt ?? null,
    ended_at: batch.endedAt ?? null,
  };
}

/** Shows the answer to a call that creates a batch, or that repeats an earlier create call. */
export const presentCreated = ({ batch, replayed }: { batch: Batch; replayed: boolean }) => ({
  body: { worked: true, ...presentBatch(batch) },
  headers: replayed ? { 'idempotent-replayed': 'true' } : {},
});

/** Shows a line: the fields that were sent, and its progress. */
export function presentLine({ record, lineId, request, progress }: Line) {
  const { state, cashoutId, reason, reasons = [], sameAsLine, possibleDuplicateOf } = progress;
  return {
    record,
    line_id: lineId,
    amount: toDecimal(request.amountCents),
    key: request.pixKey ?? null,
    recipient_name: request.recipient?.name ?? null,
    recipient_legal_id: request.recipient?.legalId ?? request.ownerLegalId ?? null,
    tag: request.tag || null,
    status: state,
    id: cashoutId ?? null,
    erro_descriptor: reason ?? null,
    reasons: [...reasons],
    same_as_line: sameAsLine ?? null,
    possible_duplicate_of: possibleDuplicateOf ?? null,
  };
}
