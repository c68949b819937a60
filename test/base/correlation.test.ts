import { beforeAll, describe, expect, test } from 'vitest';
import { eventSubject } from '../../lib/base/correlation.ts';
import type { PixNetwork } from '../../lib/network/port.ts';
import { openCaller, sandbox, sendInProcess, until } from '../support/api.ts';
import { chargeBack, payQrCode } from '../support/chargebacks.ts';
import { openPlainReceiver } from '../support/receiver.ts';
import { useStack } from '../support/use-stack.ts';
import { register } from '../support/webhooks.ts';

const used = useStack({ settings: { CHARGEBACK_POLL_SECONDS: '1' } });
beforeAll(() => used.stack.startTriggers({ streams: true }));

type Line = { message: string; correlationId?: string; requestId?: string; [field: string]: unknown };
const lines = () => used.stack.lines.map((line) => JSON.parse(line) as Line);

/**
 * Returns the log lines with this correlation id, each as its level, its message and the fields that distinguish it.
 * The lines are sorted, and repeated lines are listed once, because queue messages may arrive twice.
 */
const about = (correlationId: string) => [...new Set(allAbout(correlationId))].sort();

const allAbout = (correlationId: string) =>
  lines()
    .filter((line) => line.correlationId === correlationId)
    .map(({ level, message, route, queue, eventType }) =>
      [level, message, route ?? queue, message === 'message sent' ? undefined : eventType]
        .filter(Boolean)
        .join(' '),
    );

test('a cashout has the same id in every log line, from its requests to its webhook deliveries', async () => {
  const caller = await used.newCaller();
  const receiver = await openPlainReceiver();
  await register(caller, receiver.url);
  const body = { ...caller.source, amount: 10, key: 'fulano@example.com' };

  const { id } = (await caller.post('/create-cashout', body)).body;
  await caller.post('/approve-cashout', { id });

  const wanted = `cashout-${id}`;
  await until(
    async () => receiver.heard.length,
    (heard) => heard === 2,
  );
  await until(
    async () => about(wanted),
    (found) => found.filter((line) => line.includes('delivery attempted')).length === 2,
  );
  await receiver.close();
  // This line is only logged if the event is not recorded together with the end of the transfer.
  const told = about(wanted).filter((line) => line !== 'info events recorded');
  expect(told).toEqual([
    'info delivery attempted cashout.created',
    'info delivery attempted cashout.succeeded',
    'info funds held',
    'info message sent transfers',
    'info message sent webhook-events',
    'info payment requested',
    'info request POST /approve-cashout',
    'info request POST /create-cashout',
    'info transfer ended',
  ]);
  // The ids of the receiver's events also begin with the correlation id.
  const ids = receiver.heard.map(({ headers }) => headers['webhook-id']);
  // The order of the deliveries is not guaranteed.
  expect(ids.sort()).toEqual([`${wanted}-created`, `${wanted}-succeeded`]);
});

test('a chargeback has the same id in every log line, from its request to its end', async () => {
  const caller = await used.newCaller();
  const { qr_code_id } = await payQrCode(used.stack, caller);

  const { id } = (await chargeBack(caller, qr_code_id, 40)).body;

  const wanted = `chargeback-${id}`;
  await until(
    async () => about(wanted),
    (found) => found.some((line) => line.includes('event recorded chargeback.succeeded')),
  );
  expect(about(wanted)).toEqual([
    'info chargeback ended',
    'info event recorded chargeback.accepted',
    'info event recorded chargeback.succeeded',
    'info message sent chargebacks',
    'info refund requested',
    'info request POST /v2/finance/chargebacks-pix-copy-and-paste/{proxy+}',
  ]);
});

describe('the log line of a request', () => {
  /** Returns the log line of the last request. */
  const last = () => lines().findLast(({ message }) => message === 'request');

  test('the log line has the API Gateway request id and the cashout’s id, even if the write is never answered', async () => {
    const caller = await used.newCaller();
    const failing = used.stack.with({});
    failing.cashouts.insert = async () => {
      throw Object.assign(new Error('no answer'), { name: 'TimeoutError' });
    };
    const before = used.stack.lines.length;
    const unlucky = await openCaller(sendInProcess(used.stack, failing), caller.tenant);

    const body = { ...caller.source, amount: 10, key: 'fulano@example.com' };
    const answer = await unlucky.post('/create-cashout', body);

    expect(answer.status).toBe(503);
    const [failed, request] = lines()
      .slice(before)
      .filter(({ route }) => route === 'POST /create-cashout');
    expect(failed).toMatchObject({ message: 'request failed', code: 'unavailable' });
    expect(request).toMatchObject({ message: 'request', status: 503 });
    expect(request?.correlationId).toMatch(/^cashout-\d+$/);
    expect(request?.requestId).toMatch(/^[\w-]{15}=$/);
    expect([failed?.requestId, failed?.correlationId]).toEqual([request?.requestId, request?.correlationId]);
  });

  test('the log line has only the request id if no row, or the row of a different caller, is requested', async () => {
    const [caller, stranger] = [await used.newCaller(), await used.newCaller()];
    const body = { ...caller.source, amount: 10, key: 'fulano@example.com' };
    const { id } = (await caller.post('/create-cashout', body)).body;
    const asked = [
      () => caller.get('/v3/meds/'),
      () => stranger.post('/approve-cashout', { id }),
      () => stranger.get(`/v3/cashouts/${id}`),
      () => caller.post('/create-cashout', { ...body, amount: -1 }),
    ];

    for (const ask of asked) {
      await ask();
      expect(last()).toEqual({
        level: 'info',
        message: 'request',
        requestId: expect.any(String),
        route: expect.any(String),
        status: expect.any(Number),
        milliseconds: expect.any(Number),
        companyId: expect.any(String),
        clientId: expect.any(String),
      });
    }
  });

  test('the log line has the id of a row that is read, replayed or refused because of its status', async () => {
    const caller = await used.newCaller();
    const { source_account_branch_identifier: branch, source_account_number: number } = caller.source;
    const key = '6f1a6f0a-3df1-4d0a-9c1c-6c1f4d5b8a11';
    const body = { ...caller.source, amount: 10, key: 'fulano@example.com' };
    const create = () => caller.post('/create-cashout', body, { 'idempotency-key': key });
    const { id } = (await create()).body;
    const query = new URLSearchParams({
      source_account_branch_identifier: branch,
      source_account_number: number,
      idempotency_key: key,
    });
    const asked = [
      create,
      () => caller.get(`/v3/cashouts/${id}`),
      () => caller.get(`/v3/cashouts?${query}`),
      () => caller.post('/create-cashout', { ...body, amount: 11 }, { 'idempotency-key': key }),
      () => caller.post('/approve-cashout', { id }),
      () => caller.post('/approve-cashout', { id }),
    ];

    for (const ask of asked) {
      await ask();
      expect(last()).toMatchObject({ correlationId: `cashout-${id}` });
    }
  });
});

test('a failure of a worker is logged with the id of the row', async () => {
  const caller = await used.newCaller();
  const key = 'unknown@sandbox.pix';
  const { id } = (await caller.post('/create-cashout-self-approve', { ...caller.source, amount: 10, key }))
    .body;
  // By now the worker of the queue has sent its only request to the network.
  await expect.poll(async () => (await used.stack.deps.cashouts.get(id))?.tries).toBeGreaterThan(0);
  const { network } = used.stack.deps;
  const fault = async () => Promise.reject(new Error('no answer'));
  const broken: PixNetwork = { ...network, sendPayment: fault, findPayment: fault };
  const message = (one: unknown) => ({ Records: [{ messageId: '1', body: JSON.stringify(one) }] });
  const later = used.stack.with({ now: () => new Date(Date.now() + 60_000) });

  await used.stack.invoke('completeTransfer', message({ version: 1, ids: [id] }), {
    ...later,
    network: broken,
  });
  const cashouts = { ...later.cashouts, get: fault };
  await used.stack.invoke('completeTransfer', message({ version: 1, ids: [id] }), { ...later, cashouts });
  await sandbox(used.send, `/sandbox/network/${id}`, { outcome: 'failed' });

  const found = about(`cashout-${id}`);
  for (const line of ['error network fault, outcome unknown', 'error message failed transfers']) {
    expect(found).toContain(line);
  }
});

describe('an event id', () => {
  test.each([
    ['cashout-42-succeeded', { cashoutId: 42 }],
    ['chargeback-42-rejected', { chargebackId: 42 }],
    ['cashin-42-received', { correlationId: 'cashin-42' }],
    ['payment-42-sent', { correlationId: 'payment-42' }],
    ['webhook-42-paused-1', {}],
    ['med-6f1a6f0a-1', {}],
  ])('the event id %s shows the object of the event', (eventId, subject) => {
    expect(eventSubject(eventId)).toEqual(subject);
  });
});
