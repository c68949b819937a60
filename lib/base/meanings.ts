// Meanings of the fields of answers and requests, for the OpenAPI document: next to their schema, or in the table of
// fields with the same meaning everywhere (lib/openapi/fields.ts).

import type * as z from 'zod';

export type Meaning = readonly [meaning: string, example?: unknown];
export type Meanings<Fields> = { readonly [Name in keyof Fields]?: Meaning };

// For examples.
export const instant = '2026-11-21T15:04:05.123Z';
export const exampleAccount = {
  source_account_branch_identifier: '0001',
  source_account_number: '123456784',
};

/** By schema or operation and field: `Balance.available`. */
export const meanings = new Map<string, Meaning>();

/** Variants of a schema, such as a page's rows, share its meanings. */
export const sameAs = (name: string) =>
  name.replace(/^(Listed|New|Changed|Asked|Linked|Waiting)(?=[A-Z])/, '').replace(/^[A-Z]\w*Event$/, 'Event');

export function explain(owner: string, fields: Meanings<Record<string, unknown>>): void {
  for (const [name, meaning] of Object.entries(fields))
    if (meaning) meanings.set(`${sameAs(owner)}.${name}`, meaning);
}

/** Registers a schema under a name in the document, with the meanings of its fields. */
export function named<Shape extends z.ZodRawShape>(
  id: string,
  schema: z.ZodObject<Shape>,
  fields: Meanings<Shape> = {},
): z.ZodObject<Shape> {
  explain(id, fields);
  return schema.meta({ id });
}
