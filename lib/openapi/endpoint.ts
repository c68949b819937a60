// One endpoint in the document. The schemas are the ones that its handler validates with.

import type * as z from 'zod';
import type { RefusalCode } from '../base/errors.ts';

export const tags = {
  Access: 'Tokens, and the keys that verify them.',
  Cashouts: 'Money that you send.',
  Accounts: 'Your accounts and their balances.',
  Statement: 'Every entry of an account.',
  Chargebacks: 'Refunds of paid QR codes.',
  'MED cases': 'Received payments that somebody has reported.',
  Webhooks: 'Webhooks, their deliveries, and the feed of events.',
  Events: 'What the service posts to your webhooks.',
  Doctor: 'Explains what is wrong with a signature.',
  Network: 'Calls of the PIX network.',
  Sandbox: 'Only in the stages local and staging: test companies, and a simulated network.',
} as const;

export type Endpoint = {
  /** As the contract writes it, including a slash at the end. */
  route: `${'GET' | 'POST' | 'PUT' | 'DELETE'} /${string}`;
  /** Its name in generated clients. */
  name: string;
  tag: keyof typeof tags;
  summary: string;
  details: string;
  auth: 'nothing' | 'client credentials' | 'token' | 'token and hmac' | 'signature' | 'sandbox key';
  /** As in the route. */
  idempotencyKey?: true | 'if valid';
  path?: z.ZodObject;
  query?: z.ZodType;
  body?: z.ZodType;
  form?: z.ZodType;
  /** Whether any body is accepted. */
  raw?: true;
  answer: z.ZodType;
  /** Types of text that it answers too, if the caller accepts them. */
  texts?: readonly string[];
  /** The statuses besides 200 that are a page for a browser. */
  pages?: readonly number[];
  /** In addition to those that every endpoint of its kind has. */
  refusals: readonly RefusalCode[];
  /** An example of a request body. */
  example?: object;
};

const always = ['internal', 'unavailable'] as const;

export const isForCallers = ({ auth }: Endpoint) => auth === 'token' || auth === 'token and hmac';

/** Every refusal that the endpoint can give. */
export function refusalsOf(endpoint: Endpoint): RefusalCode[] {
  const { auth, idempotencyKey, path, query, body, form } = endpoint;
  const isCaller = isForCallers(endpoint);
  const isSigned = auth === 'token and hmac';
  const reads = path ?? query ?? body ?? form ?? isSigned;
  const isOpened = isCaller || auth === 'signature' || auth === 'sandbox key';
  return [
    ...(isOpened ? (['unauthorized'] as const) : []),
    ...(isCaller ? (['too_many_requests'] as const) : []),
    ...(isSigned ? (['hmac_invalid'] as const) : []),
    ...(reads ? (['validation_error'] as const) : []),
    ...(isCaller ? (['company_not_found'] as const) : []),
    ...(idempotencyKey ? (['idempotency_conflict'] as const) : []),
    ...endpoint.refusals,
    ...always,
  ];
}
