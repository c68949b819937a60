// POST /v2/finance/chargebacks-pix-copy-and-paste/: refunds all or part of a paid QR code (spec).

import { makeCore } from '../lib/app/core.ts';
import { withNetwork } from '../lib/app/live.ts';
import { start } from '../lib/app/start.ts';
import { withMoney } from '../lib/app/stores.ts';
import * as endpoints from '../lib/chargeback/endpoints.ts';
import { presentChargeback } from '../lib/chargeback/present.ts';
import { requestChargeback } from '../lib/chargeback/request-chargeback.ts';
import { apiHandler } from '../lib/http/api.ts';
import { retryAfter } from '../lib/http/retry-after.ts';
import type { WithMoney } from '../lib/incoming/deps.ts';
import type { Core } from '../lib/med-case/deps.ts';
import type { WithNetwork } from '../lib/network/deps.ts';

export const makeHandler = (deps: Core & WithMoney & WithNetwork) =>
  apiHandler(deps, endpoints.requestChargeback, async ({ caller, body, idempotencyKey }, event) => {
    const request = { qrCodeId: body.qr_code_id, amountCents: body.amount, information: body.information };
    const about = (chargebackId: number) => {
      event.subject = { chargebackId };
    };
    const call = { caller, request, idempotencyKey, about };
    const { chargeback, replayed } = await requestChargeback(deps, call);
    const headers = {
      ...retryAfter(deps.config, chargeback),
      ...(replayed ? { 'idempotent-replayed': 'true' } : {}),
    };
    return { body: presentChargeback(chargeback), headers };
  });

export const handler = start(makeHandler, (runtime) => ({
  ...makeCore(runtime),
  ...withMoney(runtime),
  ...withNetwork(runtime),
}));
