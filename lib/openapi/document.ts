// Makes the OpenAPI document from the validating schemas, the schemas of the answers and the catalogue of errors.

import * as z from 'zod';
import {
  createDocument,
  type ZodOpenApiMediaTypeObject,
  type ZodOpenApiOperationObject,
  type ZodOpenApiPathsObject,
} from 'zod-openapi';
import * as access from '../access/endpoints.ts';
import { type ToldEndpoint, tags } from '../access/tell.ts';
import * as accounts from '../account/endpoints.ts';
import * as manyDecisions from '../approval/decide-many-endpoints.ts';
import * as decisions from '../approval/endpoints.ts';
import { idempotencyKey } from '../base/field-schemas.ts';
import { plainObject } from '../base/plain-object.ts';
import * as batches from '../batch/endpoints.ts';
import { xlsxType } from '../batch/file-types.ts';
import * as creates from '../cashout/endpoints.ts';
import * as lookUps from '../cashout/look-up-endpoints.ts';
import * as lists from '../cashout-list/endpoints.ts';
import * as chargebacks from '../chargeback/endpoints.ts';
import * as statement from '../export/endpoints.ts';
import * as recoveries from '../funds-recovery/endpoints.ts';
import * as medCases from '../med-case/endpoints.ts';
import * as network from '../network/endpoints.ts';
import * as preflights from '../preflight/endpoints.ts';
import * as receipts from '../receipt/endpoints.ts';
import * as rules from '../rules/endpoints.ts';
import * as sandbox from '../sandbox/endpoints.ts';
import * as rehearsals from '../sandbox/rehearsal-endpoints.ts';
import * as timelines from '../timeline/endpoints.ts';
import * as webhooks from '../webhook/endpoints.ts';
import { describeFields } from './describe-fields.ts';
import { event, events } from './event-answers.ts';
import { headerComponents, headersOf } from './headers.ts';
import { introduction, version } from './introduction.ts';
import { makePortable } from './portable.ts';
import recordedAnswers from './recorded-answers.json' with { type: 'json' };
import { refusalExamples, shareRefusals } from './refusals.ts';
import { securityOf, securitySchemes } from './security.ts';
import { ownSchemas, portablePatterns, type StageShapes, shapes, shapesByName } from './shapes.ts';
import { shareParameters } from './share-parameters.ts';
import { textsOf } from './texts.ts';

/** All endpoints, in the order of the document. */
export const endpoints: readonly ToldEndpoint[] = [
  ...creates.told(),
  ...decisions.told(),
  ...manyDecisions.told(),
  ...preflights.told(),
  ...lookUps.told(),
  ...timelines.told(),
  ...receipts.told(),
  ...lists.told(),
  ...accounts.told(),
  ...rules.told(),
  ...statement.told(),
  ...batches.told(),
  ...access.told(),
  ...chargebacks.told(),
  ...medCases.told(),
  ...recoveries.told(),
  ...webhooks.told(events),
  ...network.told(),
  ...sandbox.told(),
  ...rehearsals.told(),
];

const refusalsByStatus = shareRefusals(endpoints);

/** Recorded answers of the service, by operation: test/recorded-answers.test.ts writes them. */
const recorded: Readonly<Record<string, unknown>> = recordedAnswers;

/**
 * Makes the document.
 * @param withSandbox whether the stage has a sandbox
 * @param settings settings of the stage, if it accepts more than the default
 */
export function makeDocument(baseUrl: string, withSandbox: boolean, settings: StageShapes = {}) {
  const shown = endpoints.filter(({ tag }) => withSandbox || tag !== 'Sandbox');
  const paths: ZodOpenApiPathsObject = {};
  for (const endpoint of shown) {
    const [method = '', path = ''] = endpoint.route.split(' ');
    paths[path] = { ...paths[path], [method.toLowerCase()]: operationOf(endpoint) };
  }
  const document = createDocument(
    {
      openapi: '3.1.0',
      info: {
        title: 'PIX cashout',
        version,
        description: introduction,
        license: { name: 'MIT', identifier: 'MIT' },
      },
      servers: [{ url: baseUrl }],
      tags: Object.entries(tags)
        .filter(([name]) => name === 'Events' || shown.some(({ tag }) => tag === name))
        .map(([name, description]) => ({ name, description })),
      paths,
      webhooks: { event: { post: delivery } },
      components: {
        securitySchemes: securitySchemes(baseUrl),
        schemas: ownSchemas,
        headers: headerComponents,
        examples: refusalExamples(shown),
      },
    },
    {
      override: ({ zodSchema, jsonSchema }) => {
        const pattern = portablePatterns.get(jsonSchema.pattern ?? '');
        Object.assign(jsonSchema, pattern && { pattern }, shapes.get(zodSchema));
        // Fields may be added later, so clients must accept unknown ones.
        delete jsonSchema.additionalProperties;
      },
    },
  );
  const described = describeFields(document, shapesByName(settings));
  makePortable(described);
  shareParameters(described);
  return described;
}

function operationOf(endpoint: ToldEndpoint): ZodOpenApiOperationObject {
  const { name, tag, summary, details, auth, path, query, body, form, file, raw, example, answer } = endpoint;
  const isKeyed = endpoint.idempotencyKey === 'required';
  const anyKey = endpoint.idempotencyKey === 'if valid' ? z.string() : idempotencyKey;
  const key = z.object({ 'idempotency-key': isKeyed ? anyKey : anyKey.optional() });
  const claimed = z.object({ hmac: z.string().optional() });
  const schema = body ?? form ?? file;
  const type = form ? 'application/x-www-form-urlencoded' : 'application/json';
  const content = {
    [type]: { schema, ...(example ? { example } : {}) } as ZodOpenApiMediaTypeObject,
    ...(file ? { 'text/csv': { schema: z.string() }, [xlsxType]: { schema: z.string() } } : {}),
  };
  return {
    operationId: name,
    tags: [tag],
    summary,
    description: details,
    security: securityOf(auth),
    requestParams: {
      ...(path ? { path } : {}),
      ...(query ? { query: plainObject(query) } : {}),
      ...(endpoint.idempotencyKey ? { header: key } : {}),
      ...(raw ? { header: claimed } : {}),
    },
    ...(schema ? { requestBody: { required: true, content } } : {}),
    ...(raw ? { requestBody: { content: anyBytes } } : {}),
    responses: {
      200: {
        description: 'Done',
        headers: headersOf(endpoint),
        content: {
          'application/json': { schema: answer, example: recorded[name] },
          ...textsOf(endpoint.texts),
        },
      },
      ...refusalsByStatus(endpoint),
    },
  };
}

/** A body that is described as bytes, because no client re-encodes bytes. Not every generator supports a text body. */
const anyBytes = {
  'application/octet-stream': { schema: { type: 'string' as const, format: 'binary' } },
};
/** Examples of events in a delivery. Only an event of the feed has a sequence number, so the examples omit it. */
const eventExamples = Object.fromEntries(
  recordedAnswers.listEvents.results.map(({ sequence: _, ...value }) => [value.type, { value }]),
);

const delivery: ZodOpenApiOperationObject = {
  operationId: 'event',
  tags: ['Events'],
  summary: 'An event, posted to each webhook that subscribes to it',
  description:
    'Signed by Standard Webhooks (headers webhook-id, webhook-timestamp, webhook-signature). Answer with a 2xx at once. After any other answer the delivery is retried; 410 pauses the webhook. A delivery may arrive twice or out of order: webhook-id is the same each time.',
  security: [],
  requestBody: {
    required: true,
    content: { 'application/json': { schema: event, examples: eventExamples } },
  },
  responses: { 200: { description: 'Accepted' }, 410: { description: 'Gone: nothing more is sent' } },
};
