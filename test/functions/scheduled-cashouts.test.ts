import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, test } from 'vitest';
import { expireCashout } from '../../lib/approval/expire-cashout.ts';
import type { Cashout } from '../../lib/cashout/cashout.ts';
import { recordPendingEvents } from '../../lib/cashout/record-pending-events.ts';
import type { KeyLookup, PixNetwork } from '../../lib/network/port.ts';
import { takeStep } from '../../lib/payout/take-step.ts';
import { accountIdOf, openOperator } from '../support/admin.ts';
import { type Caller, openCaller, sendInProcess } from '../support/api.ts';
import { dyingAt, losingAnswers } from '../support/faults.ts';
import { openColleague, putPolicy } from '../support/holdings.ts';
import { balanceOf, eventsOf, expectLedgerAddsUp, paymentOf } from '../support/ledger.ts';
import { leaveAtPsp } from '../support/psp-room.ts';
import { askAbout, setRules } from '../support/rules.ts';
import type { Stack } from '../support/stack.ts';
import { useStack } from '../support/use-stack.ts';

/** Noon in São Paulo. */
const noon = '2026-11-02T15:00:00.000Z';
const day = '2026-11-03';
const morning = '2026-11-03T11:00:00.000Z';
const evening = '2026-11-03T21:00:00.000Z';

let time = Date.parse(noon);
afterEach(() => {
  time = Date.parse(noon);
});
const used = useStack({
  settings: { RESUME_AFTER_SECONDS: '60', TOKEN_SECONDS: '86400', OPEN_TRANSFERS_MAX: '6' },
  now: () => new Date(time),
});
const at = (instant: string, seconds = 0) => {
  time = Date.parse(instant) + seconds * 1_000;
};

const asked = (caller: Caller, change: object = {}) => ({
  ...caller.source,
  amount: 10,
  key: 'fulano@example.com',
  scheduled_for: day,
  ...change,
});
const post = (caller: Caller, change: object = {}, path = '/create-cashout-self-approve') =>
  caller.post(path, asked(caller, change));
/** Returns the caller with a token of that day. */
const renewed = ({ tenant }: Caller) => openCaller(used.send, tenant);
const look = async (caller: Caller, id: number) =>
  (await (await renewed(caller)).get(`/v3/cashouts/${id}`)).body;
const told = async (caller: Caller) =>
  (await eventsOf(used.stack, caller.tenant)).map(({ type, body }) => [type, JSON.parse(body).data]);
const wrongStatus = { status: 400, body: { message: 'Transaction in wrong status' } };
const rowOf = (id: number) => used.stack.deps.cashouts.get(id);

/** Runs the workers after an approval and the sweep a minute later, so that the row waits for its day. */
async function settleIn(id: number, deps = used.stack.deps) {
  await takeStep(deps, id);
  await recordPendingEvents(deps, id);
  time += 61_000;
  await used.stack.invoke('resumeStalled', {});
}

async function schedule(caller: Caller, change: object = {}): Promise<number> {
  const { body } = await post(caller, change);
  await settleIn(body.id);
  return body.id;
}

const sweep = () => used.stack.invoke('expireCashouts', {});

/** Runs the sweep at that time, and then the workers. */
async function startAt(instant: string, ids: number[], deps = used.stack.deps) {
  at(instant);
  await used.stack.invoke('resumeStalled', {});
  await sweep();
  await Promise.all(ids.map((id) => takeStep(deps, id)));
}

/** Credits money from another account of this institution. */
async function payIn({ tenant }: Caller, amount: number) {
  const payer = await used.newCaller();
  const key = tenant.accounts[0]?.pix_key;
  const { body } = await payer.post('/create-cashout-self-approve', { ...payer.source, amount, key });
  await takeStep(used.stack.deps, body.id);
}

/** Returns the network with a different directory. */
const withDirectory = (resolveKey: PixNetwork['resolveKey']): Stack['deps'] => ({
  ...used.stack.deps,
  network: { ...used.stack.deps.network, resolveKey },
});
const owned = (legalId?: string): KeyLookup => ({
  kind: 'found',
  recipient: { name: 'Fulano', ispb: '60701190', ...(legalId ? { legalId } : {}) },
});

describe('a scheduled cashout', () => {
  test('a scheduled cashout is not paid if its approver loses the right to approve before its day', async () => {
    const caller = await used.newCaller();
    const maker = await openColleague(used.stack, caller.tenant);
    const [id, others] = [await schedule(maker), await schedule(caller)];
    await putPolicy(used.stack, maker.tenant, maker.source, true, ['CREATE']);

    await startAt(morning, [id, others]);

    expect(await look(caller, id)).toMatchObject({ status: 'NEW', schedule_state: 'AWAITING_APPROVAL' });
    expect(await paymentOf(used.stack, id)).toBeUndefined();
    expect(await rowOf(others)).toMatchObject({ status: 'SUCCESS' });
  });

  test('a cashout approved under no rule is checked against the approval rule of its day', async () => {
    const caller = await used.newCaller();
    const id = await schedule(caller);
    await setRules(used.stack, caller, { approvals: { bands: [{ from: '1.00', needed: 2 }] } });

    await startAt(morning, [id]);

    expect(await look(caller, id)).toMatchObject({
      status: 'NEW',
      schedule_state: 'AWAITING_APPROVAL',
      approvals_needed: 2,
      approvals: [{ user: caller.tenant.user_id }],
    });
    expect(await paymentOf(used.stack, id)).toBeUndefined();
    expect((await told(caller)).at(-1)).toMatchObject([
      'cashout.postponed',
      { id, status: 'NEW', schedule_state: 'AWAITING_APPROVAL', approvals_needed: 2 },
    ]);
  });

  const sentBack = async () => {
    at(noon);
    const caller = await used.newCaller();
    const colleague = await openColleague(used.stack, caller.tenant);
    const id = await schedule(caller);
    await setRules(used.stack, caller, { approvals: { bands: [{ from: '1.00', needed: 2 }] } });
    await startAt(morning, [id]);
    time += 61_000;
    await used.stack.invoke('resumeStalled', {});
    const [maker, checker] = [await renewed(caller), await renewed(colleague)];
    return { id, caller: maker, approve: (by: Caller) => by.post('/approve-cashout', { id }), checker };
  };

  test('a cashout waiting for a new approval starts as soon as it has every approval, and is paid once', async () => {
    const { id, caller, approve, checker } = await sentBack();

    const awaiting = async (by: Caller) =>
      (await by.get('/v3/cashouts?awaiting=approval')).body.results.map((row: { id: number }) => row.id);
    expect([await awaiting(caller), await awaiting(checker)]).toEqual([[], [id]]);
    expect(await approve(caller)).toMatchObject({
      status: 400,
      body: { message: 'Transaction is already approved by this user' },
    });
    expect(await approve(checker)).toMatchObject({ status: 200, body: { status: 'NEW' } });
    await settleIn(id);
    await sweep();
    await takeStep(used.stack.deps, id);

    expect(await rowOf(id)).toMatchObject({ status: 'SUCCESS' });
    await recordPendingEvents(used.stack.deps, id);
    const events = (await told(caller)).map(([type]) => type);
    expect(events).toEqual([
      'cashout.created',
      'cashout.scheduled',
      'cashout.postponed',
      'cashout.approved',
      'cashout.succeeded',
    ]);
    const { body } = await caller.get(`/v3/cashouts/${id}/timeline`);
    expect(body.entries.map(({ what }: { what: string }) => what)).toEqual([
      'created',
      'approved',
      'postponed',
      'approved',
      'asked',
      'started',
      'reserved',
      'asked',
      'succeeded',
    ]);
    await expectLedgerAddsUp(used.stack, caller.tenant);
  });

  test('a cashout waiting for a new approval is cancelled after a day, or by a rejection', async () => {
    const [expired, rejected] = [await sentBack(), await sentBack()];
    const { id } = rejected;
    const answer = await rejected.checker.post(`/v3/cashouts/${id}/reject`, { id, reason: 'not any more' });
    expect(answer).toMatchObject({ status: 200, body: { status: 'CANCELLED' } });

    at(morning, 86_399);
    await sweep();
    expect(await rowOf(expired.id)).toMatchObject({ status: 'NEW' });
    time += 1_000;
    await sweep();
    expect(await rowOf(expired.id)).toMatchObject({
      status: 'CANCELLED',
      failureText: 'Not approved in time',
    });
  });

  test.each([
    [
      'whose approver has lost the right to approve',
      async (maker: Caller) => putPolicy(used.stack, maker.tenant, maker.source, true, ['CREATE']),
    ],
    [
      'whose creator may no longer approve the cashout alone',
      async (maker: Caller) => setRules(used.stack, maker, { 'own-approval': { up_to: '0' } }),
    ],
  ])(
    'a scheduled cashout %s is paid after the approval of a different user, if one approval is enough',
    async (_, change) => {
      const caller = await used.newCaller();
      const maker = await openColleague(used.stack, caller.tenant);
      const id = await schedule({ ...maker, source: caller.source });
      await change({
        ...maker,
        source: caller.source,
        tenant: { ...maker.tenant, accounts: caller.tenant.accounts },
      });
      await startAt(morning, [id]);
      time += 61_000;
      await used.stack.invoke('resumeStalled', {});

      const { status, body } = await (await renewed(caller)).post('/approve-cashout', { id });
      expect([status, body.schedule_state]).toEqual([200, 'SCHEDULED']);
      expect(body.approvals.map(({ user }: { user: string }) => user)).toContain(caller.tenant.user_id);
      await settleIn(id);
      await sweep();
      await takeStep(used.stack.deps, id);
      expect(await rowOf(id)).toMatchObject({ status: 'SUCCESS' });
    },
  );

  test('a cashout waiting for a new approval accepts the approval of a user whose right was restored', async () => {
    const caller = await used.newCaller();
    const maker = await openColleague(used.stack, caller.tenant);
    const id = await schedule(maker);
    await putPolicy(used.stack, maker.tenant, maker.source, true, ['CREATE']);
    await startAt(morning, [id]);
    await putPolicy(used.stack, maker.tenant, maker.source, true, ['CREATE', 'APPROVE']);

    expect((await (await renewed(maker)).post('/approve-cashout', { id })).status).toBe(200);
  });

  test('a cashout approved at the last moment is not expired by a sweep that had read it before the approval', async () => {
    const caller = await used.newCaller();
    const { id } = (await post(caller, {}, '/create-cashout')).body;
    await settleIn(id);
    at(morning, -1);
    const seen = (await rowOf(id)) as Cashout;
    expect((await (await renewed(caller)).post('/approve-cashout', { id })).status).toBe(200);
    at(morning);
    await expireCashout(used.stack.deps, seen);

    expect(await rowOf(id)).toMatchObject({ status: 'NEW', approvedBy: caller.tenant.user_id });
  });

  test('a cashout is cancelled if a rule becomes stricter again after the second approval', async () => {
    const { id, caller, approve, checker } = await sentBack();
    await approve(checker);
    await setRules(used.stack, caller, { approvals: { bands: [{ from: '1.00', needed: 3 }] } });
    await settleIn(id);
    await sweep();
    await takeStep(used.stack.deps, id);

    expect(await rowOf(id)).toMatchObject({ status: 'CANCELLED', failureText: 'Rule: not enough approvals' });
    expect(await paymentOf(used.stack, id)).toBeUndefined();
  });

  test('a scheduled cashout can be approved before its day, and has no hold until that day', async () => {
    const caller = await used.newCaller();
    const before = await balanceOf(used.stack, caller.tenant);

    const { status, body } = await post(caller);

    expect([status, body]).toMatchObject([
      200,
      {
        status: 'NEW',
        erro_descriptor: '',
        scheduled_for: day,
        schedule_state: 'SCHEDULED',
        starts_at: morning,
      },
    ]);
    await settleIn(body.id);
    at(morning, -1);
    await sweep();
    await takeStep(used.stack.deps, body.id);
    expect(await look(caller, body.id)).toMatchObject({ status: 'NEW', schedule_state: 'SCHEDULED' });
    expect(await balanceOf(used.stack, caller.tenant)).toEqual(before);
    expect(await paymentOf(used.stack, body.id)).toBeUndefined();
  });

  test('a cashout scheduled for a day starts at eight o’clock on that day, and is paid', async () => {
    const caller = await used.newCaller();
    const id = await schedule(caller);

    await startAt(morning, [id]);

    expect(await look(caller, id)).toMatchObject({ status: 'SUCCESS', schedule_state: 'STARTED' });
    expect(await expectLedgerAddsUp(used.stack, caller.tenant)).toMatchObject({ availableCents: 999_000 });
    const row = await rowOf(id);
    expect(row).toMatchObject({ approvedAt: noon, reservedAt: morning, startsAt: morning });
    expect(row).not.toHaveProperty('openAccount');
    expect(row).not.toHaveProperty('standing');
    const shown = { id, scheduled_for: day, starts_at: morning };
    expect(await told(caller)).toEqual([
      ['cashout.created', expect.objectContaining({ ...shown, status: 'NEW', schedule_state: 'SCHEDULED' })],
      [
        'cashout.scheduled',
        expect.objectContaining({ ...shown, status: 'NEW', schedule_state: 'SCHEDULED' }),
      ],
      [
        'cashout.approved',
        expect.objectContaining({ ...shown, status: 'PROCESSING', schedule_state: 'STARTED' }),
      ],
      [
        'cashout.succeeded',
        expect.objectContaining({ ...shown, status: 'SUCCESS', schedule_state: 'STARTED' }),
      ],
    ]);
    const { entries } = (await caller.get(`/v3/cashouts/${id}/timeline`)).body;
    expect(entries.map(({ at: when, what }: { at: string; what: string }) => [when, what])).toEqual([
      [noon, 'created'],
      [noon, 'approved'],
      [noon, 'asked'],
      [morning, 'asked'],
      [morning, 'started'],
      [morning, 'reserved'],
      [morning, 'asked'],
      [morning, 'succeeded'],
    ]);
  });

  test.each([
    ['2026-11-05T22:30:00-03:00', '2026-11-06T01:30:00.000Z'],
    ['2026-11-03T00:00:00.500Z', '2026-11-03T00:00:00.500Z'],
    ['2027-11-02', '2027-11-02T11:00:00.000Z'],
  ])('a cashout scheduled for %s starts at that time', async (scheduled_for, startsAt) => {
    const caller = await used.newCaller();
    const { body } = await post(caller, { scheduled_for });
    expect(body).toMatchObject({ status: 'NEW', starts_at: startsAt });
    await settleIn(body.id);

    await startAt(startsAt, [body.id]);

    expect((await look(caller, body.id)).status).toBe('SUCCESS');
  });

  test.each([
    ['2026-11-02', 'must be in the future; a day starts at 08:00 in São Paulo'],
    ['2026-11-01', 'must be in the future; a day starts at 08:00 in São Paulo'],
    [noon, 'must be in the future; a day starts at 08:00 in São Paulo'],
    ['2027-11-03', 'must be at most 365 days ahead'],
  ])('a cashout scheduled for %s is refused', async (scheduled_for, message) => {
    const caller = await used.newCaller();
    for (const path of ['/create-cashout', '/create-cashout-self-approve', '/v3/cashouts/preflight'])
      expect(await post(caller, { scheduled_for }, path)).toMatchObject({
        status: 422,
        body: { errors: [{ field: 'scheduled_for', message }] },
      });
    expect(await told(caller)).toEqual([]);
  });

  test('a scheduled cashout also starts if it is to bank details, by a static code, or approved after its creation', async () => {
    const caller = await used.newCaller();
    const { key: _, ...byBank } = {
      ...asked(caller),
      recipient_account_branch: '0123',
      recipient_account_number: '45678',
      recipient_account_number_digit: '9',
      recipient_account_type: 'CURRENT_ACCOUNT',
      recipient_account_model: 'Movement',
      recipient_name: 'Fulana de Tal',
      recipient_legal_id: '12345678909',
      recipient_instution: '60701190',
    };
    const copy_and_paste =
      '00020126400014br.gov.bcb.pix0118fulano@example.com520400005303986540510.005802BR5907SANDBOX6009SAO PAULO62120508PEDIDO4263047094';
    const ids = [
      (await caller.post('/create-cashoutmanual-self-approve', byBank)).body.id,
      (
        await caller.post('/create-copy-and-paste-transfer', {
          ...caller.source,
          copy_and_paste,
          scheduled_for: day,
        })
      ).body.id,
      (await post(caller, {}, '/create-cashout')).body.id,
    ];
    const [, , id] = ids;
    expect(await caller.post('/approve-cashout', { id })).toMatchObject({
      status: 200,
      body: { status: 'NEW', schedule_state: 'SCHEDULED', erro_descriptor: null },
    });
    expect(await caller.post('/approve-cashout', { id })).toMatchObject(wrongStatus);
    for (const one of ids) await settleIn(one);

    await startAt(morning, ids);

    for (const one of ids) expect((await look(caller, one)).status).toBe('SUCCESS');
    await expectLedgerAddsUp(used.stack, caller.tenant);
  });

  test('a scheduled cashout without an approval expires at its start, or earlier under a rule', async () => {
    const caller = await used.newCaller();
    const id = (await post(caller, {}, '/create-cashout')).body.id;
    expect(await look(caller, id)).toMatchObject({ status: 'NEW', schedule_state: 'AWAITING_APPROVAL' });
    await setRules(used.stack, caller, { expiry: { hours: 5 } });
    const sooner = (await post(caller, {}, '/create-cashout')).body.id;
    for (const one of [id, sooner]) await settleIn(one);

    at(noon, 5 * 3_600);
    await sweep();
    expect((await look(caller, sooner)).status).toBe('CANCELLED');
    expect((await look(caller, id)).status).toBe('NEW');
    at(morning);
    expect(await caller.post('/approve-cashout', { id })).toMatchObject(wrongStatus);
    await sweep();

    expect(await look(caller, id)).toMatchObject({
      status: 'CANCELLED',
      schedule_state: 'CANCELLED',
      erro_descriptor: 'Not approved in time',
    });
  });

  test('an approved scheduled cashout is not expired by the rule of expiry', async () => {
    const caller = await used.newCaller();
    await setRules(used.stack, caller, { expiry: { hours: 5 } });
    const id = await schedule(caller);
    at(noon, 6 * 3_600);
    await sweep();
    expect((await look(caller, id)).schedule_state).toBe('SCHEDULED');

    await startAt(morning, [id]);

    expect((await look(caller, id)).status).toBe('SUCCESS');
  });

  test('a scheduled cashout needs the approvals of its account before it waits for its day', async () => {
    const caller = await used.newCaller();
    await setRules(used.stack, caller, { 'own-approval': { up_to: '0' } });
    const checker = await openColleague(used.stack, caller.tenant, { permissions: ['APPROVE'] });
    const { body } = await post(caller);
    expect(body).toMatchObject({
      status: 'NEW',
      erro_descriptor: 'Rule: another user must approve it',
      schedule_state: 'AWAITING_APPROVAL',
    });
    const other = { id: body.id, content_digest: '0'.repeat(64) };
    expect((await checker.post('/approve-cashout', other)).status).toBe(409);
    const { content_digest } = body;
    const approved = await checker.post('/approve-cashout', { id: body.id, content_digest });
    expect(approved.body).toMatchObject({
      status: 'NEW',
      schedule_state: 'SCHEDULED',
      erro_descriptor: null,
      approvals: [{ user: checker.tenant.user_id, at: noon }],
    });
    await settleIn(body.id);

    await startAt(morning, [body.id]);

    expect((await look(caller, body.id)).status).toBe('SUCCESS');
    expect((await told(caller)).map(([name, { schedule_state }]) => [name, schedule_state])).toEqual([
      ['cashout.created', 'AWAITING_APPROVAL'],
      ['cashout.scheduled', 'SCHEDULED'],
      ['cashout.approved', 'STARTED'],
      ['cashout.succeeded', 'STARTED'],
    ]);
  });

  test('a scheduled possible duplicate waits for an approval, and expires at its start without one', async () => {
    const caller = await used.newCaller();
    await setRules(used.stack, caller, { duplicates: { rule: { within_hours: 24, action: 'hold' } } });
    await post(caller);
    const { body } = await post(caller);

    expect(body).toMatchObject({
      erro_descriptor: 'Rule: possible duplicate',
      schedule_state: 'AWAITING_APPROVAL',
    });
    expect(await rowOf(body.id)).not.toHaveProperty('approvedAt');
    await settleIn(body.id);
    at(morning);
    await sweep();
    expect((await look(caller, body.id)).erro_descriptor).toBe('Not approved in time');
  });
});

describe('the idempotency key of a scheduled cashout', () => {
  test('a key makes one payout: a different day is a conflict, and the same day is replayed even after it has passed', async () => {
    const caller = await used.newCaller();
    const headers = { 'idempotency-key': randomUUID() };
    const create = (change: object) =>
      caller.post('/create-cashout-self-approve', asked(caller, change), headers);
    const { body } = await create({});

    for (const scheduled_for of ['2026-11-06', morning, null])
      expect(await create({ scheduled_for })).toMatchObject({
        status: 409,
        body: { detail: 'Idempotency key already used with a different request (differs in scheduled_for)' },
      });
    at(morning, 60);
    expect(await create({})).toMatchObject({ status: 200, body: { id: body.id } });
  });
});

describe('on the day of a scheduled cashout,', () => {
  test('a cashout without funds is retried in the evening, and cancelled if funds are still missing', async () => {
    const caller = await used.newCaller({ balance: '5' });
    const id = await schedule(caller);

    await startAt(morning, [id]);

    const postponed = { status: 'NEW', schedule_state: 'POSTPONED', scheduled_for: day, starts_at: evening };
    expect(await look(caller, id)).toMatchObject(postponed);
    expect(await balanceOf(used.stack, caller.tenant)).toMatchObject({ availableCents: 500, heldCents: 0 });
    await settleIn(id);
    await askAbout(used.stack, caller, 'account show');
    at(evening, -1);
    await sweep();
    expect(await look(caller, id)).toMatchObject(postponed);
    await startAt(evening, [id]);

    expect(await look(caller, id)).toMatchObject({
      status: 'CANCELLED',
      schedule_state: 'CANCELLED',
      erro_descriptor: 'Insufficient funds',
    });
    expect((await told(caller)).map(([name]) => name)).toEqual([
      'cashout.created',
      'cashout.scheduled',
      'cashout.postponed',
      'cashout.cancelled',
    ]);
    await expectLedgerAddsUp(used.stack, caller.tenant);
  });

  test('a cashout that exceeds the PSP balance in the morning is paid in the evening', async () => {
    const caller = await used.newCaller();
    const id = await schedule(caller);
    const { deps } = used.stack;
    const short = { ...deps, config: { ...deps.config, PSP_FLOOR_CENTS: 1 } };
    await leaveAtPsp(deps, morning, 999);

    await startAt(morning, [id], short);

    expect(await look(caller, id)).toMatchObject({ status: 'NEW', schedule_state: 'POSTPONED' });
    await settleIn(id, short);
    await leaveAtPsp(deps, evening, 1_000);
    await startAt(evening, [id], short);
    expect(await look(caller, id)).toMatchObject({ status: 'SUCCESS' });
  });

  test('a cashout that cannot start because the PSP refuses us is tried in the evening, and says so if it ends', async () => {
    const caller = await used.newCaller();
    const id = await schedule(caller);
    const { deps } = used.stack;
    const place = `refusing-${id}`;
    const stopped = { ...deps, network: { ...deps.network, payoutsAt: place } };
    const first = { id: 1, companyId: '1' };
    const refuseAgain = async () => {
      const now = new Date(time);
      await deps.pspRows.answered(place, { question: 'send', askedAt: now, companyId: '1' }, now);
      await deps.pspRows.refused(place, { question: 'send', word: '400 documento_bloqueado', ...first }, now);
    };
    const tryFor = async (instant: string) => {
      at(instant);
      await refuseAgain();
      await startAt(instant, [id], stopped);
      at(instant, 3_600);
      await refuseAgain();
      await takeStep(stopped, id);
    };

    await tryFor(morning);
    expect(await look(caller, id)).toMatchObject({ status: 'NEW', schedule_state: 'POSTPONED' });
    await settleIn(id, stopped);
    await tryFor(evening);

    expect(await look(caller, id)).toMatchObject({
      status: 'CANCELLED',
      erro_descriptor: 'Payouts are stopped at the PSP',
    });
  });

  test('a cashout is paid if funds have arrived by the evening', async () => {
    const caller = await used.newCaller({ balance: '5' });
    const id = await schedule(caller);
    await startAt(morning, [id]);
    await settleIn(id);
    await payIn(caller, 5);

    await startAt(evening, [id]);

    expect((await look(caller, id)).status).toBe('SUCCESS');
    expect(await expectLedgerAddsUp(used.stack, caller.tenant)).toMatchObject({ availableCents: 0 });
  });

  test('a cashout that starts later than the evening retry is tried once', async () => {
    const caller = await used.newCaller({ balance: '5' });
    const late = '2026-11-06T00:00:00.000Z';
    const id = await schedule(caller, { scheduled_for: late });

    await startAt(late, [id]);

    expect(await look(caller, id)).toMatchObject({
      status: 'CANCELLED',
      erro_descriptor: 'Insufficient funds',
    });
  });

  test.each([
    ['is frozen', 'freeze', 'Operation blocked'],
    ['is closed', 'account close', 'Account is closed'],
  ])('a cashout whose account %s ends as CANCELLED', async (_, action, text) => {
    const caller = await used.newCaller({ balance: '0' });
    const id = await schedule(caller);
    if (action === 'freeze') await openOperator(used.stack).freeze('account', accountIdOf(caller.tenant));
    else await askAbout(used.stack, caller, action);

    await startAt(morning, [id]);

    expect(await rowOf(id)).toMatchObject({ status: 'CANCELLED', failureText: text });
  });

  test('a scheduled cashout counts in the limits of its day, and not in the limits of the day of its approval', async () => {
    const caller = await used.newCaller();
    const ids = [await schedule(caller), await schedule(caller)];
    await setRules(used.stack, caller, { limit: { limit: 'per_day', amount: '15.00' } });

    await startAt(morning, ids);

    const rows = await Promise.all(ids.map((id) => look(caller, id)));
    expect(rows.map(({ status, erro_descriptor }) => [status, erro_descriptor]).toSorted()).toEqual([
      ['CANCELLED', 'Rule: limit per day'],
      ['SUCCESS', null],
    ]);
  });

  test('the cashout is cancelled if the key has a different owner than at the approval', async () => {
    const caller = await used.newCaller();
    const { body } = await post(caller);
    await settleIn(
      body.id,
      withDirectory(async () => owned('12345678909')),
    );

    await startAt(
      morning,
      [body.id],
      withDirectory(async () => owned('98765432100')),
    );

    expect(await look(caller, body.id)).toMatchObject({ status: 'CANCELLED', new_erro_descriptor: 'BE01' });
    expect(await paymentOf(used.stack, body.id)).toBeUndefined();
    await expectLedgerAddsUp(used.stack, caller.tenant);
  });

  test('the cashout is cancelled if the directory no longer names the owner, but not if the owner was never named', async () => {
    const caller = await used.newCaller();
    const ids = [(await post(caller)).body.id, (await post(caller, { amount: 11 })).body.id];
    await settleIn(
      ids[0],
      withDirectory(async () => owned('12345678909')),
    );
    await settleIn(
      ids[1],
      withDirectory(async () => owned()),
    );

    await startAt(
      morning,
      ids,
      withDirectory(async () => owned()),
    );

    expect(await look(caller, ids[0])).toMatchObject({
      status: 'CANCELLED',
      erro_descriptor: 'Owner of the Pix key cannot be verified',
    });
    expect((await look(caller, ids[1])).status).toBe('SUCCESS');
  });

  test('if the directory no longer names the owner, a network that can check owners is told the owner named at the approval', async () => {
    const caller = await used.newCaller();
    const { body } = await post(caller);
    await settleIn(
      body.id,
      withDirectory(async () => owned('12345678909')),
    );
    const { deps } = used.stack;
    const owners: unknown[] = [];
    const network: PixNetwork = {
      ...deps.network,
      resolveKey: async () => owned(),
      checksOwner: () => true,
      sendPayment: (order) => {
        owners.push(order.ownerLegalId);
        return deps.network.sendPayment(order);
      },
    };

    await startAt(morning, [body.id], { ...deps, network });

    expect(owners).toEqual(['12345678909']);
    expect((await look(caller, body.id)).status).toBe('SUCCESS');
  });

  test('a key that is unregistered at the approval ends the cashout immediately', async () => {
    const caller = await used.newCaller();
    const { body } = await post(caller);

    await takeStep(
      withDirectory(async () => ({ kind: 'not_found' })),
      body.id,
    );

    expect(await look(caller, body.id)).toMatchObject({
      status: 'CANCELLED',
      erro_descriptor: 'Pix key not found',
    });
  });

  test.each([
    ['is unregistered', async (): Promise<KeyLookup> => ({ kind: 'not_found' }), 'Pix key not found'],
    [
      'has another owner',
      async () => owned('52998224725'),
      'BE01 - Documento não corresponde ao titular da conta',
    ],
  ])(
    'if a key %s at the approval, while the funds are missing, the cashout is not paid on its day',
    async (_, directory, failure) => {
      const caller = await used.newCaller({ balance: '0.00' });
      const { body } = await post(caller);
      await settleIn(body.id, withDirectory(directory));
      expect(await look(caller, body.id)).toMatchObject({ status: 'NEW', schedule_state: 'SCHEDULED' });
      await payIn(caller, 100);

      await startAt(
        morning,
        [body.id],
        withDirectory(async () => owned('98574092533')),
      );

      expect(await rowOf(body.id)).toMatchObject({ status: 'CANCELLED', failureText: failure });
      expect(await paymentOf(used.stack, body.id)).toBeUndefined();
    },
  );

  test('a valid key is paid even after five scheduled cashouts without funds had unregistered keys', async () => {
    const caller = await used.newCaller({ balance: '0.00' });
    const missing = withDirectory(async () => ({ kind: 'not_found' }));
    const bad: number[] = [];
    for (let one = 0; one < 5; one++) {
      const { body } = await post(caller, { amount: 1 });
      bad.push(body.id);
      await takeStep(missing, body.id);
    }
    time += 61_000;
    await used.stack.invoke('resumeStalled', {});
    await payIn(caller, 100);
    const good = await schedule(caller);

    await startAt(morning, [...bad, good]);

    expect(await rowOf(good)).toMatchObject({ status: 'SUCCESS' });
    for (const id of bad)
      expect(await rowOf(id)).toMatchObject({ status: 'CANCELLED', failureText: 'Pix key not found' });
  });

  test('missing funds and a directory outage do not reduce the look-up budget', async () => {
    const [poor, caller] = [await used.newCaller({ balance: '5.00' }), await used.newCaller()];
    const silent = withDirectory(async () => ({ kind: 'unknown' }));
    const short = await schedule(poor);
    const { body } = await post(caller);
    await takeStep(silent, body.id);
    await startAt(morning, [short]);
    at(morning, 3_700);
    await takeStep(silent, body.id);
    await startAt(evening, [short]);

    expect(await rowOf(short)).toMatchObject({ status: 'CANCELLED', failureText: 'Insufficient funds' });
    expect(await rowOf(body.id)).toMatchObject({ status: 'CANCELLED' });
    const { lookups, config } = { ...used.stack.deps, config: used.stack.config };
    const users = [poor, caller].map(({ tenant }) => tenant.user_id);
    // Only a full bucket allows this many failed look-ups, so no token was spent before.
    const whole = Math.floor(config.LOOKUPS_CAPACITY / 20);
    for (const user of users)
      expect(
        (await Promise.all(Array.from({ length: whole }, () => lookups.charge(user, 'missed')))).every(
          Boolean,
        ),
      ).toBe(true);
  });

  test('a directory that does not answer at the approval is queried again until an hour after the start', async () => {
    const caller = await used.newCaller();
    const { body } = await post(caller);
    const silent = withDirectory(async () => ({ kind: 'unknown' }));
    await takeStep(silent, body.id);
    expect(await rowOf(body.id)).toMatchObject({
      status: 'NEW',
      verifies: true,
      tries: 1,
      pendingEvents: [],
    });
    at(morning, 3_599);
    await takeStep(silent, body.id);
    expect((await look(caller, body.id)).status).toBe('NEW');
    at(morning, 3_600);
    await takeStep(silent, body.id);

    expect(await look(caller, body.id)).toMatchObject({
      status: 'CANCELLED',
      erro_descriptor: 'Owner of the Pix key cannot be verified',
    });
  });

  test('a directory that does not answer at the start is queried again for an hour, and once more in the evening', async () => {
    const caller = await used.newCaller();
    const id = await schedule(caller);
    const silent = withDirectory(async () => ({ kind: 'unknown' }));
    for (const [instant, state] of [
      [morning, 'POSTPONED'],
      [evening, 'CANCELLED'],
    ] as const) {
      await startAt(instant, [id], silent);
      expect(await rowOf(id)).toMatchObject({ status: 'NEW', calledAt: instant, tries: 1 });
      at(instant, 3_600);
      await takeStep(silent, id);
      expect(await look(caller, id)).toMatchObject({ schedule_state: state });
      if (state === 'POSTPONED') await settleIn(id);
    }
    expect((await look(caller, id)).erro_descriptor).toBe('Owner of the Pix key cannot be verified');
  });
});

describe('a rejection of a scheduled cashout', () => {
  test('a rejection ends a scheduled cashout before its start, even after its approval', async () => {
    const caller = await used.newCaller();
    const [id, started] = [await schedule(caller), await schedule(caller, { amount: 11 })];
    const reject = (one: number) =>
      caller.post(`/v3/cashouts/${one}/reject`, { id: one, reason: 'Not needed' });

    expect(await reject(id)).toMatchObject({
      status: 200,
      body: { status: 'CANCELLED', schedule_state: 'CANCELLED', erro_descriptor: 'Rejected: Not needed' },
    });
    await recordPendingEvents(used.stack.deps, id);
    await startAt(morning, [id, started]);

    expect((await look(caller, id)).status).toBe('CANCELLED');
    expect(await reject(started)).toMatchObject(wrongStatus);
    expect(await expectLedgerAddsUp(used.stack, caller.tenant)).toMatchObject({ availableCents: 998_900 });
  });

  test('either a rejection or a concurrent start of a scheduled cashout succeeds, but never both', async () => {
    const caller = await used.newCaller();
    const ids: number[] = [];
    for (let n = 1; n <= 6; n++) ids.push(await schedule(caller, { amount: n }));
    at(morning);
    await sweep();

    const answers = await Promise.all(
      ids.map(async (id) => {
        const [{ status }] = await Promise.all([
          caller.post(`/v3/cashouts/${id}/reject`, { id, reason: 'Not needed' }),
          takeStep(used.stack.deps, id),
          takeStep(used.stack.deps, id),
        ]);
        return status;
      }),
    );

    for (const [index, id] of ids.entries())
      expect((await look(caller, id)).status).toBe(answers[index] === 200 ? 'CANCELLED' : 'SUCCESS');
    expect(await expectLedgerAddsUp(used.stack, caller.tenant)).toMatchObject({ heldCents: 0 });
  });
});

describe('the sweep for scheduled cashouts', () => {
  test('a cashout is started once if several sweeps, and then several workers, run concurrently', async () => {
    const caller = await used.newCaller();
    const id = await schedule(caller);
    at(morning);
    const runs = await Promise.all([sweep(), sweep(), sweep()]);
    expect(runs.map((run) => (run as { called: number }).called).toSorted()).toEqual([0, 0, 1]);

    await Promise.all([1, 2, 3].map(() => takeStep(used.stack.deps, id)));

    expect(await expectLedgerAddsUp(used.stack, caller.tenant)).toMatchObject({ availableCents: 999_000 });
    expect((await told(caller)).map(([name]) => name)).toEqual([
      'cashout.created',
      'cashout.scheduled',
      'cashout.approved',
      'cashout.succeeded',
    ]);
  });

  test('the sweep sends a new message if the first message is lost or its worker has died', async () => {
    const caller = await used.newCaller();
    const id = await schedule(caller);
    at(morning);
    await sweep();
    time += 61_000;
    const sent: number[] = [];
    const { deps } = used.stack;
    const offer: typeof deps.queues.offer = async (queue, rows) => {
      if (queue === 'transfers') sent.push(...rows.map((row) => row.id));
      return { unsent: [] };
    };
    await used.stack.invoke('resumeStalled', {}, { ...deps, queues: { ...deps.queues, offer } });

    expect(sent).toEqual([id]);
    await takeStep(deps, id);
    expect((await look(caller, id)).status).toBe('SUCCESS');
  });

  test.each(['before', 'after'] as const)(
    'if the sweep or its worker dies %s any of its calls, later runs pay the cashout once',
    { tags: 'dear' },
    async (moment) => {
      const caller = await used.newCaller();
      for (let call = 1; ; call++) {
        at(noon);
        const id = await schedule(caller);
        at(morning);
        const { client, died } = dyingAt(call, moment);
        const other = used.stack.with({ client });
        const work = async () => {
          await used.stack.invoke('expireCashouts', {}, other);
          await takeStep(other, id);
          return 'finished';
        };
        const outcome = await Promise.race([work(), died]);

        await sweep();
        await takeStep(used.stack.deps, id);
        time += 60_000;
        await takeStep(used.stack.deps, id);

        expect((await look(caller, id)).status).toBe('SUCCESS');
        if (outcome === 'finished') break;
      }
      expect(await expectLedgerAddsUp(used.stack, caller.tenant)).toMatchObject({ heldCents: 0 });
    },
  );

  test('a sweep that runs hours late starts all due cashouts', async () => {
    const caller = await used.newCaller();
    const ids = [await schedule(caller), await schedule(caller, { scheduled_for: '2026-11-04' })];

    await startAt('2026-11-06T03:00:00.000Z', ids);

    for (const id of ids) expect((await look(caller, id)).status).toBe('SUCCESS');
  });

  test('the sweep starts no more cashouts of an account than may be in progress, and starts all of another account', async () => {
    const [busy, quiet] = [await used.newCaller(), await used.newCaller()];
    const ids: number[] = [];
    for (let n = 1; n <= 8; n++) ids.push((await post(busy, { amount: n })).body.id);
    ids.push((await post(quiet)).body.id);
    for (const id of ids) {
      await takeStep(used.stack.deps, id);
      await recordPendingEvents(used.stack.deps, id);
    }
    time += 61_000;
    await used.stack.invoke('resumeStalled', {});
    at(morning);

    expect(await sweep()).toMatchObject({ called: 7 });
    expect(await sweep()).toMatchObject({ called: 0 });
    await Promise.all(ids.map((id) => takeStep(used.stack.deps, id)));
    expect(await sweep()).toMatchObject({ called: 2 });
    await Promise.all(ids.map((id) => takeStep(used.stack.deps, id)));

    for (const id of ids) expect((await rowOf(id))?.status).toBe('SUCCESS');
  });
});

describe('the lists that contain scheduled cashouts', () => {
  test('the operators’ list has the cashouts approved before their day, soonest first, with their creators and approvers', async () => {
    const caller = await used.newCaller();
    const colleague = await openColleague(used.stack, caller.tenant);
    const later = await schedule(caller, { scheduled_for: '2026-11-05' });
    const sooner = await schedule(colleague, { amount: 2.5 });
    await post(caller, {}, '/create-cashout');
    const { inFlight: listOf } = openOperator(used.stack);

    const user = caller.tenant.user_id;
    expect(await listOf('account', accountIdOf(caller.tenant))).toMatchObject({
      in_flight: [],
      scheduled: [
        { id: sooner, amount: '2.50', starts_at: morning, created_by: colleague.tenant.user_id },
        {
          id: later,
          amount: '10.00',
          starts_at: '2026-11-05T11:00:00.000Z',
          created_by: user,
          approved_by: [user],
        },
      ],
      scheduled_count: 2,
      scheduled_sum: '12.50',
    });
    expect(await listOf('client', caller.tenant.client_id)).toMatchObject({ scheduled: [{ id: later }] });
  });

  test('an approved scheduled cashout is listed as scheduled, and not as awaiting approval', async () => {
    const caller = await used.newCaller();
    const waiting = (await post(caller, { amount: 3 }, '/create-cashout')).body.id;
    const fresh = (await post(caller, { amount: 2 })).body.id;
    const listed = async (query: string) =>
      (await caller.get(`/v3/cashouts?${query}`)).body.results.map(({ id }: { id: number }) => id);
    for (let round = 0; round < 2; round++) {
      expect(await listed('awaiting=start')).toEqual([fresh]);
      expect(await listed('awaiting=approval')).toEqual([waiting]);
      expect((await listed('status=NEW')).toSorted()).toEqual([waiting, fresh].toSorted());
      if (round === 0) for (const id of [waiting, fresh]) await settleIn(id);
    }

    await startAt(morning, [fresh]);

    expect(await listed('awaiting=start')).toEqual([]);
    expect(await listed('status=NEW')).toEqual([]);
  });
});

describe('a lost answer to a write of a scheduled cashout', () => {
  test('the approver of a scheduled cashout gets the answer of the approval, although the write’s answer was lost', async () => {
    const caller = await used.newCaller();
    const { body } = await post(caller, {}, '/create-cashout');
    const { client, lost } = losingAnswers('UpdateItem');
    const other = await openCaller(sendInProcess(used.stack, used.stack.with({ client })), caller.tenant);

    expect(await other.post('/approve-cashout', { id: body.id })).toMatchObject({
      status: 200,
      body: { status: 'NEW', schedule_state: 'SCHEDULED' },
    });
    expect(lost()).toBe(1);
  });

  test('a cashout whose hold was written starts once, although the answer to that write was lost', async () => {
    const caller = await used.newCaller();
    const id = await schedule(caller);
    at(morning);
    await sweep();
    const { client, lost } = losingAnswers('TransactWriteItems');

    await takeStep(used.stack.with({ client }), id);

    expect(lost()).toBe(1);
    expect((await look(caller, id)).status).toBe('SUCCESS');
    await expectLedgerAddsUp(used.stack, caller.tenant);
  });
});

test('a preflight of a scheduled cashout shows its start time, and checks the current state', async () => {
  const caller = await used.newCaller({ balance: '5' });
  expect((await post(caller, {}, '/v3/cashouts/preflight')).body).toMatchObject({
    starts_at: morning,
    allowed: false,
    reasons: ['Insufficient funds'],
  });
});

test('only one of twenty concurrent approvals of a scheduled cashout succeeds', async () => {
  const caller = await used.newCaller();
  const { body } = await post(caller, {}, '/create-cashout');
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => caller.post('/approve-cashout', { id: body.id })),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
});
