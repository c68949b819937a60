// The recovery of a payout that was a fraud, over HTTP, with the fake Woovi as the PSP that paid.

import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { cents } from '../../lib/base/money.ts';
import { takeStep } from '../../lib/payout/take-step.ts';
import { answerOf } from '../../tools/psp-documents.ts';
import { type Caller, openCaller, openTenant, type Send, sendInProcess } from '../support/api.ts';
import { openColleague } from '../support/holdings.ts';
import { balanceOf } from '../support/ledger.ts';
import type { PspFault } from './psp-server.ts';
import { openWooviStack, type WooviStack } from './woovi-stack.ts';

let one: WooviStack;
let caller: Caller;
let send: Send;
let id: number;
beforeEach(async () => {
  const opened = await openWooviStack();
  one = opened;
  onTestFinished(() => opened.close());
  send = sendInProcess(one.stack);
  caller = await openCaller(send, await openTenant(send, { balance: 10_000 }));
  id = await pay();
  // The first call reads the secret, and would meet the first fault.
  await one.stack.deps.network.findPayment({ reference: '1', amountCents: cents(1) });
  one.psp.seen.splice(0);
});

async function pay(): Promise<number> {
  const body = { ...caller.source, amount: 10, key: 'fulano@example.com' };
  const made: number = (await caller.post('/create-cashout-self-approve', body)).body.id;
  for (let tries = 0; tries < 6; tries++) {
    const time = new Date(Date.now() + tries * 600_000);
    await takeStep(one.stack.with({ now: () => time }), made);
    if ((await one.stack.deps.cashouts.get(made))?.status === 'SUCCESS') return made;
  }
  throw new Error('the payment did not succeed');
}

const asked = { situation: 'SCAM', details: 'The seller does not exist.\nThe shop is gone.' };
const path = () => `/v3/cashouts/${id}/recovery`;
const request = (by = caller, more: object = {}) => by.post(path(), { id, ...asked, ...more });
const show = async () => (await caller.get(path())).body;
const cancel = (by = caller) => by.post(`${path()}/cancel`, { id, recovery: 'cancel' });
/** Runs the schedule at a time after now. */
const sweep = (minutes: number) => {
  const at = new Date(Date.now() + minutes * 60_000);
  return one.stack.invoke('pollNetwork', {}, one.stack.with({ now: () => at }));
};
/** Returns the requests for recoveries that the PSP has seen. */
const seen = () =>
  one.psp.seen
    .filter(({ path: at }) => at.startsWith('/api/v1/funds-recovery'))
    .map(({ method, path: at }) => `${method} ${at.replace(/\/[\w-]{30,}/, '/…')}`);
const posts = () => seen().filter((call) => call === 'POST /api/v1/funds-recovery');
const incidents = async () =>
  (await one.stack.deps.incidents.list(false)).filter(({ kind }) => kind === 'recovery_by_hand');
/** Moves the recovery on at Woovi. */
const become = (status: string) => {
  const [recovery] = one.recoveries;
  if (recovery) recovery.status = status;
};

describe('a recovery at Woovi', () => {
  test('a recovery is requested once, is followed to its end, and moves no money', async () => {
    const before = await balanceOf(one.stack, caller.tenant);
    const made = await request();
    expect([made.status, made.body]).toEqual([
      200,
      {
        worked: true,
        id,
        status: 'UNDER_WAY',
        psp_status: 'CREATED',
        psp_id: one.recoveries[0]?.dictId,
        ...asked,
        refusal: null,
        with_operator: false,
        cancel_requested: false,
        cancel_refusal: null,
        requested_at: expect.any(String),
        requested_by: caller.tenant.user_id,
        updated_at: expect.any(String),
        ended_at: null,
      },
    ]);
    expect(one.recoveries).toMatchObject([{ situationType: 'SCAM', reportDetails: asked.details }]);
    expect((await request()).body).toEqual(made.body);
    expect(await show()).toEqual(made.body);
    expect(posts()).toHaveLength(1);

    become('AWAITING_ANALYSIS');
    await sweep(5);
    expect(await show()).toMatchObject({ status: 'UNDER_WAY', psp_status: 'AWAITING_ANALYSIS' });
    become('COMPLETED');
    await sweep(10);
    expect(await show()).toMatchObject({ status: 'COMPLETED', ended_at: expect.any(String) });
    const calls = seen().length;
    await sweep(15);
    expect(seen()).toHaveLength(calls);
    expect(await balanceOf(one.stack, caller.tenant)).toEqual(before);
    expect(await cancel()).toMatchObject({
      status: 400,
      body: { message: 'Recovery has ended, or a person deals with it' },
    });
    expect(await incidents()).toEqual([]);
  });

  test('of ten requests at the same time, one reaches the PSP', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => request()));
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200));
    expect(posts()).toHaveLength(1);
    expect(one.recoveries).toHaveLength(1);
  });

  test.each<PspFault>(['drop after', '503 after', 'not JSON'])(
    'a recovery whose answer was lost (%s) is found again by the payment’s end-to-end id',
    async (fault) => {
      one.psp.faults.push(fault);
      expect((await request()).body).toMatchObject({ status: 'REQUESTED', psp_id: null });
      await sweep(1);
      expect(await show()).toMatchObject({ status: 'REQUESTED' });
      await sweep(5);
      expect(await show()).toMatchObject({ status: 'UNDER_WAY', psp_id: one.recoveries[0]?.dictId });
      expect(one.recoveries).toHaveLength(1);
    },
  );

  const byOwnIdOnly = ({ method, path: at }: { method: string; path: string }) =>
    method === 'GET' && /funds-recovery\/E/.test(at)
      ? { status: 400, body: { error: { id: ['Invalid UUID'] } } }
      : undefined;

  test('if only its own id finds a recovery, a request that was lost on its way is sent again', async () => {
    one.say.instead = byOwnIdOnly;
    one.psp.faults.push('drop before');
    await request();
    await sweep(5);
    expect(await show()).toMatchObject({ status: 'UNDER_WAY', psp_id: one.recoveries[0]?.dictId });
    become('COMPLETED');
    await sweep(10);
    expect(await show()).toMatchObject({ status: 'COMPLETED' });
  });

  test('if only its own id finds a recovery, a person is asked about one whose answer was lost', async () => {
    one.say.instead = byOwnIdOnly;
    one.psp.faults.push('drop after');
    await request();
    for (const minutes of [5, 65]) await sweep(minutes);
    expect(await show()).toMatchObject({ status: 'REQUESTED', with_operator: true });
    expect(one.recoveries).toHaveLength(1);
    expect(await incidents()).toMatchObject([{ cashoutId: id }]);
  });

  test('a recovery that never reached the PSP is requested again', async () => {
    one.psp.faults.push('drop before');
    expect((await request()).body).toMatchObject({ status: 'REQUESTED' });
    expect(one.recoveries).toEqual([]);
    await sweep(5);
    expect(await show()).toMatchObject({ status: 'UNDER_WAY' });
    expect(one.recoveries).toHaveLength(1);
  });

  test('a recovery that somebody has opened at Woovi’s own pages is taken over', async () => {
    await request();
    const [known] = one.recoveries;
    const other = await pay();
    const endToEndId = (await one.stack.deps.cashouts.get(other))?.endToEndId ?? '';
    if (known) one.recoveries.push({ ...known, dictId: crypto.randomUUID(), rootTransactionId: endToEndId });
    const answer = await caller.post(`/v3/cashouts/${other}/recovery`, { id: other, ...asked });
    expect(answer.body).toMatchObject({ status: 'UNDER_WAY', psp_id: one.recoveries[1]?.dictId });
  });

  test('a refusal of the Central Bank ends the recovery with its words', async () => {
    one.say.instead = ({ method, path: at }) =>
      method === 'POST' && at === '/api/v1/funds-recovery'
        ? { status: 422, body: { error: 'Refused by the Central Bank' } }
        : undefined;
    expect((await request()).body).toMatchObject({
      status: 'REFUSED',
      refusal: 'Refused by the Central Bank',
    });
    await sweep(5);
    expect(posts()).toHaveLength(1);
  });

  test.each([
    ['a 404 of a gateway', { status: 404, body: '<html>' }],
    ['a 422 without a text', { status: 422, body: {} }],
    ['an unknown status', { status: 201, body: { dictId: crypto.randomUUID(), status: 'MAYBE' } }],
    ['no permission', answerOf('woovi', 'any', 'PIX_KEY_CHECK_NOT_ALLOWED')],
  ])('%s ends nothing, and after an hour a person is asked once', async (_, reply) => {
    one.say.instead = ({ path: at }) => (at.startsWith('/api/v1/funds-recovery') ? reply : undefined);
    expect((await request()).body).toMatchObject({ status: 'REQUESTED', with_operator: false });
    await sweep(30);
    expect(await incidents()).toEqual([]);
    for (const minutes of [61, 66, 71]) await sweep(minutes);
    expect(await incidents()).toMatchObject([{ cashoutId: id }]);
    expect(await show()).toMatchObject({ status: 'REQUESTED', with_operator: true });

    Object.assign(one.say, { instead: undefined });
    await sweep(76);
    expect(await show()).toMatchObject({ status: 'UNDER_WAY', with_operator: false });
  });

  test('after 90 days a person is asked, and closing the incident ends the recovery', async () => {
    await request();
    const days90 = 90 * 24 * 60;
    await sweep(days90 - 5);
    expect(await incidents()).toEqual([]);
    await sweep(days90 + 5);
    const [incident] = await incidents();
    await one.stack.deps.incidents.close(incident?.id ?? '', {
      closedAt: new Date().toISOString(),
      closedBy: 'ana',
      note: 'done',
    });
    await sweep(days90 + 10);
    expect(await show()).toMatchObject({ status: 'BY_HAND', with_operator: false });
  });
});

describe('the cancellation of a recovery', () => {
  test('a recovery that is under way is cancelled once', async () => {
    await request();
    expect((await cancel()).body).toMatchObject({ status: 'CANCELLED', psp_status: 'CANCELLED' });
    expect((await cancel()).body).toMatchObject({ status: 'CANCELLED' });
    expect(seen().filter((call) => call.endsWith('/cancel'))).toHaveLength(1);
  });

  test('a cancellation whose answer was lost is asked again, and ends the recovery', async () => {
    await request();
    one.psp.faults.push('drop after');
    expect((await cancel()).body).toMatchObject({ status: 'UNDER_WAY', cancel_requested: true });
    await sweep(5);
    expect(await show()).toMatchObject({ status: 'CANCELLED', cancel_requested: false });
  });

  test('a recovery that has ended at the PSP is not cancelled, and ends as the PSP says', async () => {
    await request();
    become('COMPLETED');
    expect(await cancel()).toMatchObject({
      status: 400,
      body: { detail: expect.stringContaining('already in terminal status COMPLETED') },
    });
    await sweep(5);
    expect(await show()).toMatchObject({ status: 'COMPLETED', cancel_requested: false });
  });

  test('a cancelled request that never reached the PSP is not sent again', async () => {
    one.psp.faults.push('drop before');
    await request();
    expect((await cancel()).body).toMatchObject({ status: 'REQUESTED', cancel_requested: true });
    await sweep(5);
    expect(await show()).toMatchObject({ status: 'CANCELLED' });
    expect(one.recoveries).toEqual([]);
  });

  test('without a recovery there is nothing to show or to cancel', async () => {
    const none = { status: 404, body: { message: 'Recovery not found' } };
    expect(await cancel()).toMatchObject(none);
    expect(await caller.get(path())).toMatchObject(none);
  });
});

describe('who may ask for what', () => {
  test('another company, and a colleague without the permission, reach nothing', async () => {
    const stranger = await openCaller(send, await openTenant(send));
    const creator = await openColleague(one.stack, caller.tenant, { permissions: ['CREATE'] });
    const unknown = { status: 400, body: { message: 'Transaction not found' } };
    for (const ask of [request, cancel, (by: Caller) => by.get(path())]) {
      expect(await ask(stranger)).toMatchObject(unknown);
      expect((await ask(creator)).status).toBe(401);
    }
    expect(seen()).toEqual([]);
  });

  test('a second user gets the same answer for the same content, and 409 for another one', async () => {
    const colleague = await openColleague(one.stack, caller.tenant, { permissions: ['APPROVE'] });
    const made = await request();
    expect((await request(colleague)).body).toEqual(made.body);
    for (const other of [{ situation: 'OTHER' }, { details: 'another story' }])
      expect(await request(colleague, other)).toMatchObject({ status: 409 });
    expect(posts()).toHaveLength(1);
  });

  test('a cashout that waits for its approval cannot be recovered', async () => {
    const body = { ...caller.source, amount: 10, key: 'fulano@example.com' };
    id = (await caller.post('/create-cashout', body)).body.id;
    expect(await request()).toMatchObject({ status: 400, body: { message: 'Transaction was not paid' } });
    expect(seen()).toEqual([]);
  });

  test('after 80 days a payment cannot be recovered, and a request from before is still answered', async () => {
    const later = new Date(Date.now() + 81 * 86_400_000);
    const deps = one.stack.with({ now: () => later });
    const sendLater = sendInProcess(one.stack, deps);
    const callerLater = await openCaller(sendLater, caller.tenant);
    expect(await request(callerLater)).toMatchObject({
      status: 400,
      body: { message: 'Transaction was paid more than 80 days ago' },
    });
    await request();
    expect((await request(callerLater)).status).toBe(200);
  });

  test('a payment that came back meanwhile keeps its recovery, and an unsent request ends', async () => {
    one.psp.faults.push('drop before');
    await request();
    const row = await one.stack.deps.cashouts.get(id);
    const cashouts = {
      ...one.stack.deps.cashouts,
      get: async () => row && { ...row, status: 'REFUNDED' as const },
    };
    const at = new Date(Date.now() + 300_000);
    await one.stack.invoke('pollNetwork', {}, { ...one.stack.with({ now: () => at }), cashouts });
    expect(await show()).toMatchObject({ status: 'CANCELLED' });
    expect(one.recoveries).toEqual([]);
  });

  test.each([
    ['an unknown situation', { situation: 'FRAUD' }, 'situation'],
    ['no situation', { situation: undefined }, 'situation'],
    ['empty details', { details: '' }, 'details'],
    ['60,000 characters of details', { details: 'x'.repeat(60_000) }, 'details'],
    ['a number for details', { details: 7 }, 'details'],
    ['the id of another payment', { id: 5 }, 'id'],
    ['an unknown field', { other: 1 }, 'other'],
  ])('a request with %s is refused', async (_, more, field) => {
    const answer = await request(caller, more);
    expect([answer.status, answer.body.errors?.[0]?.field]).toEqual([422, field]);
    expect(seen()).toEqual([]);
  });

  test('the signed body of an approval cancels nothing, and that of a recovery approves nothing', async () => {
    await request();
    expect((await caller.post(`${path()}/cancel`, { id })).status).toBe(422);
    const body = { ...caller.source, amount: 10, key: 'fulano@example.com' };
    const other = (await caller.post('/create-cashout', body)).body.id;
    for (const more of [asked, { recovery: 'cancel' }])
      expect((await caller.post('/approve-cashout', { id: other, ...more })).status).toBe(422);
  });

  test('details with 100,000 characters are refused', async () => {
    const answer = await request(caller, { details: 'x'.repeat(100_000) });
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(answer.status).toBeLessThan(500);
    expect(seen()).toEqual([]);
  });
});
