// What every API request passes, top to bottom. The order is the contract's order of refusal: token, hmac,
// shape, company; then the operation's own ladder. The client's limit comes as soon as the client is known.

import middy from '@middy/core';
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import type { z } from 'zod';
import type { Subject } from '../correlation.ts';
import type { Base, Core } from '../deps.ts';
import { refuse } from '../errors.ts';
import type { KnownClient } from '../stores/clients.ts';
import type { Audience, Identity } from '../tokens.ts';
import { authenticate } from './authenticate.ts';
import { limitClient } from './limit-client.ts';
import { logRequest } from './log-request.ts';
import { readRequest } from './read-request.ts';
import { renderErrors } from './render-errors.ts';
import { verifyHmac } from './verify-hmac.ts';

export type Schemas = { body?: z.ZodType; query?: z.ZodType; path?: z.ZodType };

export type Route<Shape extends Schemas> = Shape & {
  /** Whether the request is signed besides carrying a token (spec: Authentication, rule 3). */
  auth: 'token' | 'token and hmac';
  /** The only audience admitted; absent, both are. */
  audience?: Audience;
  /** The contract's path ends in a slash, and this is the part of it that its route `{proxy+}` stands for. */
  slashed?: string;
  /** Whether the idempotency-key header is read. */
  idempotencyKey?: true;
};

type Parsed<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined;

export type ApiRequest<Shape extends Schemas = Schemas> = {
  caller: Identity;
  body: Parsed<Shape['body']>;
  query: Parsed<Shape['query']>;
  path: Parsed<Shape['path']>;
  idempotencyKey: string | undefined;
  /** Path as called, for URLs of neighbouring pages. */
  rawPath: string;
};

/** The event, as the middlewares fill it on its way to the handler. */
export type ApiEvent = APIGatewayProxyEventV2 & {
  client?: KnownClient;
  caller?: Identity;
  request?: ApiRequest;
  /** Header fields that tell the client of its limit. */
  limitFields?: Record<string, string>;
  /** The row that the request is about: for the log. */
  subject?: Subject;
};
export type ApiResult = APIGatewayProxyStructuredResultV2;
/** `text`: not JSON, but as it stands; the headers say of which type. */
export type Reply = { status?: number; headers?: Record<string, string> } & (
  | { body: unknown }
  | { text: string }
);

/** A route that only known clients may call. */
export function apiHandler<Shape extends Schemas>(
  deps: Core,
  route: Route<Shape>,
  run: (request: ApiRequest<Shape>, event: ApiEvent) => Promise<Reply>,
) {
  return openStack(deps)
    .before(refuseRest(route))
    .before(authenticate(deps, route.audience))
    .before(limitClient(deps))
    .before(verifyHmac(route.auth))
    .before(readRequest(route))
    .before(requireCompany)
    .handler(async (event: ApiEvent) => {
      const reply = await run(event.request as ApiRequest<Shape>, event);
      return render({ ...reply, headers: { ...event.limitFields, ...reply.headers } });
    });
}

/** A route without a caller: tokens, public keys, the sandbox, unknown paths. */
export function openHandler(deps: Base, run: (event: ApiEvent) => Promise<Reply>) {
  return openStack(deps).handler(async (event: ApiEvent) => render(await run(event)));
}

function openStack(deps: Base) {
  // A request that would outlast its Lambda answers just before: what it has begun may still land.
  const early = { timeoutEarlyInMillis: 200, timeoutEarlyResponse: () => refuse('unavailable') };
  return middy<ApiEvent, ApiResult>(early).use(logRequest(deps)).use(renderErrors(deps));
}

/**
 * A path that ends in a slash comes by a route that ends in {proxy+}: any more than that is another path. Whether API
 * Gateway lets {proxy+} stand for nothing is not documented, so the contract's own such paths come by a route a segment
 * higher.
 */
const refuseRest = ({ slashed }: Pick<Route<Schemas>, 'slashed'>) =>
  function refuseRest({ event }: { event: ApiEvent }): void {
    const rest = event.pathParameters?.proxy ?? '';
    const isSlashed = slashed !== undefined && (rest === slashed || rest === `${slashed}/`);
    if (rest !== '' && !isSlashed) refuse('route_not_found');
  };

function requireCompany({ event }: { event: ApiEvent }): void {
  if (!event.client?.hasCompany) refuse('company_not_found');
}

export function render({ status = 200, headers = {}, ...content }: Reply): ApiResult {
  return {
    statusCode: status,
    headers: {
      'content-type': 'application/json',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      ...headers,
    },
    body: 'text' in content ? content.text : JSON.stringify(content.body),
  };
}
