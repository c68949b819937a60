// Defines the declaration of an endpoint. A declaration is in the endpoints.ts of its noun, under the name of its
// function. The handler checks requests against the declaration. The OpenAPI document, the tests' access matrix and
// the table of rights in docs/security.md are generated from the declarations.

import type * as z from 'zod';
import type { CallerCode } from '../base/errors.ts';
import type { Permission } from './permission.ts';
import type { Audience } from './tokens.ts';

export type Schemas = { body?: z.ZodType; query?: z.ZodType; path?: z.ZodObject };

/** Carries the type of an answer's schema without loading it. Handlers need only the type. */
export const as = <Schema>(): Schema | undefined => undefined;

export type Endpoint<Shape extends Schemas = Schemas, Answer = z.ZodType> = Shape & {
  /** The method and the path, as the contract writes them. The slash at the end is kept if the contract has one. */
  route: `${'GET' | 'POST' | 'PUT' | 'DELETE'} /${string}`;
  /** A prefix under which the same path is also served. */
  also?: string;
  /** How a call is authenticated (spec: Authentication). Only the first two values have a caller. */
  auth: 'token' | 'token and hmac' | 'nothing' | 'client credentials' | 'signature' | 'sandbox key';
  /** Whether the hmac is checked if a caller sends one that the call does not need. */
  checksHmac?: true;
  /**
   * Whether unknown parameters and fields are ignored. The calls that the contract defines ignore them, because their
   * callers expect it. All other calls refuse them: a misspelt field would be lost, and the body of one decision would
   * be valid for another, because a signature covers only the body. `body`: only unknown fields are ignored. The
   * path of a call that ignores both may end in a slash (infra/routes.ts).
   */
  lenient?: true | 'body';
  /** Fields that a lenient call refuses, with the reason, because a body with them decides something else. */
  foreign?: Readonly<Record<string, string>>;
  /** The only audience that may call the endpoint. If absent, both audiences may. */
  audience?: Audience;
  /**
   * Whether the idempotency-key header is read. `if valid`: the contract does not define the header for this endpoint,
   * so an invalid value is ignored.
   */
  idempotencyKey?: true | 'if valid' | 'required';
  /** Maximum number of bytes in a body. If absent, 64 KB. */
  bodyBytesMost?: number;
  /** Permissions that the policy on the account must have. The operation itself checks them. */
  needs?: readonly Permission[];
  /** The refusal if the row does not exist or belongs to another company. If absent, the answer is an empty list. */
  stranger?: CallerCode;
  /**
   * Whether the call is about several items. If so, a refused item has its refusal in its own row of a 200, and the
   * other items are still processed.
   */
  inRows?: true;
  /** The refusal for the owner of a closed account, if the call refuses such an account. */
  closed?: CallerCode;
  /** The endpoint's own refusals. The refusals that all endpoints of its kind share are added automatically. */
  refusals?: readonly CallerCode[];
  /** The schema of the answer, given with `as`. */
  answer: () => Answer | undefined;
};

/** The type of an endpoint's answer. */
export type AnswerOf<One extends Pick<Endpoint, 'answer'>> = z.output<NonNullable<ReturnType<One['answer']>>>;

/** An endpoint that only known clients may call. */
export type CallerEndpoint<Shape extends Schemas = Schemas, Answer = z.ZodType> = Endpoint<Shape, Answer> & {
  auth: 'token' | 'token and hmac';
};

/**
 * Joins the fields that several endpoints share with the fields of one endpoint. The calls of this function are marked
 * as pure, so that esbuild drops an endpoint that a bundle does not use. esbuild would keep an object literal with a
 * spread.
 */
export const endpoint = <
  const Alike extends Partial<Endpoint>,
  const Own extends Partial<Endpoint> & Omit<Endpoint, keyof Alike>,
>(
  alike: Alike,
  own: Own & Record<Exclude<keyof Own, keyof Endpoint>, never>,
): Omit<Alike, keyof Own> & Own => ({ ...alike, ...own });
