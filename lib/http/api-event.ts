// What a route declares, the event as the middlewares fill it on its way to the handler, and what a handler replies.

import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import type { z } from 'zod';
import type { KnownClient } from '../access/client-store.ts';
import type { Audience, Identity } from '../access/tokens.ts';
import type { Subject } from '../base/correlation.ts';

export type Schemas = { body?: z.ZodType; query?: z.ZodType; path?: z.ZodType };

export type Route<Shape extends Schemas> = Shape & {
  /** Whether the request is signed besides carrying a token (spec: Authentication, rule 3). */
  auth: 'token' | 'token and hmac';
  /** The only audience admitted; both if absent. */
  audience?: Audience;
  /** For a contract path that ends in a slash: its last segment, for which the route has `{proxy+}`. */
  slashed?: string;
  /** Whether the idempotency-key header is read. `if valid`: the contract does not have it here, so that another value is ignored. */
  idempotencyKey?: true | 'if valid';
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
  /** Header fields about the client's request limit. */
  limitFields?: Record<string, string>;
  /** The row that the request is about: for the log. */
  subject?: Subject;
};
export type ApiResult = APIGatewayProxyStructuredResultV2;
/** `text`: a body that is not JSON; the headers give its content type. */
export type Reply = { status?: number; headers?: Record<string, string> } & (
  | { body: unknown }
  | { text: string }
);
