// Defines the schemas of events, for deliveries and the feed, distinguished by `type`.

import * as z from 'zod';
import { named } from '../base/meanings.ts';
import { id, money, orNull, text, time, worked } from '../base/pieces.ts';
import { listedBatch } from '../batch/answers.ts';
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

const payment = named(
  'ReceivedPayment',
  z.object({
    transaction_id: orNull(id),
    code_transaction: orNull(text),
    end_to_end_id: orNull(text),
    amount: money,
    ...account,
    qr_code_id: orNull(id),
    payer_name: orNull(text).optional(),
    payer_legal_id: orNull(text).optional(),
    payer_instution: orNull(text).optional(),
  }),
  {
    amount: ['In reais.', 50],
    payer_instution: ['ISPB of the payer’s institution.', '60701190'],
  },
);

/**
 * A return. If the payer's account is in this institution, the data is the returned transfer; otherwise the return and
 * its payment.
 */
const returned = named(
  'ReturnedPayment',
  z.object({
    transaction_id: id,
    code_transaction: orNull(text).optional(),
    end_to_end_id: orNull(text),
    original_end_to_end_id: text.optional(),
    amount: money,
    ...account,
    qr_code_id: orNull(id),
    nature: orNull(text).optional(),
    reason: orNull(text).optional(),
  }),
  {
    end_to_end_id: [
      'End-to-end id of the return. If the payer has an account at this institution: of the payment.',
      'D99999011202611211200abcdefghijk',
    ],
    original_end_to_end_id: ['End-to-end id of the returned payment.', 'E9999901020261121120000000000001'],
    amount: ['Returned amount, in reais.', 50],
    nature: ['Reason for the return, as the network names it, if it gives one.', 'MED_FRAUDE'],
    reason: ['Reason for the return, in the PSP’s words.', null],
  },
);

const fee = named(
  'Fee',
  z.object({ transaction_id: orNull(id), end_to_end_id: text, amount: money, ...account }),
  {
    amount: ['The fee, in reais.', 0.1],
  },
);

const overdrawn = named('OverdrawnAccount', z.object({ ...account, available: money, end_to_end_id: text }), {
  available: ['Available balance in reais, below zero.', -40],
  end_to_end_id: [
    'End-to-end id of the return that overdrew the account.',
    'D99999011202611211200abcdefghijk',
  ],
});

const low = named('LowBalance', z.object({ ...account, available: money, below: money }), {
  available: ['Available balance in reais.', 48_120.5],
  below: ['In reais: the amount of the rule.', 50_000],
});

/** Data of an event about a webhook: a test, a paused webhook, or a webhook with a full backlog. */
const aboutWebhook = named(
  'AboutWebhook',
  z.object({
    webhook_id: id,
    reason: z.enum(pauseReasons).optional(),
    failing_since: orNull(time).optional(),
    held_from: z.int().positive().optional(),
  }),
  {
    reason: ['Why the webhook is paused.', 'gone'],
    held_from: ['Deliveries from this sequence number on are HELD.', 1042],
  },
);

/** The entry of the statement that belongs to an event. */
const movement = named(
  'Movement',
  z.object({
    code: orNull(id),
    credit_or_debit: z.enum(['CREDIT', 'DEBIT']),
    transaction_type: entryType,
    amount: money,
  }),
  {
    code: ['Number of the statement entry.', 18],
    amount: ['In reais.', 123.45],
  },
);

/** The data of an event for each kind. */
export const eventData = {
  cashout,
  payment,
  return: returned,
  fee,
  overdrawn,
  low,
  chargeback,
  med: listedMedCase,
  batch: listedBatch,
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
    of('batch', 'BatchEvent'),
    of('webhook', 'WebhookEvent'),
  ])
  .meta({ id: 'Event' });

export const events = named(
  'EventPage',
  z.object({ worked, next: orNull(text), cursor: z.int().min(0), results: z.array(event) }),
  {
    cursor: ['The last sequence number on this page. Send it as `after` in the next call.', 17],
  },
);
