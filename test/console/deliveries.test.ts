// The page of a webhook's delivery, and the redelivery of many deliveries.

import { expect, test } from 'vitest';
import type { DeliveryMessage } from '../../lib/webhook/delivery.ts';
import { newDelivery } from '../../lib/webhook/delivery.ts';
import { pauseByOperator } from '../../lib/webhook/operate-webhook.ts';
import { openPlainReceiver } from '../support/receiver.ts';
import { deliver, register } from '../support/webhooks.ts';
import { unbalanced } from './unbalanced.ts';
import { useConsole } from './visitor.ts';

const its = useConsole({ OUTBOUND_LOOPBACK: 'allow' });

/** Opens a company with a webhook, and records the messages sent to the delivery queue. */
async function openDesk(permissions = ['WEBHOOK'], url = 'http://127.0.0.1:9/events') {
  const desk = await its.openDesk(permissions);
  const { id } = await register(desk.company, url);
  const path = `/console/webhooks/${desk.at}/${id}`;
  const messages: DeliveryMessage[] = [];
  const own = its.used.stack.with({ now: () => its.clock.now });
  const sendDelivery = async (message: DeliveryMessage) => void messages.push(message);
  its.using = { ...own, queues: { ...own.queues, sendDelivery } };
  const [branch = '', number = ''] = desk.at.split('/');
  const webhook = (await own.webhooks.list({ branch, number }))[0] ?? expect.fail('it is registered');
  const send = (to: string, form: Record<string, string> = {}) =>
    desk.browser.send(path + to, Object.entries(form));
  const visit = (to: string) => desk.browser.visit(path + to);
  /** Stores failed deliveries, one per minute, the first of them this many minutes ago. */
  async function fail(count: number, minutesAgo: number) {
    const insert = async (sequence: number) => {
      const at = new Date(its.clock.now.getTime() - (minutesAgo - sequence + 1) * 60_000);
      const event = { sequence, page: sequence, id: `e-${sequence}`, type: 'cashout.succeeded' };
      const row = newDelivery(webhook, event, at, { status: 'HELD' });
      const log = [{ at: at.toISOString(), result: 'answered', httpStatus: 500, milliseconds: 3 } as const];
      await own.deliveries.insert({ ...row, status: 'EXHAUSTED', attempts: 1, log });
    };
    await Promise.all(range(1, count).map(insert));
  }
  const sequencesSent = () =>
    messages
      .splice(0)
      .map(({ sequence }) => sequence)
      .toSorted((a, b) => a - b);
  const rowOf = (sequence: number) => own.deliveries.get({ webhookId: webhook.id, sequence });
  return { ...desk, own, path, messages, send, visit, fail, sequencesSent, webhook, rowOf };
}
type Desk = Awaited<ReturnType<typeof openDesk>>;
const minutesAgo = (minutes: number) =>
  new Date(its.clock.now.getTime() - (minutes + 180) * 60_000).toISOString().slice(0, 16);
const askedIn = (page: string) => /name="asked" value="([^"]+)"/.exec(page)?.[1] ?? expect.fail('no form');
const again = async (desk: Desk, given: Record<string, string>) => {
  const plan = await desk.visit(`/again?${new URLSearchParams(given)}`);
  return { plan: plan.text, form: { ...given, asked: askedIn(plan.text) } };
};
const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index);

test('the page of a delivery shows the sent body and the receiver’s answer', async () => {
  const receiver = await openPlainReceiver((response) => response.writeHead(503).end('down'));
  const desk = await openDesk(['WEBHOOK'], receiver.url);
  await desk.send('/test');
  await deliver(its.used.stack, desk.messages.pop() ?? expect.fail('nothing was sent'));
  const list = await desk.visit('');
  const [, to = ''] = new RegExp(`href="${desk.path}(/deliveries/\\d+)"`).exec(list.text) ?? [];
  const { text } = await desk.visit(to);
  expect(unbalanced(text)).toEqual([]);
  const [, shown = ''] = /<p class="id">([^<]*)</.exec(text) ?? [];
  expect(shown.replaceAll('&quot;', '"')).toBe(receiver.heard[0]?.body);
  expect(text).toContain('503');
  expect(text).toContain('webhook.test');
  await receiver.close();
});

test('the page of a delivery is shown without its event if the event cannot be read', async () => {
  const desk = await openDesk();
  await desk.fail(1, 10);
  const { status, text } = await desk.visit('/deliveries/1');
  expect(status).toBe(200);
  expect(text).toContain('The event could not be read now');
});

test('failed deliveries since a given time are sent again once, even if the form is submitted twice', async () => {
  const desk = await openDesk();
  await desk.fail(10, 10);
  const { plan, form } = await again(desk, { since: minutesAgo(4) });
  expect(unbalanced(plan)).toEqual([]);
  expect(plan).toContain('To send again now: 4 deliveries');
  expect(desk.sequencesSent()).toEqual([]);
  const answers = await Promise.all([desk.send('/again', form), desk.send('/again', form)]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  await desk.send('/again', form);
  expect(desk.sequencesSent()).toEqual([7, 8, 9, 10]);
  expect((await desk.rowOf(7))?.status).toBe('PENDING');
  expect((await desk.rowOf(6))?.status).toBe('EXHAUSTED');
});

test('a delivery that was attempted after the form was shown is not sent again by that form', async () => {
  const receiver = await openPlainReceiver();
  const desk = await openDesk(['WEBHOOK'], receiver.url);
  await desk.send('/test');
  await deliver(its.used.stack, desk.messages.pop() ?? expect.fail('nothing was sent'));
  its.wait(1);
  const { form } = await again(desk, { from: '1' });
  await desk.send('/again', form);
  its.wait(1);
  await deliver(its.used.stack, desk.messages.pop() ?? expect.fail('nothing was sent again'));
  await desk.send('/again', form);
  expect([desk.sequencesSent(), receiver.heard.length]).toEqual([[], 2]);
  await receiver.close();
});

test('a form redelivers up to a hundred deliveries, newest first, and the page shows how many are left', async () => {
  const desk = await openDesk();
  await desk.fail(230, 300);
  const { form } = await again(desk, { from: '11' });
  const first = await desk.send('/again', form);
  expect(first.text).toContain('100 deliveries sent again');
  expect(first.text).toContain('Left in the period: 120 deliveries');
  expect(desk.sequencesSent()).toEqual(range(131, 230));
  const [, before = ''] = /again\?from=11&amp;before=(\d+)"/.exec(first.text) ?? [];
  const next = await again(desk, { from: '11', before });
  expect((await desk.send('/again', next.form)).text).toContain('Left in the period: 20 deliveries');
  expect(desk.sequencesSent()).toEqual(range(31, 130));
  const last = await again(desk, { from: '11', before: '31' });
  expect((await desk.send('/again', last.form)).text).not.toContain('Left in the period');
  expect(desk.sequencesSent()).toEqual(range(11, 30));
});

test('the page shows a lower bound of the deliveries left if there are more than a thousand', async () => {
  const desk = await openDesk();
  await desk.fail(1_005, 2_000);
  const plan = await desk.visit('/again?from=1');
  expect(plan.text).toContain('To send again now: 100 deliveries');
  expect(plan.text).toContain('Left in the period: more than 900 deliveries');
  const near = await desk.visit('/again?from=10');
  expect(near.text).toContain('Left in the period: 896 deliveries');
});

test('a redelivery form older than ten minutes, or with an invalid time, sends nothing and is shown again', async () => {
  const desk = await openDesk();
  await desk.fail(2, 10);
  const { form } = await again(desk, { from: '1' });
  its.wait(11);
  for (const asked of [form.asked, '', 'x', '2999-01-01T00:00:00.000Z'])
    expect((await desk.send('/again', { ...form, asked })).text).toContain('To send again now: 2 deliveries');
  expect(desk.sequencesSent()).toEqual([]);
});

test.each(['', 'yesterday', '2031-02-30T10:00', '<script>'])(
  'the invalid date %j is refused with 422, and no delivery is sent',
  async (since) => {
    const desk = await openDesk();
    await desk.fail(1, 10);
    const asked = its.clock.now.toISOString();
    for (const answer of [
      await desk.send('/again', { since, asked }),
      await desk.send('/again', { from: since, asked }),
    ]) {
      expect(answer.status).toBe(422);
      expect(answer.text).toContain('Enter the date and time');
    }
    expect((await desk.visit(`/again?since=${encodeURIComponent(since)}`)).status).toBe(422);
    expect(desk.sequencesSent()).toEqual([]);
  },
);

test('a redelivery is refused with the reason while the webhook is paused', async () => {
  const desk = await openDesk();
  await desk.fail(1, 10);
  const { form } = await again(desk, { from: '1' });
  await pauseByOperator(desk.own, desk.webhook.id);
  const answer = await desk.send('/again', form);
  expect([answer.status, desk.sequencesSent()]).toEqual([422, []]);
  expect(answer.text).toContain('The webhook is paused');
});

test('a redelivery requires the permission WEBHOOK, and deliveries of another company answer 404', async () => {
  const other = await openDesk();
  await other.fail(1, 10);
  const { form } = await again(other, { from: '1' });
  const desk = await openDesk(['CREATE']);
  await desk.fail(1, 10);
  expect((await desk.visit('/deliveries/1')).text).not.toContain('Send again');
  expect((await desk.send('/again', form)).text).toContain('You cannot change');
  const elsewhere = [
    await desk.browser.visit(`${other.path}/deliveries/1`),
    await desk.browser.visit(`${other.path}/again?from=1`),
    await desk.browser.send(`${other.path}/again`, Object.entries(form)),
  ];
  expect(elsewhere.map(({ status }) => status)).toEqual([404, 404, 404]);
  expect([...desk.sequencesSent(), ...other.sequencesSent()]).toEqual([]);
});

test('a delivery or webhook with an impossibly large number answers 404', async () => {
  const desk = await openDesk();
  const huge = '9999999999999999';
  const answers = [
    await desk.visit(`/deliveries/${huge}`),
    await desk.send(`/deliveries/${huge}`),
    await desk.browser.visit(`/console/webhooks/${desk.at}/${huge}`),
    await desk.browser.visit(`/console/webhooks/${desk.at}/${huge}/again?from=1`),
    await desk.browser.send(`/console/webhooks/${desk.at}/${huge}/test`, []),
  ];
  expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404]);
});

test('the page of a delivery masks the CPFs in the event for people who may only look', async () => {
  const desk = await openDesk();
  await desk.fail(1, 10);
  const cpf = '39053344705';
  const event = { sequence: 1, id: 'e-1', body: JSON.stringify({ key: cpf, recipient_legal_id: cpf }) };
  its.using = {
    ...desk.own,
    events: { ...desk.own.events, getPage: async () => [event] },
  } as never;
  const textFor = async (permissions: string[]) => {
    const { browser } = await its.openSignedIn(desk.company, permissions);
    return (await browser.visit(`${desk.path}/deliveries/1`)).text;
  };
  for (const permission of ['CREATE', 'APPROVE', 'WEBHOOK'])
    expect(await textFor([permission])).toContain(cpf);
  const viewed = await textFor([]);
  expect(viewed).not.toContain(cpf);
  expect(viewed.split('***.533.447-**')).toHaveLength(3);
});
