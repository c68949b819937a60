// Checks whether the users who approved a cashout still have the right to approve.

import type { Accounts } from '../account/account-store.ts';
import { mayApprove } from '../account/policy.ts';
import type { Cashout } from '../cashout/cashout.ts';
import { approvalsOf, type Judged } from '../cashout/judge.ts';

type Approved = Pick<Cashout, 'account' | 'companyId'> &
  Pick<Judged['cashout'], 'approvals' | 'approvedBy' | 'approvedName' | 'approvedAt'>;

/** @param cashout the cashout or batch; if absent, no user is read */
export async function readApprovers(
  accounts: Accounts,
  cashout: Approved | undefined,
): Promise<(userId: string) => boolean> {
  if (!cashout) return () => true;
  const { account, companyId } = cashout;
  const users = approvalsOf(cashout).map(({ by }) => by);
  const policies = users.length > 0 ? await accounts.getPolicies(account, users) : [];
  const may = users.filter((userId, index) => mayApprove({ userId, companyId }, policies[index]));
  return (userId) => may.includes(userId);
}
