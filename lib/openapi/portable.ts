// Rewrites the document so that every generator of clients can read it: a nullable value as a list of types, the width
// of each number, and patterns that do not depend on one engine.

import { utcTime } from './patterns.ts';

type Schema = {
  type?: string | string[];
  format?: string;
  pattern?: string;
  enum?: unknown[];
  const?: unknown;
  not?: Schema;
  minimum?: number;
  maximum?: number;
  anyOf?: Schema[];
  properties?: Record<string, Schema>;
};

const int32Max = 2 ** 31 - 1;
/** Keywords of JSON Schema that contain values. They are not rewritten, because they contain no schemas. */
const values = ['example', 'examples', 'enum', 'const', 'default', 'not'];

/** Rewrites the document in place. */
export function makePortable(node: unknown): void {
  if (node === null || typeof node !== 'object') return;
  if (!Array.isArray(node)) mend(node);
  for (const [name, inner] of Object.entries(node)) if (!values.includes(name)) makePortable(inner);
}

function mend(schema: Schema): void {
  const [own, none, ...more] = Array.isArray(schema.anyOf) ? schema.anyOf : [];
  const isScalar = ['string', 'integer', 'number', 'boolean'].includes(String(own?.type));
  // A constant cannot stand next to a list of types, because it would forbid null.
  const isPlain = isScalar && own?.const === undefined;
  if (own && isPlain && none?.type === 'null' && more.length === 0) {
    delete schema.anyOf;
    Object.assign(schema, own, { type: [own.type, 'null'] });
    if (own.enum) schema.enum = [...own.enum, null];
  }
  // A boolean constant becomes `not` the other value, because the Java generator treats a boolean constant as text.
  if (typeof schema.const === 'boolean') {
    schema.not = { const: !schema.const };
    delete schema.const;
  }
  // A property that is always null becomes a constant, because no generator has a type for null.
  for (const property of Object.values(schema.properties ?? {})) {
    if (property.type !== 'null') continue;
    delete property.type;
    property.const = null;
  }
  const [type] = [schema.type].flat();
  if (type === 'integer') schema.format = (schema.maximum ?? Infinity) > int32Max ? 'int64' : 'int32';
  if (type === 'number') schema.format = 'double';
  if (type === 'integer' || type === 'number') delete schema.pattern;
  // The pattern is removed, because an offset may have any form that the format allows.
  if (schema.format === 'date-time' && schema.pattern?.includes('[+-]')) delete schema.pattern;
  else if (schema.format === 'date-time') schema.pattern = utcTime;
  if (typeof schema.pattern === 'string') schema.pattern = schema.pattern.replaceAll('\\d', '[0-9]');
}
