// Simulates owners of webhooks who register, change, rotate, test, list and delete them.

import { isGood, type Outcome, type Party, sourceOf } from './callers.ts';
import type { Stage } from './workload.ts';

const types = ['ALL', 'CASHOUT', 'CASHIN', 'INTERNAL', 'PIX_CASHOUT_SUCCESS', 'INTEGRATION'];

export async function administer(stage: Stage, party: Party): Promise<void> {
  const { callers, world } = stage;
  const { dice } = world;
  for (let left = dice.between(1, 3); left > 0; left--) {
    const place = dice.pick(party.accounts);
    const url = `https://${party.name.toLowerCase()}-${dice.hex(6)}.example.com/`;
    const wanted = {
      ...sourceOf(place),
      url,
      type_webhook: dice.pick(types),
      authorization_token: `${party.taint}-${dice.hex(8)}`,
    };
    const made = await callers.call(party, 'POST', '/api/webhooks', wanted);
    await stage.rest(1_000, 60_000);
    if (!isGood(made)) continue;
    const path = `/api/webhooks/${made.body.id}`;
    if (dice.chance(0.3)) await callers.call(party, 'POST', `${path}/test`);
    if (dice.chance(0.3)) await callers.call(party, 'PUT', path, { rotate_secret: true });
    await stage.rest(1_000, 60_000);
    const deliveries = await callers.call(party, 'GET', `${path}/deliveries`);
    const [latest] = isGood(deliveries) ? deliveries.body.results : [];
    if (latest && dice.chance(0.4))
      await callers.call(party, 'POST', `${path}/deliveries/${latest.id}/redeliver`);
    if (dice.chance(0.5)) await remove(stage, party, path);
    await callers.call(party, 'GET', `/api/webhooks?${new URLSearchParams(sourceOf(place))}`);
  }
}

async function remove({ callers }: Stage, party: Party, path: string): Promise<void> {
  for (let attempt = 1; attempt <= 4; attempt++) {
    const outcome: Outcome = await callers.call(party, 'DELETE', path);
    if (outcome.kind === 'answer') return;
  }
}
