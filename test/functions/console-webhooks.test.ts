import { generateSync } from 'otplib';
import { expect, test } from 'vitest';
import { useConsole } from '../console/visitor.ts';

const its = useConsole({ OUTBOUND_LOOPBACK: 'allow' });
const url = 'http://127.0.0.1:9/events';

async function openDesk(permissions = ['WEBHOOK']) {
  const { company, opened, browser, at: account } = await its.openDesk(permissions);
  const at = `/console/webhooks/${account}`;
  /** Returns a one-time code of a new time step, because each step's code is accepted once. */
  const code = () => {
    its.wait(0.5);
    const epoch = Math.floor(its.clock.now.getTime() / 1_000);
    return generateSync({ secret: String(opened.mfa_secret), epoch });
  };
  const send = (path: string, form: Record<string, string> = {}) =>
    browser.send(at + path, Object.entries(form));
  const add = async () => {
    const { text, status } = await send('', { url, type: 'ALL', code: code() });
    const [, id = ''] = /webhooks\/\d+\/\d+\/(\d+)"/.exec(text) ?? [];
    return { text, status, id };
  };
  const [branch = '', number = ''] = at.split('/').slice(-2);
  const list = () => its.used.stack.deps.webhooks.list({ branch, number });
  return { company, browser, at, code, send, add, list, clientId: String(opened.client_id) };
}

test('a webhook is added with a one-time code, and its secret is shown only once', async () => {
  const desk = await openDesk();
  const added = await desk.add();
  expect(added.text).toMatch(/whsec_[\w+/=]+/);
  expect((await desk.list()).map((one) => one.url)).toEqual([url]);
  for (const path of ['', `/${added.id}`]) {
    const { text } = await desk.browser.visit(desk.at + path);
    expect(text).toContain(url);
    expect(text).not.toContain('whsec_');
  }
});

test('without a valid one-time code, no webhook can be added or deleted, and no secret rotated', async () => {
  const desk = await openDesk();
  const { id } = await desk.add();
  const used = desk.code();
  expect((await desk.send('', { url: `${url}2`, type: 'ALL', code: used })).status).toBe(200);
  for (const code of [used, '', '000000x'])
    for (const [path, form] of [
      ['', { url: `${url}3`, type: 'ALL', code }],
      [`/${id}/rotate`, { code }],
      [`/${id}/delete`, { code }],
    ] as const) {
      const answer = await desk.send(path, form);
      expect(answer.status).toBe(422);
      expect(answer.text).not.toContain('whsec_');
    }
  expect(await desk.list()).toHaveLength(2);
});

test('with a one-time code each, a webhook’s secret is rotated and the webhook is deleted', async () => {
  const desk = await openDesk();
  const { id, text } = await desk.add();
  const rotated = await desk.send(`/${id}/rotate`, { code: desk.code() });
  const secretIn = (page: string) => /whsec_[\w+/=]+/.exec(page)?.[0];
  expect(secretIn(rotated.text)).toBeDefined();
  expect(secretIn(rotated.text)).not.toBe(secretIn(text));
  const deleted = await desk.send(`/${id}/delete`, { code: desk.code() });
  expect(deleted).toMatchObject({ status: 303, headers: { location: desk.at } });
  expect(await desk.list()).toEqual([]);
});

test('the delivery of a test event is listed and can be sent again', async () => {
  const desk = await openDesk();
  const { id } = await desk.add();
  expect((await desk.send(`/${id}/test`)).status).toBe(303);
  const shown = await desk.browser.visit(`${desk.at}/${id}`);
  expect(shown.text).toContain('webhook.test');
  const [, again = ''] = /action="[^"]*(\/deliveries\/\d+)"/.exec(shown.text) ?? [];
  expect((await desk.send(`/${id}${again}`)).status).toBe(303);
  expect((await desk.send(`/${id}/deliveries/9999`)).status).toBe(404);
});

test('a webhook can be changed only as long as the person’s policy has the permission WEBHOOK', async () => {
  const desk = await openDesk(['CREATE', 'WEBHOOK']);
  const { id } = await desk.add();
  const set = async (permissions: string[]) =>
    its.used.stack.invoke('administer', {
      action: 'policy set',
      by: 'test',
      client: desk.clientId,
      account: desk.at.split('/').slice(-2).join('/'),
      permissions,
    });
  await set(['CREATE']);
  expect((await desk.send(`/${id}/rotate`, { code: desk.code() })).text).toContain('You cannot change');
  expect((await desk.send(`/${id}/delete`, { code: desk.code() })).text).toContain('You cannot change');
  await set(['WEBHOOK']);
  expect((await desk.send(`/${id}/rotate`, { code: desk.code() })).text).toContain('whsec_');
});

test('a webhook with a private address, an unknown type or an invalid token is refused with a message', async () => {
  const desk = await openDesk();
  for (const form of [
    { url: 'http://10.0.0.1/x', type: 'ALL' },
    { url: 'not an address', type: 'ALL' },
    { url, type: 'EVERYTHING' },
    { url, type: 'ALL', token: 'ä' },
  ]) {
    const answer = await desk.send('', { ...form, code: desk.code() });
    expect(answer.status).toBe(422);
    expect(answer.text).toContain('Check the address');
  }
  expect(await desk.list()).toEqual([]);
});

test('a person without the permission WEBHOOK cannot add a webhook, and cannot see or change another company’s webhooks', async () => {
  const [desk, other] = [await openDesk(['CREATE']), await openDesk()];
  const { id } = await other.add();
  expect((await desk.browser.visit(desk.at)).text).not.toContain('Add webhook');
  const refused = await desk.send('', { url, type: 'ALL', code: desk.code() });
  expect(refused.text).toContain('You cannot change');
  expect(await desk.list()).toEqual([]);
  expect((await desk.browser.visit(other.at)).status).toBe(404);
  for (const path of ['', '/test', '/resume', '/deliveries/1'])
    expect([403, 404]).toContain(
      path
        ? (await desk.send(`/${id}${path}`)).status
        : (await desk.browser.visit(`${desk.at}/${id}`)).status,
    );
  expect((await desk.send(`/${id}/delete`, { code: desk.code() })).status).toBe(404);
  expect(await other.list()).toHaveLength(1);
});
