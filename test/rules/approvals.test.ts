import { describe, expect, test } from 'vitest';
import { saoPauloDay } from '../../lib/base/time.ts';
import type { Cashout } from '../../lib/cashout/cashout.ts';
import { recordPendingEvents } from '../../lib/cashout/record-pending-events.ts';
import { takeStep } from '../../lib/payout/take-step.ts';
import { type Caller, openCaller, sendInProcess } from '../support/api.ts';
import { losingAnswers } from '../support/faults.ts';
import { openColleague, putPolicy } from '../support/holdings.ts';
import { balanceOf, eventsOf } from '../support/ledger.ts';
import { askAbout, setRules } from '../support/rules.ts';
import { useStack } from '../support/use-stack.ts';

let time = Date.parse('2026-11-02T15:00:00.000Z');
const used = useStack({ settings: { TOKEN_SECONDS: '86400' }, now: () => new Date(time) });

const bands = [
  { from: '100.00', needed: 2 },
  { from: '1000.00', needed: 3 },
];
const bodyOf = (caller: Caller, amount = 100) => ({ ...caller.source, amount, key: 'fulano@example.com' });
const create = async (caller: Caller, amount?: number): Promise<number> =>
  (await caller.post('/create-cashout', bodyOf(caller, amount))).body.id;
const createApproved = (caller: Caller, amount?: number) =>
  caller.post('/create-cashout-self-approve', bodyOf(caller, amount));
const approve = (caller: Caller, id: number, more: object = {}) =>
  caller.post('/approve-cashout', { id, ...more });
const lookUp = async (caller: Caller, id: number) => (await caller.get(`/v3/cashouts/${id}`)).body;
const colleagueOf = (caller: Caller, permissions: ('CREATE' | 'APPROVE')[] = ['CREATE', 'APPROVE']) =>
  openColleague(used.stack, caller.tenant, { permissions });
async function openRuled(rules: Record<string, object>): Promise<Caller> {
  const caller = await used.newCaller();
  await setRules(used.stack, caller, rules);
  return caller;
}
/** Completes a transfer. @returns its row afterwards */
async function complete(id: number): Promise<Cashout> {
  await takeStep(used.stack.deps, id);
  return (await used.stack.deps.cashouts.get(id)) as Cashout;
}
/** Returns the day in São Paulo that is this many days ahead. */
const dayAhead = (days: number) => saoPauloDay(new Date(time + days * 86_400_000).toISOString());
const userOf = ({ tenant }: Caller) => tenant.user_id;

describe('a cashout that two users must approve', () => {
  test('the cashout stays NEW after the first approval, shows its approver, and is paid after the second approval', async () => {
    const maker = await openRuled({ approvals: { bands } });
    const [one, two] = [await colleagueOf(maker), await colleagueOf(maker)];
    const id = await create(maker);

    const first = await approve(one, id);

    const given = [{ user: userOf(one), name: null, at: new Date(time).toISOString() }];
    expect([first.status, first.body]).toMatchObject([
      200,
      { id, status: 'NEW', approvals_needed: 2, approvals: given },
    ]);
    expect((await complete(id)).status).toBe('NEW');
    expect(await lookUp(maker, id)).toMatchObject({ status: 'NEW', approvals: given });

    const second = await approve(two, id);

    expect([second.status, second.body]).toMatchObject([200, { status: 'PROCESSING' }]);
    expect(second.body.approvals).toEqual([...given, { user: userOf(two), name: null, at: given[0]?.at }]);
    expect((await complete(id)).status).toBe('SUCCESS');
    expect((await eventsOf(used.stack, maker.tenant)).map(({ type }) => type)).toEqual([
      'cashout.created',
      'cashout.approved',
      'cashout.succeeded',
    ]);
  });

  test.each([
    ['has no policy any more', false, []],
    ['has lost the right to approve', true, ['CREATE' as const]],
  ])('the cashout needs a further approval if one approver %s', async (_, active, permissions) => {
    const maker = await openRuled({ approvals: { bands } });
    const [one, two, three] = [await colleagueOf(maker), await colleagueOf(maker), await colleagueOf(maker)];
    const id = await create(maker);
    await approve(one, id);
    await putPolicy(used.stack, one.tenant, one.source, active, permissions);

    const second = await approve(two, id);

    expect(second.body).toMatchObject({ status: 'NEW', approvals: [{ user: userOf(two) }] });
    expect((await complete(id)).status).toBe('NEW');
    expect((await approve(three, id)).body.status).toBe('PROCESSING');
  });

  test('each user can approve the cashout only once', async () => {
    const maker = await openRuled({ approvals: { bands } });
    const one = await colleagueOf(maker);
    const id = await create(maker);
    await approve(one, id);

    expect(await approve(one, id)).toMatchObject({
      status: 400,
      body: { message: 'Transaction is already approved by this user' },
    });
    expect(await lookUp(maker, id)).toMatchObject({ status: 'NEW', approvals: [{ user: userOf(one) }] });
  });

  test('the creator of the cashout can be one of the two approvers', async () => {
    const maker = await openRuled({ approvals: { bands } });
    const { body } = await createApproved(maker);
    expect(body).toMatchObject({
      status: 'NEW',
      erro_descriptor: 'Rule: more approvals are needed',
      approvals: [{ user: userOf(maker) }],
    });

    expect((await approve(await colleagueOf(maker), body.id)).body.status).toBe('PROCESSING');
    expect((await complete(body.id)).status).toBe('SUCCESS');
  });

  test('any user with the permission can reject the cashout, whoever has approved it', async () => {
    const maker = await openRuled({ approvals: { bands } });
    const [one, two] = [await colleagueOf(maker), await colleagueOf(maker)];
    const id = await create(maker);
    await approve(one, id);

    expect((await two.post(`/v3/cashouts/${id}/reject`, { id, reason: 'No' })).body.status).toBe('CANCELLED');
    expect((await approve(two, id)).body.message).toBe('Transaction in wrong status');
  });

  test('a cashout that two users approve concurrently is approved once, in five runs', async () => {
    const maker = await openRuled({ approvals: { bands } });
    const [one, two] = [await colleagueOf(maker), await colleagueOf(maker)];
    for (let round = 0; round < 5; round++) {
      const id = await create(maker);

      const answers = await Promise.all([approve(one, id), approve(two, id)]);

      expect(answers.map(({ status, body }) => [status, body.status]).sort()).toEqual([
        [200, 'NEW'],
        [200, 'PROCESSING'],
      ]);
      const row = (await used.stack.deps.cashouts.get(id)) as Cashout;
      expect(row.approvals?.map(({ by }) => by).sort()).toEqual([userOf(one), userOf(two)].sort());
      expect(row.pendingEvents).toEqual(['created', 'approved']);
    }
  });

  test('the cashout is approved even if the answer to the write of its first approval is lost', async () => {
    const maker = await openRuled({ approvals: { bands } });
    const [one, two] = [await colleagueOf(maker), await colleagueOf(maker)];
    const id = await create(maker);
    const { client, lost } = losingAnswers('UpdateItem');
    const behind = (caller: Caller) =>
      openCaller(sendInProcess(used.stack, used.stack.with({ client })), caller.tenant);

    expect((await approve(await behind(one), id)).body.status).toBe('NEW');
    expect((await approve(two, id)).body.status).toBe('PROCESSING');
    expect(lost()).toBe(1);
  });
});

test('twenty concurrent approvals approve a cashout once if one approval is enough', async () => {
  const maker = await openRuled({ approvals: { bands } });
  const users = await Promise.all(Array.from({ length: 4 }, () => colleagueOf(maker)));
  const id = await create(maker, 99.99);

  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) => approve(users[index % users.length] as Caller, id)),
  );

  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(new Set(answers.filter(({ status }) => status !== 200).map(({ body }) => body.message))).toEqual(
    new Set(['Transaction in wrong status']),
  );
});

test('an amount band of the approval rule includes its lower amount', async () => {
  const maker = await openRuled({ approvals: { bands } });
  const needed = async (amount: number) => (await createApproved(maker, amount)).body.approvals_needed;

  expect(await Promise.all([99.99, 100, 999.99, 1000].map(needed))).toEqual([1, 2, 2, 3]);
});

describe('a cashout under a rule about own approvals', () => {
  test('a cashout up to the rule’s amount can be approved by its creator', async () => {
    const maker = await openRuled({ 'own-approval': { up_to: '50.00' } });

    expect((await createApproved(maker, 50)).body).toMatchObject({
      status: 'PROCESSING',
      erro_descriptor: '',
    });
    expect((await approve(maker, await create(maker, 50))).body.status).toBe('PROCESSING');
  });

  test('a cashout above the rule’s amount stays NEW, shows why, and can be approved only by a different user', async () => {
    const maker = await openRuled({ 'own-approval': { up_to: '50.00' } });
    const { status, body } = await createApproved(maker, 50.01);
    expect([status, body]).toMatchObject([
      200,
      { status: 'NEW', erro_descriptor: 'Rule: another user must approve it', approvals: [] },
    ]);

    expect(await approve(maker, body.id)).toMatchObject({
      status: 400,
      body: { message: 'Transaction must be approved by another user than its creator' },
    });
    const other = await colleagueOf(maker, ['APPROVE']);
    expect((await approve(other, body.id)).body).toMatchObject({
      status: 'PROCESSING',
      erro_descriptor: null,
    });
  });

  test('a cashout of any amount needs the approval of a different user if the rule’s amount is 0', async () => {
    const maker = await openRuled({ 'own-approval': { up_to: '0' } });

    expect((await createApproved(maker, 0.01)).body.status).toBe('NEW');
  });

  test('the rule also applies to a cashout created before the rule', async () => {
    const maker = await openRuled({ expiry: { hours: 48 } });
    const id = await create(maker);
    await setRules(used.stack, maker, { 'own-approval': { up_to: '0' } });

    expect((await approve(maker, id)).body.message).toContain('another user');
  });
});

describe('a cashout created before the account had any rule', () => {
  test('the cashout is approved under the rules at the time of its approval, and not by its creator alone', async () => {
    const maker = await used.newCaller();
    const id = await create(maker);
    await setRules(used.stack, maker, { approvals: { bands }, 'own-approval': { up_to: '0' } });

    expect((await approve(maker, id)).body.message).toContain('another user');
    expect((await approve(await colleagueOf(maker), id)).body).toMatchObject({
      status: 'NEW',
      approvals_needed: 2,
    });
    expect((await approve(await colleagueOf(maker), id)).body).toMatchObject({ status: 'PROCESSING' });
    expect((await complete(id)).status).toBe('SUCCESS');
  });

  test('an approval of a scheduled cashout by its creator is refused under a rule that was set after the create', async () => {
    const maker = await used.newCaller();
    const { body } = await maker.post('/create-cashout', { ...bodyOf(maker), scheduled_for: dayAhead(1) });
    await setRules(used.stack, maker, { approvals: { bands }, 'own-approval': { up_to: '0' } });
    const refused = await approve(maker, body.id);
    await setRules(used.stack, maker, { approvals: { bands: [{ from: '0.01', needed: 3 }] } });

    expect([refused.status, refused.body.message]).toEqual([
      400,
      'Transaction must be approved by another user than its creator',
    ]);
    expect(await lookUp(maker, body.id)).toMatchObject({ status: 'NEW' });
  });
});

describe('an approval rule that was relaxed', () => {
  test('the relaxed rule does not apply to cashouts created before the change', async () => {
    const maker = await openRuled({ approvals: { bands }, 'own-approval': { up_to: '0' } });
    const id = await create(maker);
    await setRules(used.stack, maker, { approvals: { bands: [] }, 'own-approval': { up_to: null } });

    expect((await approve(maker, id)).status).toBe(400);
    expect((await approve(await colleagueOf(maker), id)).body).toMatchObject({
      status: 'NEW',
      approvals_needed: 2,
    });
    expect((await createApproved(maker)).body.status).toBe('PROCESSING');
  });
});

describe('approvals are checked again when the money is held:', () => {
  test('a cashout is cancelled if the container that approved it had not read the new rule yet', async () => {
    const maker = await used.newCaller();
    const { id } = (await createApproved(maker)).body;
    // This simulates a create that read the account before the rule and wrote after it.
    time -= 1_000;
    await setRules(used.stack, maker, { approvals: { bands } });
    time += 1_000;

    expect(await complete(id)).toMatchObject({
      status: 'CANCELLED',
      failureText: 'Rule: not enough approvals',
    });
    expect(await balanceOf(used.stack, maker.tenant)).toMatchObject({ heldCents: 0 });
  });

  test('a cashout approved before the rule was set is paid', async () => {
    const maker = await used.newCaller();
    const { id } = (await createApproved(maker)).body;
    time += 1_000;
    await setRules(used.stack, maker, { approvals: { bands } });

    expect((await complete(id)).status).toBe('SUCCESS');
  });

  test('a cashout is stopped if any of its approvers is frozen', async () => {
    const maker = await openRuled({ approvals: { bands } });
    const [one, two] = [await colleagueOf(maker), await colleagueOf(maker)];
    const id = await create(maker);
    await approve(one, id);
    await approve(two, id);
    await askFreeze(one);

    expect(await complete(id)).toMatchObject({ status: 'CANCELLED', failureText: 'Operation blocked' });
  });
  const askFreeze = async ({ tenant }: Caller) => {
    const target = { kind: 'client', id: tenant.client_id };
    await used.stack.invoke('freeze', { action: 'freeze', by: 'ana', target, reason: 'left' });
  };
});

describe('an approval with a content digest', () => {
  test('an approval accepts the digest from the list and from the look-up, and is refused for different content', async () => {
    const maker = await openRuled({ approvals: { bands: [] } });
    const [id, other] = [await create(maker), await create(maker)];
    const { content_digest: digest } = await lookUp(maker, id);
    const { results } = (await maker.get('/v3/cashouts?status=NEW')).body;
    expect(results.find((one: { id: number }) => one.id === id)).toMatchObject({ content_digest: digest });

    const refused = await approve(maker, other, { content_digest: digest });

    const words = 'Transaction is not the one that was shown';
    expect([refused.status, refused.body]).toEqual([
      409,
      { worked: false, detail: words, message: words, data: null },
    ]);
    expect((await lookUp(maker, other)).status).toBe('NEW');
    expect((await approve(maker, id, { content_digest: digest })).body.status).toBe('PROCESSING');
  });

  test('an approval with the digest from the list also works without rules', async () => {
    const maker = await used.newCaller();
    const id = await create(maker);
    const { results } = (await maker.get('/v3/cashouts?status=NEW')).body;

    expect(await lookUp(maker, id)).not.toHaveProperty('content_digest');
    expect((await approve(maker, id, { content_digest: '0'.repeat(64) })).status).toBe(409);
    expect((await approve(maker, id, { content_digest: results[0].content_digest })).status).toBe(200);
  });

  test.each(['', 'x', 5, 'A'.repeat(64)])(
    'an approval with the invalid digest %j is refused',
    async (digest) => {
      const maker = await used.newCaller();
      const id = await create(maker);

      expect(await approve(maker, id, { content_digest: digest })).toMatchObject({
        status: 422,
        body: { errors: [{ field: 'content_digest' }] },
      });
      expect((await lookUp(maker, id)).status).toBe('NEW');
    },
  );
});

test('an event has the approvals that existed when the event happened', async () => {
  const maker = await openRuled({ approvals: { bands } });
  const { id } = (await createApproved(maker)).body;
  const other = await colleagueOf(maker);
  await approve(other, id);
  await recordPendingEvents(used.stack.deps, id);

  const told = (await eventsOf(used.stack, maker.tenant)).map(({ body }) => JSON.parse(body).data);
  expect(
    told.map(({ status, approvals }) => [status, approvals.map((one: { user: string }) => one.user)]),
  ).toEqual([
    ['NEW', [userOf(maker)]],
    ['PROCESSING', [userOf(maker), userOf(other)]],
  ]);
});

test('the rules of an account are shown to its own callers', async () => {
  const maker = await openRuled({ approvals: { bands }, 'own-approval': { up_to: '50.00' } });
  const answer = await askAbout(used.stack, maker, 'rule show');

  const { account, ...rules } = answer;
  const { body } = await maker.get(`/v3/accounts/${account}/rules`);
  expect(body).toEqual(rules);
  expect(body).toMatchObject({
    own_approval_up_to: 50,
    approvals: [
      { from: 100, needed: 2 },
      { from: 1000, needed: 3 },
    ],
  });
});
