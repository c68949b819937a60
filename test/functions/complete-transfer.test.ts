import { describe, expect, test } from 'vitest';
import { cents } from '../../lib/base/money.ts';
import { cashoutEvents } from '../../lib/cashout/events.ts';
import type { PaymentLookup, PaymentOutcome, PixNetwork } from '../../lib/network/port.ts';
import { retryLater } from '../../lib/payout/retry-later.ts';
import { takeStep } from '../../lib/payout/take-step.ts';
import type { BacklogSlots } from '../../lib/platform/backlog-slots.ts';
import type { QueuedRow } from '../../lib/platform/work-queues.ts';
import { accountIdOf, openOperator } from '../support/admin.ts';
import { type Caller, openCaller, openTenant, sandbox } from '../support/api.ts';
import { bankDetails } from '../support/bank-details.ts';
import { dyingAt, losingAnswers } from '../support/faults.ts';
import { balanceOf, expectLedgerAddsUp, incidentsOf, paymentOf } from '../support/ledger.ts';
import { useStack } from '../support/use-stack.ts';

// There are no triggers, because each test runs the workers itself.
const used = useStack();

async function processing(caller: Caller, change: object = {}): Promise<number> {
  const body = { ...caller.source, amount: 10, key: 'fulano@example.com', ...change };
  return (await caller.post('/create-cashout-self-approve', body)).body.id as number;
}

/** Returns the dependencies at a time when the current worker's lease has ended. */
const afterLease = () => used.stack.with({ now: () => new Date(Date.now() + 6_000) });

const message = (id: unknown, messageId = 'message-1') => ({
  Records: [{ messageId, body: JSON.stringify({ version: 1, ids: [id] }) }],
});

describe('a worker that dies', () => {
  const moments = ['before', 'after'] as const;
  const recipients = [
    ['fulano@example.com', 'SUCCESS'],
    ['am04@sandbox.pix', 'ERROR'],
    ['ds04@sandbox.pix', 'CANCELLED'],
  ] as const;

  test.each(recipients.flatMap(([key, end]) => moments.map((moment) => [key, moment, end] as const)))(
    'a transfer to %s whose worker dies %s any of its calls is ended once by the next worker, as %s',
    async (key, moment, end) => {
      const caller = await used.newCaller();
      for (let call = 1; ; call++) {
        const id = await processing(caller, { key });
        const { client, died } = dyingAt(call, moment);
        const first = takeStep(used.stack.with({ client }), id).then(() => 'finished');
        const outcome = await Promise.race([first, died]);

        await takeStep(afterLease(), id);
        await takeStep(afterLease(), id);

        expect((await used.stack.deps.cashouts.get(id))?.status).toBe(end);
        if (outcome === 'finished') break;
      }
      const account = await expectLedgerAddsUp(used.stack, caller.tenant);
      const paid = (account.seq - 1) * 1_000;
      expect(account).toMatchObject({ heldCents: 0, availableCents: 1_000_000 - paid });
      expect(paid > 0).toBe(end === 'SUCCESS');
    },
  );

  test('a worker that resumes after another worker has finished the transfer changes nothing', async () => {
    const caller = await used.newCaller();
    const id = await processing(caller);
    let wake = () => {};
    const asleep = new Promise<void>((resolve) => {
      wake = resolve;
    });
    let fall = () => {};
    const fallenAsleep = new Promise<void>((resolve) => {
      fall = resolve;
    });
    const { network } = used.stack.deps;
    const sleepy: PixNetwork = {
      ...network,
      sendPayment: async (order) => {
        fall();
        await asleep;
        return network.sendPayment(order);
      },
    };
    const late = takeStep({ ...used.stack.deps, network: sleepy }, id);
    await fallenAsleep;
    await takeStep(afterLease(), id);
    wake();
    await late;

    expect(await expectLedgerAddsUp(used.stack, caller.tenant)).toMatchObject({
      heldCents: 0,
      availableCents: 999_000,
    });
  });
});

test('ten workers that process the same transfer pay it once', async () => {
  const caller = await used.newCaller();
  const id = await processing(caller);

  await Promise.all(Array.from({ length: 10 }, () => takeStep(used.stack.deps, id)));

  expect((await used.stack.deps.cashouts.get(id))?.status).toBe('SUCCESS');
  expect(await expectLedgerAddsUp(used.stack, caller.tenant)).toMatchObject({
    seq: 2,
    heldCents: 0,
    availableCents: 999_000,
  });
});

test('concurrent cashouts that exceed the balance together succeed only up to the balance', async () => {
  const caller = await used.newCaller({ balance: '100.00' });
  const ids = await Promise.all(Array.from({ length: 12 }, () => processing(caller, { amount: 30 })));

  await Promise.all(ids.map((id) => takeStep(used.stack.deps, id)));

  const rows = await Promise.all(ids.map((id) => used.stack.deps.cashouts.get(id)));
  const statuses = rows.map((row) => row?.status);
  expect(statuses.filter((status) => status === 'SUCCESS')).toHaveLength(3);
  expect(statuses.filter((status) => status === 'ERROR')).toHaveLength(9);
  expect(rows.find((row) => row?.status === 'ERROR')?.failureText).toBe('Insufficient funds');
  expect(await expectLedgerAddsUp(used.stack, caller.tenant)).toMatchObject({
    heldCents: 0,
    availableCents: 1_000,
  });
});

describe('a lost answer to a write of the worker', () => {
  const writes = ['the reservation', 'the end'];
  const times = [
    ['at once', false],
    ['so late that the repeat counts as another write', true],
  ] as const;
  const recipients = [
    ['fulano@example.com', 'SUCCESS'],
    ['am04@sandbox.pix', 'ERROR'],
  ] as const;

  test.each(
    recipients.flatMap(([key, end]) =>
      writes.flatMap((write, skip) =>
        times.map(([time, late]) => [key, write, time, skip, late, end] as const),
      ),
    ),
  )(
    'a transfer to %s ends once if the answer to %s is lost and the worker repeats the write %s',
    async (key, _, __, skip, late, end) => {
      const caller = await used.newCaller();
      const id = await processing(caller, { key });
      const { client, lost } = losingAnswers('TransactWriteItems', { skip, late });

      await takeStep(used.stack.with({ client }), id);

      expect(lost()).toBe(1);
      expect((await used.stack.deps.cashouts.get(id))?.status).toBe(end);
      const paid = end === 'SUCCESS' ? 1_000 : 0;
      expect(await expectLedgerAddsUp(used.stack, caller.tenant)).toMatchObject({
        heldCents: 0,
        availableCents: 1_000_000 - paid,
      });
      expect(await incidentsOf(used.stack, id)).toEqual([]);
    },
  );
});

describe('closing an account with open work', () => {
  test('closing the account cancels an approved cashout that has no hold yet', async () => {
    const caller = await used.newCaller();
    const id = await processing(caller);
    const closed = await sandbox(used.send, '/sandbox/accounts/close', caller.source);

    await takeStep(used.stack.deps, id);

    expect(closed.status).toBe(200);
    expect(await used.stack.deps.cashouts.get(id)).toMatchObject({
      status: 'CANCELLED',
      failureText: 'Account is closed',
    });
    expect(await paymentOf(used.stack, id)).toBeUndefined();
    await expectLedgerAddsUp(used.stack, caller.tenant);
  });

  test('closing an account is refused as long as money is held on the account', async () => {
    const caller = await used.newCaller();
    const id = await processing(caller, { key: 'unknown@sandbox.pix' });
    await takeStep(used.stack.deps, id);

    const refused = await sandbox(used.send, '/sandbox/accounts/close', caller.source);

    expect(refused).toMatchObject({ status: 400, body: { message: 'Account has transfers in progress' } });
    expect((await balanceOf(used.stack, caller.tenant)).status).toBe('ACTIVE');
  });

  test('a transfer to an account that has been closed ends as ERROR, and the payer’s money is not held', async () => {
    const [payer, payee] = [await used.newCaller(), await used.newCaller()];
    const id = await processing(payer, { key: payee.tenant.accounts[0]?.pix_key });
    await sandbox(used.send, '/sandbox/accounts/close', payee.source);

    await takeStep(used.stack.deps, id);

    expect(await used.stack.deps.cashouts.get(id)).toMatchObject({ status: 'ERROR', failureCode: 'AC07' });
    expect(await expectLedgerAddsUp(used.stack, payer.tenant)).toMatchObject({
      heldCents: 0,
      availableCents: 1_000_000,
    });
    await expectLedgerAddsUp(used.stack, payee.tenant);
  });

  test('a webhook of type INTERNAL gets the failure of a transfer to an account that has been closed', async () => {
    const [payer, payee] = [await used.newCaller(), await used.newCaller()];
    const id = await processing(payer, { key: payee.tenant.accounts[0]?.pix_key });
    await sandbox(used.send, '/sandbox/accounts/close', payee.source);

    await takeStep(used.stack.deps, id);

    const row = await used.stack.deps.cashouts.get(id);
    expect(row && cashoutEvents(row, 'failed').map(({ type, types }) => [type, types])).toEqual([
      ['cashout.failed', ['CASHOUT', 'INTERNAL']],
    ]);
  });
});

test('concurrent transfers between two accounts, in both directions, all settle', async () => {
  const tenant = await openTenant(used.send, { accounts: 2 });
  const caller = await openCaller(used.send, tenant);
  const [one, other] = tenant.accounts.map(({ pix_key, balance: _, ...source }) => ({ pix_key, source }));
  const ids = await Promise.all(
    Array.from({ length: 6 }, (_, index) => {
      const [from, to] = index % 2 ? [one, other] : [other, one];
      return processing(caller, { ...from?.source, key: to?.pix_key, amount: 1 + index });
    }),
  );

  await Promise.all(ids.map((id) => takeStep(used.stack.deps, id)));

  const [first, second] = [
    await expectLedgerAddsUp(used.stack, tenant, 0),
    await expectLedgerAddsUp(used.stack, tenant, 1),
  ];
  expect(first.availableCents + second.availableCents).toBe(2_000_000);
  expect([first.seq, second.seq]).toEqual([7, 7]);
});

describe('an account that cannot pay', () => {
  const failureOf = async (caller: Caller, change: object) => {
    const id = await processing(caller, change);
    await takeStep(used.stack.deps, id);
    const row = await used.stack.deps.cashouts.get(id);
    return [row?.status, row?.failureText, row?.asked];
  };
  const others = { ...bankDetails, recipient_instution: '99999010' };

  test.each([
    ['a key with a different owner than the named one', { recipient_legal_id: '52998224725' }],
    ['key', {}],
  ])('a transfer without funds to %s fails for insufficient funds', async (_, change) => {
    const caller = await used.newCaller({ balance: '0.00' });

    expect(await failureOf(caller, change)).toEqual(['ERROR', 'Insufficient funds', undefined]);
  });

  test('the timeline of a transfer without funds does not disclose whether the key exists', async () => {
    const caller = await used.newCaller({ balance: '0.00' });
    const told = async (resolveKey: PixNetwork['resolveKey']) => {
      const id = await processing(caller);
      await takeStep({ ...used.stack.deps, network: { ...used.stack.deps.network, resolveKey } }, id);
      const { body } = await caller.get(`/v3/cashouts/${id}/timeline`);
      return body.entries.map(({ at: _, ...entry }: { at: string }) => entry);
    };
    const found = await told(used.stack.deps.network.resolveKey);

    expect(found.length).toBeGreaterThan(1);
    expect(await told(async () => ({ kind: 'not_found' }))).toEqual(found);
  });

  test('if the funds run out during the look-up of the key, the timeline does not disclose that the key exists', async () => {
    const caller = await used.newCaller({ balance: '10.00' });
    const [id, other] = [await processing(caller), await processing(caller)];
    const { network } = used.stack.deps;
    const resolveKey: PixNetwork['resolveKey'] = async (key) => {
      await takeStep(used.stack.deps, other);
      return network.resolveKey(key);
    };
    await takeStep({ ...used.stack.deps, network: { ...network, resolveKey } }, id);

    const row = await used.stack.deps.cashouts.get(id);
    expect([row?.status, row?.failureText, row?.asked]).toEqual(['ERROR', 'Insufficient funds', undefined]);
    expect((await used.stack.deps.cashouts.get(other))?.status).toBe('SUCCESS');
  });

  test.each([{}, { recipient_legal_id: '12345678909' }])(
    'a transfer without funds does not disclose who owns an account of this institution: %j',
    async (change) => {
      const caller = await used.newCaller({ balance: '0.00' });
      const { id } = (
        await caller.post('/create-cashoutmanual-self-approve', {
          ...others,
          ...caller.source,
          amount: 10,
          ...change,
        })
      ).body;
      await takeStep(used.stack.deps, id);

      expect(await used.stack.deps.cashouts.get(id)).toMatchObject({ failureText: 'Insufficient funds' });
    },
  );
});

describe('a transfer that the network has not finally answered:', () => {
  const answers = (
    sent: PaymentOutcome[],
    found: PaymentLookup[],
  ): { network: PixNetwork; asked: string[] } => {
    const asked: string[] = [];
    const next = <T>(list: T[], what: string): Promise<T> => {
      asked.push(what);
      const answer = list.shift();
      return answer ? Promise.resolve(answer) : Promise.reject(new Error(`unexpected ${what}`));
    };
    const network: PixNetwork = {
      ...used.stack.deps.network,
      sendPayment: (order) => next(sent, `send ${order.reference} ${order.endToEndId}`),
      findPayment: ({ reference }) => next(found, `find ${reference}`),
    };
    return { network, asked };
  };
  const failed = { kind: 'failed', code: 'AB03', text: 'AB03 - late' } as const;
  const unknown = { kind: 'unknown' } as const;
  const missing = { kind: 'not_found' } as const;
  const settled = { kind: 'settled', operationId: 'operation' } as const;

  test('a time-out leaves the transfer PROCESSING with its hold, and the same end-to-end id is sent again', async () => {
    const caller = await used.newCaller();
    const id = await processing(caller);
    const first = answers([unknown], []);
    await takeStep({ ...used.stack.deps, network: first.network }, id);

    expect(await used.stack.deps.cashouts.get(id)).toMatchObject({ status: 'PROCESSING', tries: 1 });
    expect(await balanceOf(used.stack, caller.tenant)).toMatchObject({ heldCents: 1_000 });

    const second = answers([settled], [missing]);
    await takeStep({ ...used.stack.deps, network: second.network }, id);

    expect(second.asked).toEqual([`find ${id}`, first.asked[0]]);
    expect(await used.stack.deps.cashouts.get(id)).toMatchObject({ status: 'SUCCESS' });
  });

  test('a payment that the previous network may have received is not sent to the current network, and opens one incident', async () => {
    const caller = await used.newCaller();
    const id = await processing(caller);
    const former = { ...answers([unknown], [settled]).network, payoutsAt: 'former' };
    await takeStep({ ...used.stack.deps, network: former }, id);

    // The setting now names a different PSP, which does not know the payment.
    const other = answers([settled, settled], [missing, missing]);
    const network = { ...other.network, payoutsAt: 'other', at: () => undefined };
    // A version with the other setting may still be there, so nobody is told yet.
    await takeStep({ ...used.stack.deps, network }, id);
    expect(await incidentsOf(used.stack, id)).toEqual([]);
    const later = new Date(Date.now() + 3_600_000);
    for (let run = 0; run < 2; run++) await takeStep({ ...used.stack.deps, network, now: () => later }, id);

    expect(other.asked).toEqual([]);
    expect(await used.stack.deps.cashouts.get(id)).toMatchObject({ status: 'PROCESSING', sentTo: 'former' });
    expect(await balanceOf(used.stack, caller.tenant)).toMatchObject({ heldCents: 1_000 });
    expect(await incidentsOf(used.stack, id)).toMatchObject([
      { kind: 'unresolved_payment', details: expect.stringContaining('former') },
    ]);

    await takeStep({ ...used.stack.deps, network: former }, id);
    expect(await used.stack.deps.cashouts.get(id)).toMatchObject({ status: 'SUCCESS' });
  });

  test('a payment that the previous network may have received is completed there, and new payments use the current network', async () => {
    const caller = await used.newCaller();
    const id = await processing(caller);
    const before = answers([unknown], [settled]);
    await takeStep({ ...used.stack.deps, network: { ...before.network, payoutsAt: 'former' } }, id);

    const present = answers([settled], []);
    const network = {
      ...present.network,
      payoutsAt: 'present',
      at: (place: string) => (place === 'former' ? { payouts: before.network } : undefined),
    };
    await takeStep({ ...used.stack.deps, network }, id);
    expect([present.asked, before.asked.length]).toEqual([[], 2]);
    expect(await used.stack.deps.cashouts.get(id)).toMatchObject({ status: 'SUCCESS', sentTo: 'former' });

    const next = await processing(caller);
    await takeStep({ ...used.stack.deps, network }, next);
    expect(before.asked.length).toBe(2);
    expect(await used.stack.deps.cashouts.get(next)).toMatchObject({ status: 'SUCCESS', sentTo: 'present' });
    expect(await incidentsOf(used.stack, id)).toEqual([]);
  });

  test('a network fault is handled like a time-out', async () => {
    const id = await processing(await used.newCaller());
    await takeStep({ ...used.stack.deps, network: answers([], []).network }, id);

    expect(await used.stack.deps.cashouts.get(id)).toMatchObject({ status: 'PROCESSING', tries: 1 });
  });

  test('if several workers get no answer from the network, one of them schedules the next try', async () => {
    const id = await processing(await used.newCaller());
    await takeStep({ ...used.stack.deps, network: answers([unknown], []).network }, id);
    const sent: [number, number | undefined][] = [];
    const queues = {
      ...used.stack.deps.queues,
      send: async (_: string, to: QueuedRow, delay?: number) => void sent.push([to.id, delay]),
    };
    let asking = 0;
    const everybody = Promise.withResolvers<void>();
    const findPayment = async () => {
      asking += 1;
      if (asking === 5) everybody.resolve();
      await everybody.promise;
      return unknown;
    };
    const deps = { ...used.stack.deps, queues, network: { ...used.stack.deps.network, findPayment } };

    await Promise.all(Array.from({ length: 5 }, () => takeStep(deps, id)));

    expect(sent).toEqual([[id, 2]]);
    expect(await used.stack.deps.cashouts.get(id)).toMatchObject({ status: 'PROCESSING', tries: 2 });
  });

  describe('at a network that executes a repeated payment only once,', () => {
    const again = async (
      found: PaymentLookup,
      {
        isOnce = true,
        hours = 0,
        freeze,
      }: { isOnce?: boolean; hours?: number; freeze?: (caller: Caller) => Promise<unknown> } = {},
    ) => {
      const caller = await used.newCaller();
      const id = await processing(caller);
      const first = answers([unknown], []);
      await takeStep({ ...used.stack.deps, network: first.network }, id);
      await freeze?.(caller);
      const now = () => new Date(Date.now() + hours * 3_600_000);
      const second = answers([settled], [found]);
      const network = { ...second.network, repeatsPayOnce: isOnce };
      await takeStep({ ...used.stack.with({ now }), network }, id);
      return { id, asked: second.asked, first: first.asked[0] };
    };

    test('a payment whose look-up gives no result is sent again, with the same reference and end-to-end id', async () => {
      const { id, asked, first } = await again(unknown);
      expect(asked).toEqual([`find ${id}`, first]);
      expect(await used.stack.deps.cashouts.get(id)).toMatchObject({ status: 'SUCCESS' });
    });

    test.each<[string, PaymentLookup, Parameters<typeof again>[1]]>([
      [
        'the network has a different amount under the payment’s reference',
        { ...unknown, otherAmountCents: cents(5) },
        {},
      ],
      ['the network does not promise to execute repeats only once', unknown, { isOnce: false }],
      ['its end-to-end id is too old', unknown, { hours: 13 }],
      [
        'the account was frozen in the meantime',
        unknown,
        { freeze: ({ tenant }) => openOperator(used.stack).freeze('account', accountIdOf(tenant)) },
      ],
    ])('a payment is looked up, but not sent again, if %s', async (_, found, more) => {
      const { id, asked } = await again(found, more);
      expect(asked).toEqual([`find ${id}`]);
      expect(await used.stack.deps.cashouts.get(id)).toMatchObject({ status: 'PROCESSING' });
    });
  });

  test('a transfer is ended by the look-up after the resend, and not by the refusal of the resend', async () => {
    const id = await processing(await used.newCaller());
    await takeStep({ ...used.stack.deps, network: answers([unknown], []).network }, id);

    await takeStep({ ...used.stack.deps, network: answers([failed], [missing, missing]).network }, id);
    expect(await used.stack.deps.cashouts.get(id)).toMatchObject({ status: 'PROCESSING', tries: 2 });

    await takeStep({ ...used.stack.deps, network: answers([failed], [missing, settled]).network }, id);
    expect(await used.stack.deps.cashouts.get(id)).toMatchObject({ status: 'SUCCESS' });
  });

  test('after twelve hours, a payment that may have been sent is looked up but not sent again, and an incident is opened', async () => {
    const id = await processing(await used.newCaller());
    await takeStep({ ...used.stack.deps, network: answers([unknown], []).network }, id);
    const now = () => new Date(Date.now() + 13 * 3_600_000);

    const late = answers([], [missing]);
    await takeStep({ ...used.stack.with({ now }), network: late.network }, id);

    expect(late.asked).toEqual([`find ${id}`]);
    expect(await used.stack.deps.cashouts.get(id)).toMatchObject({ status: 'PROCESSING', tries: 2 });
    expect(await incidentsOf(used.stack, id)).toMatchObject([{ kind: 'unresolved_payment', cashoutId: id }]);
  });

  test('one incident is opened after twelve hours, and the look-ups continue', async () => {
    const id = await processing(await used.newCaller());
    await takeStep({ ...used.stack.deps, network: answers([unknown], []).network }, id);
    const now = () => new Date(Date.now() + 13 * 3_600_000);
    const later = used.stack.with({ now });

    await takeStep({ ...later, network: answers([], [unknown]).network }, id);
    await takeStep({ ...later, network: answers([], [unknown]).network }, id);
    expect(await incidentsOf(used.stack, id)).toMatchObject([{ id: `cashout-${id}-overdue` }]);
    await takeStep({ ...later, network: answers([], [settled]).network }, id);

    expect(await used.stack.deps.cashouts.get(id)).toMatchObject({ status: 'SUCCESS' });
  });

  test('after twelve hours, an end-to-end id that was never sent is replaced by a new id', async () => {
    const caller = await used.newCaller();
    const id = await processing(caller);
    const before = (await used.stack.deps.cashouts.get(id))?.endToEndId;
    await takeStep(used.stack.with({ now: () => new Date(Date.now() + 13 * 3_600_000) }), id);

    const row = await used.stack.deps.cashouts.get(id);
    expect(row?.status).toBe('SUCCESS');
    expect(row?.endToEndId).not.toBe(before);
    expect((await paymentOf(used.stack, id))?.endToEndId).toBe(row?.endToEndId);
    await expectLedgerAddsUp(used.stack, caller.tenant);
  });

  test('a refusal of the first send does not end the transfer if another worker may have sent the payment before', async () => {
    const caller = await used.newCaller();
    const id = await processing(caller);
    const clock = { ahead: 0 };
    const now = () => new Date(Date.now() + clock.ahead);
    const sender = answers([], [settled]);
    // The first worker's lease ends before it sends the payment, and a second worker sends the payment.
    const sendPayment: PixNetwork['sendPayment'] = async () => {
      clock.ahead = 6_000;
      const second = answers([unknown], [missing]).network;
      await takeStep({ ...used.stack.with({ now }), network: second }, id);
      return { kind: 'failed', code: 'DUPL', text: 'DUPL - sent twice' };
    };

    await takeStep({ ...used.stack.with({ now }), network: { ...sender.network, sendPayment } }, id);

    expect(sender.asked).toEqual([`find ${id}`]);
    expect((await used.stack.deps.cashouts.get(id))?.status).toBe('SUCCESS');
    expect(await expectLedgerAddsUp(used.stack, caller.tenant)).toMatchObject({
      heldCents: 0,
      availableCents: 999_000,
    });
  });

  test('a worker whose key look-up has failed does not end the lease of the worker that pays', async () => {
    const caller = await used.newCaller();
    const id = await processing(caller);
    const sentBySecond: string[] = [];
    const sendPayment: PixNetwork['sendPayment'] = async () => {
      // Another worker, which read the row before the reservation, now records that the directory did not answer.
      if (early) await retryLater(used.stack.deps, early);
      const third = answers([], []);
      await takeStep({ ...used.stack.deps, network: third.network }, id);
      sentBySecond.push(...third.asked);
      return settled;
    };
    const early = await used.stack.deps.cashouts.get(id);

    await takeStep({ ...used.stack.deps, network: { ...used.stack.deps.network, sendPayment } }, id);

    expect(sentBySecond).toEqual([]);
    expect(await used.stack.deps.cashouts.get(id)).toMatchObject({ status: 'SUCCESS', tries: 0 });
  });

  test('a second worker does not touch a payment while the first worker may still be processing it', async () => {
    const id = await processing(await used.newCaller());
    const second = answers([], []);
    const sendPayment: PixNetwork['sendPayment'] = async () => {
      await takeStep({ ...used.stack.deps, network: second.network }, id);
      return settled;
    };

    await takeStep({ ...used.stack.deps, network: { ...used.stack.deps.network, sendPayment } }, id);

    expect(second.asked).toEqual([]);
    expect((await used.stack.deps.cashouts.get(id))?.status).toBe('SUCCESS');
  });

  test('a settlement that is reported after the transfer failed opens an incident, and the transfer stays ERROR', async () => {
    const caller = await used.newCaller();
    const id = await processing(caller);
    const { network } = answers([unknown], []);
    await takeStep({ ...used.stack.deps, network }, id);
    const row = await used.stack.deps.cashouts.get(id);
    if (!row) throw new Error('no row');
    const { endCashout } = await import('../../lib/payout/end-cashout.ts');
    await endCashout(used.stack.deps, row, failed);

    await endCashout(used.stack.deps, row, settled);

    expect((await used.stack.deps.cashouts.get(id))?.status).toBe('ERROR');
    expect(
      used.stack.lines.filter((line) => line.includes('contradicts') && line.includes(String(id))),
    ).toHaveLength(1);
    await expectLedgerAddsUp(used.stack, caller.tenant);
  });

  test('a key that the directory does not know ends the transfer as ERROR without a hold', async () => {
    const caller = await used.newCaller();
    const id = await processing(caller);
    const network: PixNetwork = {
      ...used.stack.deps.network,
      resolveKey: async () => ({ kind: 'not_found' }),
    };
    await takeStep({ ...used.stack.deps, network }, id);

    expect(await used.stack.deps.cashouts.get(id)).toMatchObject({
      status: 'ERROR',
      failureText: 'Pix key not found',
    });
    expect(await balanceOf(used.stack, caller.tenant)).toMatchObject({
      heldCents: 0,
      availableCents: 1_000_000,
    });
  });

  test.each<[string, PixNetwork['resolveKey']]>([
    ['does not answer', async () => ({ kind: 'unknown' })],
    ['cannot be reached', () => Promise.reject(new Error('no route to directory'))],
  ])('a directory that %s is queried again later', async (_, resolveKey) => {
    const id = await processing(await used.newCaller());
    const network: PixNetwork = { ...used.stack.deps.network, resolveKey };
    await takeStep({ ...used.stack.deps, network }, id);

    expect(await used.stack.deps.cashouts.get(id)).toMatchObject({ status: 'PROCESSING', tries: 1 });
  });
});

describe('a message to the worker', () => {
  test('a message for a cashout that is still NEW pays nothing', async () => {
    const caller = await used.newCaller();
    const created = await caller.post('/create-cashout', {
      ...caller.source,
      amount: 10,
      key: 'fulano@example.com',
    });

    const answer = await used.stack.invoke('completeTransfer', message(created.body.id));

    expect(answer).toEqual({ batchItemFailures: [] });
    expect(await paymentOf(used.stack, created.body.id)).toBeUndefined();
    expect((await used.stack.deps.cashouts.get(created.body.id))?.status).toBe('NEW');
  });

  test('a message for an unknown cashout is removed from the queue', async () => {
    expect(await used.stack.invoke('completeTransfer', message(42))).toEqual({ batchItemFailures: [] });
  });

  test.each([
    ['not JSON', '{'],
    ['another version', '{"version":2,"id":1}'],
    ['no id', '{"version":1}'],
  ])(
    'an invalid message (%s) fails alone, and the next message of the batch is processed',
    async (_, body) => {
      const id = await processing(await used.newCaller());
      const poison = { messageId: 'poison', body };

      const answer = await used.stack.invoke('completeTransfer', {
        Records: [poison, ...message(id).Records],
      });

      expect(answer).toEqual({ batchItemFailures: [{ itemIdentifier: 'poison' }] });
      expect((await used.stack.deps.cashouts.get(id))?.status).toBe('SUCCESS');
    },
  );
});

test('cashouts of an account whose workers are all busy are returned to the queue, and another account’s cashout is paid', async () => {
  const [crowded, other] = [await used.newCaller(), await used.newCaller()];
  const ids: number[] = [];
  for (let count = 0; count < 20; count++) ids.push(await processing(crowded));
  const single = await processing(other);
  const sent: (readonly QueuedRow[])[] = [];
  const queues = {
    ...used.stack.deps.queues,
    sendAll: async (_: string, rows: readonly QueuedRow[]) => void sent.push(rows),
  };
  const full: BacklogSlots = async (_, size) => (size > 1 ? undefined : async () => {});
  const body = (some: number[], { source }: Caller) =>
    JSON.stringify({
      version: 1,
      ids: some,
      account: { branch: source.source_account_branch_identifier, number: source.source_account_number },
    });
  const Records = [body(ids.slice(0, 10), crowded), body(ids.slice(10), crowded), body([single], other)].map(
    (text, index) => ({ messageId: String(index), body: text }),
  );

  const answer = await used.stack.invoke(
    'completeTransfer',
    { Records },
    { ...used.stack.with({ queues }), backlogSlots: full },
  );

  expect(answer).toEqual({ batchItemFailures: [] });
  // The rows of both messages are sent back in one call, in any order.
  expect(sent.map((rows) => rows.map(({ id }) => id).toSorted())).toEqual([ids.toSorted()]);
  expect((await used.stack.deps.cashouts.get(single))?.status).toBe('SUCCESS');
  for (const id of ids) expect((await used.stack.deps.cashouts.get(id))?.status).toBe('PROCESSING');
});
