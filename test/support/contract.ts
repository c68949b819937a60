// Compares every call of the tests with the OpenAPI document. Each answer must be documented with its status, words and
// fields, and each accepted request must be documented.

import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { makeDocument } from '../../lib/openapi/document.ts';
import type { HttpCall } from '../../local/gateway/event.ts';
import { inlined } from './inlined.ts';

// biome-ignore lint/suspicious/noExplicitAny: a document of documents
type Json = any;

const document: Json = inlined(
  makeDocument('http://localhost:3000', true, { allowLoopback: true, cnpjLetters: true }),
);
const validate = compiler(document);
const json = 'content/application~1json/schema';

/** Returns whether a path belongs to the document or its pages, which contain no secret. */
export const isDocumentation = (path: string) => /^\/(docs|openapi\.json)/.test(path);

type Answered = { status: number; body: Json; headers?: Record<string, string> };

/** Throws if a call or its answer differs from the document. */
export function holdToContract(call: HttpCall, { status, body, headers = {} }: Answered): void {
  // The path is split by hand, because URL drops a blank at its end.
  const [pathname = '', query] = call.path.split(/\?(.*)/s);
  const searchParams = new URLSearchParams(query);
  const found = findOperation(call.method, pathname);
  // Without a documented operation, the path may only be the document itself, one of its pages, or a path that does not
  // exist.
  if (!found || (status === 404 && body.message === 'Not found')) return;
  const { pointer, operation } = found;
  const faults: (string | undefined)[] = [];
  const documented = operation.responses[status];
  if (!documented) faults.push('the status has no entry');
  else if (typeof body === 'string') faults.push(textFault(documented, headers['content-type'], body));
  else faults.push(validate(`${pointer}/responses/${status}/${json}`, body), wordsFault(documented, body));
  if (status === 200) {
    const isText = /^(text\/csv|application\/vnd)/.test(call.headers?.['content-type'] ?? '');
    if (operation.requestBody?.content['application/json'] && !isText)
      faults.push(validate(`${pointer}/requestBody/${json}`, JSON.parse(String(call.body))));
    for (const [index, { in: place, name, schema }] of (operation.parameters ?? []).entries()) {
      const given = place === 'query' ? searchParams.get(name) : undefined;
      if (given)
        faults.push(validate(`${pointer}/parameters/${index}/schema`, asWritten(given, schema), name));
    }
  }
  const said = faults.filter(Boolean).join('; ');
  if (said)
    throw new Error(
      `${call.method} ${call.path} is not as documented: ${status}, ${said}\n${JSON.stringify(body).slice(0, 500)}`,
    );
}

/** Throws if the body of a webhook differs from the document. */
export function holdEventToContract(body: Json): void {
  const fault = validate('#/components/schemas/Event', body, 'event');
  if (fault) throw new Error(`${body.type} is not as documented: ${fault}\n${JSON.stringify(body)}`);
}

/** Converts a text to a number where the document has an integer, because a query contains only text. */
const asWritten = (text: string, schema: Json) => (schema.type === 'integer' ? Number(text) : text);

/** Returns the fault of an answer that is a page or a signature. Its type must be documented. */
function textFault(documented: Json, type = 'application/json', body: string): string | undefined {
  const [name = ''] = type.split(';');
  return documented.content[name]?.schema.type === typeof body ? undefined : `${type} has no entry`;
}

function wordsFault(documented: Json, body: Json): string | undefined {
  const { examples } = documented.content['application/json'];
  // One refusal contains the network's own words, so its text is not compared.
  if (!examples || examples.refund_refused) return undefined;
  const words = Object.keys(examples).map((code) => document.components.examples[code].value.message);
  return words.includes(body.message) ? undefined : `the words "${body.message}" have no entry`;
}

/** The operations, by the form of their paths. */
const operations = Object.entries<Json>(document.paths).flatMap(([path, byVerb]) => {
  const pattern = path
    .replace(/\/$/, '')
    .replaceAll('.', '\\.')
    .replace(/\{\w+\}/g, '[^/]+');
  const address = new RegExp(`^${pattern}$`);
  return Object.entries<Json>(byVerb).map(([verb, operation]) => ({
    verb,
    address,
    operation,
    pointer: `#/paths/${encodeURIComponent(path.replaceAll('/', '~1'))}/${verb}`,
  }));
});

function findOperation(method: string, pathname: string): { pointer: string; operation: Json } | undefined {
  const asked = pathname.replace(/^\/v3\/accounts(?=\/api)/, '').replace(/(?<=.)\/$/, '');
  const verb = method.toLowerCase();
  return operations.find((one) => one.verb === verb && one.address.test(asked));
}

/** Compiles validators, found by a pointer into the document. */
function compiler(whole: Json) {
  const ajv = new Ajv2020({ strict: false, multipleOfPrecision: 3 });
  addFormats.default(ajv);
  ajv.addSchema({ ...withClosedAnswers(whole), $id: 'openapi' });
  const compiled = new Map<string, ValidateFunction>();
  return (pointer: string, value: unknown, name = 'body'): string | undefined => {
    const known = compiled.get(pointer) ?? ajv.compile({ $ref: `openapi${pointer}` });
    compiled.set(pointer, known);
    return known(value) ? undefined : ajv.errorsText(known.errors, { dataVar: name });
  };
}

/**
 * Returns a copy of the document in which answers allow no other fields. An undocumented field is a fault in an answer,
 * but is ignored in a request.
 */
function withClosedAnswers(whole: Json): Json {
  const operations = Object.values<Json>(whole.paths).flatMap((path) => Object.values<Json>(path));
  const ofRequests = namesIn(
    operations.map(({ requestBody }) => requestBody),
    whole.components.schemas,
  );
  const schemas = Object.entries<Json>(whole.components.schemas).map(([name, schema]) => [
    name,
    ofRequests.has(name) ? schema : closed(schema),
  ]);
  return { ...whole, components: { ...whole.components, schemas: Object.fromEntries(schemas) } };
}

/** Closes a schema and all schemas inside it, so that no other fields are allowed. */
function closed(schema: Json): Json {
  if (schema === null || typeof schema !== 'object') return schema;
  if (Array.isArray(schema)) return schema.map(closed);
  const all = Object.fromEntries(Object.entries(schema).map(([name, inner]) => [name, closed(inner)]));
  return schema.type === 'object' && schema.properties ? { ...all, additionalProperties: false } : all;
}

/** Returns the names of the schemas to which the content refers, and of those to which these refer. */
function namesIn(content: Json, schemas: Json, known = new Set<string>()): Set<string> {
  for (const [, name = ''] of JSON.stringify(content).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
    if (known.has(name)) continue;
    known.add(name);
    namesIn(schemas[name], schemas, known);
  }
  return known;
}
