// POST /v3/doctor/hmac: what is wrong with a signature, in words (an extension, decision 33).

import { makeCore } from '../lib/core.ts';
import type { Core } from '../lib/deps.ts';
import { refuse } from '../lib/errors.ts';
import { diagnoseHmac } from '../lib/hmac-doctor.ts';
import { apiHandler } from '../lib/middleware/api.ts';
import { bodyBytes } from '../lib/middleware/read-request.ts';
import { start } from '../lib/start.ts';

// Not signed: a wrong signature is what it is asked about.
const route = { auth: 'token' } as const;

export const makeHandler = (deps: Core) =>
  apiHandler(deps, route, async (_, event) => {
    const secrets = event.client?.hmacSecrets ?? refuse('unauthorized');
    const found = secrets.map((secret) => diagnoseHmac(secret, bodyBytes(event), event.headers.hmac));
    // After a rotation the old secret still signs: what holds by it is not told it is wrong by the new one.
    return { body: { worked: true, ...(found.find(({ valid }) => valid) ?? found[0]) } };
  });

export const handler = start(makeHandler, makeCore);
