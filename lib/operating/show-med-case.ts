// Shows one MED case to an operator, who may have to defend it for its company, or give its defence to the PSP by hand.

import { accountIdOf } from '../base/account-ref.ts';
import { refuse } from '../base/errors.ts';
import { toDecimalText } from '../base/money.ts';
import { askedUntil } from '../med-case/deadlines.ts';
import { takesDefence } from '../med-case/defence.ts';
import type { WithMedCases } from '../med-case/deps.ts';
import type { MedCase } from '../med-case/med-case.ts';
import { medClock, presentMedCase } from '../med-case/present.ts';
import type { Base } from '../platform/deps.ts';

export const showMedCase = async (deps: Base & WithMedCases, id: string) =>
  showCase(deps, (await deps.medCases.get(id)) ?? refuse('med_not_found'));

export function showCase(deps: Base, medCase: MedCase) {
  const { defence } = presentMedCase(medCase, medClock(deps));
  return {
    med_case: medCase.id,
    company_id: medCase.companyId,
    account: accountIdOf(medCase.account),
    status: medCase.status,
    amount: toDecimalText(medCase.report.amountCents),
    payment: medCase.payment.endToEndId,
    listed_at: medCase.place ?? null,
    created_at: medCase.report.createdAt,
    analysis_until: askedUntil(medCase),
    takes_defence: takesDefence(medCase, deps.now()),
    defence,
  };
}
