// Defines the calls by which operators find and blank a person's data. They are the input of the function `person`,
// which has no HTTP route and can only be invoked directly.

import * as z from 'zod';
import { parsePixKey } from '../account/pix-key.ts';
import { list, text, words } from '../base/field-schemas.ts';
import { isTaxId } from '../base/tax-id.ts';
import { places } from './place.ts';

const namesMax = 20;
const sought = {
  legal_ids: list(text.refine((given) => isTaxId(given, true), 'must be a CPF or CNPJ, without punctuation'))
    .max(namesMax, `must be at most ${namesMax}`)
    .default([]),
  keys: list(
    text.transform((given, context) => {
      const key = parsePixKey(given, true);
      if (key) return key.value;
      context.addIssue({
        code: 'custom',
        message: 'must be a PIX key: an e-mail, a phone as +55…, a UUID, a CPF or a CNPJ',
      });
      return z.NEVER;
    }),
  )
    .max(namesMax, `must be at most ${namesMax}`)
    .default([]),
};
const part = {
  place: z.enum(places, { error: `must be one of ${places.join(', ')}` }),
  after: text
    .max(4_096, 'must be at most 4096 characters')
    .refine(isKey, 'must be what an answer gave as next')
    .optional(),
  reveal: z.boolean('must be true or false').default(false),
};

/** Returns whether a text is a key of DynamoDB as JSON. */
function isKey(given: string): boolean {
  try {
    const key: unknown = JSON.parse(given);
    return typeof key === 'object' && key !== null && !Array.isArray(key);
  } catch {
    return false;
  }
}

type Named = { legal_ids: readonly string[]; keys: readonly string[]; reason?: string };

/**
 * Defines a call.
 * @param shape the other fields of the call, in addition to the person
 */
const call = <Name extends string, Shape extends z.ZodRawShape>(action: Name, shape: Shape) =>
  z
    .object({ action: z.literal(action), by: words(100), ...sought, ...shape })
    .superRefine((given, context) => {
      const { legal_ids, keys, reason = '' } = given as unknown as Named;
      if (legal_ids.length + keys.length === 0)
        context.addIssue({ code: 'custom', path: ['legal_ids'], message: 'or keys must name the person' });
      if ([...legal_ids, ...keys].some((one) => reason.includes(one)))
        context.addIssue({
          code: 'custom',
          path: ['reason'],
          message: 'must not name the person: it stays in the audit',
        });
    });

const reason = words(200);

export const personCall = z.discriminatedUnion(
  'action',
  [
    call('person find', { reason, reveal: part.reveal }),
    call('person scan', { reason, ...part }),
    call('person blank', {
      reason,
      ...part,
      despite_retention: z.boolean('must be true or false').default(false),
      apply: z.boolean('must be true or false').default(false),
    }),
  ],
  'must be a known action',
);
export type PersonCall = z.output<typeof personCall>;
