// Sets rules of an account as operators do.

import { accountIdOf, openOperator } from './admin.ts';
import type { Caller } from './api.ts';
import type { Stack } from './stack.ts';

const noLimit = { amount: null, next: null };
/** The rules in the answer for an account without rules. */
export const noRules = {
  expire_new_after_hours: null,
  low_balance: null,
  own_approval_up_to: null,
  approvals: [],
  limits: { per_transfer: noLimit, per_day: noLimit, per_night: noLimit, new_payee: noLimit },
  payees: 'any',
  reported_money: 'free',
  duplicates: null,
};

/** Sets rules for a caller's first account, by the names of their actions without "rule". */
export async function setRules(stack: Stack, caller: Caller, rules: Record<string, object>): Promise<void> {
  for (const [name, rule] of Object.entries(rules)) await askAbout(stack, caller, `rule ${name}`, rule);
}

/** Makes an operator's action about a caller's first account. */
export async function askAbout(stack: Stack, { tenant }: Caller, action: string, more: object = {}) {
  const answer = await openOperator(stack).ask(action, { account: accountIdOf(tenant), ...more });
  if (!answer.worked) throw new Error(JSON.stringify(answer));
  return answer;
}
