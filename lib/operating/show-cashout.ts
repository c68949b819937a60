// Shows one cashout to an operator: its account, payee, approvers and history. Tax ids are masked.

import type { WithUsers } from '../access/deps.ts';
import { accountIdOf } from '../base/account-ref.ts';
import { refuse } from '../base/errors.ts';
import { toDecimalText } from '../base/money.ts';
import { maskTaxId } from '../base/tax-id.ts';
import type { Cashout } from '../cashout/cashout.ts';
import type { WithCashouts, WithNetworkIds } from '../cashout/deps.ts';
import { findNamed } from '../cashout/find-cashout.ts';
import type { NameOfOne } from '../cashout/name-of-one.ts';
import type { Base } from '../platform/deps.ts';
import { nameSteps, showDeliveries } from '../timeline/show-timeline.ts';
import type { WithDeliveries, WithWebhooks } from '../webhook/deps.ts';
import type { WithOperating } from './deps.ts';
import { presentPeople } from './peoples-end.ts';
import { showProofs } from './show-proofs.ts';

export type CashoutName = NameOfOne | { id: number };

export async function showCashout(
  deps: Base &
    WithUsers &
    WithWebhooks &
    WithDeliveries &
    WithCashouts &
    WithNetworkIds &
    Pick<WithOperating, 'audit' | 'passkeys'>,
  name: CashoutName,
) {
  const cashout = await findByName(deps, name);
  if (!cashout) refuse('transaction_not_found');
  const nameOf = await deps.users.namesOf([cashout.createdBy]);
  const { id, companyId, account, status, request, createdAt, createdBy, endToEndId } = cashout;
  return {
    cashout: id,
    company_id: companyId,
    account: accountIdOf(account),
    status,
    amount: toDecimalText(request.amountCents),
    returned: cashout.returnedCents ? toDecimalText(cashout.returnedCents) : null,
    payee: payeeOf(cashout),
    created_at: createdAt,
    created_by: createdBy,
    created_by_name: nameOf(createdBy),
    idempotency_key: cashout.keyAsGiven ?? cashout.idempotencyKey ?? null,
    end_to_end_id: endToEndId ?? null,
    code_transaction: cashout.codeTransaction ?? null,
    operation_id: cashout.operationId ?? null,
    paid_at_network: cashout.sentTo ?? null,
    failure: cashout.failureText ?? null,
    failure_code: cashout.failureCode ?? null,
    ended_by_people: presentPeople(cashout),
    timeline: (await nameSteps(deps, cashout)).map((step) => tellPeople(cashout, step)),
    deliveries: (await showDeliveries(deps, cashout)).deliveries,
    proofs: await showProofs(deps, cashout),
  };
}

export const findByName = (
  deps: Base & WithCashouts & WithNetworkIds,
  name: CashoutName,
): Promise<Cashout | undefined> => ('id' in name ? deps.cashouts.get(name.id) : findNamed(deps, name));

/**
 * Shows the payee, from the directory or from the request. The PIX key is left out, because it may be a phone number or
 * a CPF.
 */
function payeeOf({ request, recipient }: Cashout) {
  const { name, legalId, ispb, branch, accountNumber } = recipient ?? request.recipient ?? {};
  return {
    name: name ?? null,
    document: legalId ? maskTaxId(legalId) : null,
    ispb: ispb ?? null,
    branch: branch ?? null,
    number: accountNumber ?? null,
  };
}

type Step = Awaited<ReturnType<typeof nameSteps>>[number];

/** Adds the people and their document to the step of the end. Callers see the end as any other end. */
function tellPeople({ endedByPeople, endedAt }: Cashout, step: Step): Step {
  const isEnd = step.at === endedAt && ['succeeded', 'failed', 'cancelled'].includes(step.what);
  if (!endedByPeople || !isEnd) return step;
  const [first, second] = endedByPeople.by;
  const text = `${step.text}. Stated by ${first}, confirmed by ${second}: ${endedByPeople.document}`;
  return { ...step, text };
}
