import { describe, expect, test } from 'vitest';
import { recordPendingEvents } from '../../lib/cashout/record-pending-events.ts';
import { type Caller, openCaller, sendInProcess } from '../support/api.ts';
import { losingAnswers } from '../support/faults.ts';
import { openColleague, putPolicy } from '../support/holdings.ts';
import { balanceOf, eventsOf } from '../support/ledger.ts';
import { useStack } from '../support/use-stack.ts';

const used = useStack();

const body = (caller: Caller) => ({ ...caller.source, amount: 10, key: 'fulano@example.com' });
const create = async (caller: Caller): Promise<number> =>
  (await caller.post('/create-cashout', body(caller))).body.id;
const reject = (caller: Caller, id: number, reason = 'Wrong supplier') =>
  caller.post(`/v3/cashouts/${id}/reject`, { id, reason });
const statusOf = async (caller: Caller, id: number) => (await caller.get(`/v3/cashouts/${id}`)).body.status;
/** Returns the names and data of all events of the account. */
const told = async (caller: Caller) =>
  (await eventsOf(used.stack, caller.tenant)).map(({ type, body }) => [type, JSON.parse(body).data]);
const wrongStatus = { status: 400, body: { message: 'Transaction in wrong status' } };

describe('a rejection', () => {
  test('a rejection ends a NEW cashout as CANCELLED with a reason and an event, and moves no money', async () => {
    const caller = await used.newCaller();
    const id = await create(caller);
    const before = await balanceOf(used.stack, caller.tenant);
    const created = (await caller.get(`/v3/cashouts/${id}`)).body;

    const answer = await reject(caller, id, '  Wrong supplier ');

    const cancelled = { ...created, status: 'CANCELLED', erro_descriptor: 'Rejected: Wrong supplier' };
    expect([answer.status, answer.body]).toEqual([200, cancelled]);
    expect((await caller.get(`/v3/cashouts/${id}`)).body).toEqual(cancelled);
    await recordPendingEvents(used.stack.deps, id);
    expect(await told(caller)).toEqual([
      ['cashout.created', created],
      ['cashout.cancelled', cancelled],
    ]);
    expect(await balanceOf(used.stack, caller.tenant)).toEqual(before);
    expect(await used.stack.deps.cashouts.get(id)).not.toHaveProperty('openAccount');
  });

  test('a rejected cashout can neither be approved nor rejected again', async () => {
    const caller = await used.newCaller();
    const id = await create(caller);
    await reject(caller, id);

    expect(await caller.post('/approve-cashout', { id })).toMatchObject(wrongStatus);
    expect(await reject(caller, id)).toMatchObject(wrongStatus);
  });

  test('a rejection of an approved cashout is refused', async () => {
    const caller = await used.newCaller();
    const id = (await caller.post('/create-cashout-self-approve', body(caller))).body.id;

    expect(await reject(caller, id)).toMatchObject(wrongStatus);
    expect(await statusOf(caller, id)).toBe('PROCESSING');
  });

  test('a rejection requires the permission APPROVE', async () => {
    const caller = await used.newCaller();
    const id = await create(caller);
    const maker = await openColleague(used.stack, caller.tenant, { permissions: ['CREATE'] });

    expect(await reject(maker, id)).toMatchObject({ status: 401, body: { message: 'Unauthorized' } });
    expect(await statusOf(caller, id)).toBe('NEW');
  });

  test('a creator without APPROVE withdraws an own NEW cashout, and no other and no started one', async () => {
    const caller = await used.newCaller();
    const maker = await openColleague(used.stack, caller.tenant, { permissions: ['CREATE'] });
    const [own, started, other] = [await create(maker), await create(maker), await create(caller)];
    await caller.post('/approve-cashout', { id: started });

    expect(await reject(maker, own, 'Typing error')).toMatchObject({ status: 200 });
    expect(await statusOf(maker, own)).toBe('CANCELLED');
    for (const id of [started, other])
      expect(await reject(maker, id)).toMatchObject({ status: 401, body: { message: 'Unauthorized' } });
    expect(await statusOf(caller, started)).toBe('PROCESSING');
    expect(await statusOf(caller, other)).toBe('NEW');
  });

  test('a creator who has lost CREATE withdraws nothing', async () => {
    const caller = await used.newCaller();
    const maker = await openColleague(used.stack, caller.tenant, { permissions: ['CREATE'] });
    const id = await create(maker);
    const [account] = maker.tenant.accounts;
    if (!account) return expect.fail('the maker has no account');
    await putPolicy(used.stack, maker.tenant, account, true, []);

    expect((await reject(maker, id)).status).toBe(401);
    expect(await statusOf(caller, id)).toBe('NEW');
  });

  test('exactly one of twenty concurrent approvals and rejections succeeds', async () => {
    const caller = await used.newCaller();
    for (let round = 0; round < 5; round++) {
      const id = await create(caller);

      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, index) =>
          index % 2 === round % 2 ? reject(caller, id) : caller.post('/approve-cashout', { id }),
        ),
      );

      const won = answers.filter(({ status }) => status === 200);
      expect(won).toHaveLength(1);
      expect(await statusOf(caller, id)).toBe(won[0]?.body.status);
      expect(answers.filter(({ status }) => status === 400)).toHaveLength(19);
    }
  });

  test('a rejection is applied even if the answer to its write is lost', async () => {
    const caller = await used.newCaller();
    const id = await create(caller);
    const { client, lost } = losingAnswers('UpdateItem');
    const other = await openCaller(sendInProcess(used.stack, used.stack.with({ client })), caller.tenant);

    expect(await reject(other, id)).toMatchObject({ status: 200, body: { status: 'CANCELLED' } });
    expect(lost()).toBe(1);
  });
});
