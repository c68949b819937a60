// The endpoints that send money. Those that show what was sent: cashout-look-up-endpoints.ts.

import {
  approveCashoutBody,
  cashoutPath,
  createCashoutBody,
  createCashoutManualBody,
  createFromCodeBody,
  createManualTransferBody,
  rejectCashoutBody,
} from '../cashout/schemas.ts';
import * as answers from './answers.ts';
import type { Endpoint } from './endpoint.ts';

const account = { source_account_branch_identifier: '0001', source_account_number: '123456784' };
const byKey = { ...account, amount: 123.45, key: 'fulano@example.com', tag: 'invoice 42' };
const byBank = {
  ...account,
  amount: 123.45,
  recipient_account_branch: '0123',
  recipient_account_number: '45678',
  recipient_account_number_digit: '9',
  recipient_account_type: 'CURRENT_ACCOUNT',
  recipient_account_model: 'Movement',
  recipient_name: 'Fulana de Tal',
  recipient_legal_id: '12345678909',
  recipient_instution: '60701190',
};
const code =
  '00020126400014br.gov.bcb.pix0118fulano@example.com520400005303986540510.005802BR5907SANDBOX6009SAO PAULO62120508PEDIDO4263047094';

/** Of a call that takes a code. */
export const codeRefusals = [
  'invalid_pix_key',
  'invalid_br_code',
  'br_code_not_payable',
  'dynamic_code_refused',
  'dynamic_code_above_max',
] as const;

const create = {
  tag: 'Cashouts',
  auth: 'token and hmac',
  idempotencyKey: true,
  answer: answers.cashout,
} as const;
const needsCreate =
  'Needs the permission CREATE. The answer has status NEW; no money moves before the approval. Send an idempotency-key, so that you can repeat the call safely.';
const needsBoth =
  'Needs the permissions CREATE and APPROVE. The answer has status PROCESSING, and a worker completes the transfer. Always send an idempotency-key: after a time-out, repeat the call with the same key, and it pays only once.';

const keyBody = createCashoutBody.meta({ id: 'CreateCashout' });
const manualBody = createCashoutManualBody.meta({ id: 'CreateCashoutManual' });
const approval = {
  tag: 'Cashouts',
  auth: 'token and hmac',
  body: approveCashoutBody.meta({ id: 'ApproveCashout' }),
  answer: answers.cashout,
  refusals: [
    'transaction_not_found',
    'transaction_in_wrong_status',
    'approved_already',
    'approval_of_own',
    'content_differs',
    'too_many_open',
  ],
  example: { id: 8_125_094_371_265 },
} as const;

export const cashoutEndpoints: readonly Endpoint[] = [
  {
    ...create,
    route: 'POST /create-cashout',
    name: 'createCashout',
    summary: 'Creates a cashout to a PIX key',
    details: needsCreate,
    body: keyBody,
    refusals: ['account_not_found', 'invalid_pix_key', 'possible_duplicate'],
    example: byKey,
  },
  {
    ...create,
    route: 'POST /create-cashout-self-approve',
    name: 'createCashoutSelfApprove',
    summary: 'Creates a cashout to a PIX key and approves it',
    details: needsBoth,
    body: keyBody,
    refusals: ['account_not_found', 'invalid_pix_key', 'possible_duplicate', 'too_many_open'],
    example: byKey,
  },
  {
    ...create,
    route: 'POST /create-cashout-manual',
    name: 'createCashoutManual',
    summary: 'Creates a cashout to bank details',
    details: needsCreate,
    body: manualBody,
    refusals: ['account_not_found', 'possible_duplicate'],
    example: byBank,
  },
  {
    ...create,
    route: 'POST /create-cashoutmanual-self-approve',
    name: 'createCashoutManualSelfApprove',
    summary: 'Creates a cashout to bank details and approves it',
    details: needsBoth,
    body: manualBody,
    refusals: ['account_not_found', 'possible_duplicate', 'too_many_open'],
    example: byBank,
  },
  {
    ...create,
    route: 'POST /create-copy-and-paste-transfer',
    name: 'createCopyAndPasteTransfer',
    summary: 'Pays a copy-and-paste code',
    details: `${needsBoth} If the code has an amount, the request may omit it. Some stages do not pay dynamic codes.`,
    body: createFromCodeBody.meta({ id: 'CopyAndPasteTransfer' }),
    refusals: ['account_not_found', ...codeRefusals, 'possible_duplicate', 'too_many_open'],
    example: { ...account, copy_and_paste: code },
  },
  {
    ...create,
    route: 'POST /create-manual-transfer',
    name: 'createManualTransfer',
    summary: 'Sends money from a web client, with a one-time code',
    details:
      'For clients with the audience web: instead of an hmac, the call has a one-time code of the user. Each code is valid for one transfer. Five wrong codes lock the user for 15 minutes.',
    auth: 'token',
    body: createManualTransferBody.meta({ id: 'ManualTransfer' }),
    refusals: ['account_not_found', 'possible_duplicate', 'too_many_open'],
    example: { ...byBank, mfa_code: '123456' },
  },
  {
    ...approval,
    route: 'POST /approve-cashout',
    name: 'approveCashout',
    summary: 'Approves a NEW cashout',
    details:
      'Needs the permission APPROVE. Only one approval succeeds; any other is a 400. The answer has status PROCESSING, and a worker completes the transfer. Under rules of the account it stays NEW until enough users have approved it.',
  },
  {
    ...approval,
    route: 'POST /approve-cashout-manual',
    name: 'approveCashoutManual',
    summary: 'Approves a NEW cashout',
    details: 'The same as /approve-cashout. Both paths approve both kinds of cashout.',
  },
  {
    route: 'POST /v3/cashouts/{id}/reject',
    name: 'rejectCashout',
    tag: 'Cashouts',
    summary: 'Rejects a NEW cashout',
    details:
      'Needs the permission APPROVE. The cashout becomes CANCELLED, and erro_descriptor has the reason. Of an approval and a rejection at the same time one succeeds; the other is a 400.',
    auth: 'token and hmac',
    path: cashoutPath,
    body: rejectCashoutBody.meta({ id: 'RejectCashout' }),
    answer: answers.cashout,
    refusals: ['transaction_not_found', 'transaction_in_wrong_status'],
    example: { id: 8_125_094_371_265, reason: 'Wrong supplier' },
  },
];
