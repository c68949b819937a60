// Shows an account as the callers of its company see it.

import { cents, toDecimal } from '../base/money.ts';
import type { Account } from './account.ts';
import type { Owned } from './list-owned.ts';
import { rightsOf } from './policy.ts';

const fieldsOf = ({ branch, number, status, holderName }: Account) => ({
  source_account_branch_identifier: branch,
  source_account_number: number,
  status,
  holder_name: holderName,
});

export function presentAccount({ account, policy }: Owned) {
  return { ...fieldsOf(account), permissions: rightsOf(policy) };
}

/**
 * Shows the balance at one moment. `posted` is the sum of the entries up to number `sequence`, and equals `available`
 * plus all held money.
 */
export function presentBalance(account: Account) {
  const { availableCents, heldCents, heldForRefundsCents = 0, heldForReportsCents = 0 } = account;
  const { postedCents, seq } = account;
  return {
    worked: true,
    ...fieldsOf(account),
    available: toDecimal(availableCents),
    held_for_cashouts: toDecimal(cents(heldCents - heldForRefundsCents - heldForReportsCents)),
    held_for_refunds: toDecimal(cents(heldForRefundsCents)),
    held_for_reports: toDecimal(cents(heldForReportsCents)),
    posted: toDecimal(postedCents),
    sequence: seq,
  };
}
