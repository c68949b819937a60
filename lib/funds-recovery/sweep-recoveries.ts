// Follows every recovery that is not over: looks it up at its PSP, requests it again if its request was lost, and asks a
// person if the PSP is silent, has no such call, or has not ended it for 90 days.

import { askPerson, endIfHandled } from './ask-person.ts';
import { followRecovery } from './ask-psp.ts';
import type { RecoveryDeps } from './deps.ts';
import { ageOf, followForMs, isOver, isSettled, silentForMs } from './recovery.ts';

/** Time of a run after which it begins no further recovery (ms). */
const runMs = 20_000;
/** Interval of the schedule (ms). */
const paceMs = 300_000;

export async function sweepRecoveries(deps: RecoveryDeps): Promise<void> {
  const began = deps.now().getTime();
  const open = await deps.recoveries.listOpen();
  // Each run begins at another recovery, so that slow ones do not keep the others waiting.
  const first = open.length === 0 ? 0 : Math.floor(began / paceMs) % open.length;
  for (const id of [...open.slice(first), ...open.slice(0, first)]) {
    if (deps.now().getTime() - began > runMs) break;
    await sweepOne(deps, id).catch((error) =>
      deps.log.error('recovery not followed', { cashoutId: id }, error),
    );
  }
}

async function sweepOne(deps: RecoveryDeps, id: number): Promise<void> {
  const read = await deps.recoveries.get(id);
  const now = deps.now();
  if (!read || isOver(read) || !isSettled(read, now)) return;
  const recovery = await endIfHandled(deps, read);
  if (isOver(recovery)) return;
  if (ageOf(recovery, now) > followForMs) {
    await askPerson(deps, recovery, 'late');
    return;
  }
  const followed = await followRecovery(deps, recovery);
  const isSilent = followed.status === 'REQUESTED' && followed.incident === undefined;
  if (isSilent && ageOf(followed, now) > silentForMs) await askPerson(deps, followed, 'silent');
}
