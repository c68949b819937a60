// Explains the fields of requests and answers in the OpenAPI document. An explanation is next to the field's schema, or
// in lib/openapi/fields.ts if the field means the same everywhere.

import type * as z from 'zod';

export type Meaning = readonly [meaning: string, example?: unknown];
export type Meanings<Fields> = { readonly [Name in keyof Fields]?: Meaning };

// The instant that examples in the document use.
export const instant = '2026-11-21T15:04:05.123Z';
export const exampleAccount = {
  source_account_branch_identifier: '0001',
  source_account_number: '123456784',
};

/** Explanations by schema or operation and field, such as `Balance.available`. */
export const meanings = new Map<string, Meaning>();

/** Returns the name under which the variants of a schema share its explanations, such as the rows of a page. */
export const sameAs = (name: string) =>
  name.replace(/^(Listed|New|Changed|Asked|Linked|Waiting)(?=[A-Z])/, '').replace(/^[A-Z]\w*Event$/, 'Event');

export function explain(owner: string, fields: Meanings<Record<string, unknown>>): void {
  for (const [name, meaning] of Object.entries(fields))
    if (meaning) meanings.set(`${sameAs(owner)}.${name}`, meaning);
}

/** Registers a schema under a name in the document, with the explanations of its fields. */
export function named<Shape extends z.ZodRawShape>(
  id: string,
  schema: z.ZodObject<Shape>,
  fields: Meanings<Shape> = {},
): z.ZodObject<Shape> {
  explain(id, fields);
  return schema.meta({ id });
}
