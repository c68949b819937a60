// Checks body, query, path and idempotency key against the route's schemas. One 422 lists all errors.

import { isUtf8 } from 'node:buffer';
import * as z from 'zod';
import type { Endpoint } from '../access/endpoint.ts';
import { type FieldError, refuse } from '../base/errors.ts';
import { idempotencyKey } from '../base/field-schemas.ts';
import { JsonNumber, parseJson } from '../base/json.ts';
import { plainObject } from '../base/plain-object.ts';
import { ownName, unknownMost, unknownNames } from '../base/unknown-names.ts';
import { isUuid4 } from '../base/uuid.ts';
import type { ApiEvent } from './api-event.ts';

const bodyBytesMax = 64 * 1024;

/** The fault of a body in another charset. API Gateway may have replaced bytes by U+FFFD (docs/local-stack.md). */
export const notUtf8: FieldError = {
  field: 'body',
  message: 'must be in UTF-8, but has bytes that are not',
};

/**
 * Returns the body's bytes as sent (API Gateway may deliver base64). Refuses more than `most` bytes, by default 64 KB.
 */
export function bodyBytes(event: ApiEvent, most = bodyBytesMax): Buffer {
  const bytes = Buffer.from(event.body ?? '', event.isBase64Encoded ? 'base64' : 'utf8');
  if (bytes.length > most)
    refuse('validation_error', [{ field: 'body', message: `must be at most ${sizeOf(most)}` }]);
  return bytes;
}

const sizeOf = (bytes: number) =>
  bytes < 1_024 * 1_024 ? `${bytes / 1_024} KB` : `${bytes / 1_024 / 1_024} MB`;

export function readRequest(route: Endpoint) {
  const names = { query: namesOf(route.query), body: namesOf(route.body) };
  return function readRequest({ event }: { event: ApiEvent }): void {
    const errors: FieldError[] = [];
    const parameters = event.rawQueryString ? new URLSearchParams(event.rawQueryString) : noParameters;
    if (route.lenient !== true)
      errors.push(...unknownNames('parameter', [...parameters.keys()], names.query));
    const noteUnknown = (given: object) => {
      const unknown = names.body ? Object.keys(given) : [];
      if (!route.lenient) return void errors.push(...unknownNames('field', unknown, names.body));
      event.ignored = ignoredOf(unknown, names.body ?? []);
      for (const [field, message] of Object.entries(route.foreign ?? {}))
        if (Object.hasOwn(given, field)) errors.push({ field, message });
    };
    const request = {
      caller: event.caller as NonNullable<ApiEvent['caller']>,
      path: route.path && check(route.path, event.pathParameters ?? {}, 'path', errors),
      query: route.query && check(route.query, readQuery(parameters, errors), 'query', errors),
      body:
        route.body && readBody(route.body, event, errors, { note: noteUnknown, most: route.bodyBytesMost }),
      idempotencyKey: readKey(route, event, errors),
      rawPath: event.rawPath,
    };
    if (errors.length > 0) refuse('validation_error', errors);
    event.request = request as NonNullable<ApiEvent['request']>;
  };
}

/** Reads the idempotency key. A blank key is refused: its caller sent the header, and would not be protected. */
function readKey(route: Endpoint, { headers }: ApiEvent, errors: FieldError[]): string | undefined {
  const key = headers['idempotency-key'];
  if (route.idempotencyKey === 'required' && !key?.trim()) {
    errors.push({ field: 'idempotency-key', message: 'is required' });
    return undefined;
  }
  if (!route.idempotencyKey || key === undefined) return undefined;
  if (route.idempotencyKey === 'if valid' && !isUuid4(key)) return undefined;
  return check(idempotencyKey, key, 'idempotency-key', errors) as string;
}

/** Reads and validates a JSON body, or refuses with the list of errors. */
export function parseBody<Schema extends z.ZodType>(schema: Schema, event: ApiEvent): z.output<Schema> {
  const errors: FieldError[] = [];
  const body = readBody(schema, event, errors);
  if (errors.length > 0) refuse('validation_error', errors);
  return body as z.output<Schema>;
}

/** Validates query parameters that were read without a schema, or refuses with the list of errors. */
export function parseQuery<Schema extends z.ZodType>(schema: Schema, query: object): z.output<Schema> {
  const errors: FieldError[] = [];
  const parsed = check(schema, query, 'query', errors);
  if (errors.length > 0) refuse('validation_error', errors);
  return parsed as z.output<Schema>;
}

/** Refuses a body that names another row than the path, because the signature covers only the body. */
export function requireSameId(path: { id: number | string }, body: { id: number | string }): void {
  if (body.id !== path.id) refuse('validation_error', [{ field: 'id', message: 'must be that of the path' }]);
}

/** Validates the path parameters, or refuses with the list of errors. */
export function parsePath<Schema extends z.ZodType>(schema: Schema, event: ApiEvent): z.output<Schema> {
  const errors: FieldError[] = [];
  const path = check(schema, event.pathParameters ?? {}, 'path', errors);
  if (errors.length > 0) refuse('validation_error', errors);
  return path as z.output<Schema>;
}

function readBody(
  schema: z.ZodType,
  event: ApiEvent,
  errors: FieldError[],
  { note, most }: { note?: (body: object) => void; most?: number | undefined } = {},
): unknown {
  const bytes = bodyBytes(event, most);
  const json = parseJson(bytes);
  if (json && !(json.value instanceof JsonNumber)) {
    if (typeof json.value === 'object' && json.value && !Array.isArray(json.value)) note?.(json.value);
    return check(schema, json.value, 'body', errors);
  }
  const message = json ? 'must be an object' : 'must be JSON in UTF-8 without duplicate fields';
  errors.push(isUtf8(bytes) ? { field: 'body', message } : notUtf8);
  return undefined;
}

const noParameters = new URLSearchParams();

/**
 * Reads the raw query, because API Gateway joins repeated parameters. Refuses repeated parameters, because it is
 * unclear which value was meant. A blank parameter counts as absent.
 */
function readQuery(parameters: URLSearchParams, errors: FieldError[]): Record<string, string> {
  for (const name of new Set(parameters.keys())) {
    if (parameters.getAll(name).length > 1)
      errors.push({ field: ownName.test(name) ? name : 'query', message: 'must be given once' });
  }
  return Object.fromEntries([...parameters].filter(([, value]) => value !== ''));
}

/** Returns the field names of a schema: `names` in its meta, or the names of an object schema. */
function namesOf(schema: z.ZodType | undefined): readonly string[] | undefined {
  const told = schema?.meta()?.names as readonly string[] | undefined;
  const object = schema && plainObject(schema);
  return told ?? (object instanceof z.ZodObject ? Object.keys(object.shape) : undefined);
}

/**
 * Returns the names of unknown fields that have the format of our own names. Other unknown fields are ignored without
 * being named.
 */
function ignoredOf(given: readonly string[], known: readonly string[]): string[] {
  const unknown = given.filter((name) => !known.includes(name));
  return unknown.filter((name) => /^[A-Za-z_]{1,64}$/.test(name)).slice(0, unknownMost);
}

function check(schema: z.ZodType, value: unknown, whole: string, errors: FieldError[]): unknown {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  for (const issue of parsed.error.issues) {
    const field = issue.path.length > 0 ? issue.path.join('.') : whole;
    errors.push({
      field,
      message: issue.code === 'invalid_type' && issue.path.length === 0 ? 'must be an object' : issue.message,
    });
  }
  return undefined;
}
