// Common parts of operations are in the OpenAPI document only once, as components.

import { describe, expect, test } from 'vitest';
import { makeDocument } from '../../lib/openapi/document.ts';

// biome-ignore lint/suspicious/noExplicitAny: a document of documents
type Json = any;

const document: Json = makeDocument('http://localhost:3000', true);
const operations = Object.values<Json>(document.paths).flatMap((path) => Object.values<Json>(path));
const answers = operations.flatMap(({ responses }) => Object.entries<Json>(responses));
const shared = Object.values<Json>(document.components.responses);

/** Returns the parts that occur more than once without being a reference. */
function repeated(things: Json[]): string[] {
  const inline = things.filter(({ $ref }) => $ref === undefined).map((thing) => JSON.stringify(thing));
  return inline.filter((text, index) => inline.indexOf(text) !== index);
}

describe('the components of the OpenAPI document', () => {
  test('the document contains no refusal twice', () => {
    expect(
      repeated([...answers.filter(([status]) => status !== '200').map(([, one]) => one), ...shared]),
    ).toEqual([]);
  });

  test('the document contains no header twice', () => {
    const owners = [...answers.map(([, one]) => one), ...shared];
    const headers = owners.flatMap((one) => Object.values<Json>(one.headers ?? {}));

    expect(headers.length).toBeGreaterThan(70);
    expect(repeated([...headers, ...Object.values<Json>(document.components.headers)])).toEqual([]);
  });

  test('the document contains no parameter twice', () => {
    const own = operations.flatMap(({ parameters = [] }) => parameters);

    expect(repeated([...own, ...Object.values<Json>(document.components.parameters)])).toEqual([]);
  });
});

test('every reference has a component, and every component is used', () => {
  const text = JSON.stringify(document);
  const places = [...text.matchAll(/"#\/components\/(\w+)\/([\w.-]+)"/g)].map(
    ([, kind, name]) => `${kind}/${name}`,
  );
  const { securitySchemes: _, ...components } = document.components;
  const there = Object.entries<object>(components).flatMap(([kind, byName]) =>
    Object.keys(byName).map((name) => `${kind}/${name}`),
  );

  expect([...new Set(places)].sort()).toEqual(there.sort());
});

test('every component name is unique, since Go has one namespace for all', () => {
  const { securitySchemes: _, examples: __, ...components } = document.components;
  const names = Object.values<object>(components).flatMap((byName) => Object.keys(byName));

  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
});

test('a stage without a sandbox has the same component names', () => {
  const { components }: Json = makeDocument('http://localhost:3000', false);

  for (const kind of ['responses', 'headers', 'parameters'])
    expect(document.components[kind]).toMatchObject(components[kind]);
  expect(Object.keys(components.responses).length).toBeGreaterThan(15);
});
