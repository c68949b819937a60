// Shows one chargeback to an operator, who may have to say how it has ended.

import { accountIdOf } from '../base/account-ref.ts';
import { refuse } from '../base/errors.ts';
import { toDecimalText } from '../base/money.ts';
import type { WithChargebacks } from '../chargeback/deps.ts';
import type { Base } from '../platform/deps.ts';
import { presentPeople } from './peoples-end.ts';

export async function showChargeback({ chargebacks }: Base & WithChargebacks, id: number) {
  const chargeback = await chargebacks.get(id);
  if (!chargeback) refuse('chargeback_not_found');
  const { companyId, account, status, request, payment, createdAt, endedAt } = chargeback;
  return {
    chargeback: id,
    company_id: companyId,
    account: accountIdOf(account),
    status,
    amount: toDecimalText(request.amountCents),
    created_at: createdAt,
    payment: payment.endToEndId,
    paid_at_network: chargeback.sentTo ?? null,
    attempts: chargeback.polls,
    return_id: chargeback.returnId ?? null,
    accepted_at: chargeback.acceptedAt ?? null,
    ended_at: endedAt ?? null,
    failure: chargeback.failureText ?? null,
    ended_by_people: presentPeople(chargeback),
  };
}
