// The stores that only operators' functions name.

import { makeFreezes } from '../freeze/freeze-store.ts';
import { makeAudit } from '../operating/audit-store.ts';
import { makeCompanies } from '../operating/company-store.ts';
import { makeListedPayees } from '../rules/listed-payee-store.ts';
import type { WithOperating } from './deps.ts';
import type { Ground } from './ground.ts';

export function withOperating({ db }: Ground): WithOperating {
  return {
    companies: makeCompanies(db),
    freezes: makeFreezes(db),
    audit: makeAudit(db),
    listedPayees: makeListedPayees(db),
  };
}
