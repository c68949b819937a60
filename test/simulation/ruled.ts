// Simulates a company with rules. A rule is set while cashouts wait for approval, users who have approved leave, and
// payouts are repeated after one of them was rejected.

import { type Body, isGood, type Outcome, type Party, type Place, sourceOf } from './callers.ts';
import { clockSlackMs } from './check-deliveries.ts';
import { dismiss } from './dismissals.ts';
import { persist, uuid } from './payers.ts';
import { say } from './rulers.ts';
import type { Stage } from './workload.ts';

type Desk = {
  stage: Stage;
  party: Party;
  place: Place;
  account: string;
  make: (content: Body, path?: string) => Promise<number | undefined>;
};

/** The second account gets its rules only from here. */
export async function liveByRules(stage: Stage, party: Party): Promise<void> {
  const [, place] = party.accounts;
  if (!place || !stage.world.dice.chance(0.7)) return;
  const make: Desk['make'] = async (content, path = '/create-cashout') => {
    const tag = `${party.taint}-${stage.world.dice.hex(10)}`;
    const wish = { path, content: { ...sourceOf(place), tag, ...content } };
    const made = await persist(stage, party, wish, uuid(stage));
    return isGood(made) ? made.body.id : undefined;
  };
  const desk = { stage, party, place, account: `${place.branch}/${place.number}`, make };
  await changeOfRule(desk);
  await repeats(desk);
}

/**
 * Creates a cashout without rules and one that is scheduled for later. Then a rule that needs two approvals applies to
 * both.
 */
async function changeOfRule({ stage, party, place, account, make }: Desk): Promise<void> {
  const { dice, scheduler } = stage.world;
  const [leaver, colleague] = party.colleagues;
  const scheduled_for = new Date(scheduler.now() + dice.between(200_000, 600_000)).toISOString();
  const [waiting] = [
    await make({ amount: 0.02, key: 'fulano@example.com' }),
    await make({ amount: 0.03, key: 'fulano@example.com', scheduled_for }, '/create-cashout-self-approve'),
  ];
  await say(stage, account, { action: 'rule approvals', more: { bands: [{ from: '0.01', needed: 2 }] } });
  await scheduler.sleep(2 * clockSlackMs);
  if (waiting === undefined || !leaver || !colleague) return;
  await approve(stage, party, waiting);
  const left = await make({ amount: 0.04, key: 'maria@example.com' });
  if (left === undefined) return;
  await approve(stage, { ...party, ...leaver }, left);
  await dismiss(stage, party, place);
  await scheduler.sleep(2 * clockSlackMs);
  await approve(stage, party, left);
  for (const id of [waiting, left]) await approve(stage, { ...party, ...colleague }, id);
}

/**
 * Makes the same payout several times: it is paid, rejected as a duplicate, and made once more. Then it is made very
 * often at once.
 */
async function repeats({ stage, party, account, make }: Desk): Promise<void> {
  const { callers, world } = stage;
  const { dice, scheduler, mirror } = world;
  const [, colleague] = party.colleagues;
  const rule = { within_hours: 1, action: dice.pick(['tell', 'hold']) };
  await say(stage, account, { action: 'rule duplicates', more: { rule } });
  await scheduler.sleep(2 * clockSlackMs);
  const payout = { amount: 0.05, key: 'maria@example.com' };
  const paid = await make(payout);
  if (paid === undefined || !colleague) return;
  for (const by of [party, { ...party, ...colleague }]) await approve(stage, by, paid);
  await scheduler.sleep(2 * clockSlackMs);
  const [again, other] = [await make(payout), await make({ amount: 0.06, key: 'maria@example.com' })];
  if (again === undefined || other === undefined) return;
  const rejection = { id: again, reason: `${party.taint} says no` };
  // Somebody who has captured the rejection sends it as an approval before it is decided.
  if (isGood(await callers.call(party, 'POST', '/approve-cashout', rejection)))
    mirror.fail('I09', `the rejection of ${again} approves it`);
  const reject = (id: number) => callers.call(party, 'POST', `/v3/cashouts/${id}/reject`, rejection);
  await persistently(stage, () => reject(again));
  if (isGood(await reject(other))) mirror.fail('I09', `the rejection of ${again} rejects ${other}`);
  await scheduler.sleep(2 * clockSlackMs);
  await make(payout);
  // The neighbour's profile is left out, because it measures how long a company waits for others, not for itself.
  // Only one company does it: the engine handles one call at a time, so two companies would wait for each other here.
  if (world.profile === 'neighbour' || party.name !== 'Alfa' || !dice.chance(0.3)) return;
  await Promise.all(Array.from({ length: 60 }, () => make({ amount: 0.07, key: 'maria@example.com' })));
}

const approve = (stage: Stage, by: Party, id: number) =>
  persistently(stage, () => stage.callers.call(by, 'POST', '/approve-cashout', { id }));

async function persistently(stage: Stage, ask: () => Promise<Outcome>): Promise<void> {
  for (let attempt = 1; attempt <= 4; attempt++) {
    if ((await ask()).kind === 'answer') return;
    await stage.rest(50, 2_000);
  }
}
