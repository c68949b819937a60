// Shows that an approval counts only if its giver could give it now: each way in which an approver stops being one, on
// each path on which approvals are counted.

import { describe, expect, test } from 'vitest';
import { saoPauloDay } from '../../lib/base/time.ts';
import { recordPendingEvents } from '../../lib/cashout/record-pending-events.ts';
import { takeStep } from '../../lib/payout/take-step.ts';
import { linesTo, useBatches } from '../batch/scene.ts';
import { accountIdOf, openOperator } from '../support/admin.ts';
import type { Caller } from '../support/api.ts';
import { setRules } from '../support/rules.ts';

const its = useBatches();
const operator = () => openOperator(its.used.stack);
const clientOf = ({ tenant }: Caller) => tenant.client_id;

/** Each way. `user close` and the freezes stop every path, the others are about one account or one client. */
const ways: Record<string, (who: Caller) => Promise<unknown>> = {
  'has no policy any more': (who) =>
    operator().ask('policy end', { client: clientOf(who), account: accountIdOf(who.tenant) }),
  'has lost the right to approve': (who) =>
    operator().ask('policy set', {
      ...{ client: clientOf(who), account: accountIdOf(who.tenant) },
      ...{ permissions: ['CREATE'], without: [] },
    }),
  'has no open client any more': (who) => operator().ask('client close', { client: clientOf(who) }),
  'was closed': (who) => operator().ask('user close', { user: who.tenant.user_id }),
  'is frozen': (who) => operator().freeze('client', clientOf(who)),
};

async function openThree(needed = 2) {
  const maker = await its.open();
  const rules = { approvals: { bands: [{ from: '0.01', needed }] }, 'own-approval': { up_to: '0' } };
  await setRules(its.used.stack, maker, rules);
  return {
    maker,
    one: await its.colleague(maker),
    two: await its.colleague(maker),
    three: await its.colleague(maker),
  };
}

const payout = (caller: Caller, more: object = {}) => ({
  ...{ ...caller.source, amount: 10, key: 'fulano@example.com' },
  ...more,
});
const dayAhead = (days: number) =>
  saoPauloDay(new Date(its.clock.now.getTime() + days * 86_400_000).toISOString());
const approve = (caller: Caller, id: number) => caller.post('/approve-cashout', { id });

describe.each(Object.entries(ways))('an approval of a user who %s', (way, lose) => {
  test('does not count when the next user approves a single payout', async () => {
    const { maker, one, two, three } = await openThree();
    const { id } = (await maker.post('/create-cashout', payout(maker))).body;
    await approve(one, id);
    await lose(one);

    const { body } = await approve(two, id);

    expect([body.status, body.approvals.map(({ user }: { user: string }) => user)]).toEqual([
      'NEW',
      [two.tenant.user_id],
    ]);
    expect((await approve(three, id)).body.status).toBe('PROCESSING');
  });

  test('does not count at the start of a scheduled payout', async () => {
    const { maker, one, two } = await openThree();
    const { id } = (await maker.post('/create-cashout', payout(maker, { scheduled_for: dayAhead(1) }))).body;
    await approve(one, id);
    await approve(two, id);
    await lose(one);

    await takeStep(its.deps(), id);
    await recordPendingEvents(its.deps(), id);
    its.wait(86_400);
    await its.used.stack.invoke('resumeStalled', {});
    await its.used.stack.invoke('expireCashouts', {});
    await takeStep(its.deps(), id);

    const { body } = await (await its.again(maker)).get(`/v3/cashouts/${id}`);
    const isFrozen = way === 'is frozen';
    expect(body.schedule_state).toBe(isFrozen ? 'CANCELLED' : 'AWAITING_APPROVAL');
  });

  test('does not count when the next user approves a batch', async () => {
    const { maker, one, two, three } = await openThree();
    const batch = await its.waiting(maker, linesTo(2));
    await its.approve(one, batch);
    await lose(one);

    expect((await its.approve(two, batch)).body.status).toBe('AWAITING_APPROVAL');
    expect((await its.approve(three, batch)).body.status).toBe('PAYING');
  });

  test('pauses a batch that has not paid all its lines', async () => {
    const { maker, one, two, three } = await openThree();
    const batch = await its.waiting(maker, linesTo(45));
    await its.approve(one, batch);
    await its.approve(two, batch);
    // The first message is of the first approval.
    await its.step();
    await its.step();
    await its.pay(batch.id);
    await lose(one);
    await its.finish(batch.id);

    const paused = await its.show(maker, batch.id);
    expect([paused.status, paused.counts.paid.lines]).toEqual(['PAUSED', 30]);
    if (paused.paused.reason === 'frozen') return;
    const resumed = (who: Caller) =>
      who.post(`/v3/batches/${batch.id}/resume`, { id: batch.id, content_digest: batch.content_digest });
    expect((await resumed(two)).status).toBe(400);
    expect((await resumed(three)).body.status).toBe('PAYING');
    await its.finish(batch.id);
    expect((await its.show(maker, batch.id)).counts.paid.lines).toBe(45);
  });
});

test.each([
  ['still counts', 'closed', 'has no open client any more', 'PROCESSING'],
  ['does not count', 'frozen', 'is frozen', 'NEW'],
] as const)('an approval %s if one of the user’s two clients was %s', async (_, __, way, status) => {
  const { maker, one, two } = await openThree();
  await operator().ask('client open', {
    company: maker.tenant.company_id,
    audience: 'api',
    user: one.tenant.user_id,
  });
  const { id } = (await maker.post('/create-cashout', payout(maker))).body;
  await approve(one, id);
  await ways[way]?.(one);

  expect((await approve(two, id)).body.status).toBe(status);
});

describe('a container that still knows the client of a closed user', () => {
  test('takes no last approval of a payout or a batch from the user', async () => {
    const { maker, one, two } = await openThree();
    const { id } = (await maker.post('/create-cashout', payout(maker))).body;
    const batch = await its.waiting(maker, linesTo(2));
    await approve(one, id);
    await its.approve(one, batch);
    await two.get('/v3/accounts');
    await ways['was closed']?.(two);

    const refused = [await approve(two, id), await its.approve(two, batch)];

    expect(refused.map(({ status }) => status)).toEqual([401, 401]);
    expect((await maker.get(`/v3/cashouts/${id}`)).body.status).toBe('NEW');
    expect((await its.show(maker, batch.id)).status).toBe('AWAITING_APPROVAL');
  });
});

describe('an operator who ends a right is told what waits for another approval:', () => {
  test('a payout, a scheduled payout and batches that the user has approved, but nothing of other users', async () => {
    const { maker, one, two } = await openThree();
    const create = async (more?: object) =>
      (await maker.post('/create-cashout', payout(maker, more))).body.id;
    const [single, ofOther, scheduled] = [
      await create(),
      await create(),
      await create({ scheduled_for: dayAhead(1) }),
    ];
    const batch = await its.waiting(maker, linesTo(2));
    await approve(one, single);
    await approve(two, ofOther);
    await approve(one, scheduled);
    await approve(two, scheduled);
    await its.approve(one, batch);

    const { lost_approvals } = await operator().ask('user close', { user: one.tenant.user_id });

    const account = accountIdOf(one.tenant);
    expect(lost_approvals).toEqual(
      expect.arrayContaining([
        { kind: 'cashout', id: single, account, amount: '10.00', starts_at: null },
        { kind: 'cashout', id: scheduled, account, amount: '10.00', starts_at: expect.stringMatching(/T/) },
        { kind: 'batch', id: batch.id, account, amount: '20.00', starts_at: null },
      ]),
    );
    expect(lost_approvals).toHaveLength(3);
  });

  test('nothing of a batch that was stopped, because none of its lines waits for an approval', async () => {
    const { maker, one, two } = await openThree();
    const batch = await its.waiting(maker, linesTo(45));
    await its.approve(one, batch);
    await its.approve(two, batch);
    await two.post(`/v3/batches/${batch.id}/stop`, { id: batch.id, reason: 'Wrong month' });

    const { lost_approvals } = await operator().ask('user close', { user: one.tenant.user_id });

    expect(lost_approvals).toEqual([]);
  });

  test('a scheduled batch, although the account has a hundred newer batches, or that the list may not be complete', async () => {
    const { maker, one, two } = await openThree();
    const day = dayAhead(20);
    const batch = await its.waiting(maker, linesTo(2), { scheduled_for: day });
    await its.approve(one, batch);
    await its.approve(two, batch);
    for (let n = 0; n < 102; n++) {
      if (n % 40 === 0) its.wait(86_400);
      const by = n % 40 === 0 ? await its.again(maker) : undefined;
      if (by) Object.assign(maker, { post: by.post, get: by.get });
      await its.create(maker, linesTo(1, n + 1));
    }

    const { lost_approvals, complete } = await operator().ask('user close', { user: one.tenant.user_id });

    const isListed = lost_approvals.some(({ id }: { id: string }) => id === batch.id);
    expect(isListed || complete === false).toBe(true);
  });

  test('nothing, if the user has another open client', async () => {
    const { maker, one } = await openThree();
    const company = maker.tenant.company_id;
    await operator().ask('client open', { company, audience: 'api', user: one.tenant.user_id });
    await approve(one, (await maker.post('/create-cashout', payout(maker))).body.id);

    const closed = await operator().ask('client close', { client: clientOf(one) });

    expect(closed).toMatchObject({ worked: true, lost_approvals: [] });
  });
});
