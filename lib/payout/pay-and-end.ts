// Pays a cashout whose money is held, and writes the result.

import type { WithLookups } from '../access/deps.ts';
import type { WithAccounts } from '../account/deps.ts';
import type { Cashout } from '../cashout/cashout.ts';
import type { WithCashouts, WithNetworkIds } from '../cashout/deps.ts';
import type { WithNetwork } from '../network/deps.ts';
import type { PaymentOutcome, Refusal } from '../network/port.ts';
import type { Base } from '../platform/deps.ts';
import type { WithQrCodes } from '../qr-code/deps.ts';
import type { WithQueues } from '../webhook/deps.ts';
import { aboutMoney } from './about-money.ts';
import type { WithMoney } from './deps.ts';
import { endCashout } from './end-cashout.ts';
import { secondsInProgress } from './lateness.ts';
import { payRecipient } from './pay-recipient.ts';
import { startQuestions } from './questions.ts';
import { reportOtherAmount } from './report-other-amount.ts';
import { retryLater } from './retry-later.ts';
import { noteAnswer } from './stop-payouts.ts';

type Deps = Base &
  WithLookups &
  WithAccounts &
  WithQrCodes &
  WithCashouts &
  WithNetworkIds &
  WithMoney &
  WithNetwork &
  WithQueues;

/**
 * Pays the cashout.
 * @param told the reason that the PSP's callback gives for a failed payment
 * @param before whether an earlier run may have sent the payment; if so, the payment is looked up first
 */
export async function payAndEnd(
  deps: Deps,
  cashout: Cashout,
  before: 'never_sent' | 'maybe_sent',
  told?: Refusal,
): Promise<void> {
  const questions = startQuestions(deps, cashout);
  const outcome = explain(deps, cashout, await payRecipient(deps, cashout, before, questions.ask), told);
  // A callback is no evidence, so the look-up must say that the payment failed.
  const isOver = outcome.kind === 'failed' || outcome.kind === 'refused';
  if (told?.ownFault !== undefined && isOver)
    await noteAnswer(deps, cashout, { question: 'send', at: deps.now() }, told);
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
  if (outcome.kind === 'unknown') {
    const isNew = outcome.state && !cashout.acceptedAt;
    const seen = isNew ? { acceptedAt: deps.now().toISOString() } : {};
    return retryLater(deps, questions.on(cashout), seen, outcome.waitSeconds ?? outcome.busySeconds);
  }
  return endCashout(deps, questions.on(cashout), outcome);
}

/** Time after the approval for which a failed payment waits for a callback with the reason (seconds). */
const explainSeconds = 60;

/** Adds the reason of the callback to the outcome of a failed payment whose look-up has no reason. */
function explain(
  { now }: Deps,
  cashout: Cashout,
  outcome: PaymentOutcome,
  told: Refusal | undefined,
): PaymentOutcome {
  if (outcome.kind !== 'failed' || !outcome.isUnexplained) return outcome;
  if (told) return told;
  return secondsInProgress(cashout, now()) < explainSeconds ? { kind: 'unknown' } : outcome;
}
