// Draws the page of an account's rules: approvals, limits, payees, duplicates. Operators change them at the desk.

import { html } from 'hono/html';
import type { Identity } from '../access/tokens.ts';
import { findAccount } from '../account/find-account.ts';
import { type AccountRef, accountIdOf } from '../base/account-ref.ts';
import { amountIn, timeIn } from '../receipt/words.ts';
import { limitNames } from '../rules/limits.ts';
import { presentRules } from '../rules/present-rules.ts';
import type { ReadDeps } from './deps.ts';
import { drawFacts } from './page-parts.ts';
import type { Page, View } from './shell.ts';

export async function loadRules(deps: ReadDeps, caller: Identity, ref: AccountRef) {
  const { account } = await findAccount(deps, caller, ref);
  return presentRules(account.rules, deps.now().toISOString());
}

export function drawRules(
  { words, language }: View,
  ref: AccountRef,
  rules: Awaited<ReturnType<typeof loadRules>>,
): Page {
  const amount = (reais: number) => amountIn(language, reais);
  const {
    approvals,
    own_approval_up_to: own,
    expire_new_after_hours: hours,
    duplicates,
    low_balance,
  } = rules;
  const ownApproval =
    own === null ? words.ownAlways : own === 0 ? words.ownNever : words.ownUpTo(amount(own));
  return {
    title: `${words.rules} ${accountIdOf(ref)}`,
    body: html`<p class="soft">${words.rulesNote}</p>
<h2>${words.rulesApprovals}</h2>${drawFacts([
      [words.ownApproval, ownApproval],
      ...approvals.map(
        ({ from, needed }) => [words.fromAmount(amount(from)), words.approvalsNeeded(needed)] as const,
      ),
      [words.expiry, hours === null ? words.noDeadline : words.afterHours(hours)],
    ])}
<h2>${words.rulesLimits}</h2><table><thead><tr><th scope="col">${words.limit}</th><th scope="col" class="sum">${words.limitNow}</th><th scope="col">${words.limitNext}</th></tr></thead>
<tbody>${limitNames.map((name) => {
      const { amount: now, next } = rules.limits[name];
      const nextAmount = next && (next.amount === null ? words.noLimit : amount(next.amount));
      return html`<tr><th scope="row">${words.limitNames[name]}</th><td class="sum" data-name="${words.limitNow}">${now === null ? words.noLimit : amount(now)}</td>
<td data-name="${words.limitNext}">${next ? `${nextAmount}, ${timeIn(language, next.from)}` : ''}</td></tr>`;
    })}</tbody></table>
<h2>${words.rulesOthers}</h2>${drawFacts([
      [words.rulesPayees, rules.payees === 'listed' ? words.payeesListed : words.payeesAny],
      [
        words.rulesDuplicates,
        duplicates
          ? words.duplicatesIn(duplicates.within_hours, words.duplicateActions[duplicates.action])
          : words.noRule,
      ],
      [words.rulesReported, rules.reported_money === 'blocked' ? words.reportedBlocked : words.noRule],
      [words.rulesLowBalance, low_balance === null ? words.noRule : words.below(amount(low_balance))],
    ])}
<nav><a href="/console/accounts/${ref.branch}/${ref.number}">${words.oneAccount} ${accountIdOf(ref)}</a></nav>`,
  };
}
