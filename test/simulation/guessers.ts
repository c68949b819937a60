// Somebody who guesses whose a key is.

import type { Party } from './callers.ts';
import type { Stage } from './workload.ts';

/** Payouts of a cent, each with another owner for the same key: whoever is told which is wrong finds the right one. */
export async function guess(stage: Stage, party: Party): Promise<void> {
  const { world, callers } = stage;
  const { dice } = world;
  const guesser = party.colleagues[1];
  if (!guesser || !dice.chance(0.3)) return;
  const { branch, number } = dice.pick(party.accounts);
  for (let left = 35; left > 0; left--) {
    // Those that were under way are told by now, and charged.
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
