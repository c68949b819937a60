// Cashouts, preflights and timelines as the API answers them, as schemas.

import * as z from 'zod';
import { all, id, money, orNull, pageOf, text, time, worked } from '../base/pieces.ts';
import { deliveryFields } from '../webhook/answers.ts';
import type { CashoutStatus } from './cashout.ts';
import type { ScheduleState } from './schedule.ts';
import type { What } from './timeline.ts';

const status = all<CashoutStatus>()('NEW', 'PROCESSING', 'SUCCESS', 'ERROR', 'CANCELLED', 'REFUNDED');

export const cashout = z
  .object({
    worked,
    id,
    transaction_id: id,
    code_transaction: orNull(text),
    status,
    amount: money,
    fee: money,
    key: orNull(text),
    tag: orNull(text),
    from_accout: text,
    recipient_instution: orNull(text),
    recipient_instution_name: orNull(text),
    recipient_account_id: orNull(text),
    recipient_branch_id: orNull(text),
    recipient_legal_id: orNull(text),
    recipient_name: orNull(text),
    recipient_account_type: orNull(text),
    operationUuid: orNull(text),
    idempotency_key: orNull(text),
    erro_descriptor: orNull(text),
    new_erro_descriptor: orNull(text),
    message_to_payee: text.optional(),
    content_digest: text.optional(),
    approvals_needed: z.int().min(1).optional(),
    possible_duplicate_of: id.optional(),
    txid: text.optional(),
    approvals: z.array(z.object({ user: text, at: time })).optional(),
    scheduled_for: text.optional(),
    schedule_state: all<ScheduleState>()(
      'AWAITING_APPROVAL',
      'SCHEDULED',
      'POSTPONED',
      'STARTED',
      'CANCELLED',
    ).optional(),
    starts_at: time.optional(),
  })
  .meta({ id: 'Cashout' });

const listed = cashout
  .omit({ worked: true })
  .extend({
    content_digest: text,
    source_account_branch_identifier: text,
    created_at: time,
    created_by: text,
    approved_at: orNull(time),
    approved_by: orNull(text),
  })
  .meta({ id: 'ListedCashout' });

const cashouts = pageOf(listed).meta({ id: 'CashoutPage' });

/** A page of cashouts, or the one of an idempotency key. */
export const foundCashouts = z.union([cashouts, cashout]);

const left = orNull(z.object({ amount: money, left: money }).meta({ id: 'LimitNow' }));

export const preflight = z
  .object({
    worked,
    starts_at: time.optional(),
    amount: orNull(money),
    payee: orNull(
      cashout
        .pick({
          recipient_instution: true,
          recipient_instution_name: true,
          recipient_account_id: true,
          recipient_branch_id: true,
          recipient_legal_id: true,
          recipient_name: true,
          recipient_account_type: true,
        })
        .meta({ id: 'Payee' }),
    ),
    payee_takes_part: orNull(z.boolean()),
    participants_listed_on: z.iso.date(),
    allowed: z.boolean(),
    reasons: z.array(text),
    approvals_needed: orNull(z.int().min(1)),
    own_approval_counts: orNull(z.boolean()),
    message_to_payee: text.optional(),
    possible_duplicate_of: orNull(id),
    available: money,
    limits: z
      .object({ per_transfer: left, per_day: left, per_night: left, new_payee: left })
      .meta({ id: 'LimitsNow' }),
  })
  .meta({ id: 'Preflight' });

const step = z
  .object({
    at: time,
    what: all<What>()(
      'created',
      'approved',
      'postponed',
      'started',
      'rejected',
      'expired',
      'asked',
      'reserved',
      'succeeded',
      'failed',
      'cancelled',
      'partially_returned',
      'refunded',
    ),
    by: orNull(text),
    text,
    code: orNull(text),
  })
  .meta({ id: 'TimelineEntry' });

const { log: _, ...delivery } = deliveryFields;
const sent = z.object({ webhook_id: id, ...delivery }).meta({ id: 'TimelineDelivery' });

export const timeline = z
  .object({
    worked,
    id,
    status,
    entries: z.array(step),
    deliveries: z.array(sent),
    deliveries_truncated: z.boolean(),
  })
  .meta({ id: 'Timeline' });
