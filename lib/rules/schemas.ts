// Defines the schemas with which operators and the sandbox set the rules of an account. A whole number may be a number
// or a JsonNumber. An amount may be a text or a JsonNumber.

import * as z from 'zod';
import { amount, line, list, nested, text } from '../base/field-schemas.ts';
import { JsonNumber } from '../base/json.ts';
import { cents } from '../base/money.ts';
import { isTaxId } from '../base/tax-id.ts';
import { duplicateActions } from './duplicates.ts';

const bandsMax = 5;
const approversMax = 5;

const whole = (least: number, most: number) =>
  z.preprocess(
    (value) => (value instanceof JsonNumber ? Number(value.text) : value),
    z
      .int('must be a whole number')
      .min(least, `must be at least ${least}`)
      .max(most, `must be at most ${most}`),
  );

export const amountOrZero = z.preprocess(
  (value) => (value instanceof JsonNumber ? value.text : value),
  z.union([z.literal(['0', '0.00']).transform(() => cents(0)), amount], {
    error: 'must be an amount, or 0',
  }),
);

const bands = list(nested({ from: amount, needed: whole(2, approversMax) }))
  .max(bandsMax, `must be at most ${bandsMax}`)
  .refine(isAscending, 'must have growing amounts and growing numbers');

function isAscending(given: readonly { from: number; needed: number }[]): boolean {
  return given.every((band, index) => {
    const before = given[index - 1];
    return !before || (before.from < band.from && before.needed < band.needed);
  });
}

/** The rules, with the names under which they are shown. Null removes a rule. `limit` sets one of the `limits`. */
export const ruleFields = {
  expire_new_after_hours: whole(1, 8_760).nullable(),
  own_approval_up_to: amountOrZero.nullable(),
  approvals: bands,
  limit: amount.nullable(),
  payees: z.enum(['listed', 'any'], { error: 'must be listed or any' }),
  duplicates: nested({
    within_hours: whole(1, 720),
    action: z.enum(duplicateActions, { error: `must be one of ${duplicateActions.join(', ')}` }),
  }).nullable(),
  low_balance: amount.nullable(),
  reported_money: z.enum(['blocked', 'free'], { error: 'must be blocked or free' }),
};

export const pixKey = line(77);

/** A payee of the list, named by a PIX key, or by a CPF or CNPJ. */
export const payeeFields = {
  key: pixKey.optional(),
  legal_id: text
    .refine((given) => isTaxId(given, true), 'must be a CPF or CNPJ, without punctuation')
    .optional(),
};
