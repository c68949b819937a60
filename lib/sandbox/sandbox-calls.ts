// The calls of the sandbox API, by route: how each body is read, and its operation.

import { closeAccount } from '../account/close-account.ts';
import type { Core, WithMoney, WithOperating, WithQueues, WithSandbox } from '../app/deps.ts';
import type { ApiEvent } from '../http/api-event.ts';
import { parseBody, parsePath } from '../http/read-request.ts';
import { medCasePath } from '../med-case/schemas.ts';
import { openClientOf, openTenant } from './open-tenant.ts';
import { rehearseMedCase, rehearseMedProgress } from './rehearse-med.ts';
import { rehearsePixIn, rehearseQrCode, rehearseRefund, rehearseReturn } from './rehearse-network.ts';
import * as schema from './schemas.ts';
import { tellNetwork } from './tell-network.ts';

type Call = (
  deps: Core & WithOperating & WithMoney & WithSandbox & WithQueues,
  event: ApiEvent,
) => Promise<unknown>;

const calls: Record<string, Call> = {
  'POST /sandbox/tenants': (deps, event) => openTenant(deps, parseBody(schema.createTenantBody, event)),
  'POST /sandbox/clients': (deps, event) => openClientOf(deps, parseBody(schema.createClientBody, event)),
  'POST /sandbox/refunds': (deps, event) => rehearseRefund(deps, parseBody(schema.refundBody, event)),
  'POST /sandbox/returns': (deps, event) => rehearseReturn(deps, parseBody(schema.returnBody, event)),
  'POST /sandbox/qr-codes': (deps, event) => rehearseQrCode(deps, parseBody(schema.qrCodeBody, event)),
  'POST /sandbox/pix-in': (deps, event) => rehearsePixIn(deps, parseBody(schema.pixInBody, event)),
  'POST /sandbox/med-cases': (deps, event) => rehearseMedCase(deps, parseBody(schema.medCaseBody, event)),
  'PUT /sandbox/med-cases/{id}': (deps, event) =>
    rehearseMedProgress(deps, parsePath(medCasePath, event).id, parseBody(schema.medProgressBody, event)),
  'POST /sandbox/accounts/close': (deps, event) =>
    closeAccount(deps, parseBody(schema.closeAccountBody, event)),
  'POST /sandbox/network/{reference}': (deps, event) =>
    tellNetwork(
      deps,
      parsePath(schema.networkPath, event).reference,
      parseBody(schema.tellNetworkBody, event),
    ),
};

/** A map, since an object would also have inherited properties. */
export const sandboxCalls = new Map(Object.entries(calls));
