// Runs the steps of every API request, in the contract's order of refusals: token, hmac, format, company, then the
// operation's own refusals. The request limit is checked as soon as the client is known.

import middy from '@middy/core';
import type { z } from 'zod';
import type { WithAccess } from '../access/deps.ts';
import type { AnswerOf, CallerEndpoint, Endpoint, Schemas } from '../access/endpoint.ts';
import { refuse, refuseSaying, wordsOf } from '../base/errors.ts';
import type { Base } from '../platform/deps.ts';
import type { ApiEvent, ApiRequest, ApiResult, Reply } from './api-event.ts';
import { authenticate } from './authenticate.ts';
import { limitClient } from './limit-client.ts';
import { logRequest } from './log-request.ts';
import { readRequest } from './read-request.ts';
import { render } from './render.ts';
import { renderErrors } from './render-errors.ts';
import { verifyHmac } from './verify-hmac.ts';

/** Makes the handler of an endpoint for known clients. The type of its answer comes from the document's schema. */
export function apiHandler<Shape extends Schemas, Answer extends z.ZodType>(
  deps: Base & WithAccess,
  endpoint: CallerEndpoint<Shape, Answer>,
  run: (request: ApiRequest<Shape>, event: ApiEvent) => Promise<Reply<z.output<Answer>>>,
) {
  return openStack(deps)
    .before(refuseRest(endpoint.route))
    .before(authenticate(deps, endpoint.audience))
    .before(limitClient(deps))
    .before(verifyHmac(endpoint))
    .before(readRequest(endpoint))
    .before(requireCompany)
    .handler(async (event: ApiEvent) => {
      const reply = await run(event.request as ApiRequest<Shape>, event);
      const ignored = event.ignored?.length ? { 'ignored-fields': event.ignored.join(', ') } : {};
      return render({ ...reply, headers: { ...event.limitFields, ...ignored, ...reply.headers } });
    });
}

/** Makes the handler of a route without authentication by token: tokens, public keys, the sandbox, unknown paths. */
export function openHandler<One extends Pick<Endpoint, 'answer'> = Endpoint>(
  deps: Base,
  run: (event: ApiEvent) => Promise<Reply<AnswerOf<One>>>,
) {
  return openStack(deps)
    .before(refuseRest(''))
    .handler(async (event: ApiEvent) => render(await run(event)));
}

/** Makes the handler of every path under a prefix, for the pages of the console, which have their own routes. */
export function pagesHandler(deps: Base, run: (event: ApiEvent) => Promise<Reply>) {
  return openStack(deps).handler(async (event: ApiEvent) => render(await run(event)));
}

function openStack(deps: Base) {
  // The answer is 503 shortly before the Lambda times out. A write that has started may still succeed.
  const early = { timeoutEarlyInMillis: 200, timeoutEarlyResponse: () => refuse('unavailable') };
  return middy<ApiEvent, ApiResult>(early)
    .use({ after: leaveOutBody, onError: leaveOutBody })
    .use(logRequest(deps))
    .use(renderErrors(deps));
}

/** Removes the body of an answer to HEAD. The rest is the answer of GET (RFC 9110). */
function leaveOutBody({ event, response }: { event: ApiEvent; response: ApiResult | null }): void {
  if (response && event.requestContext?.http?.method === 'HEAD') response.body = '';
}

/** Refuses a request without a route. A path that ends in a slash may exist without it, so the answer names the slash. */
export function refuseRoute({ rawPath }: ApiEvent): never {
  const detail = `${wordsOf('route_not_found')} (the path ends in a slash)`;
  return /[^/]\/$/.test(rawPath) ? refuseSaying('route_not_found', { detail }) : refuse('route_not_found');
}

/**
 * Refuses a path with further text. A path of the contract or of an open page may end in a slash, which {proxy+}
 * matches (infra/routes.ts). API Gateway does not document that {proxy+} matches an empty rest. So paths that end in a
 * slash in the contract are also routed one segment higher, with their last segment as the rest.
 */
function refuseRest(route: string) {
  const [, above, last] = /^\w+ (.*\/)([^/]+)\/$/.exec(route) ?? [];
  return function refuseRest({ event }: { event: ApiEvent }): void {
    const rest = event.pathParameters?.proxy ?? '';
    const isAbove = last !== undefined && event.routeKey.endsWith(` ${above}{proxy+}`);
    const isThis = isAbove ? rest.replace(/\/$/, '') === last : rest === '';
    if (!isThis) refuseRoute(event);
  };
}

function requireCompany({ event }: { event: ApiEvent }): void {
  if (!event.client?.hasCompany) refuse('company_not_found');
}
