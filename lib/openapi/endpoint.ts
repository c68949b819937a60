// Values for the document that are derived from an endpoint's declaration.

import type { ToldEndpoint } from '../access/tell.ts';
import type { RefusalCode } from '../base/errors.ts';

const always = ['internal', 'unavailable'] as const;

export const isForCallers = ({ auth }: Pick<ToldEndpoint, 'auth'>) =>
  auth === 'token' || auth === 'token and hmac';

/** Returns all refusals that the endpoint can give. */
export function refusalsOf(endpoint: ToldEndpoint): RefusalCode[] {
  const { auth, idempotencyKey, path, query, body, form, file, stranger, closed } = endpoint;
  const isCaller = isForCallers(endpoint);
  const isSigned = auth === 'token and hmac';
  const reads = path ?? query ?? body ?? form ?? file ?? isSigned;
  const isOpened = isCaller || auth === 'signature' || auth === 'sandbox key';
  const own = endpoint.refusals ?? [];
  const ofOthers = (endpoint.inRows ? [] : [stranger, closed]).flatMap((code) =>
    code && !own.includes(code) ? [code] : [],
  );
  return [
    ...(isOpened ? (['unauthorized'] as const) : []),
    ...(isCaller ? (['too_many_requests'] as const) : []),
    ...(isSigned || endpoint.checksHmac ? (['hmac_invalid'] as const) : []),
    ...(reads ? (['validation_error'] as const) : []),
    ...(isCaller ? (['company_not_found'] as const) : []),
    ...(idempotencyKey ? (['idempotency_conflict'] as const) : []),
    ...new Set(ofOthers),
    ...own,
    ...always,
  ];
}
