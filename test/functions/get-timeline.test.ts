import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, test } from 'vitest';
import type { Deps } from '../../lib/app/deps.ts';
import { recordPendingEvents } from '../../lib/cashout/record-pending-events.ts';
import { applyNetworkEvent } from '../../lib/incoming/apply-network-event.ts';
import type { PixNetwork } from '../../lib/network/port.ts';
import { takeStep } from '../../lib/payout/take-step.ts';
import type { Caller } from '../support/api.ts';
import { openClient } from '../support/clients.ts';
import { dyingAt } from '../support/faults.ts';
import { openColleague } from '../support/holdings.ts';
import { openPlainReceiver } from '../support/receiver.ts';
import { setRules } from '../support/rules.ts';
import { useStack } from '../support/use-stack.ts';
import { deliver, heldQueues, register, tell } from '../support/webhooks.ts';

const start = '2026-11-23T15:00:00.000Z';
let time = Date.parse(start);
const used = useStack({ settings: { TOKEN_SECONDS: '86400' }, now: () => new Date(time) });

const pass = (milliseconds: number) => {
  time += milliseconds;
};
const at = () => new Date(time).toISOString();
const bodyOf = (caller: Caller, more: object = {}) => ({
  ...caller.source,
  amount: 10,
  key: 'fulano@example.com',
  ...more,
});
const create = async (caller: Caller, more?: object): Promise<number> =>
  (await caller.post('/create-cashout', bodyOf(caller, more))).body.id;
const createApproved = async (caller: Caller, more?: object): Promise<number> =>
  (await caller.post('/create-cashout-self-approve', bodyOf(caller, more))).body.id;
const approve = (caller: Caller, id: number) => caller.post('/approve-cashout', { id });
const userOf = ({ tenant }: Caller) => tenant.user_id;
const timeline = async (caller: Caller, id: number) => (await caller.get(`/v3/cashouts/${id}/timeline`)).body;
/** Formats each entry as one line. */
const linesOf = async (caller: Caller, id: number): Promise<string[]> =>
  (await timeline(caller, id)).entries.map(
    ({ what, text, code }: Record<string, string | null>) => `${what}: ${text}${code ? ` (${code})` : ''}`,
  );
const withNetwork = (network: Partial<PixNetwork>): Deps => ({
  ...used.stack.deps,
  network: { ...used.stack.deps.network, ...network },
});
const unknown = async () => ({ kind: 'unknown' }) as const;
const rowOf = (id: number) => used.stack.deps.cashouts.get(id);
const entry = (what: string, when: string, text: string, by: string | null = null) => ({
  at: when,
  what,
  by,
  by_name: null,
  text,
  code: null,
});

describe('the timeline of a cashout', () => {
  test('a timeline shows who created and approved the cashout, the requests to the network, and the end', async () => {
    const caller = await used.newCaller();
    const approver = await openColleague(used.stack, caller.tenant, { permissions: ['APPROVE'] });
    const created = at();
    const id = await create(caller);
    pass(3_600_000);
    const approved = at();
    await approve(approver, id);
    pass(1_000);
    const completed = at();
    const slow = withNetwork({
      resolveKey: (key) => {
        pass(83);
        return used.stack.deps.network.resolveKey(key);
      },
      sendPayment: (order) => {
        pass(500);
        return used.stack.deps.network.sendPayment(order);
      },
    });
    await takeStep(slow, id);
    const row = await rowOf(id);

    const answer = await caller.get(`/v3/cashouts/${id}/timeline`);

    const held = new Date(Date.parse(completed) + 83).toISOString();
    expect([answer.status, answer.body]).toEqual([
      200,
      {
        worked: true,
        id,
        status: 'SUCCESS',
        entries: [
          entry('created', created, 'Created', userOf(caller)),
          entry('approved', approved, 'Approved', userOf(approver)),
          entry('asked', completed, 'Looked up the PIX key at the network: found'),
          entry('reserved', held, 'Money held'),
          entry('asked', held, 'Asked the network to pay: settled'),
          entry('succeeded', at(), `Settled: operation ${row?.operationId}`),
        ],
        deliveries: [],
        deliveries_truncated: false,
      },
    ]);
    expect(row?.asked).toEqual(['1000 rf', '1083 ss']);
  });

  test('the timeline of a NEW cashout has only its creation', async () => {
    const caller = await used.newCaller();
    const id = await create(caller);

    expect(await timeline(caller, id)).toEqual({
      worked: true,
      id,
      status: 'NEW',
      entries: [entry('created', at(), 'Created', userOf(caller))],
      deliveries: [],
      deliveries_truncated: false,
    });
  });

  test('a timeline has each approval that the rules require', async () => {
    const maker = await used.newCaller();
    await setRules(used.stack, maker, { approvals: { bands: [{ from: '1.00', needed: 2 }] } });
    const second = await openColleague(used.stack, maker.tenant, { permissions: ['APPROVE'] });
    const created = at();
    const id = await createApproved(maker);
    pass(60_000);
    await approve(second, id);

    expect((await timeline(maker, id)).entries).toEqual([
      entry('created', created, 'Created. Rule: more approvals are needed', userOf(maker)),
      entry('approved', created, 'Approved. More approvals are needed', userOf(maker)),
      entry('approved', at(), 'Approved', userOf(second)),
    ]);
  });

  test('the timeline of a rejected cashout shows who rejected it, and the reason', async () => {
    const caller = await used.newCaller();
    const id = await create(caller);
    pass(60_000);
    await caller.post(`/v3/cashouts/${id}/reject`, { id, reason: 'Wrong supplier' });

    const { status, entries } = await timeline(caller, id);

    expect(status).toBe('CANCELLED');
    expect(entries.slice(1)).toEqual([entry('rejected', at(), 'Rejected: Wrong supplier', userOf(caller))]);
  });

  test('the timeline of an expired cashout has its expiry time, and says that it was not approved in time', async () => {
    const caller = await used.newCaller();
    await setRules(used.stack, caller, { expiry: { hours: 1 } });
    const id = await create(caller);
    const until = new Date(time + 3_600_000).toISOString();
    await recordPendingEvents(used.stack.deps, id);
    pass(3_600_000);
    await used.stack.invoke('resumeStalled', {});
    await used.stack.invoke('expireCashouts', {});

    expect(await linesOf(caller, id)).toEqual([
      `created: Created. It expires at ${until} unless it is approved by then`,
      'expired: Not approved in time',
    ]);
  });

  test.each([
    ['am04@sandbox.pix', 'failed: Failed: AM04 - Saldo insuficiente (AM04)', 'failed (AM04)'],
    [
      'ds04@sandbox.pix',
      'cancelled: Cancelled: DS04 - Ordem rejeitada pelo participante recebedor (DS04)',
      'refused (DS04)',
    ],
  ])('the timeline of a cashout to %s has the network’s reason', async (key, end, answer) => {
    const caller = await used.newCaller();
    const id = await createApproved(caller, { key });

    await takeStep(used.stack.deps, id);

    expect((await linesOf(caller, id)).slice(2)).toEqual([
      'asked: Looked up the PIX key at the network: found',
      'reserved: Money held',
      `asked: Asked the network to pay: ${answer}`,
      end,
    ]);
  });

  test('the timeline of a cashout stopped by a rule has no hold, and does not disclose whether the key exists', async () => {
    const caller = await used.newCaller();
    const id = await createApproved(caller);
    await setRules(used.stack, caller, { limit: { limit: 'per_day', amount: '1.00' } });

    await takeStep(used.stack.deps, id);

    expect((await linesOf(caller, id)).slice(2)).toEqual(['cancelled: Cancelled: Rule: limit per day']);
  });

  test('the timeline of a transfer within the institution names the ledger as the evidence of the payment', async () => {
    const [caller, payee] = [await used.newCaller(), await used.newCaller()];
    const id = await createApproved(caller, { key: payee.tenant.accounts[0]?.pix_key });

    await takeStep(used.stack.deps, id);

    const row = await rowOf(id);
    expect((await linesOf(caller, id)).slice(2)).toEqual([
      'reserved: Money held',
      `succeeded: Settled in the ledger of this institution, which is the evidence: operation ${row?.operationId}`,
    ]);
    expect(row?.feed).toEqual({ created: 1, internal_approved: 2, succeeded: 3 });
  });

  test('a timeline has each return of the cashout’s money', async () => {
    const caller = await used.newCaller();
    const id = await createApproved(caller);
    await takeStep(used.stack.deps, id);
    const returned = (amountCents: number, code: string) =>
      applyNetworkEvent(used.stack.deps, {
        version: 1,
        kind: 'payment_returned',
        cashoutId: id,
        returnId: `D9999901120261121${code}${id}`,
        amountCents,
        code,
        parked: 0,
      });
    pass(3_600_000);
    await returned(400, 'MD06');
    expect((await linesOf(caller, id)).slice(-1)).toEqual([
      'partially_returned: Returned 4.00 of 10.00: MD06 - Devolução solicitada pelo recebedor (MD06)',
    ]);
    pass(3_600_000);
    await returned(600, 'BE08');

    expect((await timeline(caller, id)).status).toBe('REFUNDED');
    expect((await linesOf(caller, id)).slice(-3)).toEqual([
      `succeeded: Settled: operation ${(await rowOf(id))?.operationId}`,
      'partially_returned: Returned 4.00 of 10.00: MD06 - Devolução solicitada pelo recebedor (MD06)',
      'refunded: Returned 6.00 of 10.00: BE08 - Falha operacional do participante (BE08)',
    ]);
  });

  test('a timeline is not found by another company, nor by a client without a policy on the account', async () => {
    const [caller, stranger] = [await used.newCaller({ accounts: 2 }), await used.newCaller()];
    const id = await create(caller);
    const outsider = await openColleague(used.stack, caller.tenant, {
      accounts: caller.tenant.accounts.slice(1),
    });

    for (const other of [stranger, outsider])
      expect(await other.get(`/v3/cashouts/${id}/timeline`)).toMatchObject({
        status: 400,
        body: { message: 'Transaction not found' },
      });
  });

  test('the timeline of a cashout made by an earlier version is built from its row', async () => {
    const caller = await used.newCaller();
    const id = await createApproved(caller);
    await takeStep(used.stack.deps, id);
    const { asked: _, feed: __, ...row } = (await rowOf(id)) ?? {};
    const old = { ...row, status: 'REFUNDED', refundedAt: at(), failureText: 'MD06', failureCode: 'MD06' };
    await openClient().send(new PutCommand({ TableName: used.stack.config.CASHOUTS_TABLE, Item: old }));

    expect(await linesOf(caller, id)).toEqual([
      'created: Created',
      'approved: Approved',
      'reserved: Money held',
      `succeeded: Settled: operation ${old.operationId}`,
      'refunded: Returned in full: MD06 (MD06)',
    ]);
  });
});

describe('the requests to the network in a timeline', () => {
  test('a timeline has the network requests before and after the hold, even those that the network did not answer', async () => {
    const caller = await used.newCaller();
    const id = await createApproved(caller);
    const silent = withNetwork({
      resolveKey: unknown,
      sendPayment: () => Promise.reject(new Error('time-out')),
      findPayment: async () => ({ kind: 'not_found' }),
    });
    await takeStep(silent, id);
    pass(60_000);
    await takeStep(
      { ...silent, network: { ...silent.network, resolveKey: used.stack.deps.network.resolveKey } },
      id,
    );
    pass(60_000);
    await takeStep(silent, id);
    pass(60_000);
    await takeStep(used.stack.deps, id);

    expect((await linesOf(caller, id)).slice(2, -1)).toEqual([
      'asked: Looked up the PIX key at the network: no answer that ends it',
      'asked: Looked up the PIX key at the network: found',
      'reserved: Money held',
      'asked: Asked the network to pay: no answer that ends it',
      'asked: Looked for the payment at the network: not found',
      'asked: Asked the network to pay: no answer that ends it',
      'asked: Looked for the payment at the network: not found',
      'asked: Asked the network to pay: settled',
    ]);
  });

  test('a timeline shows only the first ten and the last ten network requests', async () => {
    const caller = await used.newCaller();
    const id = await createApproved(caller);
    const silent = withNetwork({ sendPayment: unknown, findPayment: unknown });
    for (let run = 0; run < 30; run++) {
      await takeStep(silent, id);
      pass(1_000_000);
    }

    const { asked = [], tries, approvedAt = '' } = (await rowOf(id)) ?? {};

    expect([asked.length, tries, asked.slice(0, 3)]).toEqual([20, 30, ['0 rf', '0 su', '1000000 fu']]);
    expect(Date.parse(approvedAt) + Number(asked.at(-1)?.split(' ')[0])).toBe(time - 1_000_000);
    expect((await timeline(caller, id)).entries).toHaveLength(23);
  });

  test('requests of a worker that dies before its write are lost, and the next worker records its own requests', async () => {
    const caller = await used.newCaller();
    const id = await createApproved(caller);
    // The worker's eighth call would write the end of the transfer.
    const { client, died } = dyingAt(8, 'before');
    await Promise.race([takeStep(used.stack.with({ client, now: () => new Date(time) }), id), died]);
    expect((await linesOf(caller, id)).slice(2)).toEqual([
      'asked: Looked up the PIX key at the network: found',
      'reserved: Money held',
    ]);
    pass(60_000);

    await takeStep(used.stack.deps, id);

    expect((await linesOf(caller, id)).slice(3)).toEqual([
      'reserved: Money held',
      'asked: Looked for the payment at the network: settled',
      `succeeded: Settled: operation ${(await rowOf(id))?.operationId}`,
    ]);
  });
});

describe('the deliveries in a timeline', () => {
  test('a timeline has the deliveries of the cashout’s own events to the account’s webhooks, newest webhook first', async () => {
    const caller = await used.newCaller();
    const receiver = await openPlainReceiver();
    const { queues, messages } = heldQueues(used.stack);
    const deps = { ...used.stack.deps, queues };
    const older = await register(caller, `${receiver.url}/all`);
    pass(1_000);
    const newer = await register(caller, `${receiver.url}/ends`, 'CASHOUT');
    await tell(deps, await create(caller));
    messages.splice(0);
    const created = at();
    const id = await createApproved(caller);
    await takeStep(used.stack.deps, id);
    await tell(deps, id);
    const first = messages.find(({ message }) => message.webhook.id === older.id && message.sequence === 2);
    pass(1_000);
    if (first) await deliver(used.stack, first.message, deps);

    const { deliveries, deliveries_truncated } = await timeline(caller, id);

    const shared = { next_attempt_at: null, created_at: created };
    const waiting = { ...shared, status: 'PENDING', attempts: 0, last_status: null, last_attempt_at: null };
    const done = { ...shared, status: 'DELIVERED', attempts: 1, last_status: 200, last_attempt_at: at() };
    const about = (sequence: number, change: string) => ({
      id: sequence,
      event_id: `cashout-${id}-${change}`,
      event_type: `cashout.${change}`,
    });
    expect(deliveries).toEqual([
      { webhook_id: newer.id, ...about(3, 'succeeded'), ...waiting },
      { webhook_id: older.id, ...about(2, 'created'), ...done },
      { webhook_id: older.id, ...about(3, 'succeeded'), ...waiting },
    ]);
    expect(deliveries_truncated).toBe(false);
  });

  test('transfers that end in the same transaction each have their own deliveries in their timelines', async () => {
    const caller = await used.newCaller();
    const webhook = await register(caller, 'https://receiver.example.com/');
    const deps = { ...used.stack.deps, queues: heldQueues(used.stack).queues };
    const keys = ['fulano@example.com', 'fulano@example.com', 'am04@sandbox.pix', 'am04@sandbox.pix'];
    const ids = await Promise.all(keys.map((key) => createApproved(caller, { key })));
    await Promise.all(ids.map((id) => takeStep(deps, id)));
    for (const id of ids) await tell(deps, id);

    for (const [index, id] of ids.entries()) {
      const { deliveries } = await timeline(caller, id);
      const end = index < 2 ? 'succeeded' : 'failed';
      expect(deliveries.map((one: Record<string, unknown>) => [one.webhook_id, one.event_id])).toEqual([
        [webhook.id, `cashout-${id}-created`],
        [webhook.id, `cashout-${id}-${end}`],
      ]);
    }
  });

  test('a timeline includes deliveries of events recorded before the end of the cashout, and of its refund', async () => {
    const caller = await used.newCaller();
    await register(caller, 'https://receiver.example.com/');
    const deps = { ...used.stack.deps, queues: heldQueues(used.stack).queues };
    const id = await create(caller);
    await recordPendingEvents(deps, id);
    await approve(caller, id);
    await recordPendingEvents(deps, id);
    await takeStep(deps, id);
    await applyNetworkEvent(deps, {
      version: 1,
      kind: 'payment_returned',
      cashoutId: id,
      returnId: `D9999901120261121${id}`,
      amountCents: 1_000,
      code: 'MD06',
      parked: 0,
    });
    await tell(deps, id);

    expect((await rowOf(id))?.feed).toEqual({ created: 1, succeeded: 3, refunded: 4 });
    const { deliveries } = await timeline(caller, id);
    expect(deliveries.map((one: Record<string, unknown>) => one.event_type)).toEqual([
      'cashout.created',
      'cashout.succeeded',
      'cashout.refunded',
    ]);
  });

  test('a timeline has the deliveries to the twenty newest webhooks, and a note if there are more webhooks', async () => {
    const caller = await used.newCaller();
    const deps = { ...used.stack.deps, queues: heldQueues(used.stack).queues };
    const webhooks: number[] = [];
    for (let one = 0; one < 21; one++) {
      pass(1);
      webhooks.push((await register(caller, 'https://receiver.example.com/')).id);
    }
    const id = await create(caller);
    await tell(deps, id);

    const { deliveries, deliveries_truncated } = await timeline(caller, id);

    expect(deliveries.map((one: Record<string, unknown>) => one.webhook_id)).toEqual(
      webhooks.slice(1).toReversed(),
    );
    expect(deliveries_truncated).toBe(true);
  });
});
