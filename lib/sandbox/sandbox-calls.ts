// Lists the calls of the sandbox API, by route.

import type { WithAccess } from '../access/deps.ts';
import type { Endpoint, Schemas } from '../access/endpoint.ts';
import type { WithAccounts } from '../account/deps.ts';
import type { WithCashouts } from '../cashout/deps.ts';
import type { WithChargebacks } from '../chargeback/deps.ts';
import type { ApiEvent, ApiRequest } from '../http/api-event.ts';
import { parseBody, parsePath } from '../http/read-request.ts';
import type { WithMoney, WithQueues } from '../incoming/deps.ts';
import type { WithMedCases } from '../med-case/deps.ts';
import { closeAccount } from '../operating/close-account.ts';
import type { WithOperating } from '../operating/deps.ts';
import type { Base } from '../platform/deps.ts';
import type { WithQrCodes } from '../qr-code/deps.ts';
import * as endpoints from './endpoints.ts';
import { openClientOf, openTenant } from './open-tenant.ts';
import * as rehearsals from './rehearsal-endpoints.ts';
import { rehearseMedCase, rehearseMedProgress } from './rehearse-med.ts';
import { rehearsePixIn, rehearseQrCode, rehearseRefund, rehearseReturn } from './rehearse-network.ts';
import { rehearseRules } from './rehearse-rules.ts';
import type { WithSandbox } from './sandbox-network.ts';
import { tellNetwork } from './tell-network.ts';

type Deps = Base &
  WithAccess &
  WithAccounts &
  WithQrCodes &
  WithCashouts &
  WithChargebacks &
  WithMedCases &
  WithOperating &
  WithMoney &
  WithSandbox &
  WithQueues;
type Call = (deps: Deps, event: ApiEvent) => Promise<unknown>;

/** Makes a handler that reads path and body as the endpoint declares them. */
const on = <Shape extends Schemas>(
  endpoint: Endpoint<Shape>,
  run: (deps: Deps, request: Pick<ApiRequest<Shape>, 'body' | 'path'>) => Promise<unknown>,
): [route: string, Call] => [
  endpoint.route,
  (deps, event) => {
    const path = endpoint.path && parsePath(endpoint.path, event);
    const body = endpoint.body && parseBody(endpoint.body, event);
    return run(deps, { path, body } as Pick<ApiRequest<Shape>, 'body' | 'path'>);
  },
];

export const sandboxCalls = new Map([
  on(endpoints.openTenant, (deps, { body }) => openTenant(deps, body)),
  on(endpoints.openClient, (deps, { body }) => openClientOf(deps, body)),
  on(rehearsals.rehearseRefund, (deps, { body }) => rehearseRefund(deps, body)),
  on(rehearsals.rehearseReturn, (deps, { body }) => rehearseReturn(deps, body)),
  on(rehearsals.rehearseQrCode, (deps, { body }) => rehearseQrCode(deps, body)),
  on(rehearsals.rehearsePixIn, (deps, { body }) => rehearsePixIn(deps, body)),
  on(rehearsals.rehearseMedCase, (deps, { body }) => rehearseMedCase(deps, body)),
  on(rehearsals.rehearseMedProgress, (deps, { path, body }) => rehearseMedProgress(deps, path.id, body)),
  on(endpoints.closeAccount, (deps, { body }) => closeAccount(deps, body)),
  on(endpoints.rehearseRules, (deps, { body }) => rehearseRules(deps, body)),
  on(rehearsals.tellNetwork, (deps, { path, body }) => tellNetwork(deps, path.reference, body)),
]);
