// Writes one log line for each request: route, caller, status and duration. The line connects the request id with the
// row's id, which later log lines contain. If a request is about many rows, each row gets its own line.

import type { Base } from '../platform/deps.ts';
import type { LogFields } from '../platform/log.ts';
import type { ApiEvent, ApiResult } from './api-event.ts';

/** Returns the request id, and the row that the request is about, if it is known. */
export const aboutRequest = ({ requestContext, subject }: ApiEvent): LogFields => ({
  requestId: requestContext.requestId,
  ...subject,
});

type Request = { event: ApiEvent; response: ApiResult | null | undefined };

export function logRequest(deps: Base) {
  const startedAt = new WeakMap<ApiEvent, number>();
  const write = ({ event, response }: Request) => {
    deps.log.info('request', {
      ...aboutRequest(event),
      route: event.routeKey,
      status: response?.statusCode ?? 0,
      milliseconds: deps.now().getTime() - (startedAt.get(event) ?? 0),
      ...(event.caller ? { companyId: event.caller.companyId, clientId: event.caller.clientId } : {}),
    });
    const subjects = event.subject ? [event.subject] : (event.subjects ?? []);
    for (const subject of event.subjects ?? [])
      deps.log.info('request about', { ...aboutRequest(event), ...subject, route: event.routeKey });
    // Reads are not traced, because they change nothing and may be very frequent.
    if (!deps.traces || subjects.length === 0 || /^(GET|HEAD) /.test(event.routeKey)) return;
    const [start, end] = [new Date(startedAt.get(event) ?? 0), deps.now()];
    const status = response?.statusCode ?? 0;
    const attributes = { 'http.route': event.routeKey, 'http.response.status_code': status };
    const span = { name: event.routeKey, kind: 'server', after: 'created', start, end, attributes } as const;
    for (const subject of subjects) deps.traces.note(subject, { ...span, failed: status >= 500 });
  };
  return {
    name: 'logRequest',
    before: ({ event }: Request): void => {
      startedAt.set(event, deps.now().getTime());
    },
    after: write,
    onError: write,
  };
}
