// Defines operators' calls that stop the cashouts of an account, a client or a company, and release them again. Also
// defines the call that lists the payments in progress by network.

import { accountOf } from '../base/account-ref.ts';
import type { WithLists } from '../cashout-list/list-store.ts';
import type { FreezeTarget } from '../freeze/freeze.ts';
import type { WithQueues } from '../incoming/deps.ts';
import type { Core } from '../med-case/deps.ts';
import type { WithPspRows } from '../network/deps.ts';
import type { AdminRoute } from './admin-handler.ts';
import type { WithOperating } from './deps.ts';
import { freezePayouts, thawPayouts } from './freeze-payouts.ts';
import { listInFlight } from './list-in-flight.ts';
import { listNetworks } from './list-networks.ts';
import { listScheduled } from './list-scheduled.ts';
import type { FreezeCall } from './schemas.ts';

export const freezeRoute: AdminRoute<
  FreezeCall,
  Core & WithOperating & WithLists & WithQueues & WithPspRows
> = {
  subjects: async (call) => ['target' in call ? call.target : { kind: 'service', id: 'networks' }],
  details: (call) => ('reason' in call ? { reason: call.reason } : {}),
  async run(deps, call) {
    if (call.action === 'network list') return { answer: await listNetworks(deps) };
    const target = targetOf(call.target);
    if (call.action === 'freeze') return { answer: await freezePayouts(deps, target) };
    if (call.action === 'thaw') return { answer: await thawPayouts(deps, target) };
    return { answer: { ...(await listInFlight(deps, target)), ...(await listScheduled(deps, target)) } };
  },
};

export function targetOf({ kind, id }: Extract<FreezeCall, { target: unknown }>['target']): FreezeTarget {
  if (kind === 'account') return { kind, account: accountOf(id) };
  return kind === 'company' ? { kind, companyId: id } : { kind, clientId: id };
}
