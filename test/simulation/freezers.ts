// Simulates operators who freeze the payouts of an account or of a company, list the payouts in progress, and thaw
// them.

import type { Party } from './callers.ts';
import type { Stage } from './workload.ts';

type Target = { kind: 'account' | 'company'; id: string };

export async function freeze(stage: Stage, party: Party): Promise<void> {
  const { dice, mirror } = stage.world;
  if (!dice.chance(0.4)) return;
  await stage.rest(2_000, 60_000);
  const place = dice.pick(party.accounts);
  const isWhole = dice.chance(0.4);
  const target: Target = isWhole
    ? { kind: 'company', id: party.companyId }
    : { kind: 'account', id: `${place.branch}/${place.number}` };
  const accounts = (isWhole ? party.accounts : [place]).map(({ branch, number }) => `${branch}#${number}`);

  const answer = await persist(stage, 'freeze', target);
  if (answer?.worked) for (const account of accounts) mirror.frozen.add(account);
  await stage.rest(1_000, 30_000);
  // From here on the thaw may take effect at any time, so the account no longer counts as frozen.
  for (const account of accounts) mirror.frozen.delete(account);
  await persist(stage, 'thaw', target);
}

/** Repeats the call until an answer comes, and returns the answer. */
async function persist({ world }: Stage, action: 'freeze' | 'thaw', target: Target) {
  for (let attempt = 1; attempt <= 6; attempt++) {
    const event = { action, by: 'operator', target, reason: 'simulated' };
    const invoked = await world.lambda.invoke('freeze', event);
    if (invoked.kind !== 'answered') continue;
    const answer = invoked.result as { worked: boolean; message?: string };
    world.scheduler.note(`operator ${action} ${target.kind} ${target.id}: ${JSON.stringify(answer)}`);
    if (answer.worked || answer.message === 'Account not found') return answer;
  }
  return undefined;
}
