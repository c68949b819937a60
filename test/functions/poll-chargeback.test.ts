import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, test } from 'vitest';
import { endChargeback } from '../../lib/chargeback/end-chargeback.ts';
import { hearOfRefund, pollChargeback } from '../../lib/chargeback/poll-chargeback.ts';
import { applyNetworkEvent } from '../../lib/incoming/apply-network-event.ts';
import { type NetworkEvent, networkEvent } from '../../lib/network/event.ts';
import type { PixNetwork, RefundLookup, RefundOutcome } from '../../lib/network/port.ts';
import type { QueuedRow } from '../../lib/platform/work-queues.ts';
import { type Caller, sandbox, sendInProcess, statementPath } from '../support/api.ts';
import { chargeBack, payQrCode, statusOf } from '../support/chargebacks.ts';
import { openClient } from '../support/clients.ts';
import { dyingAt } from '../support/faults.ts';
import { eventsOf, expectLedgerAddsUp, incidentsAbout } from '../support/ledger.ts';
import { offerEach, sweep } from '../support/sweep.ts';
import { useStack } from '../support/use-stack.ts';

const used = useStack({ settings: { CHARGEBACK_POLL_SECONDS: '30' } });
// This stack has no work of other tests for the sweep to find.
const alone = useStack({ settings: { CHARGEBACK_POLL_SECONDS: '30' } });

/** Requests a chargeback of 40.00 of a code of 100.00. The test sets the clock. */
async function openCase(payerName?: string, network?: Partial<PixNetwork>, on = used) {
  const caller = await on.newCaller();
  const payer = payerName === undefined ? {} : { payer: { name: payerName } };
  const { qr_code_id } = await payQrCode(on.stack, caller, payer);
  const { id } = (await chargeBack(caller, qr_code_id, 40)).body as { id: number };
  let time = Date.now();
  const sent: [number, number][] = [];
  const send = async (_: string, { id: which }: QueuedRow, delay = 0) => void sent.push([which, delay]);
  const deps = {
    ...on.stack.with({
      now: () => new Date(time),
      queues: { ...on.stack.deps.queues, send, offer: offerEach(send) },
    }),
    network: { ...on.stack.deps.network, ...network },
  };
  return {
    caller,
    qr_code_id,
    id,
    deps,
    sent,
    later: (seconds: number) => {
      time += seconds * 1000;
    },
    poll: (using = deps) => pollChargeback(using, id),
    status: async () => (await statusOf(caller, { id })).body.status,
    qrCode: () => on.stack.deps.qrCodes.get(qr_code_id),
    entries: () => entriesOf(caller),
  };
}

async function entriesOf(caller: Caller): Promise<[string, number][]> {
  const { body } = await caller.get(statementPath(caller.source));
  return body.results.map((entry: { transaction_type: string; balance: number }) => [
    entry.transaction_type,
    entry.balance,
  ]);
}

describe('a chargeback that the network settles', () => {
  test('the chargeback becomes SUCCESS, its QR code becomes CHARGEBACK, and one event is sent', async () => {
    const one = await openCase();
    const message = { Records: [{ messageId: '1', body: JSON.stringify({ version: 1, ids: [one.id] }) }] };
    expect(await used.stack.invoke('pollChargeback', message)).toEqual({ batchItemFailures: [] });
    expect(await one.status()).toBe('PENDING');
    one.later(31);

    await one.poll();
    await one.poll();

    expect(await one.status()).toBe('SUCCESS');
    expect(await one.qrCode()).toMatchObject({ status: 'CHARGEBACK', remainingCents: 6_000 });
    expect((await one.qrCode())?.pendingChargeback).toBeUndefined();
    expect(await one.entries()).toEqual([
      ['PIX_CHARGEBACK', 10_060],
      ['PIX_CASHIN', 10_100],
      ['PIX_CREDIT_IN_ACCOUNT', 10_000],
    ]);
    await expectLedgerAddsUp(used.stack, one.caller.tenant);
    const events = (await eventsOf(used.stack, one.caller.tenant)).map(({ body }) => JSON.parse(body));
    expect(events.map(({ id, type, types }) => [id, type, types])).toEqual([
      [expect.stringMatching(/^cashin-/), 'cashin.received', ['CASHIN']],
      [`chargeback-${one.id}-accepted`, 'chargeback.accepted', ['INTEGRATION', 'CASHOUT']],
      [`chargeback-${one.id}-succeeded`, 'chargeback.succeeded', ['INTEGRATION']],
    ]);
    expect(events.map(({ movement }) => movement)).toEqual([
      { code: 2, credit_or_debit: 'CREDIT', transaction_type: 'PIX_CASHIN', amount: 100 },
      { code: 3, credit_or_debit: 'DEBIT', transaction_type: 'PIX_CHARGEBACK', amount: 40 },
      null,
    ]);
    expect(events[2].data).toEqual((await statusOf(one.caller, { id: one.id })).body);
    const row = await used.stack.deps.chargebacks.get(one.id);
    expect([row?.shard, row?.dueAt, row?.owesEvent]).toEqual([undefined, undefined, false]);
    expect((await chargeBack(one.caller, one.qr_code_id, 60)).body.status).toBe('PENDING');
  });

  test('the chargeback is polled at growing intervals of at least 30 seconds until it settles', async () => {
    const one = await openCase(undefined, {
      findRefund: async (): Promise<RefundLookup> => ({ kind: 'accepted', returnId: 'D1' }),
    });
    const polls = async () => (await used.stack.deps.chargebacks.get(one.id))?.polls;

    await one.poll();
    expect(await polls()).toBe(0);
    one.later(30.5);
    await Promise.all(Array.from({ length: 10 }, () => one.poll()));
    expect([await polls(), one.sent.length]).toEqual([1, 1]);
    one.later(29);
    await one.poll();
    expect(await polls()).toBe(1);
    for (const seconds of [1, 60, 120, 240, 300, 300]) {
      one.later(seconds);
      await one.poll();
    }

    expect(one.sent.map(([, delay]) => delay)).toEqual([30, 60, 120, 240, 300, 300, 300]);
  });

  test('a chargeback that the network does not know at first is debited when the network settles it, and not before', async () => {
    const one = await openCase('unknown@sandbox.pix');
    expect((await one.entries())[0]).toEqual(['PIX_CASHIN', 10_100]);
    one.later(31);
    await one.poll();
    expect(await one.status()).toBe('PENDING');

    const events: NetworkEvent[] = [];
    const queues = {
      ...used.stack.deps.queues,
      sendEvent: async (event: NetworkEvent) => void events.push(event),
    };
    const send = sendInProcess(used.stack, { ...used.stack.deps, queues });
    await sandbox(send, `/sandbox/network/${one.id}`, { outcome: 'settled' });
    for (const event of events) await applyNetworkEvent(used.stack.deps, networkEvent.parse(event));

    expect(await one.status()).toBe('SUCCESS');
    expect((await one.entries())[0]).toEqual(['PIX_CHARGEBACK', 10_060]);
    await expectLedgerAddsUp(used.stack, one.caller.tenant);
  });
});

describe('a chargeback that the network does not know', () => {
  test('the chargeback is requested for 12 hours, looked up for 12 more hours, and then REJECTED with its hold released', async () => {
    let asked = 0;
    const one = await openCase('unknown@sandbox.pix', {
      findRefund: async () => ({ kind: 'not_found' }),
      requestRefund: async () => {
        asked += 1;
        return { kind: 'refused', text: 'fora do prazo' };
      },
    });
    const hours = [0.1, 11, 13, 23];
    const seen: [number, string][] = [];
    for (const [index, hour] of hours.entries()) {
      one.later((hour - (hours[index - 1] ?? 0)) * 3_600);
      await one.poll();
      seen.push([asked, await one.status()]);
    }
    expect(seen).toEqual([1, 2, 2, 2].map((count) => [count, 'PENDING']));

    one.later(2 * 3_600);
    await one.poll();

    expect([asked, await one.status()]).toEqual([2, 'REJECTED']);
    expect(await one.entries()).toEqual([
      ['PIX_CASHIN', 10_100],
      ['PIX_CREDIT_IN_ACCOUNT', 10_000],
    ]);
    expect(await expectLedgerAddsUp(used.stack, one.caller.tenant)).toMatchObject({ heldCents: 0 });
    expect((await one.qrCode())?.pendingChargeback).toBeUndefined();
  });
});

describe('a chargeback that the network first accepts and then rejects', () => {
  test('the chargeback becomes REJECTED, its money is credited as a separate entry, and its QR code is PAID again', async () => {
    const one = await openCase('rejected@sandbox.pix');
    one.later(31);

    await one.poll();
    await one.poll();

    expect(await one.status()).toBe('REJECTED');
    expect(await one.qrCode()).toMatchObject({ status: 'PAID', remainingCents: 10_000 });
    expect((await one.entries()).slice(0, 2)).toEqual([
      ['PIX_CHARGEBACK_REFUND', 10_100],
      ['PIX_CHARGEBACK', 10_060],
    ]);
    expect(await expectLedgerAddsUp(used.stack, one.caller.tenant)).toMatchObject({
      availableCents: 1_010_000,
    });
    const events = (await eventsOf(used.stack, one.caller.tenant)).map(({ id }) => id);
    expect(events.at(-1)).toBe(`chargeback-${one.id}-rejected`);
  });

  test('a rejected chargeback that was never accepted has no entry on the statement', async () => {
    const one = await openCase('unknown@sandbox.pix');
    await used.stack.deps.sandbox?.tellRefund(String(one.id), false);
    const found: RefundLookup = { kind: 'refused', text: 'DT05 - Prazo de devolução expirado' };
    one.later(31);

    await one.poll({ ...one.deps, network: { ...one.deps.network, findRefund: async () => found } });

    expect(await one.status()).toBe('REJECTED');
    expect((await one.entries())[0]).toEqual(['PIX_CASHIN', 10_100]);
    expect(await expectLedgerAddsUp(used.stack, one.caller.tenant)).toMatchObject({
      availableCents: 1_010_000,
      heldCents: 0,
    });
  });

  test('a rejected chargeback is credited even if the account has been closed in the meantime', async () => {
    const one = await openCase('rejected@sandbox.pix');
    await sandbox(used.send, '/sandbox/accounts/close', one.caller.source);
    one.later(31);

    await one.poll();

    expect(await one.status()).toBe('REJECTED');
    expect(await expectLedgerAddsUp(used.stack, one.caller.tenant)).toMatchObject({
      status: 'CLOSED',
      availableCents: 1_010_000,
    });
  });
});

describe('a refund unknown to the network', () => {
  const lost = async (): Promise<RefundOutcome> => ({ kind: 'unknown' });

  test('a refund that the previous PSP may have received stays PENDING, is not requested from the current PSP, and opens one incident', async () => {
    const one = await openCase('unknown@sandbox.pix');
    const { id, deps } = one;
    const asked: string[] = [];
    // The setting now names a different PSP, which does not know the refund.
    const other: PixNetwork = {
      ...deps.network,
      refundsAt: 'other',
      at: () => undefined,
      findRefund: async () => ({ kind: asked.push('find') > 0 ? 'not_found' : 'unknown' }),
      requestRefund: async () => ({ kind: asked.push('request') > 0 ? 'refused' : 'unknown', text: '' }),
    };
    for (const seconds of [31, 300, 25 * 3_600]) {
      one.later(seconds);
      await one.poll({ ...deps, network: other });
    }

    expect([asked, await one.status()]).toEqual([[], 'PENDING']);
    expect(await incidentsAbout(used.stack, `chargeback-${id}`)).toMatchObject([
      { kind: 'unresolved_payment', chargebackId: id, details: expect.stringContaining('sandbox') },
    ]);
  });

  test('a late notice about an ended refund opens no incident, even if the PSP has changed in the meantime', async () => {
    const one = await openCase('fulano@example.com');
    one.later(31);
    await one.poll();
    expect(await one.status()).toBe('SUCCESS');
    const network = { ...one.deps.network, refundsAt: 'other', at: () => undefined };

    await hearOfRefund({ ...one.deps, network }, one.id);

    expect(await incidentsAbout(used.stack, `chargeback-${one.id}`)).toEqual([]);
  });

  test('a refund unknown to the network is sent again under the same reference', async () => {
    const caller = await used.newCaller();
    const { qr_code_id } = await payQrCode(used.stack, caller);
    const network = { ...used.stack.deps.network, requestRefund: lost };
    const send = sendInProcess(used.stack, { ...used.stack.deps, network });
    const { body } = await send({
      method: 'POST',
      path: '/v2/finance/chargebacks-pix-copy-and-paste/',
      headers: { authorization: `Bearer ${caller.token}` },
      body: JSON.stringify({ qr_code_id, information: 'x', amount: 40 }),
    });
    const asked: string[] = [];
    const deps = used.stack.with({ now: () => new Date(Date.now() + 31_000) });
    const { requestRefund } = deps.network;
    const noting: PixNetwork = {
      ...deps.network,
      requestRefund: (order) => {
        asked.push(order.reference);
        return requestRefund(order);
      },
    };

    await pollChargeback({ ...deps, network: noting }, body.id);

    expect(asked).toEqual([String(body.id)]);
    expect((await statusOf(caller, { id: body.id })).body).toMatchObject({
      status: 'PENDING',
      end_to_end_id: expect.stringMatching(/^D/),
    });
    await expectLedgerAddsUp(used.stack, caller.tenant);
  });

  test('a refund that is refused when it is sent again stays PENDING, since the first request may still be processed', async () => {
    const one = await openCase('unknown@sandbox.pix', {
      findRefund: async () => ({ kind: 'not_found' }),
      requestRefund: async () => ({ kind: 'refused', text: 'no' }),
    });
    one.later(31);

    await one.poll();

    expect(await one.status()).toBe('PENDING');
  });
});

describe('concurrent callbacks, polls and dying workers', () => {
  test.each(['settled', 'rejected'] as const)(
    'concurrent polls and callbacks end a chargeback that is %s only once',
    async (verdict) => {
      const one = await openCase(verdict === 'rejected' ? 'rejected@sandbox.pix' : undefined);
      one.later(31);
      const news = { version: 1, kind: 'refund_ended', chargebackId: one.id } as const;

      await Promise.all([
        ...Array.from({ length: 5 }, () => one.poll()),
        ...Array.from({ length: 5 }, () => applyNetworkEvent(one.deps, news)),
      ]);

      expect(await one.status()).toBe(verdict === 'settled' ? 'SUCCESS' : 'REJECTED');
      expect(await one.entries()).toHaveLength(verdict === 'settled' ? 3 : 4);
      await expectLedgerAddsUp(used.stack, one.caller.tenant);
      expect(await eventsOf(used.stack, one.caller.tenant)).toHaveLength(3);
    },
  );

  test('a rejection that is reported after the settlement of a chargeback opens an incident, and the status stays SUCCESS', async () => {
    const one = await openCase();
    one.later(31);
    await one.poll();
    const chargeback = await used.stack.deps.chargebacks.get(one.id);

    await endChargeback(one.deps, chargeback as never, 'REJECTED', 'late');

    expect(await one.status()).toBe('SUCCESS');
    expect(used.stack.lines.join()).toContain('outcome contradicts the recorded end');
  });

  test('a settlement that is reported after the rejection of a chargeback opens an incident, and moves no money', async () => {
    const one = await openCase('rejected@sandbox.pix');
    one.later(31);
    await one.poll();
    expect(await one.status()).toBe('REJECTED');
    const before = await one.entries();
    const findRefund = async (): Promise<RefundLookup> => ({ kind: 'settled', returnId: 'D1' });
    const deps = { ...one.deps, network: { ...one.deps.network, findRefund } };

    await applyNetworkEvent(deps, { version: 1, kind: 'refund_ended', chargebackId: one.id });

    expect([await one.status(), await one.entries()]).toEqual(['REJECTED', before]);
    const { Items = [] } = await openClient().send(
      new ScanCommand({ TableName: used.stack.config.INCIDENTS_TABLE }),
    );
    expect(Items.filter(({ chargebackId }) => chargebackId === one.id)).toMatchObject([
      { kind: 'contradicting_outcome' },
    ]);
  });

  test('a chargeback is never settled under the return id of a different refund', async () => {
    const returnId = `D${Date.now()}`;
    const network: Partial<PixNetwork> = {
      requestRefund: async () => ({ kind: 'unknown' }),
      findRefund: async () => ({ kind: 'settled', returnId }),
    };
    const cases = [
      await openCase('unknown@sandbox.pix', network),
      await openCase('unknown@sandbox.pix', network),
    ];
    for (const one of cases) {
      one.later(31);
      await one.poll();
    }

    expect([await cases[0]?.status(), await cases[1]?.status()]).toEqual(['SUCCESS', 'PENDING']);
    const account = await expectLedgerAddsUp(used.stack, cases[1]?.caller.tenant as never);
    expect(account).toMatchObject({ heldCents: 4_000 });
  });

  test.each([
    ['settled', 'before', undefined],
    ['settled', 'after', undefined],
    ['rejected', 'before', 'rejected@sandbox.pix'],
    ['rejected', 'after', 'rejected@sandbox.pix'],
  ] as const)(
    'a chargeback that the network has %s is ended by the sweep if its worker dies %s any of its calls',
    { tags: 'dear' },
    async (_, moment, payer) => {
      for (let call = 1; ; call++) {
        const one = await openCase(payer, {}, alone);
        one.later(31);
        const { client, died } = dyingAt(call, moment);
        const dying = alone.stack.with({ client, now: one.deps.now, queues: one.deps.queues });
        const outcome = await Promise.race([one.poll(dying).then(() => 'finished'), died]);
        for (let round = 0; round < 4; round++) {
          one.later(10_000);
          one.sent.length = 0;
          await sweep(one.deps, 'chargebacks');
          if (one.sent.some(([id]) => id === one.id)) await one.poll();
        }

        expect(await one.status()).toBe(payer ? 'REJECTED' : 'SUCCESS');
        const row = await alone.stack.deps.chargebacks.get(one.id);
        expect([row?.owesEvent, row?.shard]).toEqual([false, undefined]);
        expect(await eventsOf(alone.stack, one.caller.tenant)).toHaveLength(3);
        await expectLedgerAddsUp(alone.stack, one.caller.tenant);
        if (outcome === 'finished') break;
      }
    },
  );
});

test('a chargeback that is PENDING for more than half an hour is logged as an error', async () => {
  const one = await openCase('unknown@sandbox.pix');
  one.later(1_801);

  await one.poll();

  expect(used.stack.lines.join()).toContain('chargeback pending for more than 30 minutes');
});
