// One line per request: which route, who called, what came out, how long it took.

import type { Deps } from '../deps.ts';
import type { ApiEvent, ApiResult } from './api.ts';

type Request = { event: ApiEvent; response: ApiResult | null | undefined };

export function logRequest(deps: Deps) {
  const startedAt = new WeakMap<ApiEvent, number>();
  const write = ({ event, response }: Request) =>
    deps.log.info('request', {
      route: event.routeKey,
      status: response?.statusCode ?? 0,
      milliseconds: deps.now().getTime() - (startedAt.get(event) ?? 0),
      ...(event.caller ? { companyId: event.caller.companyId, clientId: event.caller.clientId } : {}),
    });
  return {
    name: 'logRequest',
    before: ({ event }: Request): void => {
      startedAt.set(event, deps.now().getTime());
    },
    after: write,
    onError: write,
  };
}
