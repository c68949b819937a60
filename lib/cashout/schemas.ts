// The contract's cashout requests, with its own field names. Schemas check only the shape; the operations
// decide whether a request is allowed. Fields the contract does not name are ignored and never stored.

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
  // Answers have null for missing values, so every optional field of a request may be null too.
  tag: text.refine((tag) => Buffer.byteLength(tag) <= 1_000, 'must be at most 1000 bytes').nullish(),
  /** An extension (docs/decisions/product/schedules.md): when the cashout starts. The operation decides whether it may. */
  scheduled_for: startTime.nullish(),
  /** An extension: what the payee reads with the payment, where the network passes it on. */
  message_to_payee: line(140).trim().nullish(),
});

const legalIdWithLetters = text.refine(
  (id) => isTaxId(id, true),
  'must be a CPF or CNPJ, without punctuation',
);

/**
 * Spec: POST /create-cashout and /create-cashout-self-approve. The operation checks the key: a wrong one is a
 * 400.
 */
export const createCashoutBody = cashoutBody.extend({
  key: text,
  /** An extension (docs/decisions/product/rules.md): the owner that the key must have. */
  recipient_legal_id: legalIdWithLetters.nullish(),
});

/**
 * POST /create-copy-and-paste-transfer (docs/decisions/contract/copy-and-paste-codes.md). The operation checks the code: a wrong one is a 400.
 */
export const createFromCodeBody = cashoutBody.extend({
  amount: amount.nullish(),
  copy_and_paste: text.transform((code) => code.trim()),
});

/** Without its check digit: the directory has at most 20 digits in all. */
const bankNumber = text.regex(/^\d{1,19}$/, 'must be 1 to 19 digits');
const bankDigit = text.regex(/^[0-9Xx]$/, 'must be one digit').transform((digit) => digit.toUpperCase());

/** Spec: Manual recipient details, with the fields of every create call. */
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

/** @param cnpjLetters whether the stage takes CNPJs with letters: if not, the body stays as it is */
export const withLetters = <Shape extends typeof createCashoutManualBody.shape>(
  body: z.ZodObject<Shape>,
  cnpjLetters: boolean,
) => (cnpjLetters ? body.extend({ recipient_legal_id: legalIdWithLetters }) : body);

const contentDigest = text.regex(/^[0-9a-f]{64}$/, 'must be 64 hexadecimal digits');

/** Spec: POST /approve-cashout; `content_digest` is an extension (docs/decisions/product/rules.md). */
export const approveCashoutBody = z.object({
  id: integer,
  content_digest: contentDigest.nullish(),
});

/** POST /v3/cashouts/{id}/reject (docs/decisions/product/rejecting-and-expiring.md). With the id, the signature is that of the rejection of one cashout. */
export const rejectCashoutBody = z.object({
  id: integer,
  reason: words(200),
});

const decideMost = 100;
const oneToMost = `must have 1 to ${decideMost} cashouts`;

/** What is decided about at once: of each what was seen. Of a list that is too long, no more is read than shows it. */
const seenCashouts = z.preprocess(
  (value) => (Array.isArray(value) ? value.slice(0, decideMost + 1) : value),
  list(nested({ id: integer, content_digest: contentDigest }))
    .min(1, oneToMost)
    .max(decideMost, oneToMost)
    .superRefine((cashouts, context) => {
      const ids = cashouts.map(({ id }) => id);
      for (const [index, id] of ids.entries())
        if (ids.indexOf(id) < index)
          context.addIssue({ code: 'custom', path: [index, 'id'], message: 'must be there once' });
    }),
);

/** POST /v3/cashouts/approve-many. */
export const approveManyBody = z.object({ cashouts: seenCashouts });

/** POST /v3/cashouts/reject-many: one reason for all. */
export const rejectManyBody = z.object({
  cashouts: seenCashouts,
  reason: rejectCashoutBody.shape.reason,
});

/** POST /create-manual-transfer (docs/decisions/contract/manual-transfers.md). A wrong or missing code is a 401, so any value has the shape. */
export const createManualTransferBody = createCashoutManualBody.extend({ mfa_code: z.unknown().optional() });

export const cashoutPath = z.object({ id: pathInteger });
