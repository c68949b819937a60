// Contains advice for callers about each refusal, and about each way in which a cashout ends unpaid or is returned: one
// line each, for the guide (docs/integrators.md). If the advice for a new code is missing, this file does not compile.

import type { CallerCode } from '../base/errors.ts';
import type { OwnFailure } from '../cashout/failures.ts';
import type { RejectName } from '../network/reject-codes.ts';
import type { ReturnCode } from '../network/return-codes.ts';

export const refusalAdvice: Readonly<Record<CallerCode, string>> = {
  unauthorized:
    '`detail` says what is missing or wrong. If the token has expired, get a new one and repeat the call with the same key',
  invalid_client:
    'Check `client_id` and `client_secret`; after a rotation the old secret expires. If both are right, the client may be closed or frozen: ask the operator',
  invalid_request: 'Send a form with `grant_type=client_credentials`, not JSON',
  unsupported_grant_type: 'Send `grant_type=client_credentials`. No other grant type is supported',
  hmac_invalid:
    'Send the same request to `POST /v3/doctor/hmac`. It explains what is wrong with the signature',
  validation_error: 'Correct the fields that `errors` names, and sign the new body',
  too_many_requests: 'Wait for the seconds in `Retry-After`, then repeat the call with the same key',
  too_many_lookups:
    'Wait for the seconds in `Retry-After`, then ask again. A key that is not registered costs 20 of the user’s tokens, another one 1',
  company_not_found: 'Ask the operator: the company of this client does not exist',
  account_not_found:
    'Check both fields of the account, and that this client has a policy on it. A closed account cannot pay',
  invalid_pix_key:
    'Ask the recipient for the key again. A phone number begins with +55, a CPF or CNPJ is valid and has digits only, a random key is a UUID',
  invalid_br_code: 'Copy the whole code again: its format or its checksum is wrong',
  br_code_not_payable: 'Ask the payee for a new code',
  dynamic_code_refused: 'Ask the payee for a PIX key or a static code. This stage does not pay dynamic codes',
  dynamic_code_above_max:
    'Ask the payee for a PIX key or a static code. This stage pays only dynamic codes with small amounts',
  idempotency_conflict:
    'For the same payout, send the body of the first call (`detail` names the fields that differ). For another payout, use a new key',
  transaction_not_found: 'Check the `id`, and that this client has a policy on the account of that cashout',
  transaction_in_wrong_status:
    'Read it with `GET /v3/cashouts/{id}`. It is already approved, by you or by another client, and may be final; or it was rejected, or has expired. Do not create a new one',
  approved_already: 'Have another user approve it: its account’s rules want more than one',
  approval_of_own: 'Have another user approve it: its account’s rules want that',
  content_differs:
    'Read the cashout again and look at it: `content_digest` is not its own. You may have mixed up two cashouts',
  possible_duplicate:
    '`detail` names an earlier cashout with the same payee and amount. If you mean to pay twice, wait, or have the operator change the rule',
  account_is_closed:
    'The account is closed, so its webhooks cannot be used. Use a webhook of another account',
  webhook_not_found:
    'List the account’s webhooks with `GET /api/webhooks`, and check that this client has a policy on it',
  qr_code_not_found: 'Use a `qr_code_id` from the statement or from `cashin.received`',
  qr_code_not_paid: 'Wait for `cashin.received`. Only a paid QR code can be refunded',
  refund_in_processing: 'Wait until the PENDING chargeback has ended, then request the next one',
  chargeback_account_closed: 'Ask the operator: a closed account cannot refund',
  amount_above_qr_code:
    'Request less. The refundable amount is the value of the QR code minus earlier chargebacks',
  insufficient_funds: 'Pay money into the account, then repeat the chargeback with the same key',
  refund_refused:
    '`message` is the network’s reason ([the table above](#why-a-cashout-fails) has most of them). After a temporary fault, repeat the call later with the same key. After a final refusal, pay the money back with a cashout',
  chargeback_id_missing: 'Give `id` or `end_to_end_id`',
  chargeback_id_twice: 'Send only one of the two',
  chargeback_not_found:
    'Use the `id` from the answer to the request: `end_to_end_id` may be empty while it is PENDING. Only clients of the account can see it',
  receipt_not_found: 'Take the address from the receipt itself, or scan its QR code again',
  recovery_not_found: 'Nobody has requested a recovery of this payment',
  recovery_not_paid: 'Read the cashout: only a paid one (SUCCESS) can be recovered',
  recovery_inside:
    'Ask the operator: no PSP paid it, because the payee has an account in this institution too',
  recovery_too_late: 'A recovery can be requested for 80 days after the payment. Go to the police or a court',
  recovery_returned: 'Nothing is left to recover: the whole amount has come back',
  recovery_differs:
    'Read it with `GET /v3/cashouts/{id}/recovery`: another user may have requested it. A payment has one recovery ever',
  recovery_in_wrong_status:
    'Read it with `GET /v3/cashouts/{id}/recovery`. If `with_operator` is true, ask the operator',
  recovery_not_cancelled: 'Read it again: the PSP may have ended it, and `detail` has the PSP’s reason',
  med_not_found: 'List the cases with `GET /v3/meds/`. You see only the cases of your company’s accounts',
  med_is_over: 'Read the case: its analysis has ended, so nothing can be sent any more',
  med_defence_late:
    'Nothing was sent. The analysis takes place without a defence; `next_duty` of the case says what may follow',
  med_defence_differs:
    'Read `defence` in the case. A case has one defence, which cannot be changed: ask the operator if something is missing in it',
  webhook_is_paused:
    'Resume it first (`PUT` with `{"paused": false}`). If the operator paused it, only the operator can resume it',
  too_many_webhooks:
    'Delete a webhook that you no longer use. An account has a maximum of 200 webhooks, unless the stage sets another',
  delivery_not_found:
    'List the deliveries with `GET /api/webhooks/{webhook_id}/deliveries`. For older events, read `GET /v3/events`',
  too_many_open:
    'Wait for the seconds in `Retry-After`, then repeat the call with the same key. There is room again when transfers end',
  too_many_exports: 'Ask for it tomorrow (São Paulo), or fetch the exports that you have',
  export_not_found:
    'List the exports of the account. One is there for seven days; asked for again, it is made anew',
  batch_not_found: 'List the batches of the account with `GET /v3/batches`. A batch is there for 120 days',
  batch_in_wrong_status: 'Read the batch again: its status has changed, or its time for approval is over',
  batch_retried_already:
    'Read the batch: `retried_as` names the newer one. Retry that one, or stop it before its payment and retry this one',
  too_many_batches: 'Create it tomorrow (São Paulo), or ask the operator for more batches a day',
  account_has_open_transfers:
    'Wait until every PROCESSING cashout and PENDING chargeback of the account has ended, then close it',
  payment_not_open:
    'The sandbox sets the outcome of an open payment, once. To get one, pay `unknown@sandbox.pix`',
  route_not_found: 'Check method and path. Stages with real money do not have `/sandbox`',
  internal: 'The outcome is unknown. Repeat the call with the same key after 1, 2, 4 … seconds',
  unavailable:
    'The outcome is unknown. Wait for the seconds in `Retry-After`, then repeat the call with the same key',
};

/** ERROR and CANCELLED that the network did not cause; new_erro_descriptor is empty. */
export const ownFailureAdvice: Readonly<Record<OwnFailure, string>> = {
  insufficient_funds:
    'When the transfer was processed, your account had less than the amount. Pay money in, then create a new cashout',
  key_not_found: 'The key is not registered. Ask the recipient for it again',
  owner_unknown:
    'The network does not tell the owner of this key. Ask the recipient for bank details, or leave out `recipient_legal_id`',
  too_many_lookups:
    'Too many of your payouts named keys or accounts that do not exist, or are not of who you said. Correct your data; look-ups come back by the minute, then create it again',
  same_account: 'Source and recipient are the same account, so there is nothing to pay',
  account_closed: 'Your account was closed after the approval. Pay from another one',
  psp_short:
    'Your balance is enough, but this institution has too little money at its PSP at the moment. Tell the operator, and create it again later',
  psp_stopped:
    'The PSP refused this institution for a day, so it was never sent. Tell the operator, and create it again later',
  no_answer: 'The directory did not answer for a day, so it was never sent. Create it again later',
  expired:
    'Nobody approved it within the time that the account’s rule gives. Create it again if it is still to be paid',
  frozen:
    'An operator has frozen the account, the client or the company. Ask the operator before you try again',
  rule_approvals:
    'The account’s rules wanted more approvals before it was approved. Create it again, and have it approved',
  rule_per_transfer:
    'The amount is above the account’s limit. Pay less, or have the operator raise the limit',
  rule_per_day: 'Pay tomorrow, or have the operator raise the limit: a raise counts a day later',
  rule_per_night: 'Pay after 06:00 in São Paulo, or have the operator raise the limit',
  rule_new_payee:
    'Pay the rest a day after the first transfer to this payee, or have the operator raise the limit',
  rule_payees: 'Have the operator put the payee on the account’s list, then create it again',
  dynamic_code_refused:
    'The stage stopped paying dynamic codes after you created the cashout. Ask the payee for a PIX key or a static code',
  dynamic_code_above_max:
    'The stage lowered its limit after you created the cashout. Ask the payee for a PIX key or a static code',
};

/** ERROR and CANCELLED by the network's reason codes. */
export const rejectAdvice: Readonly<Record<RejectName, string>> = {
  AB03: 'The network took too long, and nothing was paid. Create a new cashout in a few minutes',
  AB09: 'The recipient’s institution had a fault. Create a new cashout later',
  AB11: 'This institution took too long, and nothing was paid. Create a new cashout',
  AC03: 'Ask the recipient for branch, account number and digit again',
  AC06: 'The recipient’s account is blocked. Ask for another account or key',
  AC07: 'The recipient’s account is closed. Ask for another account or key',
  AC14: 'Send the right `recipient_account_type`: current, payment or savings account',
  AG03: 'The recipient’s account does not accept such transfers. Ask for an account of another type',
  AG12: 'According to the PSP, payer and payee have the same institution. Tell the operator the `id`',
  AG13: 'This code is for returns, not for cashouts. Tell the operator the `id`',
  AM01: 'The network received the amount zero, which this service never sends. Tell the operator the `id`',
  AM02: 'The amount is above the limit of the recipient’s account. Send less, or ask for another account',
  AM04: 'This institution has too little money at the network. Your own account had enough. Tell the operator, and create a new cashout later',
  AM09: 'This code is for returns that are too large, not for cashouts. Tell the operator the `id`',
  AM23: 'This institution has reached a limit of the network. Create a new cashout later',
  BE01: 'The CPF or CNPJ does not belong to the account holder. Ask the recipient for it and the account again',
  BE17: 'The charge of the code has changed, or the recipient refuses it. Copy the code again, or ask for a new one',
  CH11: 'Check `recipient_legal_id` with the recipient',
  CH16: 'The network does not accept a field of the order. Check the recipient’s data, then tell the operator the `id`',
  DS04: 'The recipient’s institution refuses without a reason. Have the recipient ask there, or pay another account',
  DS27: 'The recipient’s institution is not active in PIX now. Ask for an account at another institution',
  DT05: 'This code is for returns that are too late, not for cashouts. Tell the operator the `id`',
  DUPL: 'The network already has this payment. Look for it on the statement before you create another',
  ED05: 'The settlement failed, and nothing was paid. Create a new cashout. Copy a dynamic code again first',
  FF08: 'The network refused the end-to-end id of this service. Create a new cashout. If it happens again, tell the operator',
  FRAD: 'Fraud is suspected. Do not repeat the cashout. Verify the recipient, and ask the operator',
  RC09: 'The network does not know this institution by its ISPB. Tell the operator the `id`',
  RC10: 'Check `recipient_instution`: the eight digits of the recipient’s institution',
  RR04: 'A regulation forbids the payment. Do not repeat it; ask the operator for the reason',
  SL02: 'This code is for returns of cash withdrawals, not for cashouts. Tell the operator the `id`',
};

/** Advice for a cashout that is REFUNDED, by the reason code of its return. */
export const returnAdvice: Readonly<Record<ReturnCode, string>> = {
  MD06: 'The recipient asked for the return. Ask the recipient before you pay again',
  BE08: 'The recipient’s institution had a fault. Create a new cashout',
  FR01: 'Fraud was suspected. Verify the recipient before you pay again',
  SL02: 'A cash withdrawal was reversed. Do nothing',
  REFU: 'A payment by Pix Automático was disputed and returned. Do nothing',
};
