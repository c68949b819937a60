// What a caller should do about each refusal, and about each way in which a cashout ends unpaid or comes
// back: one line each, for the guide (docs/integrators.md). The types make sure that each new one gets its
// advice.

import type { CallerCode } from '../base/errors.ts';
import type { OwnFailure } from '../cashout/failures.ts';
import type { RejectName } from '../network/reject-codes.ts';
import type { ReturnCode } from '../network/return-codes.ts';

export const refusalAdvice: Readonly<Record<CallerCode, string>> = {
  unauthorized:
    '`detail` says what is missing or wrong. Where the token has expired, fetch a new one and send the same call with the same key',
  invalid_client:
    'Check `client_id` and `client_secret`; a rotation ends the old secret after its time. If both are right, the client may be closed or frozen: ask the operator',
  invalid_request: 'Send a form with `grant_type=client_credentials`, not JSON',
  unsupported_grant_type: 'Send `grant_type=client_credentials`: there is no other',
  hmac_invalid:
    'Send the same request to `POST /v3/doctor/hmac`, which says what is wrong with the signature',
  validation_error: 'Mend the fields that `errors` names, and sign the new body',
  too_many_requests: 'Wait as many seconds as `Retry-After` says, then send the same call with the same key',
  company_not_found: 'Ask the operator: the company of this client is not there',
  account_not_found:
    'Check both fields of the account, and that this client has a policy on it. From a closed account nothing is paid',
  invalid_pix_key:
    'Ask the recipient for the key again: a phone number begins with +55, CPF and CNPJ are digits only and have to be valid, a random key is a UUID',
  invalid_br_code:
    'Copy the code again, from its first character to its last: its form or its checksum is wrong',
  br_code_not_payable: 'Ask the payee for a new code',
  dynamic_code_refused: 'Ask the payee for a PIX key or a static code: this stage pays no dynamic ones',
  dynamic_code_above_max:
    'Ask the payee for a PIX key or a static code: this stage pays dynamic ones of small amounts only',
  idempotency_conflict:
    'Send the body that the key had first (`errors` names what differs); for another payout take another key',
  transaction_not_found: 'Check the `id`, and that this client has a policy on the account of that cashout',
  transaction_in_wrong_status:
    'Look with `GET /v3/cashouts/{id}`: it has been approved before, by you or by somebody else, and may have ended. Do not create it anew',
  account_is_closed:
    'Nothing can be done with the webhooks of a closed account: use those of another account',
  webhook_not_found:
    'List the account’s webhooks with `GET /api/webhooks`, and check that this client has a policy on it',
  qr_code_not_found: 'Take `qr_code_id` from the statement or from `cashin.received`, where it is not null',
  qr_code_not_paid: 'Wait for `cashin.received`: what has not been paid cannot be given back',
  refund_in_processing: 'Wait until the chargeback that is PENDING has ended, then ask for the next',
  chargeback_account_closed: 'Ask the operator: from a closed account nothing is given back',
  amount_above_qr_code: 'Ask for less: what is left is the value of the code minus what has gone back before',
  insufficient_funds: 'Bring money to the account, then ask for the chargeback again, with the same key',
  refund_refused:
    '`message` is the network’s reason ([the table above](#why-a-cashout-fails) has most of them). After a fault, ask again later with the same key; after a final no, pay the payer back with a cashout',
  chargeback_id_missing: 'Give `id` or `end_to_end_id`',
  chargeback_id_twice: 'Leave one of the two out',
  chargeback_not_found:
    'Ask by the `id` of the answer that made it: `end_to_end_id` may be empty while it is PENDING. Only the account’s own clients see it',
  med_not_found: 'List the cases with `GET /v3/meds/`: an id is of one company’s accounts only',
  webhook_is_paused:
    'Resume it first (`PUT` with `{"paused": false}`); what an operator has paused, only the operator resumes',
  too_many_webhooks:
    'Delete one that is not used any more: an account may have only so many (200, unless the stage says otherwise)',
  delivery_not_found:
    'List them with `GET /api/webhooks/{webhook_id}/deliveries`; for older events read `GET /v3/events`',
  too_many_open:
    'Wait as many seconds as `Retry-After` says, then send the same call with the same key: as transfers end, there is room',
  account_has_open_transfers:
    'Wait until everything of the account that is PROCESSING or PENDING has ended, then close it',
  payment_not_open:
    'Only a payment that is still open can be decided, and only once: pay `unknown@sandbox.pix` first',
  route_not_found: 'Check method and path. A stage with real money has no `/sandbox`',
  internal: 'The outcome is unknown: send the same call with the same key after one second, two, four …',
  unavailable: 'The outcome is unknown: wait for `Retry-After`, then send the same call with the same key',
};

/** ERROR and CANCELLED that the network did not cause: new_erro_descriptor is empty. */
export const ownFailureAdvice: Readonly<Record<OwnFailure, string>> = {
  insufficient_funds:
    'Your account had less than the amount when the transfer was completed. Bring money in, then create a new cashout',
  key_not_found: 'Nobody has this key. Ask the recipient for it again',
  same_account: 'Payer and payee are one account: there is nothing to pay',
  account_closed: 'Your account was closed after the approval. Pay from another one',
  frozen:
    'An operator has stopped payouts of the account, the client or the company. Ask the operator before you try again',
  dynamic_code_refused:
    'The stage has stopped paying dynamic codes since the creation. Ask the payee for a PIX key or a static code',
  dynamic_code_above_max:
    'The stage has lowered its limit since the creation. Ask the payee for a PIX key or a static code',
};

/** ERROR and CANCELLED by the network's reason codes. */
export const rejectAdvice: Readonly<Record<RejectName, string>> = {
  AB03: 'The network took too long, and nothing was paid. Create a new cashout after some minutes',
  AB09: 'The recipient’s institution had a fault. Create a new cashout later',
  AB11: 'This institution took too long, and nothing was paid. Create a new cashout',
  AC03: 'Ask the recipient for branch, account number and digit again',
  AC06: 'The recipient’s account is blocked. Ask for another account or key',
  AC07: 'The recipient’s account is closed. Ask for another account or key',
  AC14: 'Send the right `recipient_account_type`: current, payment or savings account',
  AG03: 'The recipient’s account takes no such transfers. Ask for one of another kind',
  AG12: 'Payer and payee bank with one institution by the PSP’s books. Tell the operator the `id`',
  AG13: 'Only returns can fail so, and a cashout is none. Tell the operator the `id`',
  AM01: 'The amount arrived as zero. Tell the operator the `id`, since an `amount` of 0 is not let in here',
  AM02: 'The amount is above what the recipient’s account may get. Send less, or ask for another account',
  AM04: 'This institution has too little money at the network; your account had enough (else it is `Insufficient funds`). Tell the operator, and create a new cashout later',
  AM09: 'Only returns that are too great fail so, and a cashout is none. Tell the operator the `id`',
  AM23: 'This institution has reached a limit of the network. Create a new cashout later',
  BE01: 'CPF or CNPJ is not that of the account’s holder. Ask the recipient for both again',
  BE17: 'The charge behind the code has changed, or its owner refuses it. Read the code again, or ask for a new one',
  CH11: 'Check `recipient_legal_id` with the recipient',
  CH16: 'Something in the order is not as the network wants it. Check the recipient’s data, then tell the operator the `id`',
  DS04: 'The recipient’s institution refuses and does not say why. Let the recipient ask there, or pay another account',
  DS27: 'The recipient’s institution does not take part in PIX now. Ask for an account elsewhere',
  DT05: 'Only returns that come too late fail so, and a cashout is none. Tell the operator the `id`',
  DUPL: 'The network has such a payment already. Look for it on the statement before you create another',
  ED05: 'The settlement failed, and nothing was paid. Create a new cashout; read a dynamic code again before',
  FF08: 'The end-to-end id that was made here was refused. Create a new cashout; if it happens again, tell the operator',
  FRAD: 'Somebody suspects fraud. Do not repeat it; make sure who the recipient is, and ask the operator',
  RC09: 'The network does not know this institution by its ISPB. Tell the operator the `id`',
  RC10: 'Check `recipient_instution`: the eight digits of the recipient’s institution',
  RR04: 'A rule of the authorities forbids it. Do not repeat it; ask the operator what is in the way',
  SL02: 'Only returns of a cash withdrawal fail so, and a cashout is none. Tell the operator the `id`',
};

/** REFUNDED, by the reason of the return. */
export const returnAdvice: Readonly<Record<ReturnCode, string>> = {
  MD06: 'The recipient wanted it so. Ask there before you pay again',
  BE08: 'The recipient’s institution had a fault of its own. Create a new cashout',
  FR01: 'Fraud was suspected. Do not repeat it before you know who the recipient is',
  SL02: 'A cash withdrawal was undone. Nothing is owed',
};
