// Checks whether the users who approved a cashout, or approve it now, could approve it.

import { wrongToken } from '../access/lacking.ts';
import type { Identity } from '../access/tokens.ts';
import type { Accounts } from '../account/account-store.ts';
import type { Approved } from '../account/approver-store.ts';
import { refuseSaying } from '../base/errors.ts';
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

/**
 * Refuses an approver who could not approve now, as any call of a closed or frozen client is refused. A container knows
 * the client for up to a minute, so this asks again where an approval may complete others.
 */
export async function requireApprover(accounts: Accounts, { userId }: Identity, of: Approved): Promise<void> {
  const may = await accounts.getApprovers(of, [userId]);
  if (!may.has(userId)) refuseSaying('unauthorized', wrongToken);
}
