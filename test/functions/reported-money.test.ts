// The rule reported_money: what a MED report names is blocked at once, and ends by the decision, a return or its last day.

import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { applyNetworkEvent } from '../../lib/incoming/apply-network-event.ts';
import { pollNetwork } from '../../lib/incoming/poll-network.ts';
import { type MedReported, type NetworkEvent, networkEvent } from '../../lib/network/event.ts';
import { takeStep } from '../../lib/payout/take-step.ts';
import type { Caller } from '../support/api.ts';
import { payQrCode } from '../support/chargebacks.ts';
import { dyingAt } from '../support/faults.ts';
import { eventsOf, expectLedgerAddsUp, incidentsWhere } from '../support/ledger.ts';
import { reported } from '../support/med-cases.ts';
import { setRules } from '../support/rules.ts';
import { useStack } from '../support/use-stack.ts';

const used = useStack();
const day = 86_400_000;

/** Opens an account that has received 100.00 for a QR code. */
async function openCase(rule: 'blocked' | 'free' = 'blocked', balance = '1000.00') {
  const caller = await used.newCaller({ balance });
  await setRules(used.stack, caller, { 'reported-money': { reported: rule } });
  const payment = await payQrCode(used.stack, caller);
  const endToEndId = payment.end_to_end_id as string;
  const id = `report-${randomBytes(6).toString('hex')}`;
  const at = new Date().toISOString();
  const report = (change: Partial<MedReported['report']> = {}) =>
    reported(endToEndId, { id, createdAt: at, modifiedAt: at, ...change });
  const apply = async (event: NetworkEvent, deps = used.stack.deps) =>
    applyNetworkEvent(deps, networkEvent.parse(event));
  const decide = (change: Partial<MedReported['report']>) =>
    report({ modifiedAt: new Date(Date.parse(at) + 1_000).toISOString(), ...change });
  return {
    caller,
    endToEndId,
    report,
    decide,
    apply,
    /** The money is returned without our request, as MED does it. */
    giveBack: async (amountCents: number, deps = used.stack.deps) => {
      const credited = await used.stack.deps.incoming.findCredited(endToEndId);
      const returnId = `D607011902026112112${randomBytes(7).toString('hex').slice(0, 13)}`;
      const event = { version: 1, kind: 'return_imposed', returnId, amountCents, nature: 'MED_FRAUDE', at };
      await apply({ ...event, payment: credited?.payment } as NetworkEvent, deps);
    },
    pay: async (amount: number) => {
      const body = { ...caller.source, amount, key: 'fulano@example.com' };
      const { id: cashout } = (await caller.post('/create-cashout-self-approve', body)).body;
      await takeStep(used.stack.deps, cashout);
      return (await caller.get(`/v3/cashouts/${cashout}`)).body.status;
    },
    medCase: async () => (await caller.get(`/v3/meds/${id}`)).body,
    money: async () => {
      await expectLedgerAddsUp(used.stack, caller.tenant);
      return shown(caller);
    },
    told: async () =>
      (await eventsOf(used.stack, caller.tenant))
        .filter(({ id: name }) => name.startsWith(`med-${id}-block`))
        .map(({ type, body }) => [type, JSON.parse(body).data.blocked_amount]),
  };
}

async function shown(caller: Caller) {
  const { source_account_branch_identifier: branch, source_account_number: number } = caller.source as never;
  const { body } = await caller.get(`/v3/accounts/${branch}/${number}/balance`);
  return [body.available, body.held_for_reports, body.held_for_cashouts, body.held_for_refunds];
}

test('a report blocks what it names at once, an event tells of it, and no payout takes it', async () => {
  const its = await openCase();

  await its.apply(its.report());

  expect(await its.money()).toEqual([1_000, 100, 0, 0]);
  expect(await its.medCase()).toMatchObject({ blocked_amount: 100, status: 'WAITING' });
  expect(await its.told()).toEqual([['med.changed', 100]]);
  expect(await its.pay(1_000.01)).toBe('ERROR');
  expect(await its.pay(1_000)).toBe('SUCCESS');
  expect(await its.money()).toEqual([0, 100, 0, 0]);
});

test('without the rule a report blocks nothing, and a rule that ends keeps older blocks until their decision', async () => {
  const free = await openCase('free');
  await free.apply(free.report());
  expect(await free.money()).toEqual([1_100, 0, 0, 0]);

  const its = await openCase();
  await its.apply(its.report());
  await setRules(used.stack, its.caller, { 'reported-money': { reported: 'free' } });
  await its.apply(its.report());
  expect(await its.money()).toEqual([1_000, 100, 0, 0]);
  await its.apply(its.decide({ status: 'CLOSED', analysisResult: 'DISAGREED' }));
  expect(await its.money()).toEqual([1_100, 0, 0, 0]);
});

test('at most the balance is blocked; when the report is read again, money that has arrived since is blocked too', async () => {
  const its = await openCase('blocked', '50.00');
  expect(await its.pay(120)).toBe('SUCCESS');

  await its.apply(its.report());
  expect(await its.money()).toEqual([0, 30, 0, 0]);
  await payQrCode(used.stack, its.caller, { amount: 40 });
  await its.apply(its.report());
  expect(await its.money()).toEqual([0, 70, 0, 0]);
  await payQrCode(used.stack, its.caller, { amount: 100 });
  await its.apply(its.report());
  expect(await its.money()).toEqual([70, 100, 0, 0]);
  expect(await its.told()).toEqual([
    ['med.changed', 30],
    ['med.changed', 70],
    ['med.changed', 100],
  ]);
});

describe('a block ends', () => {
  test.each([
    ['closed without agreement', { status: 'CLOSED', analysisResult: 'DISAGREED' }],
    ['withdrawn', { status: 'CANCELLED' }],
  ] as const)('when the report is %s: the money is available again', async (_, end) => {
    const its = await openCase();
    await its.apply(its.report());

    await its.apply(its.decide(end));

    expect(await its.money()).toEqual([1_100, 0, 0, 0]);
    expect(await its.medCase()).toMatchObject({ blocked_amount: 0 });
    expect((await its.told()).at(-1)).toEqual(['med.changed', 0]);
  });

  test('when it is accepted: the return takes the blocked money, even if the account has paid out everything else', async () => {
    const its = await openCase();
    await its.apply(its.report());
    expect(await its.pay(1_000)).toBe('SUCCESS');
    await its.apply(its.decide({ status: 'CLOSED', analysisResult: 'AGREED' }));
    expect(await its.money()).toEqual([0, 100, 0, 0]);

    await its.giveBack(10_000);

    expect(await its.money()).toEqual([0, 0, 0, 0]);
    expect(await its.medCase()).toMatchObject({ blocked_amount: 0, refunded_amount: 100 });
    expect(
      await incidentsWhere(
        used.stack,
        ({ kind, account }) =>
          kind === 'account_overdrawn' && account?.number === its.caller.source.source_account_number,
      ),
    ).toEqual([]);
  });

  test('in part: a return in part leaves the rest blocked until the refund is over', async () => {
    const its = await openCase();
    await its.apply(its.report());
    await its.apply(its.decide({ status: 'CLOSED', analysisResult: 'AGREED' }));

    await its.giveBack(4_000);
    expect(await its.money()).toEqual([1_000, 60, 0, 0]);
    await its.apply(
      its.report({
        status: 'CLOSED',
        analysisResult: 'AGREED',
        modifiedAt: new Date(Date.now() + 5_000).toISOString(),
        refund: { status: 'CLOSED' },
      }),
    );
    expect(await its.money()).toEqual([1_060, 0, 0, 0]);
  });

  test('on its last day, when no PSP has decided, without any further report', async () => {
    const its = await openCase();
    await its.apply(its.report());
    const events: NetworkEvent[] = [];
    const pollAt = async (at: number) => {
      const now = new Date(Math.ceil(at / 3_600_000) * 3_600_000 + 60_000);
      const deps = used.stack.with({ now: () => now });
      const queues = { ...deps.queues, sendEvent: async (event: NetworkEvent) => void events.push(event) };
      await pollNetwork({ ...deps, queues });
      for (const event of events.splice(0)) await its.apply(event, used.stack.with({ now: () => now }));
    };

    await pollAt(Date.now() + 10 * day);
    expect(await its.money()).toEqual([1_000, 100, 0, 0]);
    await pollAt(Date.now() + 11 * day);
    expect(await its.money()).toEqual([1_100, 0, 0, 0]);
  });
});

describe('a block is right whatever happens at the same time:', () => {
  test('two reports and two readings of each at once block the higher amount once', async () => {
    const its = await openCase();
    const other = { ...its.report({ amountCents: 6_000 }) };
    const second = { ...other, report: { ...other.report, id: `${other.report.id}-2` } };
    await Promise.all([its.report(), second, its.report(), second].map((event) => its.apply(event)));

    expect(await its.money()).toEqual([1_000, 100, 0, 0]);
  });

  test('payouts at the same time and the block never take the same money', async () => {
    const its = await openCase('blocked', '0.10');
    const [, ...paid] = await Promise.all([
      its.apply(its.report()),
      ...Array.from({ length: 5 }, () => its.pay(25)),
    ]);
    await its.apply(its.report());

    const out = paid.filter((status) => status === 'SUCCESS').length * 25;
    const [available = 0, blocked = 0] = await its.money();
    expect(Math.round((available + blocked + out) * 100)).toBe(10_010);
    expect(available === 0 || blocked === 100).toBe(true);
  });

  test('a return and a report at the same time end without a block and without an overdraft', async () => {
    const its = await openCase('blocked', '0.10');
    await Promise.all([its.apply(its.report()), its.giveBack(10_000)]);
    await its.apply(its.report());

    expect(await its.money()).toEqual([0.1, 0, 0, 0]);
    expect(await its.medCase()).toMatchObject({ blocked_amount: 0, refunded_amount: 100 });
  });

  test.each(Array.from({ length: 12 }, (_, index) => index + 1))(
    'a run that dies at call %d of the database is repeated without harm',
    async (call) => {
      const its = await openCase();
      const { client, died } = dyingAt(call, call % 2 === 0 ? 'before' : 'after');
      await Promise.race([its.apply(its.report(), used.stack.with({ client })), died]);
      await its.apply(its.report());

      expect(await its.money()).toEqual([1_000, 100, 0, 0]);
      expect(await its.medCase()).toMatchObject({ blocked_amount: 100 });
      expect(await its.told()).toEqual([['med.changed', 100]]);
    },
  );
});
