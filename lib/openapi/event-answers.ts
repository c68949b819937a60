// Events as schemas, for deliveries and the feed, distinguished by `type`.

import * as z from 'zod';
import { id, money, orNull, text, time, worked } from '../base/pieces.ts';
import { cashout } from '../cashout/answers.ts';
import { chargeback } from '../chargeback/answers.ts';
import { entryType } from '../ledger/answers.ts';
import { listedMedCase } from '../med-case/answers.ts';
import { type EventKind, eventsOf } from '../webhook/event-catalogue.ts';
import { type EventType, pauseReasons, webhookTypes } from '../webhook/webhook.ts';

const eventType = z
  .enum(webhookTypes.filter((type): type is EventType => type !== 'ALL'))
  .meta({ id: 'EventType' });

const account = { account_branch_identifier: orNull(text), account_number: orNull(text) };

const payment = z
  .object({
    transaction_id: orNull(id),
    code_transaction: orNull(text),
    end_to_end_id: orNull(text),
    amount: money,
    ...account,
    qr_code_id: orNull(id),
    payer_name: orNull(text).optional(),
    payer_legal_id: orNull(text).optional(),
    payer_instution: orNull(text).optional(),
  })
  .meta({ id: 'ReceivedPayment' });

/**
 * From an account of this institution: the transfer that was returned. From outside: the return, and its
 * payment.
 */
const returned = z
  .object({
    transaction_id: id,
    code_transaction: orNull(text).optional(),
    end_to_end_id: orNull(text),
    original_end_to_end_id: text.optional(),
    amount: money,
    ...account,
    qr_code_id: orNull(id),
    nature: orNull(text).optional(),
    reason: orNull(text).optional(),
  })
  .meta({ id: 'ReturnedPayment' });

const fee = z
  .object({ transaction_id: orNull(id), end_to_end_id: text, amount: money, ...account })
  .meta({ id: 'Fee' });

const overdrawn = z
  .object({ ...account, available: money, end_to_end_id: text })
  .meta({ id: 'OverdrawnAccount' });

const low = z.object({ ...account, available: money, below: money }).meta({ id: 'LowBalance' });

/** About a test, a webhook that was paused, or one with a full backlog. */
const aboutWebhook = z
  .object({
    webhook_id: id,
    reason: z.enum(pauseReasons).optional(),
    failing_since: orNull(time).optional(),
    held_from: z.int().positive().optional(),
  })
  .meta({ id: 'AboutWebhook' });

/** An event's own entry of the statement. */
const movement = z
  .object({
    code: orNull(id),
    credit_or_debit: z.enum(['CREDIT', 'DEBIT']),
    transaction_type: entryType,
    amount: money,
  })
  .meta({ id: 'Movement' });

/** The data of an event, by its kind. */
export const eventData = {
  cashout,
  payment,
  return: returned,
  fee,
  overdrawn,
  low,
  chargeback,
  med: listedMedCase,
  webhook: aboutWebhook,
} satisfies Record<EventKind, z.ZodType>;

const of = <Kind extends EventKind>(kind: Kind, name: string) =>
  z
    .object({
      sequence: id.optional(),
      id: text,
      type: z.enum(eventsOf(kind)),
      types: z.array(eventType),
      created_at: time,
      data: eventData[kind],
      movement: orNull(movement).optional(),
    })
    .meta({ id: name });

/** An event in a delivery, and in the feed, where it also has its sequence number. */
export const event = z
  .discriminatedUnion('type', [
    of('cashout', 'CashoutEvent'),
    of('payment', 'PaymentEvent'),
    of('return', 'ReturnEvent'),
    of('fee', 'FeeEvent'),
    of('overdrawn', 'OverdrawnEvent'),
    of('low', 'LowBalanceEvent'),
    of('chargeback', 'ChargebackEvent'),
    of('med', 'MedEvent'),
    of('webhook', 'WebhookEvent'),
  ])
  .meta({ id: 'Event' });

export const events = z
  .object({ worked, next: orNull(text), cursor: z.int().min(0), results: z.array(event) })
  .meta({ id: 'EventPage' });
