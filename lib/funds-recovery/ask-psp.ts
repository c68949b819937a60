// Asks the PSP that paid about a recovery, and stores what it answers. Only an answer of the PSP ends a recovery. If the
// PSP has no such call, a person at the operator is asked.

import { askNetwork } from '../network/ask-network.ts';
import type { RecoveryAnswer } from '../network/recoveries.ts';
import { askPerson } from './ask-person.ts';
import type { RecoveryDeps } from './deps.ts';
import { isSettled, type Recovery, takenChange } from './recovery.ts';
import { write } from './write.ts';

/** Asks the PSP for the recovery. The caller has stored `askedAt` before. */
export async function askRecovery(deps: RecoveryDeps, recovery: Recovery): Promise<Recovery> {
  const { cashoutId, sentTo, endToEndId, situation, details } = recovery;
  const psp = deps.network.at?.(sentTo)?.recoveries;
  if (!psp) return askPerson(deps, recovery, 'no call');
  const order = { endToEndId, situation, details };
  return store(deps, recovery, await askNetwork(deps, { cashoutId }, () => psp.request(order)));
}

/**
 * Looks a recovery up at the PSP. If the PSP does not know or does not show it, it is requested again, because the PSP
 * takes one for each payment. If a user has asked to cancel it, or the payment has come back, it ends instead, once the
 * PSP says that it does not know it.
 */
export async function followRecovery(deps: RecoveryDeps, recovery: Recovery): Promise<Recovery> {
  const { cashoutId, sentTo, endToEndId } = recovery;
  const psp = deps.network.at?.(sentTo)?.recoveries;
  if (!psp) return askPerson(deps, recovery, 'no call');
  const found = await askNetwork(deps, { cashoutId }, () => psp.find({ endToEndId, id: recovery.pspId }));
  if (found.kind === 'taken') return cancelIfAsked(deps, await store(deps, recovery, found));
  if (recovery.status !== 'REQUESTED' || !isSettled(recovery, deps.now())) return recovery;
  const at = deps.now().toISOString();
  const isUnwanted = recovery.cancelAskedAt !== undefined || (await isReturned(deps, cashoutId));
  if (isUnwanted && found.kind === 'not_found')
    return (await write(deps, recovery, { status: 'CANCELLED', endedAt: at })).current;
  if (isUnwanted) return recovery;
  const asked = await write(deps, recovery, { askedAt: at });
  return asked.done ? askRecovery(deps, asked.current) : asked.current;
}

const isReturned = async ({ cashouts }: RecoveryDeps, id: number): Promise<boolean> =>
  (await cashouts.get(id))?.status === 'REFUNDED';

/** Cancels a recovery that the PSP has, if a user has asked for it. If the PSP refuses, the recovery goes on. */
export async function cancelIfAsked(deps: RecoveryDeps, recovery: Recovery): Promise<Recovery> {
  const { cashoutId, sentTo, pspId, cancelAskedAt, status } = recovery;
  if (status !== 'UNDER_WAY' || pspId === undefined || cancelAskedAt === undefined) return recovery;
  const psp = deps.network.at?.(sentTo)?.recoveries;
  if (!psp) return askPerson(deps, recovery, 'no call');
  const answer = await askNetwork(deps, { cashoutId }, () => psp.cancel(pspId));
  if (answer.kind !== 'refused') return store(deps, recovery, answer);
  return (await write(deps, recovery, { cancelRefusal: answer.text }, ['cancelAskedAt'])).current;
}

async function store(deps: RecoveryDeps, recovery: Recovery, answer: RecoveryAnswer): Promise<Recovery> {
  const at = deps.now().toISOString();
  if (answer.kind === 'taken') {
    const change = takenChange(recovery, answer, at);
    return change ? (await write(deps, recovery, change, ['incident'])).current : recovery;
  }
  if (answer.kind === 'refused' && recovery.status === 'REQUESTED') {
    const ended = { status: 'REFUSED', refusal: answer.text, endedAt: at } as const;
    return (await write(deps, recovery, ended)).current;
  }
  if (answer.kind === 'unknown' && answer.undocumented)
    deps.log.error(
      'word of a PSP about a recovery is not documented',
      { cashoutId: recovery.cashoutId, outcome: answer.undocumented },
      undefined,
    );
  return recovery;
}
