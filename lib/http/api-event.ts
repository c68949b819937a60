// Defines the event that the middlewares extend for the handler, and a handler's reply.

import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import type { z } from 'zod';
import type { KnownClient } from '../access/client-store.ts';
import type { Schemas } from '../access/endpoint.ts';
import type { Identity } from '../access/tokens.ts';
import type { Subject } from '../base/correlation.ts';

type Parsed<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined;

export type ApiRequest<Shape extends Schemas = Schemas> = {
  caller: Identity;
  body: Parsed<Shape['body']>;
  query: Parsed<Shape['query']>;
  path: Parsed<Shape['path']>;
  idempotencyKey: string | undefined;
  /** The path as the caller sent it, for the URLs of the next and previous page. */
  rawPath: string;
};

/** The event with the fields that the middlewares add before the handler. */
export type ApiEvent = APIGatewayProxyEventV2 & {
  client?: KnownClient;
  caller?: Identity;
  request?: ApiRequest;
  /** Header fields about the client's request limit. */
  limitFields?: Record<string, string>;
  /** Names in the body that are not the name of any field. */
  ignored?: string[];
  /** The row that the request is about, for the log. */
  subject?: Subject;
  /** The rows that the request is about, for the log. Used by requests that may be about several rows. */
  subjects?: readonly Subject[];
};
export type ApiResult = APIGatewayProxyStructuredResultV2;
/**
 * A handler's reply. `text`: a body that is not JSON. `base64`: a body that is not text. The headers contain the
 * content type of such a body. `cookies`: values of Set-Cookie.
 */
export type Reply<Answer = unknown> = {
  status?: number;
  headers?: Record<string, string>;
  cookies?: string[];
} & ({ body: Answer } | { text: string } | { base64: string });
