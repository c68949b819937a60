import { expect, onTestFinished, test } from 'vitest';
import { takeStep } from '../../lib/payout/take-step.ts';
import { openPspStack } from '../psp/psp-stack.ts';
import { openOperator } from '../support/admin.ts';
import { openCaller, openTenant, sendInProcess } from '../support/api.ts';

const short = 'Payouts are short of funds at the PSP';

/** Opens an institution with this balance at its PSP. By default the balance has a floor of 1,000 reais. */
async function openBank(floatCents: number, more: Record<string, string> = { PSP_FLOOR_CENTS: '100000' }) {
  let now = new Date('2026-11-20T15:00:00.000Z');
  const one = await openPspStack(() => now, more);
  onTestFinished(() => one.close());
  one.books.floatCents = floatCents;
  const send = sendInProcess(one.stack);
  const caller = await openCaller(send, await openTenant(send, { balance: 100_000 }));
  const counted: [name: string, value: number][] = [];
  const metrics = {
    count: (name: string, value = 1) => void counted.push([name, value]),
    flush: () => {},
  };
  const deps = one.stack.with({ now: () => now, metrics });
  const [place = ''] = deps.balances.map((balance) => balance.place);
  const poll = async () => {
    counted.length = 0;
    await one.stack.invoke('pollNetwork', {}, deps);
    return Object.fromEntries(counted);
  };
  const pass = (seconds: number) => {
    now = new Date(now.getTime() + seconds * 1_000);
  };
  const pay = async (amount: number, key = 'fulano@example.com') => {
    const { body } = await caller.post('/create-cashout-self-approve', { ...caller.source, amount, key });
    await takeStep(deps, body.id);
    pass(60);
    await takeStep(deps, body.id);
    return deps.cashouts.get(body.id);
  };
  return { ...one, caller, deps, place, poll, pass, pay };
}

test('a PSP balance below its floor is counted for the alarm, and payments in progress reduce the available part of the balance', async () => {
  const bank = await openBank(150_000);
  expect(await bank.poll()).toEqual({ PspRoom: 150_000 });
  await bank.pay(600, 'unknown@sandbox.pix');
  expect(await bank.poll()).toEqual({ PspRoom: 90_000, PspBelowFloor: 1 });
  const { networks } = await openOperator(bank.stack).networks();
  expect(networks).toEqual([
    {
      network: bank.place,
      settings: 'new payouts, new refunds',
      in_progress: 1,
      sum: '600.00',
      oldest: expect.any(String),
      psp_balance: '1500.00',
      psp_blocked: '0.00',
      psp_room: '900.00',
      read_at: '2026-11-20T15:01:00.000Z',
    },
  ]);
});

test('a payment above the available PSP balance is cancelled with a reason and without a hold, and a smaller payment is paid', async () => {
  const bank = await openBank(5_000);
  await bank.poll();
  expect(await bank.pay(50.01)).toMatchObject({ status: 'CANCELLED', failureText: short });
  const [branch = '', number = ''] = Object.values(bank.caller.source);
  expect(await bank.deps.accounts.get({ branch, number })).toMatchObject({ heldCents: 0 });
  expect(await bank.pay(50)).toMatchObject({ status: 'SUCCESS' });
});

test('a payment within this institution does not depend on the PSP balance', async () => {
  const bank = await openBank(0);
  await bank.poll();
  const send = sendInProcess(bank.stack);
  const payee = await openTenant(send, { balance: 0 });
  expect(await bank.pay(70, payee.accounts[0]?.pix_key)).toMatchObject({ status: 'SUCCESS' });
});

test('payments are possible again after money has arrived at the PSP', async () => {
  const bank = await openBank(0);
  await bank.poll();
  expect(await bank.pay(70)).toMatchObject({ failureText: short });
  bank.books.floatCents = 1_000_000;
  bank.pass(60);
  await bank.poll();
  expect(await bank.pay(70)).toMatchObject({ status: 'SUCCESS' });
});

test('a PSP balance older than fifteen minutes stops no payment, and a failed read of the balance is counted', async () => {
  const bank = await openBank(0);
  await bank.poll();
  bank.pass(16 * 60);
  bank.psp.faults.push('503 before');
  expect(await bank.poll()).toEqual({ NetworkListsFailed: 1 });
  expect(await bank.pay(70)).toMatchObject({ status: 'SUCCESS' });
});

test('in a stage without a floor the PSP balance is not read and stops no payment', async () => {
  const bank = await openBank(0, {});
  expect(await bank.poll()).toEqual({});
  expect(await bank.pay(70)).toMatchObject({ status: 'SUCCESS' });
});
