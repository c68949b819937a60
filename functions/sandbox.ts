// POST /sandbox/…: what a rehearsal needs and production never has. Stages local and staging only, with a key.

import type { Deps } from '../lib/deps.ts';
import { refuse } from '../lib/errors.ts';
import { start } from '../lib/live.ts';
import { type ApiEvent, openHandler, type Reply } from '../lib/middleware/api.ts';
import { parseBody, parsePath } from '../lib/middleware/read-request.ts';
import { closeAccount } from '../lib/operations/close-account.ts';
import { openClientOf, openTenant } from '../lib/operations/open-tenant.ts';
import { rehearsePixIn, rehearseQrCode, rehearseRefund } from '../lib/operations/rehearse-network.ts';
import { tellNetwork } from '../lib/operations/tell-network.ts';
import * as schema from '../lib/sandbox-schemas.ts';
import { isSameSecret } from '../lib/secrets.ts';

type Call = (deps: Deps, event: ApiEvent) => Promise<unknown>;

const calls: Record<string, Call> = {
  'POST /sandbox/tenants': (deps, event) => openTenant(deps, parseBody(schema.createTenantBody, event)),
  'POST /sandbox/clients': (deps, event) => openClientOf(deps, parseBody(schema.createClientBody, event)),
  'POST /sandbox/refunds': (deps, event) => rehearseRefund(deps, parseBody(schema.refundBody, event)),
  'POST /sandbox/qr-codes': (deps, event) => rehearseQrCode(deps, parseBody(schema.qrCodeBody, event)),
  'POST /sandbox/pix-in': (deps, event) => rehearsePixIn(deps, parseBody(schema.pixInBody, event)),
  'POST /sandbox/accounts/close': (deps, event) =>
    closeAccount(deps, parseBody(schema.closeAccountBody, event)),
  'POST /sandbox/network/{reference}': (deps, event) =>
    tellNetwork(
      deps,
      parsePath(schema.networkPath, event).reference,
      parseBody(schema.tellNetworkBody, event),
    ),
};

export const makeHandler = (deps: Deps) =>
  openHandler(deps, async (event): Promise<Reply> => {
    const key = deps.config.SANDBOX_KEY;
    if (!key || !isSameSecret(event.headers['x-sandbox-key'] ?? '', key)) refuse('unauthorized');
    const call = calls[event.routeKey] ?? refuse('route_not_found');
    return { body: await call(deps, event) };
  });

export const handler = start(makeHandler);
