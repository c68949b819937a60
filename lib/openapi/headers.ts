// Defines the headers of answers in the document.

import type { ToldEndpoint } from '../access/tell.ts';
import { cashout } from '../cashout/answers.ts';
import { chargeback } from '../chargeback/answers.ts';
import { isForCallers } from './endpoint.ts';

const textHeader = (description: string) => ({ description, schema: { type: 'string' as const } });

/** The headers as components of the document. Each header is defined once, and answers refer to it. */
export const headerComponents = {
  'RateLimit-Policy': textHeader(
    'Limit of this client (draft-ietf-httpapi-ratelimit-headers-11): q requests at once, and q more in w seconds.',
  ),
  RateLimit: textHeader(
    'Remaining requests: r in the next t seconds. The header is missing if the number is not known, which is usual for clients with few requests.',
  ),
  'WWW-Authenticate': textHeader(
    'What is missing or wrong, in the form of RFC 6750; `detail` says the same.',
  ),
  'Retry-After': textHeader('Seconds to wait.'),
  'Retry-After-Cashout': textHeader('Seconds to wait before the next call, while the status is PROCESSING.'),
  'Retry-After-Refund': textHeader('Seconds to wait before the next call, while the status is PENDING.'),
  'Ignored-Fields': textHeader(
    'Fields of the body that the call does not know, at most ten: they changed nothing.',
  ),
  Replayed: textHeader(
    'true: the call created nothing. The answer shows the current state of what the key created before.',
  ),
};

const refer = (name: keyof typeof headerComponents) => ({ $ref: `#/components/headers/${name}` as const });

/** The headers of every answer to a call with a token. */
export const limitHeaders = { 'RateLimit-Policy': refer('RateLimit-Policy'), RateLimit: refer('RateLimit') };
export const challenge = { 'WWW-Authenticate': refer('WWW-Authenticate') };
export const retryAfter = { 'Retry-After': refer('Retry-After') };

export function headersOf(endpoint: ToldEndpoint) {
  const { idempotencyKey, answer } = endpoint;
  return {
    ...(isForCallers(endpoint) ? limitHeaders : {}),
    ...(isForCallers(endpoint) && endpoint.body ? { 'Ignored-Fields': refer('Ignored-Fields') } : {}),
    ...(idempotencyKey ? { 'Idempotent-Replayed': refer('Replayed') } : {}),
    ...(answer === cashout ? { 'Retry-After': refer('Retry-After-Cashout') } : {}),
    ...(answer === chargeback ? { 'Retry-After': refer('Retry-After-Refund') } : {}),
  };
}
