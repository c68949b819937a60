// Defines the schemas of cashouts in the API's answers.

import * as z from 'zod';
import { instant, named } from '../base/meanings.ts';
import { all, id, money, orNull, pageOf, text, time, worked } from '../base/pieces.ts';
import type { CashoutStatus } from './cashout.ts';
import type { ScheduleState } from './schedule.ts';

export const status = all<CashoutStatus>()('NEW', 'PROCESSING', 'SUCCESS', 'ERROR', 'CANCELLED', 'REFUNDED');

export const approvals = z.array(z.object({ user: text, name: orNull(text), at: time }));

export const cashout = named(
  'Cashout',
  z.object({
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
    approvals: approvals.optional(),
    scheduled_for: text.optional(),
    schedule_state: all<ScheduleState>()(
      'AWAITING_APPROVAL',
      'SCHEDULED',
      'POSTPONED',
      'STARTED',
      'CANCELLED',
    ).optional(),
    starts_at: time.optional(),
  }),
  {
    id: ['Id of the transaction. Later calls take it.', 8_125_094_371_265],
    transaction_id: ['The same as id.', 8_125_094_371_265],
    status: [
      'Status of the transaction. ERROR, CANCELLED and REFUNDED are final. SUCCESS is final too, unless it becomes REFUNDED.',
      'PROCESSING',
    ],
    amount: ['In reais.', 123.45],
    key: ['PIX key of the recipient; null if the request had bank details or a code.', 'fulano@example.com'],
    tag: ['The tag of the request. Without a tag: an empty string on create, null elsewhere.', 'invoice 42'],
    from_accout: ['Number of the paying account. The name is misspelt in the contract.', '123456784'],
    recipient_instution: ['ISPB of the recipient’s institution.', null],
    recipient_instution_name: ['Name of the recipient’s institution, once the transfer has succeeded.', null],
    recipient_account_id: ['Account of the recipient.', null],
    recipient_branch_id: ['Branch of the recipient.', null],
    recipient_legal_id: ['CPF or CNPJ of the recipient; masked if it comes from the PIX directory.', null],
    recipient_name: [
      'Name of the recipient: from the request, or from the PIX directory once the transfer has succeeded.',
      null,
    ],
    recipient_account_type: ['Type of the recipient’s account. The spelling differs between calls.', null],
    operationUuid: ['Id of the operation, once the transfer has succeeded.', null],
    erro_descriptor: [
      'Why the cashout failed, was cancelled or was refunded. The name is misspelt in the contract.',
      null,
    ],
    new_erro_descriptor: ['Reason code of the failure, cancellation or refund.', null],
    message_to_payee: ['The message of the request. Only of cashouts that have one.', 'Parcela 3 de 10'],
    content_digest: [
      'Digest of account, amount, payee and scheduled_for, to be given in an approval. Under rules of the account only, and in lists.',
      '6e0a1f3c52d87b94e0a1f3c52d87b946e0a1f3c52d87b94e0a1f3c52d87b9460',
    ],
    approvals_needed: ['How many users must approve it. Under rules of the account only.', 2],
    possible_duplicate_of: [
      'Id of an earlier cashout with the same payee and amount, if the account’s rules look for it.',
      8_125_094_371_264,
    ],
    approvals: ['Who has approved it, and when. Under rules of the account only.', []],
    scheduled_for: ['The scheduled_for of the request. Only of scheduled cashouts.', '2026-12-01'],
    schedule_state: [
      'Where a scheduled cashout stands. SCHEDULED: approved, and it waits for its start. POSTPONED: it could not start, and is tried again on the same day. Only of scheduled cashouts.',
      'SCHEDULED',
    ],
    starts_at: [
      'When it starts, or is tried again (UTC). Only of scheduled cashouts.',
      '2026-12-01T11:00:00.000Z',
    ],
  },
);

export const payee = named(
  'Payee',
  cashout.pick({
    recipient_instution: true,
    recipient_instution_name: true,
    recipient_account_id: true,
    recipient_branch_id: true,
    recipient_legal_id: true,
    recipient_name: true,
    recipient_account_type: true,
  }),
  {
    recipient_instution: ['ISPB of the institution.', '60701190'],
    recipient_instution_name: ['Name of the institution.', 'ITAÚ UNIBANCO S.A.'],
    recipient_account_id: ['Account of the payee.', '45678-9'],
    recipient_branch_id: ['Branch of the payee.', '0123'],
    recipient_legal_id: [
      'CPF or CNPJ: a CPF is masked, unless the request gave it in its bank details.',
      '***.456.789-**',
    ],
    recipient_name: ['Name of the payee.', 'Fulana de Tal'],
    recipient_account_type: ['Type of the account.', 'CONTA_CORRENTE'],
  },
);

const listed = named(
  'ListedCashout',
  cashout.omit({ worked: true }).extend({
    content_digest: text,
    source_account_branch_identifier: text,
    created_at: time,
    created_by: text,
    created_by_name: orNull(text),
    approved_at: orNull(time),
    approved_by: orNull(text),
    approved_by_name: orNull(text),
    payee: orNull(payee).optional(),
    reasons: z.array(text).optional(),
  }),
  {
    created_at: ['When it was created.', instant],
    created_by_name: ['How that user is called; null: it has no name.', 'Ana Lima'],
    approved_at: ['When it was approved.', null],
    approved_by: ['Id of the user who approved the cashout.', null],
    approved_by_name: ['How that user is called; null: it has no name.', null],
    payee: [
      'The payee that was shown to whoever may approve the cashout; null: none was yet. With awaiting=approval only.',
      null,
    ],
    reasons: [
      'What would stop it now, whoever is paid, as erro_descriptor would have it. With awaiting=approval only.',
      [],
    ],
  },
);

const cashouts = named(
  'CashoutPage',
  pageOf(listed).extend({
    count: z.int().optional(),
    sum: money.optional(),
    complete: z.boolean().optional(),
  }),
  {
    count: ['How many you may approve, on all pages. With order only.', 30],
    sum: ['In reais: the sum of their amounts. With order only.', 12_345.6],
    complete: [
      'false: more than 500 wait. Order, count and sum are of the oldest 500. With order only.',
      true,
    ],
  },
);

/** A page of cashouts, or a single cashout if the caller asked by idempotency key. */
export const foundCashouts = z.union([cashouts, cashout]);
