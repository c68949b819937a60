// POST /v3/cashouts/preflight: predicts the result of a cashout without creating it (an extension:
// docs/decisions/product/preflight.md).

import { lambda } from '../lib/app/lambda.ts';
import { withNetwork } from '../lib/app/live.ts';
import { withPreflights } from '../lib/app/stores.ts';
import { apiHandler } from '../lib/http/api.ts';
import * as endpoints from '../lib/preflight/endpoints.ts';
import { preflightCashout } from '../lib/preflight/preflight-cashout.ts';
import { presentPreflight } from '../lib/preflight/present.ts';
import { preflightBody } from '../lib/preflight/schemas.ts';

export const { makeHandler, handler } = lambda([withNetwork, withPreflights], (deps) => {
  const body = preflightBody(deps.config.CNPJ_LETTERS);
  return apiHandler(
    deps,
    { ...endpoints.preflightCashout, body },
    async ({ caller, body: { account, asked } }) => {
      const found = await preflightCashout(deps, { caller, account, asked });
      return { body: presentPreflight(found) };
    },
  );
});
