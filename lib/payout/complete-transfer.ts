// Takes a PROCESSING cashout, or a scheduled one that is to start, one step further. Safe to run twice, late and out of
// order: it reads the row first, and every write is conditional.

import type { Core, WithMoney, WithNetwork, WithQueues } from '../app/deps.ts';
import type { Cashout } from '../cashout/cashout.ts';
import { isLeased } from '../cashout/hold.ts';
import { isForWorkers } from '../cashout/schedule.ts';
import { leaseSeconds } from '../platform/open-work.ts';
import { aboutMoney } from './about-money.ts';
import { endCashout } from './end-cashout.ts';
import { payRecipient } from './pay-recipient.ts';
import { startQuestions } from './questions.ts';
import { reportOtherAmount } from './report-other-amount.ts';
import { reserveFunds } from './reserve-funds.ts';
import { retryLater } from './retry-later.ts';
import { workOnScheduled } from './start-scheduled.ts';

type Deps = Core & WithMoney & WithNetwork & WithQueues;

export async function completeTransfer(deps: Deps, id: number): Promise<void> {
  const cashout = await deps.cashouts.get(id);
  if (cashout && isForWorkers(cashout)) {
    const started = await workOnScheduled(deps, cashout);
    return started && pay(deps, started, 'never_sent');
  }
  // Nothing else is paid from NEW, and an ended transfer needs nothing.
  if (cashout?.status !== 'PROCESSING') return;

  // Money already held means that another run is paying, or has tried to.
  if (isLeased(cashout, deps.now(), leaseSeconds(deps.config.RESUME_AFTER_SECONDS))) return;
  if (cashout.reservedAt) return pay(deps, cashout, 'maybe_sent');

  const questions = startQuestions(deps, cashout);
  const step = await reserveFunds(deps, cashout, questions);
  if (step.kind === 'reserved') {
    deps.log.info('funds held', aboutMoney(step.cashout));
    return pay(deps, step.cashout, 'never_sent');
  }
  if (step.kind === 'failed') return endCashout(deps, questions.on(cashout), step.failure);
  if (step.kind === 'unknown') return retryLater(deps, questions.on(cashout));
}

async function pay(deps: Deps, cashout: Cashout, before: 'never_sent' | 'maybe_sent'): Promise<void> {
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
