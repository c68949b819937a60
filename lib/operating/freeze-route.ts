// Defines operators' calls that stop the cashouts of an account, a client or a company, and release them again. Also
// defines the call that lists the payments in progress by network.

import * as z from 'zod';
import type { WithAccess, WithUsers } from '../access/deps.ts';
import type { WithAccounts, WithWatches } from '../account/deps.ts';
import { accountOf } from '../base/account-ref.ts';
import { words } from '../base/field-schemas.ts';
import type { WithCashouts } from '../cashout/deps.ts';
import type { WithLists } from '../cashout-list/list-store.ts';
import type { WithChargebacks } from '../chargeback/deps.ts';
import type { FreezeTarget } from '../freeze/freeze.ts';
import type { WithMoney, WithQueues } from '../incoming/deps.ts';
import type { Base } from '../platform/deps.ts';
import type { WithWebhooks } from '../webhook/deps.ts';
import type { AdminRoute } from './admin-handler.ts';
import type { Administering } from './administering.ts';
import type { Change, Fields } from './call.ts';
import type { WithOperating } from './deps.ts';
import { findFrozen } from './find-frozen.ts';
import { freezePayouts, thawPayouts } from './freeze-payouts.ts';
import { listInFlight } from './list-in-flight.ts';
import { listNetworks } from './list-networks.ts';
import { listScheduled } from './list-scheduled.ts';
import { account, id } from './subject-schema.ts';

const target = z.discriminatedUnion(
  'kind',
  [
    z.object({ kind: z.literal('account'), id: account }),
    z.object({ kind: z.enum(['company', 'client']), id }),
  ],
  'must be an account, a company or a client',
);
const reason = words(200);
const by = words(100);

export const freezeCall = z.discriminatedUnion(
  'action',
  [
    z.object({ action: z.literal('freeze'), by, target, reason }),
    z.object({ action: z.literal('thaw'), by, target, reason }),
    z.object({ action: z.literal('freeze list'), by, target }),
    z.object({ action: z.literal('network list'), by }),
  ],
  'must be a known action',
);
export type FreezeCall = z.output<typeof freezeCall>;

export const isFreezeCall = <Other extends { action: string }>(
  call: Other | FreezeCall,
): call is FreezeCall => freezeCall.options.some(({ shape }) => shape.action.value === call.action);

/** The form of the desk. The command has a verb for each kind instead (operate/admin/freeze.ts). */
export const thaw = {
  action: 'thaw' as const,
  fields: {
    target: {
      is: target,
      parts: {
        kind: { flag: '<kind>', choices: ['account', 'client', 'company'] },
        id: { flag: '<id>' },
      },
    },
    reason: { is: reason, flag: '--reason <text>' },
  } satisfies Fields,
  change: {
    on: ['account', 'client', 'company'],
    pt: 'Desbloquear pagamentos',
    en: 'Thaw payments',
    replaces: async (deps, call) => (await findFrozen(deps, targetOf(call.target))).frozenAt,
  } satisfies Change<Extract<FreezeCall, { action: 'thaw' }>, Administering>,
};

export const freezeRoute: AdminRoute<
  FreezeCall,
  Base &
    WithAccess &
    WithUsers &
    WithAccounts &
    WithWatches &
    WithWebhooks &
    WithCashouts &
    WithChargebacks &
    WithOperating &
    WithMoney &
    WithLists &
    WithQueues
> = {
  subjects: async (call) => ['target' in call ? call.target : { kind: 'service', id: 'networks' }],
  details: (call) => ('reason' in call ? { reason: call.reason } : {}),
  calls: {
    freeze: async (deps, call) => ({ answer: await freezePayouts(deps, targetOf(call.target)) }),
    thaw: async (deps, call) => ({ answer: await thawPayouts(deps, targetOf(call.target)) }),
    async 'freeze list'(deps, call) {
      const target = targetOf(call.target);
      return { answer: { ...(await listInFlight(deps, target)), ...(await listScheduled(deps, target)) } };
    },
    /** Counts and sums of a whole network show no company's data. */
    'network list': async (deps) => ({ answer: await listNetworks(deps), shows: [] }),
  },
};

export function targetOf({ kind, id }: Extract<FreezeCall, { target: unknown }>['target']): FreezeTarget {
  if (kind === 'account') return { kind, account: accountOf(id) };
  return kind === 'company' ? { kind, companyId: id } : { kind, clientId: id };
}
