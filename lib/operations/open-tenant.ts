// A company to rehearse with: accounts with money in them, held by whoever is made up for it, a client and the user it
// acts for.

import type { AccountRef } from '../cashout.ts';
import type { Core } from '../deps.ts';
import { type Account, accountKey } from '../ledger.ts';
import { type Cents, toDecimal } from '../money.ts';
import { completeCpf } from '../tax-id.ts';
import { openAccount } from './open-account.ts';
import { openClient, type Rights } from './open-client.ts';
import { openCompany } from './open-company.ts';

export async function openTenant(
  deps: Core,
  { name, balance, ...tenant }: Rights & { name: string; accounts: number; balance: Cents },
) {
  const { companyId } = await openCompany(deps, name);
  const accounts = [];
  for (let left = tenant.accounts; left > 0; left--) {
    accounts.push(await openRehearsalAccount(deps, companyId, name, balance));
  }
  const { permissions, audience } = tenant;
  const { credentials } = await openClient(deps, { companyId, permissions, audience });
  return { ...credentials, accounts };
}

/** One more client and user of a company, with policies on the accounts named, or on all of them. */
export async function openClientOf(
  deps: Core,
  { company_id: companyId, ...wanted }: Rights & { company_id: string; accounts?: AccountRef[] | undefined },
) {
  const { credentials, accounts } = await openClient(deps, { companyId, ...wanted });
  const rows = await Promise.all(accounts.map((account) => deps.accounts.get(account)));
  return { ...credentials, accounts: rows.flatMap((row) => (row ? [presentAccount(row)] : [])) };
}

async function openRehearsalAccount(deps: Core, companyId: string, holderName: string, balance: Cents) {
  const holderLegalId = completeCpf(deps.ids.digits(9));
  const account = await openAccount(deps, {
    companyId,
    holderName,
    holderLegalId,
    pixKey: deps.ids.uuid(),
  });
  if (balance > 0) {
    const entry = { type: 'PIX_CREDIT_IN_ACCOUNT', direction: 'CREDIT', amountCents: balance } as const;
    await deps.ledger.credit(account, entry, `opening#${accountKey(account)}`);
  }
  return presentAccount({ ...account, availableCents: balance });
}

function presentAccount(account: Account) {
  return {
    source_account_branch_identifier: account.branch,
    source_account_number: account.number,
    balance: toDecimal(account.availableCents),
    pix_key: account.pixKey ?? null,
  };
}
