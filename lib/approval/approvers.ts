// Checks whether the users who approved a cashout could still approve it now.

import type { Accounts } from '../account/account-store.ts';
import type { Approved } from '../account/approver-store.ts';
import { approvalsOf, type Judged } from '../cashout/judge.ts';

type Given = Approved & Pick<Judged['cashout'], 'approvals' | 'approvedBy' | 'approvedName' | 'approvedAt'>;

/** @param cashout the cashout or batch; if absent, no user is read */
export async function readApprovers(
  accounts: Accounts,
  cashout: Given | undefined,
): Promise<(userId: string) => boolean> {
  if (!cashout) return () => true;
  const may = await accounts.getApprovers(
    cashout,
    approvalsOf(cashout).map(({ by }) => by),
  );
  return (userId) => may.has(userId);
}
