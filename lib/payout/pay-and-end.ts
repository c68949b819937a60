// Pays a cashout whose money is held, and writes the result.

import type { Cashout } from '../cashout/cashout.ts';
import type { Core } from '../cashout/deps.ts';
import type { WithNetwork } from '../network/deps.ts';
import type { WithQueues } from '../webhook/deps.ts';
import { aboutMoney } from './about-money.ts';
import type { WithMoney } from './deps.ts';
import { endCashout } from './end-cashout.ts';
import { payRecipient } from './pay-recipient.ts';
import { startQuestions } from './questions.ts';
import { reportOtherAmount } from './report-other-amount.ts';
import { retryLater } from './retry-later.ts';

type Deps = Core & WithMoney & WithNetwork & WithQueues;

/**
 * Pays the cashout.
 * @param before whether an earlier run may have sent the payment; if so, the payment is looked up first
 */
export async function payAndEnd(
  deps: Deps,
  cashout: Cashout,
  before: 'never_sent' | 'maybe_sent',
): Promise<void> {
  const questions = startQuestions(deps, cashout);
  const outcome = await payRecipient(deps, cashout, before, questions.ask);
  deps.log.info('payment requested', {
    ...aboutMoney(cashout),
    outcome: outcome.kind,
    tries: cashout.tries,
  });
  if ('otherAmountCents' in outcome && outcome.otherAmountCents) {
    const state = outcome.kind === 'settled' ? 'done' : 'open';
    const [approvedCents, otherCents] = [cashout.request.amountCents, outcome.otherAmountCents];
    await reportOtherAmount(deps, { cashoutId: cashout.id }, { approvedCents, otherCents, state });
  }
  if (outcome.kind === 'unknown') return retryLater(deps, questions.on(cashout));
  return endCashout(deps, questions.on(cashout), outcome);
}
