import { describe, expect, test } from 'vitest';
import type { Cashout } from '../../lib/cashout/cashout.ts';
import { recordPendingEvents } from '../../lib/cashout/record-pending-events.ts';
import { takeStep } from '../../lib/payout/take-step.ts';
import { openOperator } from '../support/admin.ts';
import type { Caller } from '../support/api.ts';
import { eventsOf } from '../support/ledger.ts';
import { useStack } from '../support/use-stack.ts';

let time = Date.parse('2026-11-01T12:00:00.000Z');
const used = useStack({
  settings: { RESUME_AFTER_SECONDS: '60', TOKEN_SECONDS: '86400' },
  now: () => new Date(time),
});

const pass = (seconds: number) => {
  time += seconds * 1_000;
};
const create = async (caller: Caller): Promise<number> =>
  (await caller.post('/create-cashout', { ...caller.source, amount: 10, key: 'fulano@example.com' })).body.id;
const statusOf = async (caller: Caller, id: number) => (await caller.get(`/v3/cashouts/${id}`)).body.status;
/** Returns the names and data of all events of the account. */
const told = async (caller: Caller) =>
  (await eventsOf(used.stack, caller.tenant)).map(({ type, body }) => [type, JSON.parse(body).data]);
const wrongStatus = { status: 400, body: { message: 'Transaction in wrong status' } };

describe('a NEW cashout under a rule of expiry', () => {
  async function openExpiring(hours: number) {
    const caller = await used.newCaller();
    const { source_account_branch_identifier: branch, source_account_number: number } = caller.source;
    const account = `${branch}/${number}`;
    const operator = openOperator(used.stack);
    await operator.ask('rule expiry', { account, hours });
    return { caller, account, operator };
  }
  const sweep = async () => {
    await used.stack.invoke('resumeStalled', {});
    return used.stack.invoke('expireCashouts', {});
  };

  test('a cashout stays NEW until its expiry, and then ends as CANCELLED with an event', async () => {
    const { caller } = await openExpiring(2);
    const id = await create(caller);
    await recordPendingEvents(used.stack.deps, id);
    pass(600);
    await sweep();
    pass(2 * 3_600 - 601);
    await sweep();
    expect(await statusOf(caller, id)).toBe('NEW');
    expect((await caller.get('/v3/cashouts?status=NEW')).body.results).toMatchObject([{ id }]);

    pass(1);
    await sweep();

    const cancelled = { id, status: 'CANCELLED', erro_descriptor: 'Not approved in time' };
    expect((await caller.get(`/v3/cashouts/${id}`)).body).toMatchObject(cancelled);
    expect((await caller.get('/v3/cashouts?status=CANCELLED')).body.results).toMatchObject([cancelled]);
    await recordPendingEvents(used.stack.deps, id);
    expect(await told(caller)).toEqual([
      ['cashout.created', expect.objectContaining({ id, status: 'NEW' })],
      ['cashout.cancelled', expect.objectContaining(cancelled)],
    ]);
  });

  test('a cashout cannot be approved after its expiry, even if the sweep has not run yet', async () => {
    const { caller } = await openExpiring(1);
    const id = await create(caller);
    pass(3_600);

    expect(await caller.post('/approve-cashout', { id })).toMatchObject(wrongStatus);
  });

  test('a cashout can be approved before its expiry, and is then paid', async () => {
    const { caller } = await openExpiring(1);
    const id = await create(caller);
    await recordPendingEvents(used.stack.deps, id);
    pass(1_800);
    await sweep();
    expect((await caller.post('/approve-cashout', { id })).status).toBe(200);
    pass(3_600);
    await sweep();
    await takeStep(used.stack.deps, id);

    expect(await statusOf(caller, id)).toBe('SUCCESS');
    expect((await caller.get('/v3/cashouts?status=NEW')).body.results).toEqual([]);
  });

  test('a cashout keeps its expiry time even if the rule ends', async () => {
    const { caller, account, operator } = await openExpiring(1);
    const [id] = [await create(caller), await operator.ask('rule expiry', { account, hours: null })];
    const later = await create(caller);
    for (const one of [id, later]) await recordPendingEvents(used.stack.deps, one);
    for (const seconds of [120, 3_600]) {
      pass(seconds);
      await sweep();
    }

    expect(await statusOf(caller, id)).toBe('CANCELLED');
    expect(await statusOf(caller, later)).toBe('NEW');
  });

  test('a cashout that waits for its expiry is in a different index than the open work of its account', async () => {
    const { caller } = await openExpiring(1);
    const id = await create(caller);
    await recordPendingEvents(used.stack.deps, id);
    pass(120);
    await sweep();

    const row = await used.stack.deps.cashouts.get(id);
    expect(row).toMatchObject({ openAccount: `waiting#${id % 4}`, dueAt: row?.expiresAt });
    const range = { now: '9999', most: 10, hasTime: () => true };
    const { isOpen } = await used.stack.deps.cashouts.checkOpen((row as Cashout).account, range);
    expect(isOpen).toBe(false);
  });

  test('a failure to expire one cashout does not block the others, but the run reports an error', async () => {
    const { caller } = await openExpiring(1);
    const ids = [await create(caller), await create(caller), await create(caller)];
    for (const id of ids) await recordPendingEvents(used.stack.deps, id);
    pass(120);
    await sweep();
    pass(3_600);
    const { deps } = used.stack;
    const get = async (id: number) => {
      if (id === ids[1]) throw new Error('no answer');
      return deps.cashouts.get(id);
    };

    const run = used.stack.invoke('expireCashouts', {}, { ...deps, cashouts: { ...deps.cashouts, get } });

    await expect(run).rejects.toThrow('some cashouts could not expire');
    expect(await Promise.all(ids.map((id) => statusOf(caller, id)))).toEqual([
      'CANCELLED',
      'NEW',
      'CANCELLED',
    ]);
    await sweep();
    expect(await statusOf(caller, ids[1] as number)).toBe('CANCELLED');
  });
});
