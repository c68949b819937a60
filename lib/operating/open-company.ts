// Opens a company, to which clients and accounts belong.

import type { Base } from '../platform/deps.ts';
import type { WithOperating } from './deps.ts';

export async function openCompany(
  deps: Base & WithOperating,
  name: string,
): Promise<{ companyId: string; name: string }> {
  const company = { companyId: deps.ids.uuid(), name };
  await deps.companies.insertCompany(company);
  return company;
}
