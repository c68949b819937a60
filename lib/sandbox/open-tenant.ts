// Opens a company in the sandbox: accounts with money, a client, and the client's user.

import type { WithAccess } from '../access/deps.ts';
import type { Account } from '../account/account.ts';
import type { WithAccounts } from '../account/deps.ts';
import { type AccountRef, accountKey } from '../base/account-ref.ts';
import { type Cents, toDecimal } from '../base/money.ts';
import { completeCpf } from '../base/tax-id.ts';
import type { WithMoney } from '../incoming/deps.ts';
import type { WithOperating } from '../operating/deps.ts';
import { type NewAccount, openAccount } from '../operating/open-account.ts';
import { type Naming, openClient, type Rights } from '../operating/open-client.ts';
import { openCompany } from '../operating/open-company.ts';
import type { Base } from '../platform/deps.ts';

type Deps = Base & WithAccess & WithOperating & WithMoney & WithAccounts;

export async function openTenant(
  deps: Deps,
  {
    name,
    legal_id = completeCpf(deps.ids.digits(9)),
    balance,
    ...tenant
  }: Rights & { name: string; legal_id?: string | undefined; accounts: number; balance: Cents },
) {
  const { companyId } = await openCompany(deps, name);
  const holder = { companyId, holderName: name, holderLegalId: legal_id };
  const accounts = [];
  for (let left = tenant.accounts; left > 0; left--) {
    accounts.push(await openRehearsalAccount(deps, holder, balance));
  }
  const { permissions, without, audience } = tenant;
  const { credentials } = await openClient(deps, { companyId, permissions, without, audience });
  return { ...credentials, name, legal_id, accounts };
}

/** Opens another client and user of a company, with policies on the given accounts or on all accounts. */
export async function openClientOf(
  deps: Deps,
  {
    company_id: companyId,
    ...wanted
  }: Rights & Naming & { company_id: string; accounts?: AccountRef[] | undefined },
) {
  const { credentials, accounts } = await openClient(deps, { companyId, ...wanted });
  const rows = await Promise.all(accounts.map((account) => deps.accounts.get(account)));
  return { ...credentials, accounts: rows.flatMap((row) => (row ? [presentAccount(row)] : [])) };
}

async function openRehearsalAccount(deps: Deps, holder: NewAccount, balance: Cents) {
  const account = await openAccount(deps, { ...holder, pixKey: deps.ids.uuid() });
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
