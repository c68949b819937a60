// Verifies the hmac header: hex HMAC-SHA256 of the raw body bytes with the client's secret (spec: Authentication).
// After a rotation, old secrets are accepted for a limited time. The header is checked before the body is parsed.

import { createHmac, timingSafeEqual } from 'node:crypto';
import type { CallerEndpoint } from '../access/endpoint.ts';
import { noHmac } from '../access/lacking.ts';
import { refuse, refuseSaying } from '../base/errors.ts';
import type { ApiEvent } from './api-event.ts';
import { bodyBytes, notUtf8 } from './read-request.ts';

type Checked = Pick<CallerEndpoint, 'auth' | 'bodyBytesMost' | 'checksHmac'>;

export function verifyHmac({ auth, bodyBytesMost, checksHmac }: Checked) {
  return function verifyHmac({ event }: { event: ApiEvent }): void {
    const given = event.headers.hmac;
    const isChecked = auth !== 'token' || (checksHmac && given !== undefined);
    if (!isChecked) return;
    if (!given) refuseSaying('unauthorized', noHmac);
    // The format is checked first, because the hex decoder stops silently at the first other character.
    if (!/^[0-9a-f]{64}$/i.test(given)) refuse('hmac_invalid');
    const secrets = event.client?.hmacSecrets ?? refuse('unauthorized');
    const [body, signature] = [bodyBytes(event, bodyBytesMost), Buffer.from(given, 'hex')];
    // All secrets are compared, so that the duration does not reveal which one matched.
    const matches = secrets.map((secret) =>
      timingSafeEqual(signature, createHmac('sha256', secret).update(body).digest()),
    );
    if (matches.includes(true)) return;
    if (body.includes('\uFFFD')) refuse('validation_error', [notUtf8]);
    refuse('hmac_invalid');
  };
}
