// Lists all refusals of the service, with the contract's exact words (spec: Errors) and their HTTP statuses. Only this
// file and operator-errors.ts map refusals to words and statuses. A refusal is a business answer; any other exception is a bug or a failed
// dependency.

import { operatorErrors } from './operator-errors.ts';

type Row = readonly [status: number, message: string];

/** Refusals that a caller of the API can get. Each has advice for callers (lib/openapi/advice.ts). */
const callers = {
  unauthorized: [401, 'Unauthorized'],
  /** Given only by the token endpoint, which adds RFC 6749's `error`. */
  invalid_client: [401, 'Unauthorized'],
  invalid_request: [400, 'grant_type is required'],
  unsupported_grant_type: [400, 'grant_type must be client_credentials'],
  hmac_invalid: [400, 'HMAC invalid'],
  validation_error: [422, 'Validation error'],
  /** The limit of one client. For the limits of a route or a stage, API Gateway sends its own 429. */
  too_many_requests: [429, 'Too many requests'],
  /** The budget of one user for look-ups of payees (lib/access/lookup-budget.ts). */
  too_many_lookups: [429, 'Too many look-ups of payees'],
  company_not_found: [400, 'Company not found'],
  account_not_found: [400, 'Account not found'],
  invalid_pix_key: [400, 'Invalid Pix Key'],
  invalid_br_code: [400, 'Invalid copy and paste code'],
  br_code_not_payable: [400, 'Copy and paste code is expired, removed or unknown'],
  dynamic_code_refused: [400, 'Dynamic copy and paste code is not accepted'],
  dynamic_code_above_max: [400, 'Amount is greater than the maximum for a dynamic copy and paste code'],
  idempotency_conflict: [409, 'Idempotency key already used with a different request'],
  transaction_not_found: [400, 'Transaction not found'],
  transaction_in_wrong_status: [400, 'Transaction in wrong status'],
  approved_already: [400, 'Transaction is already approved by this user'],
  approval_of_own: [400, 'Transaction must be approved by another user than its creator'],
  content_differs: [409, 'Transaction is not the one that was shown'],
  possible_duplicate: [409, 'Transaction may be a duplicate'],
  account_is_closed: [400, 'Account is closed'],
  webhook_not_found: [404, 'Webhook not found'],
  qr_code_not_found: [400, 'QR Code not found'],
  qr_code_not_paid: [400, 'QR Code is not paid'],
  refund_in_processing: [400, 'There is a refund in processing'],
  chargeback_account_closed: [400, 'Cannot process chargeback for closed account'],
  amount_above_qr_code: [400, 'Amount is greater than the value of the QR Code'],
  insufficient_funds: [400, 'Insufficient funds'],
  /** Replaced by the network's own text, if there is one. */
  refund_refused: [400, 'Refund refused by the network'],
  chargeback_id_missing: [400, "Either 'id' or 'end_to_end_id' parameter is required"],
  chargeback_id_twice: [400, "Only one parameter should be provided: 'id' or 'end_to_end_id'"],
  chargeback_not_found: [400, 'Chargeback not found'],
  receipt_not_found: [404, 'Receipt not found'],
  med_not_found: [404, 'MED not found'],
  recovery_not_found: [404, 'Recovery not found'],
  recovery_not_paid: [400, 'Transaction was not paid'],
  recovery_inside: [400, 'Transaction was paid inside this institution'],
  recovery_too_late: [400, 'Transaction was paid more than 80 days ago'],
  recovery_returned: [400, 'Transaction was returned in full'],
  recovery_differs: [409, 'Recovery was requested already with other content'],
  recovery_in_wrong_status: [400, 'Recovery has ended, or a person deals with it'],
  recovery_not_cancelled: [400, 'Recovery was not cancelled by the PSP'],
  webhook_is_paused: [400, 'Webhook is paused'],
  too_many_webhooks: [400, 'Account has too many webhooks'],
  delivery_not_found: [404, 'Delivery not found'],
  too_many_open: [429, 'Account has too many transfers in progress'],
  too_many_exports: [429, 'Account has asked for too many exports today'],
  export_not_found: [404, 'Export not found'],
  batch_not_found: [404, 'Batch not found'],
  batch_in_wrong_status: [400, 'Batch in wrong status'],
  batch_retried_already: [409, 'Batch was retried already'],
  too_many_batches: [429, 'User has created too many batches today'],
  account_has_open_transfers: [400, 'Account has transfers in progress'],
  payment_not_open: [400, 'Payment is not open at the network'],
  route_not_found: [404, 'Not found'],
  internal: [500, 'Internal error, the outcome is unknown: repeat the call with the same idempotency key'],
  unavailable: [
    503,
    'Temporarily unavailable, the outcome is unknown: repeat the call with the same idempotency key',
  ],
} as const satisfies Record<string, Row>;

const catalogue = { ...callers, ...operatorErrors };

/** Refusals of the token endpoint: OAuth clients expect RFC 6749's `error`. */
const oauthCodes: readonly string[] = ['invalid_client', 'invalid_request', 'unsupported_grant_type'];

export type RefusalCode = keyof typeof catalogue;
export type CallerCode = keyof typeof callers;
export const callerCodes = Object.keys(callers) as CallerCode[];

/** An invalid field, under its name in the contract. The message never repeats the value that was sent. */
export type FieldError = { field: string; message: string };

/** Texts and headers that a refusal adds to the catalogue's text, or that replace it. */
export type Said = {
  /** The network's own text, instead of the catalogue's text. */
  text?: string | undefined;
  /** A more specific text, for `detail` only: the contract fixes `message`. */
  detail?: string;
  /** The header www-authenticate of a 401. */
  challenge?: string;
  /** The header retry-after. */
  retryAfterSeconds?: number;
};

export class Refusal extends Error {
  readonly code: RefusalCode;
  readonly fields: readonly FieldError[];
  readonly said: Said;

  constructor(code: RefusalCode, fields: readonly FieldError[] = [], cause?: unknown, said: Said = {}) {
    super(code, { cause });
    this.name = 'Refusal';
    this.code = code;
    this.fields = fields;
    this.said = said;
  }
}

export function refuse(code: RefusalCode, fields?: readonly FieldError[], cause?: unknown): never {
  throw new Refusal(code, fields, cause);
}

/** Refuses with a more specific text than the catalogue's text. */
export function refuseSaying(code: RefusalCode, said: Said): never {
  throw new Refusal(code, [], undefined, said);
}

/**
 * Names the fields that differ. The names are in `detail`, because the body of a 409 has only the contract's four
 * keys.
 */
export const sayDiffering = (fields: readonly string[]): Said => ({
  detail: `${wordsOf('idempotency_conflict')} (differs in ${fields.join(', ')})`,
});

/** Returns whether an error is a final refusal and not an unknown outcome. */
export function isDefinite(error: unknown): error is Refusal {
  return error instanceof Refusal && error.code !== 'unavailable' && error.code !== 'internal';
}

const networkTextMax = 200;

/** Refuses with the network's reason, without control characters and cut to `networkTextMax` characters. */
export function refuseAsNetwork(text: string): never {
  const shown = text
    .replace(/\p{Cc}+/gu, ' ')
    .trim()
    .slice(0, networkTextMax);
  refuseSaying('refund_refused', { text: shown || undefined });
}

/** Checks a condition that only a bug can break. An HTTP caller then gets the fixed 500; a message is redelivered. */
export function invariant(condition: unknown, why: string): asserts condition {
  if (!condition) throw new Error(`invariant broken: ${why}`);
}

/**
 * Returns the catalogue's text of a refusal. Also used for transfers that fail for a reason for which calls are
 * refused.
 */
export const wordsOf = <Code extends RefusalCode>(code: Code): (typeof catalogue)[Code][1] =>
  catalogue[code][1];

/** Makes the error body, which has one format in the whole service. Fields are listed for 422 only. */
export function errorBody(
  code: RefusalCode,
  fields: readonly FieldError[] = [],
  { text, detail }: Said = {},
) {
  const [status, words] = catalogue[code];
  const message = text ?? words;
  const errors = status === 422 ? { errors: fields } : {};
  const description = detail ? { error_description: detail } : {};
  const oauth = oauthCodes.includes(code) ? { error: code, ...description } : {};
  return {
    status,
    body: { worked: false, detail: detail ?? message, message, data: null, ...errors, ...oauth },
  };
}
