// Processes a scheduled cashout while it is NEW. Soon after the approval, the key's owner is looked up. The start is
// the hold; no money is held before. A cashout that cannot start ends as CANCELLED, because it was never in progress.

import { readApprovers } from '../approval/approvers.ts';
import { addSeconds } from '../base/time.ts';
import { approvedPayee } from '../cashout/approved-ahead.ts';
import { askedOf } from '../cashout/asked-words.ts';
import type { Cashout } from '../cashout/cashout.ts';
import { type Failure, ownFailure, ownFailures } from '../cashout/failures.ts';
import { judge } from '../cashout/judge.ts';
import { recordPendingEvents } from '../cashout/record-pending-events.ts';
import { isGivenUp, retryOf } from '../cashout/schedule.ts';
import type { MetricName } from '../platform/metrics.ts';
import { nextDueAt } from '../platform/open-work.ts';
import { aboutMoney } from './about-money.ts';
import { conclude } from './conclude.ts';
import type { TransferDeps } from './deps.ts';
import { findPayee, isSpent } from './look-up-payee.ts';
import { pay } from './pay.ts';
import { type Questions, startQuestions } from './questions.ts';
import { reserveFunds, whyNotPayable } from './reserve-funds.ts';
import type { Resolved } from './resolve-recipient.ts';
import { nextTry } from './retry-later.ts';

const daySeconds = 86_400;

/**
 * Makes one step of a NEW cashout: its start and payment if the start is due, otherwise the look-up of its key's owner.
 */
export async function startScheduled(deps: TransferDeps, cashout: Cashout): Promise<void> {
  if (!cashout.calledAt) return findOwner(deps, cashout);
  const questions = startQuestions(deps, cashout);
  const started = await start(deps, cashout, questions);
  if (!started) return;
  const outcome = await pay(deps, started, 'never_sent', questions);
  return conclude(deps, questions.on(started), outcome);
}

/**
 * Starts the cashout.
 * @returns the cashout if it has started
 */
async function start(
  deps: TransferDeps,
  cashout: Cashout,
  questions: Questions,
): Promise<Cashout | undefined> {
  const step = await reserveFunds(deps, cashout, questions);
  if (step.kind === 'reserved') {
    deps.log.info('scheduled cashout started', aboutMoney(cashout));
    deps.metrics.count('CashoutsStarted');
    return step.cashout;
  }
  const row = questions.on(cashout);
  if (step.kind === 'failed') await (nextOf(step.failure) ?? stop)(deps, row, step.failure);
  if (step.kind === 'unknown') {
    const isLast = isGivenUp(cashout, deps.now());
    await (isLast ? tryAgain(deps, row, await whySilent(deps)) : askLater(deps, row, step.waitSeconds));
  }
  return undefined;
}

/** Returns why a cashout got no answer: the PSP refuses us, or the payee could not be looked up. */
async function whySilent({ pspRows, network, now }: TransferDeps): Promise<Failure> {
  const { stop } = await pspRows.get(network.payoutsAt, now());
  return ownFailure(stop ? 'psp_stopped' : 'owner_unknown');
}

type Next = (deps: TransferDeps, cashout: Cashout, failure: Failure) => Promise<void>;

/** Returns the next step of a cashout that cannot start now, or undefined if the cashout ends. */
function nextOf(failure: Failure): Next | undefined {
  const { insufficient_funds, psp_short } = ownFailures;
  if ([insufficient_funds.text, psp_short.text].some((text) => text === failure.text)) return tryAgain;
  if (failure.text === ownFailures.rule_approvals.text) return sendBack;
  return isSpent(failure) ? wait : undefined;
}

/**
 * Sends the cashout back for approval, at most once. The approvers have one day, or less if the account's rule of
 * expiry is shorter.
 */
async function sendBack(deps: TransferDeps, cashout: Cashout, failure: Failure): Promise<void> {
  if (cashout.postponedAt) return stop(deps, cashout, failure);
  const now = deps.now();
  const { rules = {} } = (await deps.accounts.get(cashout.account)) ?? {};
  const mayApprove = await readApprovers(deps.accounts, cashout);
  const { requires, approvals, isApproved } = judge('approve', { cashout }, { rules, mayApprove });
  // The approvers got their right back in the meantime, so the start is tried again.
  if (isApproved) return askLater(deps, cashout);
  const { moved } = await deps.cashouts.sendBack(cashout, {
    postponedAt: now.toISOString(),
    expiresAt: addSeconds(now, Math.min(daySeconds, rules.expireNewSeconds ?? daySeconds)),
    dueAt: addSeconds(now, deps.config.RESUME_AFTER_SECONDS),
    requires,
    approvals,
  });
  if (moved) await tell(deps, cashout.id, 'waits for approval again', 'CashoutsPostponed');
}

/** Plans a second try on the same day, if the time of the second try is still ahead. */
async function tryAgain(deps: TransferDeps, cashout: Cashout, failure: Failure): Promise<void> {
  const now = deps.now();
  const retriesAt = retryOf(cashout.startsAt ?? '', deps.config);
  if (cashout.postponedAt || retriesAt <= now.toISOString()) return stop(deps, cashout, failure);
  const dueAt = addSeconds(now, deps.config.RESUME_AFTER_SECONDS);
  const { moved } = await deps.cashouts.postpone(cashout, {
    postponedAt: now.toISOString(),
    retriesAt,
    dueAt,
  });
  if (moved) await tell(deps, cashout.id, 'postponed', 'CashoutsPostponed');
}

async function stop(deps: TransferDeps, cashout: Cashout, failure: Failure): Promise<void> {
  const now = deps.now();
  const { approvedAt, calledAt } = cashout;
  const end = {
    endedAt: now.toISOString(),
    dueAt: addSeconds(now, deps.config.RESUME_AFTER_SECONDS),
    failureText: failure.text,
    ...('code' in failure ? { failureCode: failure.code } : {}),
    ...askedOf(cashout),
  };
  const { moved } = await deps.cashouts.cancelNew(cashout, end, { approvedAt, calledAt });
  if (moved) await tell(deps, cashout.id, 'cancelled', 'CashoutsCancelled');
}

/** Reports what happened: writes a log line, counts a metric and records the event. */
async function tell(deps: TransferDeps, cashoutId: number, what: string, metric: MetricName): Promise<void> {
  deps.log.info(`scheduled cashout ${what}`, { cashoutId });
  deps.metrics.count(metric);
  await recordPendingEvents(deps, cashoutId);
}

/**
 * Stores the owner that the key has at the approval. At the start, the key must still have that owner. If there is a
 * reason against the payment that does not depend on the payee, such as too little money, nothing about the payee is
 * revealed before the start: the cashout does not end, and the timeline does not show the look-up.
 */
async function findOwner(deps: TransferDeps, cashout: Cashout): Promise<void> {
  const questions = startQuestions(deps, cashout);
  const isSilent = (await whyNotPayable(deps, cashout)) !== undefined;
  const found = await findPayee(deps, cashout, approvedPayee(cashout), questions.ask);
  const isUntold = found.kind === 'failed' && isSpent(found.failure);
  if (isSilent || isUntold) questions.forget();
  const row = questions.on(cashout);
  if (found.kind === 'unknown') return wait(deps, row, ownFailure('owner_unknown'), found.waitSeconds);
  if (isUntold) return wait(deps, row, found.failure);
  if (found.kind === 'failed' && !isSilent) return stop(deps, row, found.failure);
  const dueAt = nextDueAt(cashout.dueAt, deps.now(), deps.config.RESUME_AFTER_SECONDS);
  const owner = { ...ownerIn(found), ...(isSilent ? { isSilent } : {}) };
  const { moved } = await deps.cashouts.noteOwner(row, owner, dueAt);
  if (moved) await recordPendingEvents(deps, cashout.id);
}

/** Looks up the payee again later. One hour after the start, the cashout ends instead. */
const wait = (deps: TransferDeps, cashout: Cashout, failure: Failure, waitSeconds?: number): Promise<void> =>
  isGivenUp(cashout, deps.now()) ? stop(deps, cashout, failure) : askLater(deps, cashout, waitSeconds);

function ownerIn(found: Exclude<Resolved, { kind: 'unknown' }>): NonNullable<Cashout['owner']> {
  if (found.kind === 'failed') return { isMissing: true };
  return found.recipient.legalId ? { legalId: found.recipient.legalId } : {};
}

/** Tries a cashout again later, like `retryLater`, but for a cashout that is not in progress yet. */
async function askLater(deps: TransferDeps, cashout: Cashout, waitSeconds?: number): Promise<void> {
  const { wait, dueSeconds, hasMessage } = nextTry(deps, cashout, waitSeconds);
  const noted = await deps.cashouts.noteSilence(cashout, addSeconds(deps.now(), dueSeconds));
  if (!noted.moved) return;
  deps.metrics.count('OutcomesUnknown');
  if (hasMessage) await deps.queues.send('transfers', cashout, wait);
  await recordPendingEvents(deps, cashout.id);
}
