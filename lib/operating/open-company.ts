// Opens a company, to which clients and accounts belong.

import type { Core } from '../med-case/deps.ts';
import type { WithOperating } from './deps.ts';

export async function openCompany(
  deps: Core & WithOperating,
  name: string,
): Promise<{ companyId: string; name: string }> {
  const company = { companyId: deps.ids.uuid(), name };
  await deps.companies.insertCompany(company);
  return company;
}
