// POST /v3/cashouts/preflight: predicts the result of a cashout without creating it (an extension:
// docs/decisions/product/preflight.md).

import { makeCore } from '../lib/app/core.ts';
import { withNetwork } from '../lib/app/live.ts';
import { start } from '../lib/app/start.ts';
import { withPreflights } from '../lib/app/stores.ts';
import { apiHandler } from '../lib/http/api.ts';
import type { Core } from '../lib/med-case/deps.ts';
import type { WithNetwork } from '../lib/network/deps.ts';
import * as endpoints from '../lib/preflight/endpoints.ts';
import { preflightCashout } from '../lib/preflight/preflight-cashout.ts';
import type { WithPreflights } from '../lib/preflight/preflight-store.ts';
import { presentPreflight } from '../lib/preflight/present.ts';
import { preflightBody } from '../lib/preflight/schemas.ts';

export const makeHandler = (deps: Core & WithNetwork & WithPreflights) => {
  const body = preflightBody(deps.config.CNPJ_LETTERS);
  return apiHandler(
    deps,
    { ...endpoints.preflightCashout, body },
    async ({ caller, body: { account, asked } }) => {
      const found = await preflightCashout(deps, { caller, account, asked });
      return { body: presentPreflight(found) };
    },
  );
};

export const handler = start(makeHandler, (runtime) => ({
  ...makeCore(runtime),
  ...withNetwork(runtime),
  ...withPreflights(runtime),
}));
