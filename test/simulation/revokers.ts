// Simulates companies that dismiss an agent: a client that has set the address of a webhook and then loses the right to
// its events.

import { type Body, isGood, type Outcome, type Party, type Place, sourceOf } from './callers.ts';
import type { Stage } from './workload.ts';

/** The right to events at a URL is lost between these two steps. `row` is the key of the row that shows the loss. */
type Loss = { url: string; row: string; from: number; until: number };
export type Losses = {
  lost: Loss[];
  /** Webhooks whose addresses a caller with the right has confirmed. */
  vouched: Set<number>;
};

type Agent = { caller: Party; clientId: string; userId: string };
type Act = { functionKey: 'freeze' | 'administer'; event: object; row: string; undo?: Omit<Act, 'undo'> };

export async function revoke(stage: Stage, party: Party): Promise<void> {
  const { world, callers } = stage;
  const { dice, scheduler, losses, mirror } = world;
  if (!dice.chance(0.6)) return;
  const agent = await openAgent(stage, party);
  if (!agent) return;
  const place = dice.pick(party.accounts);
  const url = newUrl(stage, party);
  const way = dice.pick(['its own', 'its own', 'moved', 'taken over'] as const);
  const id = await setAddress(stage, party, agent, { place, url, way });
  if (id === undefined) return;
  await stage.rest(1_000, 40_000);

  const act = pickAct(stage, agent, place);
  // A webhook that the agent registers at this moment is not in any list that is read to pause it.
  const isHasty = dice.chance(0.6);
  const [told, ...late] = await Promise.all([
    persist(stage, act),
    ...(isHasty ? [0, 60, 120, 200] : []).map(async (milliseconds) => {
      await scheduler.sleep(milliseconds);
      return register(stage, agent.caller, place, newUrl(stage, party));
    }),
  ]);
  if (!told) return;
  const registered = late.filter((one) => one !== undefined);
  const lose = (lost: string): Loss => {
    const loss = { url: lost, row: act.row, from: scheduler.steps(), until: Number.POSITIVE_INFINITY };
    losses.lost.push(loss);
    return loss;
  };
  const lateLosses = registered.map((one) => lose(one.url));
  if (way === 'taken over') return void losses.vouched.add(id);
  const loss = lose(url);
  const path = `/api/webhooks/${id}`;
  const shown = await callers.call(party, 'GET', `${path}/deliveries`);
  const isPaused = isGood(shown) && shown.body.webhook.status === 'PAUSED';
  if (isGood(shown) && !isPaused && told.paused_webhooks !== null)
    mirror.fail('I45', `webhook ${id} is not paused although its setter has lost the right`);
  // A container that has cached the agent's rights still accepts a call. The agent may make the call but gains nothing
  // by it.
  const isAsked = dice.chance(0.5);
  if (isAsked) await persistently(4, () => callers.call(agent.caller, 'PUT', path, { paused: false }));
  for (const one of [id, ...registered.map((made) => made.id)])
    await callers.call(party, 'POST', `/api/webhooks/${one}/test`);
  await stage.rest(1_000, 60_000);

  if (act.undo && dice.chance(0.5)) {
    // Only a pause remains after the right is given back.
    if (!isPaused || isAsked) loss.until = scheduler.steps();
    for (const one of lateLosses) one.until = scheduler.steps();
    await persist(stage, act.undo);
    await stage.rest(1_000, 30_000);
  }
  if (!dice.chance(0.5)) return;
  loss.until = Math.min(loss.until, scheduler.steps());
  const resumed = await callers.call(party, 'PUT', path, { paused: false });
  if (isGood(resumed)) losses.vouched.add(id);
}

/** Repeats the call, because one of several containers may accept it. */
async function persistently(times: number, ask: () => Promise<Outcome>): Promise<void> {
  for (let left = times; left > 0; left--) if (isGood(await ask())) return;
}

async function openAgent({ world, callers }: Stage, party: Party): Promise<Agent | undefined> {
  const wanted = { company_id: party.companyId, permissions: [] };
  const opened = await callers.sandbox('POST', '/sandbox/clients', wanted);
  if (!isGood(opened)) return undefined;
  const { client_id: clientId, user_id: userId, client_secret, hmac_secret, mfa_secret } = opened.body;
  party.secrets.push(client_secret, hmac_secret, mfa_secret);
  const given = await callers.token(opened.body);
  if (!isGood(given)) return undefined;
  const token: string = given.body.access_token;
  party.secrets.push(token);
  world.scheduler.note(`${party.name} has an agent ${clientId}`);
  const caller = { ...party, token, hmacSecret: hmac_secret, name: `${party.name} agent` };
  return { caller, clientId, userId };
}

type Wanted = { place: Place; url: string; way: 'its own' | 'moved' | 'taken over' };

/** @returns the webhook once it uses the address, or undefined if nobody knows whether it does */
async function setAddress(
  stage: Stage,
  party: Party,
  { caller }: Agent,
  { place, url, way }: Wanted,
): Promise<number | undefined> {
  const first = way === 'moved' ? party : caller;
  const second = way === 'moved' ? caller : party;
  const made = await register(stage, first, place, way === 'moved' ? url.replace('-agent-', '-') : url);
  if (!made) return undefined;
  const { id } = made;
  if (way === 'its own') return id;
  const changed = await stage.callers.call(second, 'PUT', `/api/webhooks/${id}`, { url });
  return isGood(changed) ? id : undefined;
}

const newUrl = ({ world }: Stage, { name }: Party) =>
  `https://${name.toLowerCase()}-agent-${world.dice.hex(6)}.example.com/`;

async function register({ world, callers }: Stage, caller: Party, place: Place, url: string) {
  const made = await callers.call(caller, 'POST', '/api/webhooks', {
    ...sourceOf(place),
    url,
    type_webhook: 'ALL',
    authorization_token: `${caller.taint}-${world.dice.hex(8)}`,
  });
  return isGood(made) ? { id: made.body.id as number, url } : undefined;
}

function pickAct({ world }: Stage, { clientId, userId }: Agent, { branch, number }: Place): Act {
  const target = { kind: 'client', id: clientId };
  const client = { client: clientId };
  const policy = { ...client, account: `${branch}/${number}` };
  const administer = (action: string, more: object, row: string): Act => ({
    functionKey: 'administer',
    event: { action, by: 'operator', ...more },
    row,
  });
  const freeze = (action: string): Act => ({
    functionKey: 'freeze',
    event: { action, by: 'operator', target, reason: 'simulated' },
    row: `CLIENT#${clientId}`,
  });
  const ofUser = `USER#${userId}`;
  const whole = administer('policy set', { ...policy, permissions: [] }, ofUser);
  return world.dice.pick<Act>([
    { ...freeze('freeze'), undo: freeze('thaw') },
    { ...administer('policy end', policy, ofUser), undo: whole },
    {
      ...administer('policy set', { ...policy, permissions: ['CREATE'], without: ['WEBHOOK'] }, ofUser),
      undo: whole,
    },
    administer('client close', client, `CLIENT#${clientId}`),
  ]);
}

/** Repeats the action until an answer comes, and returns the answer. */
async function persist({ world }: Stage, { functionKey, event }: Omit<Act, 'undo'>): Promise<Body> {
  for (let attempt = 1; attempt <= 6; attempt++) {
    const invoked = await world.lambda.invoke(functionKey, event);
    if (invoked.kind !== 'answered') continue;
    const answer = invoked.result as { worked: boolean };
    world.scheduler.note(`operator ${JSON.stringify(event)}: ${JSON.stringify(answer)}`);
    if (answer.worked) return answer;
  }
  return undefined;
}
