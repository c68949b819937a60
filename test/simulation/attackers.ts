// Simulates callers without permission, who request data of another company or actions beyond their own rights.

import { bodyOf, isGood, type Operation, type Party } from './callers.ts';
import type { Stage } from './workload.ts';

/**
 * Requests data of another company, and data that nobody has. The answers must be the same, so that they reveal
 * nothing.
 */
export async function attack(stage: Stage, party: Party): Promise<void> {
  const { callers, world } = stage;
  const { dice, mirror } = world;
  for (let left = 4; left > 0; left--) {
    await stage.rest(5_000, 40_000);
    const theirs = callers.history.filter(
      ({ who, outcome }) =>
        who !== party.name && stage.parties.some(({ name }) => name === who) && isGood(outcome),
    );
    const known = attempts.filter(({ about }) => theirs.some(about));
    if (known.length === 0) continue;
    const { about, nameOf, calls } = dice.pick(known);
    const id = nameOf(dice.pick(theirs.filter(about)));
    const [method, path, content] = dice.pick(calls);
    const nobodys = otherThan(id);
    const foreign = await callers.call(party, method, path(id), content?.(id));
    const absent = await callers.call(party, method, path(nobodys), content?.(nobodys));
    if (foreign.kind !== 'answer' || absent.kind !== 'answer') continue;
    const same =
      foreign.status === absent.status && JSON.stringify(foreign.body) === JSON.stringify(absent.body);
    if (!same || foreign.status < 400)
      mirror.fail('I23', `${method} ${path(id)} of another company: ${JSON.stringify(foreign)}`);
  }
}

type Id = number | string;
type Call = [method: string, path: (id: Id) => string, content?: (id: Id) => object];
/**
 * An attempt to use a resource. `about` selects the calls whose answers name a resource of this kind. `nameOf` returns
 * the resource's id from the answer.
 */
type Attempt = { about: (call: Operation) => boolean; nameOf: (call: Operation) => Id; calls: Call[] };

const chargebacks = '/v2/finance/chargebacks-pix-copy-and-paste/';

const attempts: Attempt[] = [
  {
    about: ({ path }) => path.startsWith('/create-'),
    nameOf: (call) => bodyOf(call).id,
    calls: [
      ['POST', () => '/approve-cashout', (id) => ({ id })],
      ['POST', (id) => `/v3/cashouts/${id}/reject`, (id) => ({ id, reason: 'x' })],
      ['GET', (id) => `/v3/cashouts/${id}`],
    ],
  },
  {
    about: ({ path, method }) => method === 'POST' && path === '/api/webhooks',
    nameOf: (call) => bodyOf(call).id,
    calls: [
      ['DELETE', (id) => `/api/webhooks/${id}`],
      ['GET', (id) => `/api/webhooks/${id}/deliveries`],
      ['PUT', (id) => `/api/webhooks/${id}`, () => ({ rotate_secret: true })],
      ['POST', (id) => `/api/webhooks/${id}/test`],
    ],
  },
  {
    about: ({ path, method }) => method === 'POST' && path === chargebacks,
    nameOf: ({ asked }) => asked.qr_code_id,
    calls: [['POST', () => chargebacks, (id) => ({ qr_code_id: id, information: 'x', amount: 0.01 })]],
  },
  {
    about: ({ path, method }) => method === 'POST' && path === chargebacks,
    nameOf: (call) => bodyOf(call).id,
    calls: [['GET', (id) => `${chargebacks}status?id=${id}`]],
  },
  {
    about: ({ path }) => path.startsWith('/create-'),
    nameOf: ({ asked }) => asked.source_account_number,
    calls: [
      ['GET', (number) => `/v3/account-statements/0001/${number}?start=2020-01-01&end=2099-12-31`],
      ['GET', (number) => `/v3/events?${new URLSearchParams(sourceOf(number))}`],
      ['GET', (number) => `/v3/cashouts?${new URLSearchParams(sourceOf(number))}`],
      ['GET', (number) => `/v3/accounts/0001/${number}/balance`],
      ['GET', (number) => `/api/webhooks?${new URLSearchParams(sourceOf(number))}`],
      [
        'POST',
        () => '/create-cashout-self-approve',
        (number) => ({ ...sourceOf(number), amount: 0.01, key: 'x@example.com' }),
      ],
    ],
  },
];

const sourceOf = (number: Id) => ({
  source_account_branch_identifier: '0001',
  source_account_number: String(number),
});

/** Returns an id of the same form that belongs to nobody. */
function otherThan(id: Id): Id {
  if (typeof id === 'string') return id === '111111111' ? '222222222' : '111111111';
  return id > 2 ** 40 ? id - 7 : id + 7;
}

/** Makes calls that approve as a clerk. A clerk may create cashouts but not approve them. */
export async function overstep(stage: Stage, party: Party): Promise<void> {
  const { callers, world } = stage;
  const { dice, mirror } = world;
  const clerk = { ...party, ...party.clerk, name: `${party.name} clerk` };
  for (let left = 2; left > 0; left--) {
    await stage.rest(5_000, 60_000);
    const open = stage.unapproved.filter((one) => one.party === party);
    const { number } = dice.pick(party.accounts);
    const asked = await (open.length > 0 && dice.chance(0.7)
      ? callers.call(clerk, 'POST', '/approve-cashout', { id: dice.pick(open).id })
      : callers.call(clerk, 'POST', '/create-cashout-self-approve', {
          ...sourceOf(number),
          amount: 0.01,
          key: 'x@example.com',
          tag: `${party.taint}-${dice.hex(10)}`,
        }));
    if (asked.kind === 'answer' && asked.status !== 401)
      mirror.fail('I09', `a clerk of ${party.name} may approve: ${JSON.stringify(asked)}`);
  }
}
