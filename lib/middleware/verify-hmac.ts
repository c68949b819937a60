// The hmac header: hex HMAC-SHA256 of the raw body bytes under the client's secret (spec: Authentication). It
// is checked over the bytes as they came, before anything is parsed.

import { createHmac, timingSafeEqual } from 'node:crypto';
import { refuse } from '../errors.ts';
import type { ApiEvent, Route, Schemas } from './api.ts';
import { bodyBytes } from './read-request.ts';

export function verifyHmac(auth: Route<Schemas>['auth']) {
  return function verifyHmac({ event }: { event: ApiEvent }): void {
    if (auth === 'token') return;
    const given = event.headers.hmac;
    if (!given) refuse('unauthorized');
    // The shape comes first: decoding hex stops silently at the first character that is not hex.
    if (!/^[0-9a-f]{64}$/i.test(given)) refuse('hmac_invalid');
    const secret = event.client?.hmacSecret ?? refuse('unauthorized');
    const expected = createHmac('sha256', secret).update(bodyBytes(event)).digest();
    if (!timingSafeEqual(Buffer.from(given, 'hex'), expected)) refuse('hmac_invalid');
  };
}
