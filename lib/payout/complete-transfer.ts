// Processes one step of a PROCESSING cashout: hold its money, pay, and end it, or try again later. A step may run twice,
// late or out of order without harm, because every write is conditional.

import type { Cashout } from '../cashout/cashout.ts';
import { type Failure, ownFailure } from '../cashout/failures.ts';
import { isLeased } from '../cashout/hold.ts';
import type { Refusal } from '../network/port.ts';
import { leaseSeconds } from '../platform/open-work.ts';
import { conclude } from './conclude.ts';
import type { TransferDeps } from './deps.ts';
import { pay } from './pay.ts';
import { type Questions, startQuestions } from './questions.ts';
import { type ReserveStep, reserveFunds } from './reserve-funds.ts';

/** @param told the reason that the PSP's callback gives for a failed payment */
export async function completeTransfer(deps: TransferDeps, cashout: Cashout, told?: Refusal): Promise<void> {
  // The money is held, and the run that held it may still be paying.
  if (isLeased(cashout, deps.now(), leaseSeconds(deps.config.RESUME_AFTER_SECONDS))) return;
  const questions = startQuestions(deps, cashout);
  const step = await hold(deps, cashout, questions);
  if (step.kind === 'moved') return;
  if (step.kind === 'failed') return conclude(deps, questions.on(cashout), step.failure);
  if (step.kind === 'unknown') return conclude(deps, questions.on(cashout), step);
  const before = cashout.reservedAt ? 'maybe_sent' : 'never_sent';
  const outcome = await pay(deps, step.cashout, before, questions, told);
  return conclude(deps, questions.on(step.cashout), outcome);
}

/** Holds the money, unless an earlier run has held it. */
async function hold(deps: TransferDeps, cashout: Cashout, questions: Questions): Promise<ReserveStep> {
  if (cashout.reservedAt) return { kind: 'reserved', cashout };
  const failure = await whyNeverSent(deps, cashout);
  return failure ? { kind: 'failed', failure } : reserveFunds(deps, cashout, questions);
}

/** Time after the approval within which the money must be held (ms). Nothing was sent before. */
const holdWithinMs = 24 * 3_600_000;

/** Returns why a cashout that was tried in vain ends without a hold, or undefined if it may still be held. */
async function whyNeverSent(
  { now, network, pspRows }: TransferDeps,
  { tries, approvedAt, createdAt }: Cashout,
): Promise<Failure | undefined> {
  if (tries === 0 || now().getTime() - Date.parse(approvedAt ?? createdAt) < holdWithinMs) return undefined;
  const { stop } = await pspRows.get(network.payoutsAt, now());
  return ownFailure(stop ? 'psp_stopped' : 'no_answer');
}
