// Adds a meaning and an example to every field in the document.

import { invariant } from '../base/errors.ts';
import { type Meaning, meanings, sameAs } from '../base/meanings.ts';
import { fields } from './fields.ts';

/** Returns the meanings of all fields. Must be called after all schemas are loaded. */
export const allFields = (): Readonly<Record<string, Meaning>> => ({
  ...fields,
  ...Object.fromEntries(meanings),
});

type Schema = {
  description?: string;
  examples?: unknown[];
  properties?: Record<string, Schema>;
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
};
type Shapes = Readonly<Record<string, object>>;
type Parameter = { name: string; description?: string; schema: Schema };

/**
 * Adds the meanings and examples.
 * @param shapes shapes of values that a zod schema cannot express, by the same names
 */
export function describeFields<Document extends object>(document: Document, shapes: Shapes): Document {
  const { components, paths } = document as {
    components?: { schemas?: Record<string, Schema> };
    paths?: Record<string, Record<string, { operationId: string; parameters?: Parameter[] }>>;
  };
  for (const [name, schema] of Object.entries(components?.schemas ?? {})) {
    if (name !== 'Refusal') describeSchema(schema, sameAs(name), shapes);
  }
  const operations = Object.values(paths ?? {}).flatMap((path) => Object.values(path));
  for (const { operationId, parameters = [] } of operations) {
    for (const parameter of parameters) {
      const [meaning, example] = fieldOf(operationId, parameter.name);
      parameter.description = meaning;
      Object.assign(parameter.schema, shapes[parameter.name]);
      if (example !== undefined) parameter.schema.examples = [example];
    }
  }
  return document;
}

function describeSchema(schema: Schema, owner: string, shapes: Shapes): void {
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    const [meaning, example] = fieldOf(owner, name);
    property.description = meaning;
    Object.assign(property, shapes[`${owner}.${name}`]);
    if (example !== undefined) property.examples = [example];
    describeSchema(property, name, shapes);
  }
  const { items, anyOf = [], oneOf = [] } = schema;
  for (const inner of [items, ...anyOf, ...oneOf]) if (inner) describeSchema(inner, owner, shapes);
}

function fieldOf(owner: string, name: string): Meaning {
  const field = meanings.get(`${owner}.${name}`) ?? fields[`${owner}.${name}`] ?? fields[name];
  invariant(
    field,
    `the field ${owner}.${name} has no meaning: write it beside its schema (lib/base/meanings.ts), or in lib/openapi/fields.ts`,
  );
  return field;
}
