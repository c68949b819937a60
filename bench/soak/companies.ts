// Opens the companies of the load with their accounts, and the users of web clients.

import assert from 'node:assert/strict';
import { type Client, makeClient } from '../../local/client.ts';
import type { Demo } from '../../local/demo-company.ts';

const openingCents = 100_000_000;

type Company = { client: Client; hmacSecret: string; id: string };
export type Account = {
  company: Company;
  source: { source_account_branch_identifier: string; source_account_number: string };
  /** The balance that the account must have at the end, as far as the answers so far tell. */
  expectedCents: number;
  /** The position in the account's feed up to which the load has read. */
  cursor: number;
};
/** A user of a web client. A one-time code can be used only once per half minute, so users take turns. */
export type Screen = { account: Account; by: Company; mfaSecret: string };

export async function openCompanies(baseUrl: string, count: number): Promise<Account[]> {
  const opened: Account[] = [];
  for (let index = 0; index < count; index++) {
    const wanted = { accounts: 2, balance: (openingCents / 100).toFixed(2) };
    const tenant = await sandbox(baseUrl, 'tenants', wanted);
    const company = await companyOf(baseUrl, tenant);
    for (const { source_account_branch_identifier, source_account_number } of tenant.accounts) {
      const source = { source_account_branch_identifier, source_account_number };
      opened.push({ company, source, expectedCents: openingCents, cursor: 0 });
    }
  }
  return opened;
}

export async function openScreens(baseUrl: string, account: Account, count: number): Promise<Screen[]> {
  const wanted = { company_id: account.company.id, audience: 'web' };
  const clients = Array.from({ length: count }, () => sandbox(baseUrl, 'clients', wanted));
  return Promise.all(
    (await Promise.all(clients)).map(async (one) => {
      const by = await companyOf(baseUrl, { ...one, company_id: account.company.id });
      return { account, by, mfaSecret: one.mfa_secret };
    }),
  );
}

async function companyOf(baseUrl: string, tenant: Demo): Promise<Company> {
  const client = makeClient({ ...tenant, base_url: baseUrl });
  await client.bearer();
  return { client, hmacSecret: tenant.hmac_secret, id: tenant.company_id };
}

async function sandbox(baseUrl: string, path: string, content: object): Promise<Demo> {
  const answer = await fetch(`${baseUrl}/sandbox/${path}`, {
    method: 'POST',
    headers: { 'x-sandbox-key': 'local', 'content-type': 'application/json' },
    body: JSON.stringify(content),
  });
  assert.equal(answer.status, 200);
  return (await answer.json()) as Demo;
}
