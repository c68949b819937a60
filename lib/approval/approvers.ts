// Checks whether the users who approved a cashout, or approve it now, could approve it.

import { wrongToken } from '../access/lacking.ts';
import type { Identity } from '../access/tokens.ts';
import type { Accounts } from '../account/account-store.ts';
import type { Approved } from '../account/approver-store.ts';
import { refuseSaying } from '../base/errors.ts';
import { approvalsOf, type Judged } from '../cashout/judge.ts';

type Given = Approved & Pick<Judged['cashout'], 'approvals' | 'approvedBy' | 'approvedName' | 'approvedAt'>;

/**
 * @param cashout the cashout or batch; if absent, no user is read
 * @param caller the user who approves now. Refused as by `requireApprover`; if absent, nobody is refused
 */
export async function readApprovers(
  accounts: Accounts,
  cashout: Given | undefined,
  caller?: Identity,
): Promise<(userId: string) => boolean> {
  if (!cashout) return () => true;
  const given = approvalsOf(cashout).map(({ by }) => by);
  const may = await accounts.getApprovers(cashout, caller ? [...given, caller.userId] : given);
  if (caller) requireAmong(may, caller);
  return (userId) => may.has(userId);
}

/**
 * Refuses a caller who could not approve now. The answer is that of any call of a closed or frozen client. A container
 * knows the client for up to a minute, so this reads it again where an approval may complete others.
 */
export async function requireApprover(accounts: Accounts, caller: Identity, of: Approved): Promise<void> {
  requireAmong(await accounts.getApprovers(of, [caller.userId]), caller);
}

function requireAmong(may: ReadonlySet<string>, { userId }: Identity): void {
  if (!may.has(userId)) refuseSaying('unauthorized', wrongToken);
}
