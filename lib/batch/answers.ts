// Defines the schemas of batches and their lines in the API's answers.

import * as z from 'zod';
import { instant, named } from '../base/meanings.ts';
import { all, id, money, orNull, pageOf, text, time, worked } from '../base/pieces.ts';
import { approvals } from '../cashout/answers.ts';
import type { BatchPause, BatchStatus } from './batch.ts';
import { exampleDigest, exampleId } from './examples.ts';
import { type LineState, lineStates } from './line-progress.ts';

const counted = named('BatchCount', z.object({ lines: z.int().min(0), amount: money }), {
  lines: ['Number of lines.', 498],
  amount: ['Their sum, in reais.', 1_245_000],
});

const counts = named(
  'BatchCounts',
  z.object(
    Object.fromEntries(lineStates.map((state) => [state, counted])) as Record<LineState, typeof counted>,
  ),
  {
    failed: ['Cashouts that ended ERROR.'],
    not_started: ['Lines that never get a cashout.'],
    cancelled: ['Cashouts that ended CANCELLED.'],
    refunded: ['Cashouts that were paid, and came back.'],
    processing: ['Cashouts that have not ended.'],
    waiting: ['Lines that have no cashout yet.'],
    paid: ['Cashouts that ended SUCCESS.'],
  },
);

const paused = named(
  'BatchPause',
  z.object({
    reason: all<BatchPause>()(
      'insufficient_funds',
      'unknown_keys',
      'lookups',
      'frozen',
      'account_closed',
      'limits',
      'psp_short',
      'psp_stopped',
      'approvals',
    ),
    at: time,
    until: time.optional(),
  }),
  {
    reason: [
      'insufficient_funds: the available balance does not cover the next lines. unknown_keys: too many keys do not exist or have another owner. lookups: too few look-ups of payees are left to the user who sent the batch. frozen, account_closed: of the account. limits: the limit of the day or the night has too little left. psp_short: this institution has too little money at its PSP. psp_stopped: the PSP refuses this institution. approvals: somebody who has approved the batch may no longer do so, or the rules want more approvals.',
      'insufficient_funds',
    ],
    at: ['When it was paused.', instant],
    until: ['Of lookups and limits: from then on a resumption starts lines again.', instant],
  },
);

const stopped = named('BatchStop', z.object({ at: time, reason: text }), {
  at: ['When it was stopped.', instant],
  reason: ['Why: the reason of the call.', 'Wrong month'],
});

const shape = {
  id: text,
  source_account_branch_identifier: text,
  source_account_number: text,
  status: all<BatchStatus>()(
    'JUDGING',
    'AWAITING_APPROVAL',
    'REFUSED',
    'SCHEDULED',
    'PAYING',
    'PAUSED',
    'STOPPING',
    'FINISHED',
    'CANCELLED',
    'EXPIRED',
  ),
  name: orNull(text),
  total_lines: z.int().min(1),
  total_amount: money,
  scheduled_for: orNull(text),
  starts_at: orNull(time),
  idempotency_key: text,
  content_digest: text,
  same_lines_as: orNull(text),
  retry_of: orNull(text),
  retried_as: orNull(text),
  created_at: time,
  approve_by: time,
  approvals_needed: z.int().min(1),
  approvals,
  has_funds: orNull(z.boolean()),
  wrong_lines: orNull(z.int().min(0)),
  paused: orNull(paused),
  waits_until: orNull(time),
  stopped: orNull(stopped),
  counts,
  counted_at: orNull(time),
  ended_at: orNull(time),
};

export const batch = named('Batch', z.object({ worked, ...shape }), {
  id: ['Id of the batch. Later calls take it.', exampleId],
  status: [
    'JUDGING: a worker checks the lines. AWAITING_APPROVAL, or REFUSED if a line is wrong. SCHEDULED: approved, and it waits for its start. PAYING; PAUSED until it is resumed or stopped; STOPPING until what is in progress has ended. FINISHED: every line has ended, paid or not: see counts.',
    'AWAITING_APPROVAL',
  ],
  name: ['The name that the caller gave.', 'November payroll'],
  total_lines: ['Number of its lines.', 500],
  total_amount: ['Sum of its lines, in reais.', 1_250_000],
  scheduled_for: ['The scheduled_for of the request.', '2026-12-04'],
  starts_at: ['When it starts (UTC). Null: once it is approved.', '2026-12-04T11:00:00.000Z'],
  idempotency_key: ['The key of the call, in lower case.', '5f0b2a0e-6a0e-4c59-9d5b-1f1f1b2c3d4e'],
  content_digest: ['SHA-256 of everything that the batch says. The approval sends it.', exampleDigest],
  same_lines_as: [
    'Id of the latest earlier batch that has the same payees and amounts. Check that you do not pay twice.',
    null,
  ],
  retry_of: ['Id of the batch whose unpaid lines this batch pays; null if it is no retry.', null],
  retried_as: ['Id of the latest batch that pays the unpaid lines of this one; null without a retry.', null],
  created_at: ['When it was created.', instant],
  approve_by: ['The batch expires at this time, unless it is approved before.', '2026-11-28T15:04:05.123Z'],
  approvals_needed: ['How many users must approve it, by the rules for its total.', 2],
  approvals: ['Who has approved it, and when.', []],
  has_funds: ['Whether the available balance covered the total when the batch was judged.', true],
  wrong_lines: ['Lines that were found wrong when the batch was judged. Their reasons are in lines.', 0],
  paused: ['Why it is PAUSED; null otherwise.', null],
  waits_until: [
    'While PAYING: until then no line starts, because the look-ups of PIX keys at the PSP are used up; null otherwise. It goes on by itself.',
    null,
  ],
  stopped: ['When and why it was stopped; null otherwise.', null],
  counts: ['The lines by state. They add up to total_lines and total_amount.'],
  counted_at: ['When a worker counted last; null before.', null],
  ended_at: ['When it ended; null before.', null],
});

/** A batch in lists and events. It has no `worked`. */
export const listedBatch = batch.omit({ worked: true }).meta({ id: 'ListedBatch' });

export const batchPage = z
  .object({ worked, next: orNull(text), results: z.array(listedBatch) })
  .meta({ id: 'BatchPage' });

const batchLine = named(
  'BatchLine',
  z.object({
    record: z.int().min(1),
    line_id: text,
    amount: money,
    key: orNull(text),
    recipient_name: orNull(text),
    recipient_legal_id: orNull(text),
    tag: orNull(text),
    status: all<LineState>()(...lineStates),
    id: orNull(id),
    erro_descriptor: orNull(text),
    reasons: z.array(text),
    same_as_line: orNull(text),
    possible_duplicate_of: orNull(id),
  }),
  {
    record: ['Number of the line in the batch, from 1.', 1],
    line_id: ['The id that the line was sent with.', 'ana-2026-11'],
    status: ['waiting: it has no cashout yet. The others: see counts of the batch.', 'paid'],
    id: ['Id of its cashout, which has the receipt; null before it starts.', 8_125_094_371_265],
    erro_descriptor: ['Why it was not paid.', null],
    reasons: ['What was found wrong with it when the batch was judged.', []],
    same_as_line: ['line_id of an earlier line with the same payee and amount.', null],
    possible_duplicate_of: [
      'Id of an earlier cashout with the same payee and amount, if the account’s rules look for it.',
      null,
    ],
  },
);

export const batchLines = pageOf(batchLine).omit({ previous: true }).meta({ id: 'BatchLines' });
