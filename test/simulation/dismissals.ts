// Simulates companies that part with somebody who approves: the person's rights end, its clients are closed, or it is
// frozen, at any moment.

import type { Party, Place } from './callers.ts';
import type { Stage } from './workload.ts';

/** Takes the right to approve from the company's first colleague. From then on its approvals count nowhere here. */
export async function dismiss(stage: Stage, party: Party, place: Place): Promise<void> {
  const { dice, scheduler, lambda, rulebook } = stage.world;
  const [leaver] = party.colleagues;
  if (!leaver) return;
  const account = accountOf(place);
  const { clientId: client, userId: user } = leaver;
  const target = { kind: 'client', id: client };
  const [functionKey, event, isWhole] = dice.pick([
    ['administer', { action: 'policy end', client, account }, false],
    ['administer', { action: 'client close', client }, true],
    ['administer', { action: 'user close', user }, true],
    ['freeze', { action: 'freeze', target, reason: 'simulated' }, true],
  ] as const);
  const places = isWhole ? party.accounts.map(accountOf) : [account];
  const heard = places.map((one) => rulebook.dismiss(user, one));
  const invoked = await lambda.invoke(functionKey, { ...event, by: 'operator' });
  scheduler.note(`operator ${JSON.stringify(event)}: ${invoked.kind}`);
  if (invoked.kind === 'answered' && (invoked.result as { worked: boolean }).worked)
    for (const hear of heard) hear();
}

const accountOf = ({ branch, number }: Place) => `${branch}/${number}`;
