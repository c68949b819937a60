// Defines a line of a batch: the fields of a create call by PIX key or by bank details, and the caller's id of the
// line. Account and start belong to the whole batch. An unknown field is refused, because a misspelt field could change
// what is paid.

import * as z from 'zod';
import { idempotencyKey, text } from '../base/field-schemas.ts';
import { createCashoutBody, createCashoutManualBody, withLetters } from '../cashout/schemas.ts';

const ofBatch = {
  source_account_branch_identifier: true,
  source_account_number: true,
  scheduled_for: true,
} as const;

export const lineIdForm = /^[!-~]{1,20}$/;
export const lineIdText = text.regex(lineIdForm, 'must be 1 to 20 characters of ASCII without blanks');

/**
 * Refuses control characters, although a single create call accepts them. In a batch, control characters would make the
 * stored text much larger than the received text.
 */
const tag = createCashoutBody.shape.tag.refine(
  (value) => !/\p{Cc}/u.test(value ?? ''),
  'must not have control characters',
);

const ofLine = {
  tag,
  line_id: lineIdText,
  idempotency_key: idempotencyKey.nullish(),
};

export const keyTypes = ['CPF', 'CNPJ', 'PHONE', 'EMAIL', 'EVP'] as const;

const byKey = z.strictObject({
  ...createCashoutBody.omit(ofBatch).shape,
  ...ofLine,
  key_type: z
    .enum(keyTypes, { error: `must be ${keyTypes.slice(0, -1).join(', ')} or ${keyTypes.at(-1)}` })
    .nullish(),
});

const byBankDetails = (cnpjLetters: boolean) =>
  z.strictObject({ ...withLetters(createCashoutManualBody, cnpjLetters).omit(ofBatch).shape, ...ofLine });

/**
 * Returns the schemas of a line.
 * @param cnpjLetters whether the stage accepts CNPJs with letters
 */
export const lineSchemas = (cnpjLetters: boolean) => ({ byKey, byBankDetails: byBankDetails(cnpjLetters) });

export type LineField = keyof typeof byKey.shape | keyof ReturnType<typeof byBankDetails>['shape'];
export type BatchField = keyof typeof ofBatch;

/** All fields of a line. They are also columns of a file. */
export const lineFields: readonly string[] = [
  ...new Set([...Object.keys(byKey.shape), ...Object.keys(byBankDetails(false).shape)]),
];
/** Columns of a file whose value must be the same in all lines. */
export const batchFields: readonly string[] = Object.keys(ofBatch);
