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
