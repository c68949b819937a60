// Describes the refusals of endpoints in the document. A refusal that several endpoints share is a component.

import * as z from 'zod';
import type { ZodOpenApiOperationObject, ZodOpenApiResponseObject } from 'zod-openapi';
import type { ToldEndpoint } from '../access/tell.ts';
import { errorBody, type RefusalCode, sayDiffering } from '../base/errors.ts';
import { named } from '../base/meanings.ts';
import { refusalsOf } from './endpoint.ts';
import { challenge, limitHeaders, retryAfter } from './headers.ts';
import { gatewayStatuses } from './introduction.ts';
import { pascal } from './names.ts';
import { textsOf } from './texts.ts';

/** A fault in a field. The last three properties are only for a line of a batch. */
const fault = named(
  'Fault',
  z.object({
    field: z.string(),
    message: z.string(),
    record: z.int().min(1).optional(),
    row: z.int().min(1).optional(),
    line_id: z.string().nullable().optional(),
  }),
  {
    field: ['The field, by its name in the request.', 'amount'],
    message: ['What is wrong with it. The value is not repeated.', 'is required'],
    record: ['Number of the line in the batch, from 1.', 1],
    row: ['Row of the text, from 1. Of a CSV only.', 2],
    line_id: ['line_id of the line; null if it has none.', 'ana-2026-11'],
  },
);

const refusal = z
  .object({
    worked: z.literal(false),
    detail: z.string(),
    message: z.string(),
    data: z.null(),
    errors: z.array(fault).optional(),
    error: z.string().optional(),
    error_description: z.string().optional(),
  })
  .meta({ id: 'Refusal' });

type Refused = { status: number; codes: RefusalCode[]; isPage: boolean };

/**
 * Makes a component of each refusal that several endpoints share.
 * @param endpoints all endpoints, so that names do not depend on the endpoints that a stage shows
 * @returns a function that returns the refusals of an endpoint, by status
 */
export function shareRefusals(endpoints: readonly ToldEndpoint[]) {
  const owners = Map.groupBy(
    endpoints.flatMap((endpoint) => refusedBy(endpoint).map((refused) => ({ endpoint, refused }))),
    ({ refused }) => JSON.stringify(refused),
  );
  const responses = new Map<string, ZodOpenApiResponseObject>();
  for (const [key, [first, ...more]] of owners)
    if (first) {
      const id = more.length > 0 ? { id: nameOf(first.refused, first.endpoint) } : {};
      responses.set(key, { ...id, ...responseOf(first.refused) });
    }
  return (endpoint: ToldEndpoint) =>
    Object.fromEntries(
      refusedBy(endpoint).map((refused) => [refused.status, responses.get(JSON.stringify(refused))]),
    ) as NonNullable<ZodOpenApiOperationObject['responses']>;
}

/** Returns the name of a component. It is made from the refusal's codes, if they are few. */
function nameOf({ status, codes }: Refused, first: ToldEndpoint): string {
  const words = codes.map(pascal);
  return words.length < 3 ? words.join('Or') : `${pascal(first.name)}${status}`;
}

function refusedBy(endpoint: ToldEndpoint): Refused[] {
  const byStatus = Map.groupBy(refusalsOf(endpoint), (code) => errorBody(code).status);
  return [...byStatus]
    .sort(([one], [other]) => one - other)
    .map(([status, codes]) => ({ status, codes, isPage: endpoint.pages?.includes(status) ?? false }));
}

function responseOf({ status, codes, isPage }: Refused): ZodOpenApiResponseObject {
  const examples = Object.fromEntries(
    codes.map((code) => [code, { $ref: `#/components/examples/${code}` as const }]),
  );
  const messages = [...new Set(codes.map((code) => errorBody(code).body.message))].join('; ');
  const description = gatewayStatuses.includes(status)
    ? `${messages}; from the gateway: only \`message\``
    : messages;
  const page = isPage ? textsOf(['text/html']) : {};
  return {
    description,
    ...(status === 401 ? { headers: challenge } : {}),
    ...(status === 429 ? { headers: { ...retryAfter, ...limitHeaders } } : {}),
    content: { 'application/json': { schema: refusal, examples }, ...page },
  };
}

export function refusalExamples(shown: readonly ToldEndpoint[]) {
  const codes = [...new Set(shown.flatMap(refusalsOf))].sort();
  return Object.fromEntries(codes.map((code) => [code, { value: exampleOf(code) }]));
}

function exampleOf(code: RefusalCode) {
  const said = code === 'idempotency_conflict' ? sayDiffering(['amount']) : {};
  return errorBody(code, [{ field: 'source_account_number', message: 'is required' }], said).body;
}
