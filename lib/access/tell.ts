// Defines the texts about an endpoint that only the OpenAPI document needs. The texts are in the function `told` next
// to the declarations, so that no handler's bundle contains them.

import * as z from 'zod';
import { explain, type Meanings } from '../base/meanings.ts';
import type { Endpoint } from './endpoint.ts';
import { impliedPermissions, type Permission } from './permission.ts';

export const tags = {
  Access: 'Tokens, and the keys that verify them.',
  Cashouts: 'Money that you send.',
  Accounts: 'Your accounts and their balances.',
  Statement: 'Every entry of an account.',
  Chargebacks: 'Refunds of paid QR codes.',
  'MED cases': 'Received payments that somebody has reported.',
  Webhooks: 'Webhooks, their deliveries, and the feed of events.',
  Events: 'What the service posts to your webhooks.',
  Batches: 'Many payouts in one call, approved as a whole.',
  Doctor: 'Explains what is wrong with a signature.',
  Network: 'Calls of the PIX network.',
  Sandbox: 'Only in the stages local and staging: test companies, and a simulated network.',
} as const;

type Tag = keyof typeof tags;

export type Told<One = Endpoint> = {
  /** Present only if it differs from the tag of the noun. */
  tag?: Tag;
  summary: string;
  /** Text in addition to the generated text about permissions and prefixes. */
  details?: string;
  answer: One extends { answer: () => infer Answer } ? NonNullable<Answer> : never;
  /** The query as the OpenAPI document describes it, if the handler reads the query itself. */
  query?: z.ZodObject;
  /** Meanings of path and query parameters that are not in the table of fields. */
  parameters?: Meanings<Parameters<One>>;
  form?: z.ZodType;
  /** The JSON form of the body, if the handler reads the bytes itself. The body may also be CSV. */
  file?: z.ZodType;
  /** Whether any body is accepted. */
  raw?: true;
  /** Text media types in which the endpoint can also answer, if the caller accepts them. */
  texts?: readonly string[];
  /** Status codes other than 200 whose answer is a page for a browser. */
  pages?: readonly number[];
} & (One extends { body: z.ZodType }
  ? {
      /**
       * The name under which the OpenAPI document describes the body, or a different schema that describes it there.
       * Absent if the body's own schema has a name.
       */
      body?: string | z.ZodType;
      /** Meanings of the body's fields that are not in the table of fields. */
      fields?: Meanings<One['body'] extends z.ZodObject<infer Shape> ? Shape : Record<string, unknown>>;
      example: object;
    }
  : { example?: object });

type ShapeOf<Schema> = Schema extends z.ZodObject<infer Shape> ? Shape : Record<never, unknown>;
type Parameters<One> = (One extends { path: infer Path } ? ShapeOf<Path> : object) &
  (One extends { query: infer Query }
    ? Query extends z.ZodObject<infer Shape>
      ? Shape
      : Record<string, unknown>
    : object) & {
    hmac?: unknown;
    'idempotency-key'?: unknown;
  };

/** An endpoint in the document. `name`: name of its function, also used in generated clients. */
export type ToldEndpoint = Omit<Endpoint, 'answer'> &
  Omit<Told, 'body' | 'details' | 'fields' | 'parameters'> & {
    name: string;
    tag: Tag;
    details: string;
    query?: z.ZodType;
  };

type AnyTold = Told & { body?: string | z.ZodType; fields?: Meanings<object>; parameters?: Meanings<object> };

/** Joins each declaration with its texts. `tag`: the tag of these endpoints in the document. */
export function tell<const Endpoints extends Readonly<Record<string, Endpoint>>>(
  tag: Tag,
  endpoints: Endpoints,
  told: { [Name in keyof Endpoints]: Told<Endpoints[Name]> },
): ToldEndpoint[] {
  return Object.entries<Endpoint>(endpoints).map(([name, endpoint]): ToldEndpoint => {
    const { body: shown, fields = {}, parameters = {}, ...more } = told[name] as AnyTold;
    explain(name, parameters);
    if (typeof shown === 'string') explain(shown, fields);
    const body = typeof shown === 'object' ? shown : endpoint.body;
    // Two endpoints may share a body, but it is registered once.
    if (typeof shown === 'string' && body && !z.globalRegistry.has(body))
      z.globalRegistry.add(body, { id: shown });
    const described = { ...endpoint, tag, ...more, name, details: detailsOf(endpoint, more) };
    return (body ? { ...described, body } : described) as ToldEndpoint;
  });
}

function detailsOf({ needs = [], also, route }: Endpoint, { details = '' }: Pick<Told, 'details'>): string {
  const isImplied = needs.some((one) => (impliedPermissions as readonly Permission[]).includes(one));
  const permissions = `Needs the permission${needs.length > 1 ? 's' : ''} ${needs.join(' and ')}.`;
  return [
    ...(needs.length > 0 ? [permissions] : []),
    ...(isImplied ? ['Every policy has it by default.'] : []),
    ...(details ? [details] : []),
    ...(also ? [`Also under ${also}${route.replace(/^\w+ |\/\{.*/g, '')}.`] : []),
  ].join(' ');
}
