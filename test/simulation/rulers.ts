// Simulates operators who set the rules of an account, make them stricter or more lenient, and end them again.

import type { Party, Place } from './callers.ts';
import type { Dice } from './dice.ts';
import type { Stage } from './workload.ts';

type Words = { action: string; more: Record<string, unknown> };

export async function rule(stage: Stage, party: Party): Promise<void> {
  const { dice } = stage.world;
  // Most accounts have no rules.
  const times = dice.chance(0.5) ? dice.between(1, 4) : 0;
  for (let left = times; left > 0; left--) {
    const [place] = party.accounts as [Place, ...Place[]];
    const { branch, number } = place;
    await say(stage, `${branch}/${number}`, pickWords(dice));
    await stage.rest(1_000, 60_000);
  }
}

export async function say({ world }: Stage, account: string, { action, more }: Words): Promise<void> {
  const { lambda, scheduler, rulebook } = world;
  const ruling: Parameters<typeof rulebook.note>[0] = { account, action, more };
  rulebook.note(ruling);
  const invoked = await lambda.invoke('administer', { action, by: 'operator', account, ...more });
  const isHeard = invoked.kind === 'answered' && (invoked.result as { worked: boolean }).worked;
  if (isHeard) Object.assign(ruling, { heard: scheduler.now(), lived: scheduler.lived() });
  scheduler.note(`operator ${action} ${account} ${JSON.stringify(more)}: ${invoked.kind}`);
}

function pickWords(dice: Dice): Words {
  const amount = () => dice.pick(['5.00', '20.00', '60.00']);
  const bands = () => ({
    action: 'rule approvals',
    more: { bands: dice.pick([[], [{ from: '3.00', needed: 2 }], [{ from: '0.01', needed: 2 }]]) },
  });
  return dice.pick<() => Words>([
    () => ({ action: 'rule expiry', more: { hours: dice.pick([1, 2, null]) } }),
    () => ({ action: 'rule own-approval', more: { up_to: dice.pick(['0', '5.00', null]) } }),
    bands,
    bands,
    () => ({ action: 'rule limit', more: { limit: 'per_transfer', amount: amount() } }),
    () => ({ action: 'rule limit', more: { limit: 'per_day', amount: amount() } }),
    () => ({ action: 'rule limit', more: { limit: dice.pick(['per_day', 'per_night']), amount: amount() } }),
    () => ({ action: 'rule limit', more: { limit: 'new_payee', amount: amount() } }),
    () => ({ action: 'rule limit', more: { limit: 'per_transfer', amount: null } }),
    () => ({ action: 'rule low-balance', more: { below: dice.pick(['50.00', '200.00', null]) } }),
    () => ({ action: 'rule payees', more: { payees: dice.pick(['listed', 'any']) } }),
    () => ({ action: 'payee add', more: { key: dice.pick(['fulano@example.com', 'maria@example.com']) } }),
    () => ({ action: 'rule duplicates', more: { rule: duplicates(dice) } }),
    () => ({ action: 'rule duplicates', more: { rule: { within_hours: 1, action: 'refuse' } } }),
  ])();
}

const duplicates = (dice: Dice) =>
  dice.pick([
    null,
    { within_hours: 1, action: 'tell' },
    { within_hours: 1, action: 'hold' },
    { within_hours: 1, action: 'refuse' },
  ]);
