// Simulates a company that pays many keys of nobody. At most the look-ups of that company wait for it.

import type { Party } from './callers.ts';
import { isQuiet } from './faults.ts';
import type { Stage } from './workload.ts';

export async function mistype(stage: Stage, party: Party): Promise<void> {
  const { world, callers } = stage;
  const { dice } = world;
  if (!world.usesRail || !dice.chance(isQuiet(world.profile) ? 1 : 0.3)) return;
  const { branch, number } = dice.pick(party.accounts);
  for (let left = 12; left > 0; left--) {
    const content = {
      source_account_branch_identifier: branch,
      source_account_number: number,
      amount: 0.01,
      key: `nobody${dice.hex(4)}@example.com`,
      tag: `${party.taint}-${dice.hex(10)}`,
    };
    await callers.call(party, 'POST', '/create-cashout-self-approve', content);
    await stage.rest(0, 500);
  }
}
