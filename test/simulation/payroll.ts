// Simulates a company that pays many payouts at once from one account. Its transfers meet in one batch of the worker
// and share the account's balance.

import { type Party, sourceOf } from './callers.ts';
import { persist, uuid } from './payers.ts';
import type { Stage } from './workload.ts';

export async function payMany(stage: Stage, party: Party): Promise<void> {
  const { dice } = stage.world;
  for (let left = dice.between(1, 2); left > 0; left--) {
    const from = dice.pick(party.accounts);
    const most = dice.pick([500, 3_000]);
    await Promise.all(
      Array.from({ length: dice.between(3, 9) }, () => {
        const amount = dice.between(1, most) / 100;
        const key = dice.pick([
          'fulano@example.com',
          'maria@example.com',
          'joana@example.com',
          'fails@sim.pix',
        ]);
        const content = { ...sourceOf(from), amount, key, tag: `${party.taint}-${dice.hex(10)}` };
        return persist(stage, party, { path: '/create-cashout-self-approve', content }, uuid(stage));
      }),
    );
    await stage.rest(500, 30_000);
  }
}
