// Operators who set how long a cashout of an account may wait for its approval, and end that rule again.

import type { Party } from './callers.ts';
import type { Stage } from './workload.ts';

export async function rule({ rest, world }: Stage, party: Party): Promise<void> {
  const { dice, lambda, scheduler } = world;
  for (let times = dice.between(0, 2); times > 0; times--) {
    const { branch, number } = dice.pick(party.accounts);
    const [account, hours] = [`${branch}/${number}`, dice.pick([1, 2, null])];
    const event = { action: 'rule expiry', by: 'operator', account, hours };
    const invoked = await lambda.invoke('administer', event);
    scheduler.note(`operator rules ${account}: ${hours} hours, ${invoked.kind}`);
    await rest(1_000, 60_000);
  }
}
