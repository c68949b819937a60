// Shows a company with its accounts and clients.

import type { WithAccess } from '../access/deps.ts';
import type { WithAccounts } from '../account/deps.ts';
import { accountIdOf } from '../base/account-ref.ts';
import { refuse } from '../base/errors.ts';
import { toDecimalText } from '../base/money.ts';
import type { Base } from '../platform/deps.ts';
import type { WithOperating } from './deps.ts';
import { presentClient } from './show-client.ts';

export async function showCompany(deps: Base & WithAccess & WithAccounts & WithOperating, companyId: string) {
  const company = await deps.companies.getCompany(companyId);
  if (!company) refuse('company_not_found');
  const [accounts, clientIds] = await Promise.all([
    deps.companies.listAccounts(companyId).then(deps.accounts.getAll),
    deps.companies.listClientIds(companyId),
  ]);
  const clients = await deps.clients.getAll(clientIds);
  return {
    company_id: companyId,
    name: company.name,
    frozen_since: company.frozenAt ?? null,
    accounts: accounts
      .filter((account) => account !== undefined)
      .map((account) => ({
        account: accountIdOf(account),
        status: account.status,
        available: toDecimalText(account.availableCents),
        held: toDecimalText(account.heldCents),
        frozen_by: [...(account.freezes ?? [])],
      })),
    clients: clients.map(presentClient),
  };
}
