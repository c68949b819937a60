// Simulates somebody who guesses who owns a key.

import type { Party } from './callers.ts';
import type { Stage } from './workload.ts';

/**
 * Makes payouts of a cent to the same key, each with another owner. If a caller were told which detail is wrong, the
 * caller could find the right owner.
 */
export async function guess(stage: Stage, party: Party): Promise<void> {
  const { world, callers } = stage;
  const { dice } = world;
  const guesser = party.colleagues[1];
  if (!guesser || !dice.chance(0.3)) return;
  const { branch, number } = dice.pick(party.accounts);
  for (let left = 35; left > 0; left--) {
    // By now the earlier payouts have ended, and their look-ups were charged.
    if (left === 10) await world.scheduler.sleep(30_000);
    const content = {
      source_account_branch_identifier: branch,
      source_account_number: number,
      amount: 0.01,
      key: 'joana@example.com',
      recipient_legal_id: '39053344705',
      tag: `${party.taint}-${dice.hex(10)}`,
    };
    await callers.call({ ...party, ...guesser }, 'POST', '/create-cashout-self-approve', content);
    await stage.rest(0, 500);
  }
}
