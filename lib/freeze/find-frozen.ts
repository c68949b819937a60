// Whom a freeze is about: the name that goes onto accounts, whose flag decides, and which accounts there are.

import type { Core } from '../app/deps.ts';
import type { AccountRef } from '../base/account-ref.ts';
import { refuse } from '../base/errors.ts';
import { type Freezer, type FreezeTarget, userFreezer } from './freeze.ts';
import type { Owner } from './freeze-store.ts';

export type Frozen = {
  freezer: Freezer;
  owner: Owner;
  /** As its flag was read. */
  frozenAt?: string | undefined;
  /** The user whose payouts alone it is about. */
  userId?: string;
  /** Read anew each time, so that what was opened before the flag went up is there. */
  listAccounts: () => Promise<readonly AccountRef[]>;
};

export async function findFrozen(deps: Core, target: FreezeTarget): Promise<Frozen> {
  if (target.kind === 'account') {
    const account = await deps.accounts.get(target.account);
    if (!account) refuse('account_not_found');
    const { frozenAt } = account;
    return { freezer: 'account', owner: target, frozenAt, listAccounts: async () => [target.account] };
  }
  if (target.kind === 'company') {
    const { companyId } = target;
    const company = await deps.tenants.getCompany(companyId);
    if (!company) refuse('company_not_found');
    return {
      freezer: 'company',
      frozenAt: company.frozenAt,
      owner: { kind: 'company', id: companyId },
      listAccounts: () => deps.tenants.listAccounts(companyId),
    };
  }
  const client = await deps.clients.get(target.clientId);
  if (!client) refuse('client_not_found');
  const { userId, clientId, frozenAt } = client;
  // Policies that have ended too: what was created under them may still be open.
  const listAccounts = async () =>
    (await deps.accounts.listPolicies(userId)).map(({ branch, number }) => ({ branch, number }));
  const owner = { kind: 'client', id: clientId } as const;
  return { freezer: userFreezer(userId), owner, frozenAt, userId, listAccounts };
}
