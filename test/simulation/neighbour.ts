// Simulates a company that disturbs the others as much as it can. It has as many webhooks as it may have and more, with
// receivers that are slow or fail, and makes hundreds of payouts of an account without money.

import { isGood, type Party, sourceOf } from './callers.ts';
import type { Habit } from './receivers.ts';
import type { Stage } from './workload.ts';

const webhooks = 55;
const heard = 8;
const rounds = 2;
const payouts = 10;

export async function pester(stage: Stage, party: Party): Promise<void> {
  await registerMany(stage, party);
  for (let round = 1; round <= rounds; round++) {
    await Promise.all(Array.from({ length: payouts }, () => payNothing(stage, party)));
    await stage.rest(5_000, 30_000);
  }
}

/**
 * Registers all webhooks at once. Only a few of them get events of this world. Otherwise the run would consist of their
 * deliveries alone.
 */
async function registerMany({ callers, world: { dice } }: Stage, party: Party): Promise<void> {
  const [account] = party.accounts;
  if (!account) return;
  const register = (index: number) => {
    const habit: Habit = index % 4 === 0 ? 'refuses' : 'dawdles';
    const url = `https://${habit}-${dice.hex(6)}.example.com/`;
    const wanted = { url, type_webhook: index < heard ? 'ALL' : 'CASHIN', authorization_token: party.taint };
    return callers.call(party, 'POST', '/api/webhooks', { ...sourceOf(account), ...wanted });
  };
  await Promise.all(Array.from({ length: webhooks }, (_, index) => register(index)));
}

async function payNothing({ callers, world: { dice } }: Stage, party: Party): Promise<void> {
  const [account] = party.accounts;
  if (!account) return;
  const tag = `${party.taint}-${dice.hex(10)}`;
  const content = { ...sourceOf(account), amount: 1, key: 'fulano@example.com', tag };
  const outcome = await callers.call(party, 'POST', '/create-cashout-self-approve', content);
  if (isGood(outcome)) await callers.call(party, 'GET', `/v3/cashouts/${outcome.body.id}`);
}
