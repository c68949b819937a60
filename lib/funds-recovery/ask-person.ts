// Asks a person at the operator about a recovery, by one incident for each reason. Closing the incident ends the
// recovery as BY_HAND.

import type { RecoveryDeps } from './deps.ts';
import { isOver, type Recovery } from './recovery.ts';
import { write } from './write.ts';

const reasons = {
  'no call': 'has no call for a recovery',
  silent: 'has not said for an hour that it has the recovery',
  late: 'has not ended the recovery for 90 days',
} as const;

/** Opens the incident, and then notes it on the row, so that a crash in between loses nothing. */
export async function askPerson(
  deps: RecoveryDeps,
  recovery: Recovery,
  why: keyof typeof reasons,
): Promise<Recovery> {
  const { cashoutId, sentTo, account } = recovery;
  const incident = `recovery-${cashoutId}-${why.replace(' ', '-')}`;
  if (recovery.incident === incident || isOver(recovery)) return recovery;
  await deps.incidents.insert({
    id: incident,
    at: deps.now().toISOString(),
    kind: 'recovery_by_hand',
    cashoutId,
    account,
    details: `a company wants to recover a payout that was a fraud, and ${sentTo} ${reasons[why]}. Send the PSP the evidence of the cashout at the desk, then close this incident`,
  });
  return (await write(deps, recovery, { incident })).current;
}

/** Ends a recovery as BY_HAND if a person has closed its incident. */
export async function endIfHandled(deps: RecoveryDeps, recovery: Recovery): Promise<Recovery> {
  if (recovery.incident === undefined || isOver(recovery)) return recovery;
  const { closedAt } = (await deps.incidents.get(recovery.incident)) ?? {};
  if (closedAt === undefined) return recovery;
  return (await write(deps, recovery, { status: 'BY_HAND', endedAt: closedAt })).current;
}
