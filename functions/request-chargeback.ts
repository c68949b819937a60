// POST /v2/finance/chargebacks-pix-copy-and-paste/: refunds all or part of a paid QR code (spec).

import { lambda } from '../lib/app/lambda.ts';
import { withNetwork } from '../lib/app/live.ts';
import { withMoney } from '../lib/app/stores.ts';
import * as endpoints from '../lib/chargeback/endpoints.ts';
import { presentChargeback } from '../lib/chargeback/present.ts';
import { requestChargeback } from '../lib/chargeback/request-chargeback.ts';
import { apiHandler } from '../lib/http/api.ts';
import { retryAfter } from '../lib/http/retry-after.ts';

export const { makeHandler, handler } = lambda([withMoney, withNetwork], (deps) =>
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
  }),
);
