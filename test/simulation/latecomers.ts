// Simulates callers who come when all work has ended and no account is watched any more. They approve an old cashout,
// and another cashout is returned.

import type { Stage } from './workload.ts';

export async function comeLate({ callers, world, parties }: Stage): Promise<void> {
  const { mirror, dice } = world;
  const withStatus = (wanted: string) =>
    [...mirror.statuses].flatMap(([id, status]) => (status === wanted ? [id] : []));
  const waiting = withStatus('NEW');
  const settled = withStatus('SUCCESS');
  if (waiting.length > 0) {
    const id = dice.pick(waiting);
    // Only the company of the cashout may approve it. The others get the answer that there is no such cashout.
    for (const party of parties) await callers.call(party, 'POST', '/approve-cashout', { id });
  }
  if (settled.length > 0)
    await callers.sandbox('POST', '/sandbox/refunds', { transaction_id: dice.pick(settled) });
}
