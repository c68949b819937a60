// Defines the contract's requests about cashouts, with the contract's field names. Schemas check only the shape; the
// operations decide whether a request is allowed. Fields that the contract does not name are ignored and never stored.

import * as z from 'zod';
import {
  accountNumber,
  amount,
  branch,
  integer,
  line,
  list,
  nested,
  pathInteger,
  startTime,
  text,
  words,
} from '../base/field-schemas.ts';
import { isTaxId } from '../base/tax-id.ts';

const cashoutBody = z.object({
  source_account_branch_identifier: branch,
  source_account_number: accountNumber,
  amount,
  // Every optional field may also be null, because answers have null for missing values and callers send them back.
  tag: text.refine((tag) => Buffer.byteLength(tag) <= 1_000, 'must be at most 1000 bytes').nullish(),
  /**
   * The start of the cashout (an extension: docs/decisions/product/schedules.md). The operation decides whether this
   * start is allowed.
   */
  scheduled_for: startTime.nullish(),
  /** A text that the payee reads with the payment, if the network passes it on (an extension). */
  message_to_payee: line(140).trim().nullish(),
});

const legalIdWithLetters = text.refine(
  (id) => isTaxId(id, true),
  'must be a CPF or CNPJ, without punctuation',
);

/** The owner that a key must have. An empty text counts as absent. */
const ownerLegalId = text
  .refine((id) => id === '' || isTaxId(id, true), 'must be a CPF or CNPJ, without punctuation')
  .transform((id) => id || null)
  .nullish();

/**
 * Body of POST /create-cashout and /create-cashout-self-approve. The operation checks the key, because a wrong key is a
 * 400.
 */
export const createCashoutBody = cashoutBody.extend({
  key: text,
  /** The owner that the key must have (an extension: docs/decisions/product/rules.md). */
  recipient_legal_id: ownerLegalId,
});

/**
 * Body of POST /create-copy-and-paste-transfer (docs/decisions/contract/copy-and-paste-codes.md). The operation checks
 * the code, because a wrong code is a 400.
 */
export const createFromCodeBody = cashoutBody.extend({
  amount: amount.nullish(),
  copy_and_paste: text.transform((code) => code.trim()),
});

/**
 * An account number without its check digit. It has at most 19 digits, because the directory allows 20 with the check
 * digit.
 */
const bankNumber = text.regex(/^\d{1,19}$/, 'must be 1 to 19 digits');
const bankDigit = text.regex(/^[0-9Xx]$/, 'must be one digit').transform((digit) => digit.toUpperCase());

/** Body of the calls with bank details (spec: Manual recipient details), with the fields of every create call. */
export const createCashoutManualBody = cashoutBody.extend({
  recipient_account_branch: text.regex(/^\d{1,4}$/, 'must be 1 to 4 digits'),
  recipient_account_branch_digit: z
    .union([z.literal(''), bankDigit], 'must be one digit or empty')
    .nullish()
    .transform((digit) => digit ?? ''),
  recipient_account_number: bankNumber,
  recipient_account_number_digit: bankDigit,
  recipient_account_type: z.enum(['CURRENT_ACCOUNT', 'PAYMENT_ACCOUNT', 'SAVING_ACCOUNT'], {
    error: 'must be CURRENT_ACCOUNT, PAYMENT_ACCOUNT or SAVING_ACCOUNT',
  }),
  recipient_account_model: z.literal('Movement', { error: 'must be Movement' }),
  recipient_name: line(150).refine((name) => [...name.trim()].length >= 2, 'must be at least 2 characters'),
  recipient_legal_id: text.refine((id) => isTaxId(id, false), 'must be a CPF or CNPJ, digits only'),
  recipient_instution: text.regex(/^\d{8}$/, 'must be 8 digits'),
});

/**
 * Allows letters in the CNPJ of a body, if the stage accepts such CNPJs.
 * @param cnpjLetters whether the stage accepts CNPJs with letters; if not, the body is not changed
 */
export const withLetters = <Shape extends typeof createCashoutManualBody.shape>(
  body: z.ZodObject<Shape>,
  cnpjLetters: boolean,
) => (cnpjLetters ? body.extend({ recipient_legal_id: legalIdWithLetters }) : body);

export const contentDigest = text.regex(/^[0-9a-f]{64}$/, 'must be 64 hexadecimal digits');

/** Body of POST /approve-cashout. `content_digest` is an extension (docs/decisions/product/rules.md). */
export const approveCashoutBody = z.object({
  id: integer,
  content_digest: contentDigest.nullish(),
});

/**
 * Body of POST /v3/cashouts/{id}/reject (docs/decisions/product/rejecting-and-expiring.md). The body contains the id,
 * so that the signature of the body is only valid for the rejection of this cashout.
 */
export const rejectCashoutBody = z.object({
  id: integer,
  reason: words(200),
});

const decideMost = 100;
const oneToMost = `must have 1 to ${decideMost} cashouts`;

/**
 * The cashouts to decide about together, each with the content that the user saw. At most one item above the maximum is
 * read, which is enough to refuse a list that is too long.
 */
const seenCashouts = z.preprocess(
  (value) => (Array.isArray(value) ? value.slice(0, decideMost + 1) : value),
  list(nested({ id: integer, content_digest: contentDigest }, true))
    .min(1, oneToMost)
    .max(decideMost, oneToMost)
    .superRefine((cashouts, context) => {
      const ids = cashouts.map(({ id }) => id);
      for (const [index, id] of ids.entries())
        if (ids.indexOf(id) < index)
          context.addIssue({ code: 'custom', path: [index, 'id'], message: 'must be there once' });
    }),
);

/** Body of POST /v3/cashouts/approve-many. */
export const approveManyBody = z.object({ cashouts: seenCashouts });

/** Body of POST /v3/cashouts/reject-many, with one reason for all cashouts. */
export const rejectManyBody = z.object({
  cashouts: seenCashouts,
  reason: rejectCashoutBody.shape.reason,
});

/**
 * Body of POST /create-manual-transfer (docs/decisions/contract/manual-transfers.md). Any value is accepted for the
 * code here, because a wrong or missing code is a 401.
 */
export const createManualTransferBody = createCashoutManualBody.extend({ mfa_code: z.unknown().optional() });

export const cashoutPath = z.object({ id: pathInteger });
