// Finds the data that a freeze needs: the name to write on accounts, the row with the time of the freeze, and the
// accounts.

import type { WithAccess, WithUsers } from '../access/deps.ts';
import type { WithAccounts } from '../account/deps.ts';
import type { AccountRef } from '../base/account-ref.ts';
import { refuse } from '../base/errors.ts';
import { type Freezer, type FreezeTarget, userFreezer } from '../freeze/freeze.ts';
import type { Owner } from '../freeze/freeze-store.ts';
import type { Base } from '../platform/deps.ts';
import type { WithOperating } from './deps.ts';

export type Frozen = {
  freezer: Freezer;
  owner: Owner;
  /** Time at which the target was frozen (ISO, UTC), as it was read. Absent if the target is not frozen. */
  frozenAt?: string | undefined;
  /** The user whose cashouts a freeze stops. Absent if a freeze stops all cashouts of the accounts. */
  userId?: string;
  /** All clients of that user, including this client. While any of them is frozen, the user's cashouts are frozen. */
  clients?: ReadonlySet<string> | undefined;
  /**
   * Lists the accounts. Each call reads them again, to include accounts that were opened before the freeze was
   * written.
   */
  listAccounts: () => Promise<readonly AccountRef[]>;
};

export async function findFrozen(
  deps: Base & WithAccess & WithUsers & WithAccounts & WithOperating,
  target: FreezeTarget,
): Promise<Frozen> {
  if (target.kind === 'account') {
    const account = await deps.accounts.get(target.account);
    if (!account) refuse('account_not_found');
    const { frozenAt } = account;
    return { freezer: 'account', owner: target, frozenAt, listAccounts: async () => [target.account] };
  }
  if (target.kind === 'company') {
    const { companyId } = target;
    const company = await deps.companies.getCompany(companyId);
    if (!company) refuse('company_not_found');
    return {
      freezer: 'company',
      frozenAt: company.frozenAt,
      owner: { kind: 'company', id: companyId },
      listAccounts: () => deps.companies.listAccounts(companyId),
    };
  }
  const client = await deps.clients.get(target.clientId);
  if (!client) refuse('client_not_found');
  const { userId, clientId, frozenAt } = client;
  const clients = (await deps.users.find(userId))?.clients;
  // Ended policies are included, because cashouts that were created under them may still be open.
  const listAccounts = async () =>
    (await deps.accounts.listPolicies(userId)).map(({ branch, number }) => ({ branch, number }));
  const owner = { kind: 'client', id: clientId } as const;
  return { freezer: userFreezer(userId), owner, frozenAt, userId, clients, listAccounts };
}
