// Processes one step of a cashout. PROCESSING cashouts are processed here, scheduled NEW cashouts in
// start-scheduled.ts. A step may run twice, late or out of order without harm, because it reads the row first and every
// write is conditional.

import type { WithLookups } from '../access/deps.ts';
import type { WithAccounts } from '../account/deps.ts';
import type { Cashout } from '../cashout/cashout.ts';
import type { WithCashouts, WithNetworkIds } from '../cashout/deps.ts';
import { type Failure, ownFailure } from '../cashout/failures.ts';
import { isLeased } from '../cashout/hold.ts';
import { isForWorkers } from '../cashout/schedule.ts';
import type { WithNetwork } from '../network/deps.ts';
import type { Refusal } from '../network/port.ts';
import type { Base } from '../platform/deps.ts';
import { leaseSeconds } from '../platform/open-work.ts';
import type { WithQrCodes } from '../qr-code/deps.ts';
import type { WithQueues } from '../webhook/deps.ts';
import { aboutMoney } from './about-money.ts';
import type { WithMoney } from './deps.ts';
import { endCashout } from './end-cashout.ts';
import { payAndEnd } from './pay-and-end.ts';
import { startQuestions } from './questions.ts';
import { reserveFunds } from './reserve-funds.ts';
import { retryLater } from './retry-later.ts';
import { startScheduled } from './start-scheduled.ts';

type Deps = Base &
  WithLookups &
  WithAccounts &
  WithQrCodes &
  WithCashouts &
  WithNetworkIds &
  WithMoney &
  WithNetwork &
  WithQueues;

/** @param told the reason that the PSP's callback gives for a failed payment */
export async function completeTransfer(deps: Deps, id: number, told?: Refusal): Promise<void> {
  const cashout = await deps.cashouts.get(id);
  if (cashout && isForWorkers(cashout)) return startScheduled(deps, cashout);
  // Other cashouts need no work: no other NEW cashout may be paid, and an ended transfer is finished.
  if (cashout?.status === 'PROCESSING') return completeProcessing(deps, cashout, told);
}

async function completeProcessing(deps: Deps, cashout: Cashout, told?: Refusal): Promise<void> {
  // The money is already held, so another run is paying or has tried to pay.
  if (isLeased(cashout, deps.now(), leaseSeconds(deps.config.RESUME_AFTER_SECONDS))) return;
  if (cashout.reservedAt) return payAndEnd(deps, cashout, 'maybe_sent', told);

  const reason = await whyNeverSent(deps, cashout);
  if (reason) return endCashout(deps, cashout, reason);
  const questions = startQuestions(deps, cashout);
  const step = await reserveFunds(deps, cashout, questions);
  if (step.kind === 'reserved') {
    deps.log.info('funds held', aboutMoney(step.cashout));
    return payAndEnd(deps, step.cashout, 'never_sent');
  }
  if (step.kind === 'failed') return endCashout(deps, questions.on(cashout), step.failure);
  if (step.kind === 'unknown') return retryLater(deps, questions.on(cashout), {}, step.waitSeconds);
}

/** Time after the approval within which the money must be held (ms). Nothing was sent before. */
const holdWithinMs = 24 * 3_600_000;

/** Returns why a cashout that was tried in vain ends without a hold, or undefined if it may still be held. */
async function whyNeverSent(deps: Deps, cashout: Cashout): Promise<Failure | undefined> {
  const since = Date.parse(cashout.approvedAt ?? cashout.createdAt);
  if (cashout.tries === 0 || deps.now().getTime() - since < holdWithinMs) return undefined;
  const { stop } = await deps.pspRows.get(deps.network.payoutsAt, deps.now());
  return ownFailure(stop ? 'psp_stopped' : 'no_answer');
}
