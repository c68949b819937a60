// A company: what its clients and accounts belong to.

import type { Deps } from '../deps.ts';

export async function openCompany(deps: Deps, name: string): Promise<{ companyId: string; name: string }> {
  const company = { companyId: deps.ids.uuid(), name };
  await deps.tenants.insertCompany(company);
  return company;
}
