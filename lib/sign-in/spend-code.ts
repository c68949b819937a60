// Proves once more who acts, where the act is not an approval: a one-time code counts once, and a stolen session has none.

import { checkCode } from '../access/check-code.ts';
import type { Core } from '../access/deps.ts';

/** @returns whether the code counts; it is used up then */
export async function spendCode(deps: Core, userId: string, code: string): Promise<boolean> {
  const checked = await checkCode(deps, userId, code);
  return checked !== undefined && deps.users.spend(checked.user, checked.step, deps.now().toISOString());
}
