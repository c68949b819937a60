// Causes each loss of single payments, accounts, events and files (docs/disaster.md) on the real code, and evaluates its
// alarm over what the code has counted.

import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { describe } from 'vitest';
import { moneyLosses } from '../../../infra/losses/money.ts';
import type { Deps } from '../../../lib/app/deps.ts';
import { cents } from '../../../lib/base/money.ts';
import { pollChargeback } from '../../../lib/chargeback/poll-chargeback.ts';
import { makeExport } from '../../../lib/export/make-export.ts';
import { applyNetworkEvent } from '../../../lib/incoming/apply-network-event.ts';
import { pollNetwork } from '../../../lib/incoming/poll-network.ts';
import { type NetworkEvent, networkEvent } from '../../../lib/network/event.ts';
import { takeStep } from '../../../lib/payout/take-step.ts';
import { countDatabaseFaults } from '../../../lib/platform/database-faults.ts';
import { documentClient } from '../../../lib/platform/table.ts';
import { resumeStalled } from '../../../lib/recovery/resume-stalled.ts';
import { deliverWebhook } from '../../../lib/webhook/deliver-webhook.ts';
import { openFullDay } from '../../psp/full-day.ts';
import { openPspStack } from '../../psp/psp-stack.ts';
import { openCaller, openTenant, sendInProcess, signed } from '../../support/api.ts';
import { chargeBack, payQrCode } from '../../support/chargebacks.ts';
import { engineClient } from '../../support/clients.ts';
import type { Timeline, Written } from '../../support/evaluate-alarm.ts';
import { openPlainReceiver } from '../../support/receiver.ts';
import { type Counted, collecting } from '../../support/stack.ts';
import { useStack } from '../../support/use-stack.ts';
import { accountOf } from '../../support/watches.ts';
import { heldQueues, register, tell } from '../../support/webhooks.ts';
import { hourly, once, since, testMinutes, writtenOf } from './raised.ts';

const used = useStack({ settings: { RESUME_AFTER_SECONDS: '60', CHARGEBACK_POLL_SECONDS: '30' } });
/** A stage whose payouts stop. */
const stopped = useStack();

/** Opens a company with a clock of its own, whose messages wait for the test. Collects what is counted from then on. */
async function openCase({ stack } = used) {
  const counted: Counted[] = [];
  let time = Date.parse('2027-03-01T12:00:00.000Z');
  const held = heldQueues(stack);
  const offer = async () => ({ unsent: [] });
  const queues = { ...held.queues, send: async () => {}, offer };
  const world = { metrics: collecting(counted), now: () => new Date(time), queues };
  const deps = stack.with(world);
  const caller = await openCaller(sendInProcess(stack, deps), await openTenant(sendInProcess(stack, deps)));
  return {
    deps,
    caller,
    send: sendInProcess(stack, deps),
    messages: held.messages,
    with: (other: Parameters<typeof stack.with>[0]) => stack.with({ ...world, ...other }),
    later(seconds: number) {
      time += seconds * 1_000;
    },
    pay: async (key = 'fulano@example.com'): Promise<number> =>
      (await caller.post('/create-cashout-self-approve', { ...caller.source, amount: 10, key })).body.id,
    /** Returns what the run has counted. */
    async written(run: () => Promise<unknown>): Promise<Written[]> {
      counted.length = 0;
      await run();
      return writtenOf(counted);
    },
  };
}
type Case = Awaited<ReturnType<typeof openCase>>;

/** Runs something in each minute from minute 0. */
async function minuteByMinute(one: Case, minutes: number, run: () => Promise<unknown>): Promise<Timeline> {
  const all: Written[][] = [];
  for (let minute = 0; minute <= minutes; minute++) {
    one.later(60);
    all.push(await one.written(run));
  }
  return (minute) => all[minute] ?? [];
}

/** What is late is found so many minutes after the loss: if only the sweep runs, in its fourth run. */
const sinceFound =
  (minutes: number, bad: readonly Written[], good: readonly Written[]): Timeline =>
  (minute) =>
    minute < 0 ? good : minute < minutes ? [] : bad;

/** A cashout that is final in time, and one that is late. */
async function inTimeAndLate(): Promise<{ good: Written[]; bad: Written[] }> {
  const one = await openCase();
  const end = async (seconds: number) => {
    const id = await one.pay();
    one.later(seconds);
    return one.written(() => takeStep(one.deps, id));
  };
  return { good: await end(1), bad: await end(121) };
}

/** The first attempt of an event to a prompt receiver, in time and late. */
async function sentInTimeAndLate(): Promise<{ good: Written[]; bad: Written[] }> {
  const one = await openCase();
  const receiver = await openPlainReceiver();
  await register(one.caller, receiver.url);
  const send = async (seconds: number) => {
    await tell(one.deps, await one.pay());
    one.later(seconds);
    return one.written(() => deliverWebhook(one.deps, one.messages.shift()?.message as never));
  };
  await send(1);
  const both = { good: await send(1), bad: await send(61) };
  await receiver.close();
  return both;
}

const returned = (more: object): NetworkEvent =>
  networkEvent.parse({ version: 1, kind: 'payment_returned', code: 'MD06', parked: 0, ...more });

const received = ({ caller }: Case) => ({
  ...{ version: 1, kind: 'payment_received', amountCents: 1_000, at: '2027-03-01T11:00:00.000Z' },
  ...{
    account: accountOf(caller),
    endToEndId: 'E60701190202703011100ABCDEFGHIJK',
    transactionId: 77,
    payer: {},
  },
});

const causes: Record<keyof typeof moneyLosses, () => Promise<Timeline>> = {
  async cashoutStuck() {
    const one = await openCase();
    await one.pay();
    return minuteByMinute(one, 40, () => resumeStalled(one.deps));
  },
  cashoutsLate: async () => {
    const { good, bad } = await inTimeAndLate();
    return sinceFound(4, bad, good);
  },
  cashoutsLateOften: async () => {
    const { good, bad } = await inTimeAndLate();
    return hourly(bad, good);
  },
  async cashoutsUnsettled() {
    const one = await openCase();
    const fail = async () => takeStep(one.deps, await one.pay('am04@sandbox.pix'));
    return since((await Promise.all([fail, fail].map((run) => one.written(run)))).flat());
  },
  async chargebackStuck() {
    const one = await openCase();
    const stack = { ...used.stack, deps: one.deps };
    const { qr_code_id } = await payQrCode(stack, one.caller, { payer: { name: 'unknown@sandbox.pix' } });
    const { body } = await chargeBack(one.caller, qr_code_id, 40);
    return minuteByMinute(one, 60, () => pollChargeback(one.deps, body.id));
  },
  async pspRefuses() {
    const one = await openCase(stopped);
    const id = await one.pay();
    const refuses = async () => ({ kind: 'unknown', ownFault: 'insufficient_scope' }) as const;
    const network: Deps['network'] = { ...one.deps.network, sendPayment: refuses, findPayment: refuses };
    return once(await one.written(() => takeStep({ ...one.deps, network }, id)));
  },
  async keyLookupsWait() {
    const one = await openCase(stopped);
    const usual = { capacity: 20, perMinute: 1 };
    const keyBucket = { usual, read: async () => ({ tokens: 0, ...usual }) };
    const id = await one.pay();
    const network = { ...one.deps.network, keyBucket };
    const deps = { ...one.deps, network, pause: async () => {} };
    return minuteByMinute(one, 16, () => takeStep(deps, id));
  },
  async contradiction() {
    const one = await openCase();
    const event = returned({ cashoutId: 4_242, returnId: 'D99999010202703011200stray', amountCents: 100 });
    return once(await one.written(() => applyNetworkEvent(one.deps, event)));
  },
  async otherAmount() {
    const one = await openCase();
    const id = await one.pay();
    const other = async () => ({ kind: 'settled', operationId: 'x', otherAmountCents: cents(1) }) as const;
    const network: Deps['network'] = { ...one.deps.network, sendPayment: other };
    return once(await one.written(() => takeStep({ ...one.deps, network }, id)));
  },
  async overdrawn() {
    const one = await openCase();
    const payment = received(one);
    await applyNetworkEvent(one.deps, networkEvent.parse(payment));
    const event = {
      ...{
        version: 1,
        kind: 'return_imposed',
        amountCents: 1_000,
        nature: 'MED_FRAUD',
        reason: 'x',
        payment,
      },
      ...{ returnId: 'D60701190202703011200ABCDEFGHIJK', at: '2027-03-01T11:30:00.000Z' },
    };
    const all = { ...one.caller.source, amount: 10_010, key: 'fulano@example.com' };
    await takeStep(one.deps, (await one.caller.post('/create-cashout-self-approve', all)).body.id);
    return once(await one.written(() => applyNetworkEvent(one.deps, networkEvent.parse(event))));
  },
  async unassigned() {
    const one = await openCase();
    const [endToEndId, horario] = ['E60701190202703011100NOBODY00000', '2027-03-01T11:00:00.000Z'];
    const body = JSON.stringify({
      pix: [{ endToEndId, valor: '10.00', horario, chave: 'nobody@example.com' }],
    });
    const headers = { hmac: signed('local-network-callback', body) };
    const callBack = () => one.send({ method: 'POST', path: '/network/pix', headers, body });
    return once(await one.written(callBack));
  },
  async itemsSkipped() {
    const { stack, lists, close } = await openPspStack(() => new Date('2026-11-22T12:30:00.000Z'));
    lists.infracoes = [5 as never];
    stack.counted.length = 0;
    await pollNetwork(stack.deps);
    await close();
    return (minute) => (minute >= 0 && minute % 5 === 4 ? writtenOf(stack.counted) : []);
  },
  async pspBooksDiffer() {
    const bank = await openFullDay();
    bank.book({ kind: 'sent', number: 5_000, amountCents: 1_000, account: 0 });
    await bank.closeBooks();
    bank.goTo('2026-11-21T09:00:00.000Z');
    const deps = bank.stack.with({ now: bank.clock, pause: async () => {} });
    bank.stack.counted.length = 0;
    await bank.stack.invoke('reconcilePsp', {}, deps);
    return (minute) => (minute >= 0 && minute % 60 === 59 ? writtenOf(bank.stack.counted) : []);
  },
  async exportWrong() {
    const one = await openCase();
    await takeStep(one.deps, await one.pay());
    one.later(300);
    const { branch, number } = accountOf(one.caller);
    const path = `/v3/account-statements/${branch}/${number}/exports`;
    const { body } = await one.caller.post(path, { month: '2027-03', format: 'csv' });
    const listAfter: Deps['statement']['listAfter'] = async (...asked) =>
      (await one.deps.statement.listAfter(...asked)).slice(1);
    const statement = { ...one.deps.statement, listAfter };
    return once(
      await one.written(() => makeExport({ ...one.deps, statement }, accountOf(one.caller), body.id)),
    );
  },
  deliveriesLate: async () => {
    const { good, bad } = await sentInTimeAndLate();
    return sinceFound(1, bad, good);
  },
  deliveriesLateOften: async () => {
    const { good, bad } = await sentInTimeAndLate();
    return hourly(bad, good);
  },
  async databaseThrottled() {
    const one = await openCase();
    const counted: Counted[] = [];
    const throttled = { statusCode: 400, headers: {}, body: Buffer.from(JSON.stringify(throttle)) };
    const requestHandler = { handle: async () => ({ response: throttled }) } as never;
    const client = countDatabaseFaults(
      documentClient(engineClient(DynamoDBClient, { requestHandler, maxAttempts: 2 })),
      collecting(counted).count,
    );
    for (let calls = 0; calls < 5; calls++) await takeStep(one.with({ client }), 1).catch(() => {});
    return once(writtenOf(counted));
  },
};

const throttle = { __type: 'com.amazonaws.dynamodb.v20120810#ThrottlingException', message: 'throttled' };

describe('a loss of money, events or files', () => {
  testMinutes(moneyLosses, causes);
});
