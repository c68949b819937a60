// What is declared of an endpoint, once: in the endpoints.ts of its noun, under the name of its function. The handler
// checks requests by it; the document, the tests' access matrix and the table of rights in docs/security.md are made from it.

import type * as z from 'zod';
import type { CallerCode } from '../base/errors.ts';
import type { Permission } from './permission.ts';
import type { Audience } from './tokens.ts';

export type Schemas = { body?: z.ZodType; query?: z.ZodType; path?: z.ZodObject };

/** Stands for the schema of an answer without loading it: handlers need its type alone. */
export const as = <Schema>(): Schema | undefined => undefined;

export type Endpoint<Shape extends Schemas = Schemas, Answer = z.ZodType> = Shape & {
  /** As the contract writes it, including a slash at the end. */
  route: `${'GET' | 'POST' | 'PUT' | 'DELETE'} /${string}`;
  /** A prefix under which the same path is served too. */
  also?: string;
  /** How a call is authenticated (spec: Authentication). Only the first two have a caller. */
  auth: 'token' | 'token and hmac' | 'nothing' | 'client credentials' | 'signature' | 'sandbox key';
  /** Whether unknown parameters are ignored, as callers of the contract's own calls expect. All others refuse them. */
  lenient?: true;
  /** The only audience admitted; both if absent. */
  audience?: Audience;
  /** Whether the idempotency-key header is read. `if valid`: the contract does not have it here, so that another value is ignored. */
  idempotencyKey?: true | 'if valid';
  /** What the policy on the account must permit. The operation asks for it by itself. */
  needs?: readonly Permission[];
  /** The refusal for what belongs to another company, or to nobody. Without it the answer is an empty list. */
  stranger?: CallerCode;
  /** Whether a refusal of one thing that it is asked about is in that one's row of a 200, and stops no other. */
  inRows?: true;
  /** The refusal for the owner of a closed account, if the call is refused there. */
  closed?: CallerCode;
  /** Its other refusals, besides those that every endpoint of its kind has. */
  refusals?: readonly CallerCode[];
  /** The schema of what it answers, by `as`. */
  answer: () => Answer | undefined;
};

/** What an endpoint answers. */
export type AnswerOf<One extends Pick<Endpoint, 'answer'>> = z.output<NonNullable<ReturnType<One['answer']>>>;

/** An endpoint that only known clients may call. */
export type CallerEndpoint<Shape extends Schemas = Schemas, Answer = z.ZodType> = Endpoint<Shape, Answer> & {
  auth: 'token' | 'token and hmac';
};

/**
 * Joins what several endpoints share with what is the endpoint's own. Calls are marked as pure, so esbuild drops an endpoint
 * that a bundle does not use. It would keep an object literal with a spread.
 */
export const endpoint = <
  const Alike extends Partial<Endpoint>,
  const Own extends Partial<Endpoint> & Omit<Endpoint, keyof Alike>,
>(
  alike: Alike,
  own: Own & Record<Exclude<keyof Own, keyof Endpoint>, never>,
): Omit<Alike, keyof Own> & Own => ({ ...alike, ...own });
