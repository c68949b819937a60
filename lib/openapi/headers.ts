// The headers of answers in the document.

import * as answers from './answers.ts';
import * as disputes from './dispute-answers.ts';
import { type Endpoint, isForCallers } from './endpoint.ts';

const textHeader = (description: string) => ({ description, schema: { type: 'string' as const } });

/** Headers of every answer to a call with a token. */
export const limitHeaders = {
  'RateLimit-Policy': textHeader(
    'What this client may ask (draft-ietf-httpapi-ratelimit-headers-11): q requests at once, and as many again in w seconds.',
  ),
  RateLimit: textHeader(
    'What is left of it, r requests for the next t seconds, where that is known: busy clients are told, others seldom.',
  ),
};
export const challenge = {
  'WWW-Authenticate': textHeader('What is missing or wrong, as RFC 6750 has it; `detail` says the same.'),
};
export const retryAfter = { 'Retry-After': textHeader('Seconds to wait.') };

export function headersOf(endpoint: Endpoint) {
  const { idempotencyKey } = endpoint;
  return {
    ...(isForCallers(endpoint) ? limitHeaders : {}),
    ...(idempotencyKey
      ? {
          'Idempotent-Replayed': textHeader(
            'true: nothing new was made; this is what the key made before, as it is now.',
          ),
        }
      : {}),
    ...(endpoint.answer === answers.cashout
      ? { 'Retry-After': textHeader('Seconds until it is worth asking again, while it is PROCESSING.') }
      : {}),
    ...(endpoint.answer === disputes.chargeback
      ? { 'Retry-After': textHeader('Seconds until it is worth asking again, while it is PENDING.') }
      : {}),
  };
}
