// Converts every error to an answer. A refusal is answered from the catalogue, and a dependency that cannot be reached
// is a 503. Any other error is a bug and a 500. The cause is only logged, and never sent to the caller.

import { errorBody, type FieldError, Refusal, type RefusalCode, type Said } from '../base/errors.ts';
import { isDependencyFault } from '../platform/aws-client.ts';
import type { Base } from '../platform/deps.ts';
import type { ApiEvent, ApiResult } from './api-event.ts';
import { aboutRequest } from './log-request.ts';
import { render } from './render.ts';

const unavailableSeconds = '1';

export function renderErrors(deps: Base) {
  return {
    name: 'renderErrors',
    // The middleware sets the response and returns nothing, because the log would be skipped after a returned value.
    onError(request: { event: ApiEvent; error: unknown; response: ApiResult | null | undefined }): void {
      const { error, event } = request;
      const code = codeOf(error);
      if (isUnseen(code)) delete event.subject;
      const fields = error instanceof Refusal ? error.fields : [];
      if (code === 'internal' || code === 'unavailable') {
        deps.log.error('request failed', { ...aboutRequest(event), route: event.routeKey, code }, error);
      }
      const refusal = renderRefusal(code, fields, error instanceof Refusal ? error.said : {});
      request.response = { ...refusal, headers: { ...refusal.headers, ...event.limitFields } };
    },
  };
}

/** Returns the answer for a refusal. */
export function renderRefusal(
  code: RefusalCode,
  fields: readonly FieldError[] = [],
  said: Said = {},
): ApiResult {
  const { status, body } = errorBody(code, fields, said);
  return render({ status, body, headers: headersOf(status, said) });
}

function headersOf(status: number, { challenge, retryAfterSeconds }: Said): Record<string, string> {
  if (status === 503) return { 'retry-after': unavailableSeconds };
  if (retryAfterSeconds !== undefined) return { 'retry-after': String(retryAfterSeconds) };
  if (status === 401) return { 'www-authenticate': challenge ?? 'Bearer realm="pix-cashout"' };
  return {};
}

/**
 * Returns whether the caller may not see the row. The id of such a row came only from the caller, and such ids are
 * never logged.
 */
export const isUnseen = (code: RefusalCode): boolean =>
  code === 'unauthorized' || code.endsWith('_not_found');

export function codeOf(error: unknown): RefusalCode {
  if (error instanceof Refusal) return error.code;
  return isDependencyFault(error) ? 'unavailable' : 'internal';
}
