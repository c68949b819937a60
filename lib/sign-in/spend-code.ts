// Confirms a person's identity again for actions other than approvals. Each one-time code is accepted once, and
// somebody with a stolen session has no codes.

import { checkCode } from '../access/check-code.ts';
import type { WithUsers } from '../access/deps.ts';
import type { Base } from '../platform/deps.ts';

/**
 * Uses up a one-time code.
 * @param proved the client whose invited person has given the code
 * @returns whether the code was right and not used before
 */
export async function spendCode(
  deps: Base & WithUsers,
  userId: string,
  code: string,
  proved?: string,
): Promise<boolean> {
  const checked = await checkCode(deps, userId, code);
  if (!checked) return false;
  return deps.users.spend(checked.user, checked.step, deps.now().toISOString(), proved);
}
