// What the API answers, as schemas: the shapes that lib/present*.ts make. Every answer in the tests is held to them.

import * as z from 'zod';
import type { CashoutStatus } from '../cashout.ts';
import type { AttemptResult, DeliveryStatus } from '../delivery.ts';
import { type Finding, findings } from '../hmac-doctor.ts';
import type { EntryType } from '../ledger.ts';
import { pauseReasons, webhookTypes } from '../webhook.ts';
import { chargeback, listedMedCase } from './dispute-answers.ts';
import { all, id, money, orNull, pageOf, text, time, worked } from './pieces.ts';

export const cashout = z
  .object({
    worked,
    id,
    transaction_id: id,
    code_transaction: orNull(text),
    status: all<CashoutStatus>()('NEW', 'PROCESSING', 'SUCCESS', 'ERROR', 'CANCELLED', 'REFUNDED'),
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
  })
  .meta({ id: 'Cashout' });

const entry = z
  .object({
    credit_or_debit: z.enum(['CREDIT', 'DEBIT']),
    transaction_type: all<EntryType>()(
      'PIX_CASHIN',
      'PIX_CASHOUT',
      'PIX_CASHIN_TAX',
      'PIX_CASHOUT_TAX',
      'PIX_CASHOUT_TAX_MED',
      'PIX_CHARGEBACK',
      'PIX_CHARGEBACK_REFUND',
      'PIX_CASHOUT_REFUND',
      'PIX_CREDIT_IN_ACCOUNT',
    ),
    amount: money,
    date_time: text,
    date_time_utc: time,
    identification: orNull(text),
    code_transaction: orNull(text),
    code: id,
    qr_code_id: orNull(id),
    transaction_id: orNull(id),
    tag_id: orNull(text),
    balance: money,
  })
  .meta({ id: 'StatementItem' });

export const statement = pageOf(entry).meta({ id: 'StatementPage' });

const webhookFields = {
  id,
  url: text,
  type_webhook: z.enum(webhookTypes),
  authorization_token: orNull(text),
  x_functions_key: orNull(text),
  created_at: time,
  updated_at: time,
};
const health = {
  status: z.enum(['ACTIVE', 'PAUSED']),
  paused_reason: orNull(z.enum(pauseReasons)),
  paused_at: orNull(time),
  failing_since: orNull(time),
};
export const webhooks = z.array(z.object(webhookFields).meta({ id: 'Webhook' }));
export const newWebhook = z.object({ worked, ...webhookFields, secret: text }).meta({ id: 'NewWebhook' });
export const changedWebhook = z
  .object({ worked, ...webhookFields, ...health, secret: text.optional() })
  .meta({ id: 'ChangedWebhook' });

const deliveryFields = {
  id,
  event_id: text,
  event_type: text,
  status: all<DeliveryStatus>()('PENDING', 'DELIVERED', 'EXHAUSTED', 'CANCELLED', 'HELD'),
  attempts: z.int().min(0),
  last_status: orNull(z.int()),
  last_attempt_at: orNull(time),
  next_attempt_at: orNull(time),
  created_at: time,
  log: z.array(
    z
      .object({
        at: time,
        result: all<AttemptResult>()('answered', 'timeout', 'no_answer', 'forbidden'),
        status: orNull(z.int()),
        milliseconds: z.number(),
      })
      .meta({ id: 'Attempt' }),
  ),
};
const listedDelivery = z.object(deliveryFields).meta({ id: 'ListedDelivery' });
export const delivery = z.object({ worked, ...deliveryFields }).meta({ id: 'Delivery' });
export const deliveries = z
  .object({
    worked,
    webhook: z.object({ id, ...health }).meta({ id: 'WebhookHealth' }),
    next: orNull(text),
    results: z.array(listedDelivery),
  })
  .meta({ id: 'DeliveryPage' });
export const testDelivery = z
  .object({ worked, delivery_id: id, event_id: text })
  .meta({ id: 'TestDelivery' });

const payment = z
  .object({
    transaction_id: id,
    code_transaction: orNull(text),
    end_to_end_id: orNull(text),
    amount: money,
    account_branch_identifier: orNull(text),
    account_number: orNull(text),
    qr_code_id: orNull(id),
    payer_name: orNull(text).optional(),
    payer_legal_id: orNull(text).optional(),
    payer_instution: orNull(text).optional(),
  })
  .meta({ id: 'ReceivedPayment' });

/** Of a test, of a webhook that is paused from then on, or of one for which no more can wait. */
const aboutWebhook = z
  .object({
    webhook_id: id,
    reason: z.enum(['failing', 'gone']).optional(),
    failing_since: orNull(time).optional(),
    held_from: z.int().positive().optional(),
  })
  .meta({ id: 'AboutWebhook' });

/** An event's own entry of the statement. */
const movement = z
  .object({
    code: orNull(id),
    credit_or_debit: z.enum(['CREDIT', 'DEBIT']),
    transaction_type: text,
    amount: money,
  })
  .meta({ id: 'Movement' });

const eventFields = {
  id: text,
  type: text,
  types: z.array(z.enum(webhookTypes)),
  created_at: time,
  data: z.union([cashout, chargeback, payment, listedMedCase, aboutWebhook]),
  movement: orNull(movement).optional(),
};
/** What a delivery carries. */
export const event = z.object(eventFields).meta({ id: 'Event' });
export const events = z
  .object({
    worked,
    next: orNull(text),
    cursor: z.int().min(0),
    results: z.array(z.object({ sequence: id, ...eventFields }).meta({ id: 'RecordedEvent' })),
  })
  .meta({ id: 'EventPage' });

export const message = z.object({ message: text }).meta({ id: 'Message' });

const finding = z
  .object({
    problem: z.enum(findings.map(([problem]) => problem) as [Finding['problem']]),
    advice: text,
  })
  .meta({ id: 'HmacFinding' });
export const diagnosis = z
  .object({ worked, valid: z.boolean(), findings: z.array(finding) })
  .meta({ id: 'HmacDiagnosis' });
