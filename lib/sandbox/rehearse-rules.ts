// Acts as the operator who sets an account's rules, in the sandbox.

import type * as z from 'zod';
import type { WithAccounts } from '../account/deps.ts';
import type { WithOperating } from '../operating/deps.ts';
import { addPayee } from '../operating/list-payees.ts';
import { payeeNamed } from '../operating/payee-named.ts';
import { setRules } from '../operating/set-rules.ts';
import type { Base } from '../platform/deps.ts';
import { type ChangeOf, changes } from '../rules/changes.ts';
import { type LimitName, limitOf } from '../rules/limits.ts';
import { type rulesBody, toAccountRef } from './schemas.ts';

type Wanted = z.output<typeof rulesBody>;

/** Sets the given rules and the list of payees. Other rules are not changed. */
export async function rehearseRules(deps: Base & WithAccounts & WithOperating, wanted: Wanted) {
  const account = toAccountRef(wanted);
  const payees = (wanted.listed_payees ?? []).map(payeeNamed);
  const { account: _, ...rules } = await setRules(deps, account, changeTo(wanted));
  for (const payee of payees) await addPayee(deps, account, payee, 'sandbox');
  return { worked: true, ...rules };
}

function changeTo({ limits = {}, approvals, ...wanted }: Wanted): ChangeOf {
  const given: (ChangeOf | undefined)[] = [
    set(changes.expire_new_after_hours, wanted.expire_new_after_hours),
    set(changes.own_approval_up_to, wanted.own_approval_up_to),
    set(changes.approvals, approvals === null ? [] : approvals),
    set(changes.payees, wanted.payees),
    set(changes.duplicates, wanted.duplicates),
    set(changes.reported_money, wanted.reported_money),
    set(changes.low_balance, wanted.low_balance),
    ...Object.entries(limits).map(([name, amount]) => limitAtOnce(name as LimitName, amount)),
  ];
  return (rules, now) => {
    const changed = { ...rules };
    for (const change of given) Object.assign(changed, change?.(changed, now));
    return changed;
  };
}

const set = <Value>(change: (to: Value) => ChangeOf, to: Value | undefined) =>
  to === undefined ? undefined : change(to);

/** Changes a limit. Even an increase takes effect at once, so that tests need not wait a day. */
const limitAtOnce = (name: LimitName, amount: Wanted['low_balance']): ChangeOf | undefined =>
  amount === undefined
    ? undefined
    : ({ limits }) => ({ limits: { ...limits, [name]: limitOf(amount ?? undefined) } });
