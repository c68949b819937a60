// POST /v3/doctor/hmac: explains what is wrong with a signature (an extension:
// docs/decisions/product/api-documents.md).

import * as endpoints from '../lib/access/endpoints.ts';
import { diagnoseHmac } from '../lib/access/hmac-doctor.ts';
import { lambda } from '../lib/app/lambda.ts';
import { refuse } from '../lib/base/errors.ts';
import { apiHandler } from '../lib/http/api.ts';
import { bodyBytes } from '../lib/http/read-request.ts';

export const { makeHandler, handler } = lambda([], (deps) =>
  apiHandler(deps, endpoints.diagnoseHmac, async (_, event) => {
    const secrets = event.client?.hmacSecrets ?? refuse('unauthorized');
    const found = secrets.map((secret) => diagnoseHmac(secret, bodyBytes(event), event.headers.hmac));
    // After a rotation the old secret is still accepted, so a signature with either secret is valid.
    const [first = refuse('unauthorized')] = found;
    return { body: { worked: true, ...(found.find(({ valid }) => valid) ?? first) } };
  }),
);
