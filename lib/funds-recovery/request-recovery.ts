// Requests the recovery of a payout, and asks to cancel it. A payment has one recovery ever: the same request
// again gets the same answer, and another content is refused.

import type { Identity } from '../access/tokens.ts';
import { invariant, refuse, refuseSaying, wordsOf } from '../base/errors.ts';
import type { Cashout } from '../cashout/cashout.ts';
import type { RecoveryOrder } from '../network/recoveries.ts';
import { askRecovery, cancelIfAsked } from './ask-psp.ts';
import type { RecoveryDeps } from './deps.ts';
import { findPayment, findRecovery } from './find-recovery.ts';
import { isOver, isSameRequest, isWithPerson, type Recovery, whyNotRecoverable } from './recovery.ts';
import { write } from './write.ts';

type Asked = Pick<RecoveryOrder, 'situation' | 'details'>;

/** Requests the recovery of a payout. Only the request that stores it asks the PSP. */
export async function requestRecovery(
  deps: RecoveryDeps,
  caller: Identity,
  id: number,
  asked: Asked,
): Promise<Recovery> {
  const cashout = await findPayment(deps, caller, id);
  const existing = await deps.recoveries.get(id);
  if (existing) return sameAs(existing, asked);
  const refusal = whyNotRecoverable(cashout, deps.now());
  if (refusal) refuse(refusal);
  const recovery = newRecovery(deps, caller, cashout, asked);
  if (!(await deps.recoveries.insert(recovery))) {
    const other = await deps.recoveries.get(id);
    invariant(other, 'a recovery that was not inserted exists');
    return sameAs(other, asked);
  }
  return askRecovery(deps, recovery).catch((error) => {
    // The recovery is stored, and the sweep continues it, so the caller gets it despite the error.
    deps.log.error('recovery requested, but its answer was not stored', { cashoutId: id }, error);
    return recovery;
  });
}

const sameAs = (existing: Recovery, asked: Asked): Recovery =>
  isSameRequest(existing, asked) ? existing : refuse('recovery_differs');

function newRecovery(deps: RecoveryDeps, caller: Identity, cashout: Cashout, asked: Asked): Recovery {
  const { id: cashoutId, companyId, account, sentTo, endToEndId } = cashout;
  invariant(sentTo !== undefined && endToEndId !== undefined, 'a payment that can be recovered was sent');
  const at = deps.now().toISOString();
  return {
    cashoutId,
    companyId,
    account,
    sentTo,
    endToEndId,
    situation: asked.situation,
    details: asked.details,
    status: 'REQUESTED',
    requestedAt: at,
    requestedBy: caller.userId,
    attempt: deps.ids.attempt(),
    askedAt: at,
    updatedAt: at,
    revision: 1,
  };
}

const tries = 5;

/**
 * Asks to cancel a recovery. Refuses one that has ended, that a person deals with, or that the PSP does not cancel. If
 * the PSP has not answered, the sweep asks again.
 */
export async function cancelRecovery(deps: RecoveryDeps, caller: Identity, id: number): Promise<Recovery> {
  for (let attempt = 1; attempt <= tries; attempt++) {
    const recovery = await findRecovery(deps, caller, id);
    if (recovery.status === 'CANCELLED') return recovery;
    if (isOver(recovery) || isWithPerson(recovery)) refuse('recovery_in_wrong_status');
    // It was asked before, and the sweep asks the PSP again.
    if (recovery.cancelAskedAt !== undefined) return recovery;
    const cancelAskedAt = deps.now().toISOString();
    const noted = await write(deps, recovery, { cancelAskedAt }, ['cancelRefusal']);
    if (!noted.done) continue;
    const after = await cancelIfAsked(deps, noted.current);
    if (after.cancelRefusal)
      refuseSaying('recovery_not_cancelled', {
        detail: `${wordsOf('recovery_not_cancelled')}: ${after.cancelRefusal}`,
      });
    return after;
  }
  return refuse('unavailable');
}
