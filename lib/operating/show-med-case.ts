// Shows one MED case to an operator, who may have to give its defence to the PSP by hand.

import { accountIdOf } from '../base/account-ref.ts';
import { refuse } from '../base/errors.ts';
import { toDecimalText } from '../base/money.ts';
import { askedUntil } from '../med-case/deadlines.ts';
import type { Core } from '../med-case/deps.ts';
import { medClock, presentMedCase } from '../med-case/present.ts';

export async function showMedCase(deps: Core, id: string) {
  const medCase = await deps.medCases.get(id);
  if (!medCase) refuse('med_not_found');
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
    defence,
  };
}
