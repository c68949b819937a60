// Draws the page of an account's rules: approvals, limits, payees, duplicates. Operators change them at the
// desk.

import type { Identity } from '../access/tokens.ts';
import { findAccount } from '../account/find-account.ts';
import { type AccountRef, accountIdOf } from '../base/account-ref.ts';
import { type Html, joined } from '../page/elements.ts';
import { amountIn, minuteIn } from '../page/formats.ts';
import { card, facts, table } from '../page/parts.ts';
import { limitNames } from '../rules/limits.ts';
import { presentRules } from '../rules/present-rules.ts';
import type { ReadDeps } from './deps.ts';
import type { Page, View } from './shell.ts';

export async function loadRules(deps: ReadDeps, caller: Identity, ref: AccountRef) {
  const { account } = await findAccount(deps, caller, ref);
  return presentRules(account.rules, deps.now().toISOString());
}

type Rules = Awaited<ReturnType<typeof loadRules>>;

export function drawRules(view: View, ref: AccountRef, rules: Rules): Page {
  const { words } = view;
  const account = accountIdOf(ref);
  return {
    title: `${words.rules} ${account}`,
    lead: words.rulesNote,
    back: [`/console/accounts/${ref.branch}/${ref.number}`, `${words.oneAccount} ${account}`],
    body: joined(drawApprovalRules(view, rules), drawLimits(view, rules), drawOtherRules(view, rules)),
  };
}

function drawApprovalRules({ words, language }: View, rules: Rules): Html {
  const { approvals, own_approval_up_to: own, expire_new_after_hours: hours } = rules;
  const ownApproval =
    own === null ? words.ownAlways : own === 0 ? words.ownNever : words.ownUpTo(amountIn(language, own));
  return card(
    { title: words.rulesApprovals },
    facts([
      [words.ownApproval, ownApproval],
      ...approvals.map(
        ({ from, needed }) =>
          [words.fromAmount(amountIn(language, from)), words.approvalsNeeded(needed)] as const,
      ),
      [words.expiry, hours === null ? words.noDeadline : words.afterHours(hours)],
    ]),
  );
}

function drawLimits({ words, language }: View, { limits }: Rules): Html {
  const amount = (reais: number | null) => (reais === null ? words.noLimit : amountIn(language, reais));
  return card(
    { title: words.rulesLimits, isFlush: true },
    table({
      label: words.rulesLimits,
      columns: [[words.limit, 'row'], [words.limitNext], [words.limitNow, 'main sum']],
      rows: limitNames.map((name) => {
        const { amount: now, next } = limits[name];
        const raised = next ? `${amount(next.amount)}, ${minuteIn(language, next.from)}` : '';
        return [words.limitNames[name], raised, amount(now)];
      }),
    }),
  );
}

function drawOtherRules({ words, language }: View, rules: Rules): Html {
  const { duplicates, low_balance: low } = rules;
  const duplicatesRule = duplicates
    ? words.duplicatesIn(duplicates.within_hours, words.duplicateActions[duplicates.action])
    : words.noRule;
  return card(
    { title: words.rulesOthers },
    facts([
      [words.rulesPayees, rules.payees === 'listed' ? words.payeesListed : words.payeesAny],
      [words.rulesDuplicates, duplicatesRule],
      [words.rulesReported, rules.reported_money === 'blocked' ? words.reportedBlocked : words.noRule],
      [words.rulesLowBalance, low === null ? words.noRule : words.below(amountIn(language, low))],
    ]),
  );
}
