// The sandbox page of the console, on which people simulate events of the network for their accounts.

import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { applyNetworkEvent } from '../../lib/incoming/apply-network-event.ts';
import { type NetworkEvent, networkEvent } from '../../lib/network/event.ts';
import { takeStep } from '../../lib/payout/take-step.ts';
import { unbalanced } from '../console/unbalanced.ts';
import { useConsole } from '../console/visitor.ts';

const its = useConsole();
const path = '/console/sandbox';
type Desk = Awaited<ReturnType<typeof its.openDesk>>;

/** The network events that the pages have sent and that were not applied yet. */
let told: NetworkEvent[] = [];
beforeEach(() => {
  told = [];
  const { deps } = its.used.stack;
  const queues = {
    ...deps.queues,
    sendEvent: async (event: object) => void told.push(networkEvent.parse(event)),
  };
  its.using = { ...deps, queues };
});
afterEach(() => {
  its.using = undefined;
});
async function apply(): Promise<void> {
  for (const event of told.splice(0)) await applyNetworkEvent(its.used.stack.deps, event);
}

async function look({ browser }: Pick<Desk, 'browser'>, address: string = path) {
  const shown = await browser.visit(address);
  expect(unbalanced(shown.text)).toEqual([]);
  const ids = [...shown.text.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
  expect(new Set(ids).size).toBe(ids.length);
  return shown;
}
const send = ({ browser }: Desk, at: string, act: string, form: Record<string, string>, headers = {}) =>
  browser.send(`${path}/${at}/${act}`, Object.entries(form), headers);
const onceIn = (text: string) => /name="once" value="(\w+)"/.exec(text)?.[1] ?? '';
const choicesIn = (text: string, name: string) => {
  const [, list = ''] = new RegExp(`<select id="${name}"[^>]*>(.*?)</select>`).exec(text) ?? [];
  return [...list.matchAll(/value="([^"]+)"/g)].map(([, value = '']) => value);
};
const balanceOf = async ({ at }: Desk) => {
  const [branch = '', number = ''] = at.split('/');
  return (await its.used.stack.deps.accounts.get({ branch, number }))?.availableCents;
};

/** Simulates a received payment. @returns its end-to-end id */
async function receive(desk: Desk, amount = '50,00', payer = 'Maria Silva'): Promise<string> {
  const once = onceIn((await look(desk)).text);
  expect((await send(desk, desk.at, 'money', { once, amount, payer })).status).toBe(303);
  await apply();
  return choicesIn((await look(desk)).text, 'payment')[0] ?? expect.fail('the payment is not listed');
}

/** Makes a payment and completes its transfer. @param key the payee's key. @returns its id */
async function pay({ company }: Desk, key = 'fulano@example.com', amount = 30): Promise<string> {
  const body = { ...company.source, amount, key };
  const { body: made } = await company.post('/create-cashout-self-approve', body, {
    'idempotency-key': randomUUID(),
  });
  await takeStep(its.used.stack.deps, made.id);
  return String(made.id);
}

test('a simulated payment is credited once, although its form is submitted twice, and is on the statement', async () => {
  const desk = await its.openDesk();
  const before = (await balanceOf(desk)) ?? 0;
  const once = onceIn((await look(desk)).text);
  const form = { once, amount: '1.234,56', payer: 'Maria Silva' };
  const sent = [await send(desk, desk.at, 'money', form), await send(desk, desk.at, 'money', form)];
  await apply();

  expect(sent.map(({ status }) => status)).toEqual([303, 303]);
  expect(await balanceOf(desk)).toBe(before + 123_456);
  expect((await look(desk, sent[0]?.headers.location)).text).toContain('The payment was sent.');
  expect((await desk.browser.visit(`/console/accounts/${desk.at}`)).text).toContain('+ R$\u00a01,234.56');
});

test('a form with a different amount simulates another payment', async () => {
  const desk = await its.openDesk();
  for (const amount of ['10', '20', '10']) await send(desk, desk.at, 'money', { once: 'x', amount });
  await apply();
  expect(await balanceOf(desk)).toBe(1_003_000);
});

test('the same form sent by two people simulates two payments', async () => {
  const [one, other] = [await its.openDesk(), await its.openDesk()];
  const form = { once: 'theSameText', amount: '10', payer: '' };
  await send(one, one.at, 'money', form);
  await send(other, other.at, 'money', form);
  await apply();
  expect([await balanceOf(one), await balanceOf(other)]).toEqual([1_001_000, 1_001_000]);
});

test('a received payment gets one fraud report, although the form is submitted several times', async () => {
  const desk = await its.openDesk();
  const payment = await receive(desk);
  for (let times = 0; times < 3; times++) {
    expect((await send(desk, desk.at, 'med', { payment })).status).toBe(303);
    if (times > 0) await apply();
  }
  const { results } = (await desk.company.get('/v3/meds/')).body;
  expect(results).toHaveLength(1);
  expect((await desk.browser.visit('/console/med')).text).toContain(results[0].id);
});

test('a paid payment is returned once, and is then no longer offered for a return', async () => {
  const desk = await its.openDesk();
  const id = await pay(desk);
  const before = (await balanceOf(desk)) ?? 0;
  expect(choicesIn((await look(desk)).text, 'cashout')).toEqual([id]);
  await send(desk, desk.at, 'return', { cashout: id });
  await send(desk, desk.at, 'return', { cashout: id });
  await apply();

  expect(await balanceOf(desk)).toBe(before + 3_000);
  expect((await desk.company.get(`/v3/cashouts/${id}`)).body.status).toBe('REFUNDED');
  expect(its.used.stack.counted.filter(([name]) => name === 'IncidentsOpened')).toEqual([]);
  expect(choicesIn((await look(desk)).text, 'cashout')).toEqual([]);
  expect((await send(desk, desk.at, 'return', { cashout: id })).status).toBe(422);
  expect(told).toEqual([]);
});

test('a failed payment, or a payment within this institution, cannot be returned', async () => {
  const [desk, payee] = [await its.openDesk(), await its.openDesk()];
  const [account] = payee.company.tenant.accounts;
  const ids = [await pay(desk, 'ac03@sandbox.pix'), await pay(desk, String(account?.pix_key))];
  expect((await desk.company.get(`/v3/cashouts/${ids[1]}`)).body.status).toBe('SUCCESS');
  expect(choicesIn((await look(desk)).text, 'cashout')).toEqual([]);
  for (const cashout of ids) expect((await send(desk, desk.at, 'return', { cashout })).status).toBe(422);
  expect(told).toEqual([]);
});

test('no event can be simulated for an account or a payment of another company', async () => {
  const [desk, other] = [await its.openDesk(), await its.openDesk()];
  const [payment, cashout] = [await receive(other), await pay(other)];
  const wrong = [
    [other.at, 'money', { once: 'x', amount: '10' }],
    [other.at, 'med', { payment }],
    [other.at, 'return', { cashout }],
    [desk.at, 'med', { payment }],
    [desk.at, 'return', { cashout }],
    ['0001/1', 'money', { once: 'x', amount: '10' }],
  ] as const;
  for (const [at, act, form] of wrong) expect((await send(desk, at, act, form)).status).toBe(404);
  expect((await look(desk, `${path}?account=${encodeURIComponent(other.at)}`)).status).toBe(404);
  expect(told).toEqual([]);
});

test('an event can be simulated only for accounts on which the person has an active policy', async () => {
  const desk = await its.openDesk([], undefined, { accounts: 2 });
  const accounts = desk.company.tenant.accounts.map(
    (one) => `${one.source_account_branch_identifier}/${one.source_account_number}`,
  );
  const [cashout, form] = [await pay(desk), { once: 'x', amount: '10' }];
  expect((await send(desk, accounts[1] ?? '', 'money', form)).status).toBe(404);
  await its.used.stack.invoke('administer', {
    action: 'policy end',
    by: 'test',
    client: String(desk.opened.client_id),
    account: desk.at,
  });
  expect((await send(desk, desk.at, 'money', form)).status).toBe(404);
  expect((await send(desk, desk.at, 'return', { cashout })).status).toBe(404);
  expect((await look(desk)).text).toContain('You have no access to any account');
  expect(told).toEqual([]);
});

test('an invalid form is refused, and no event is sent', async () => {
  const desk = await its.openDesk();
  const evil = `"><script>alert(1)</script>`;
  const wrong = [
    ['money', { once: 'x', amount: '1.234' }],
    ['money', { once: 'x', amount: '0' }],
    ['money', { once: 'x', amount: '99999999999' }],
    ['money', { once: '', amount: '10' }],
    ['money', { once: evil, amount: '10' }],
    ['money', { once: 'x', amount: evil, payer: evil }],
    ['money', { once: 'x', amount: '10', payer: 'a\u202eb' }],
    ['money', { once: 'x', amount: '10', payer: 'x'.repeat(151) }],
    ['money', {}],
    ['med', {}],
    ['med', { payment: evil }],
    ['med', { payment: `E${'9'.repeat(5_000)}` }],
    ['return', {}],
    ['return', { cashout: '-1' }],
    ['return', { cashout: '9'.repeat(17) }],
    ['return', { cashout: evil }],
  ] as const;
  for (const [act, form] of wrong) {
    const { status, text } = await send(desk, desk.at, act, form as unknown as Record<string, string>);
    expect({ act, form, status }).toMatchObject({ status: 422 });
    expect(text).toContain('Nothing was sent.');
    expect(text).not.toMatch(/<script>/);
    expect(unbalanced(text)).toEqual([]);
  }
  expect((await send(desk, desk.at, 'med', { payment: `E${'9'.repeat(31)}` })).status).toBe(404);
  expect((await send(desk, desk.at, 'return', { cashout: '1' })).status).toBe(404);
  expect(
    (await send(desk, desk.at, 'money', { once: 'x', amount: '10' }, { origin: 'https://evil.example' }))
      .status,
  ).toBe(403);
  expect(told).toEqual([]);
});

test('markup in a payer’s name and in the page’s address is escaped', async () => {
  const desk = await its.openDesk();
  await receive(desk, '10', `<b x="'>&`);
  for (const address of [
    `/console/accounts/${desk.at}`,
    `${path}?account=${encodeURIComponent('"><b x=')}&done=${encodeURIComponent('<b x=')}`,
    `/console/new?key=${encodeURIComponent('"><b x=')}`,
  ]) {
    const { status, text } = await look(desk, address);
    expect(status).toBe(200);
    expect(text).not.toContain('<b x');
  }
});

test('a closed account is shown as closed, and no event can be simulated for it', async () => {
  const desk = await its.openDesk([], undefined, { balance: 0 });
  await its.used.stack.invoke('administer', { action: 'account close', by: 'test', account: desk.at });
  const { status, text } = await look(desk, `${path}?account=${encodeURIComponent(desk.at)}`);
  expect(status).toBe(200);
  expect(text).toContain('The account is closed');
  const sent = await send(desk, desk.at, 'money', { once: 'x', amount: '10' });
  expect(sent.status).toBe(422);
  expect(sent.text).toContain('The account is closed');
  expect(told).toEqual([]);
});

test('each reserved key links to a payment form with that key filled in', async () => {
  const desk = await its.openDesk(['CREATE']);
  const { text } = await look(desk);
  const links = [...text.matchAll(/href="(\/console\/new\?[^"]+)"/g)].map(([, to = '']) =>
    to.replaceAll('&amp;', '&'),
  );
  expect(links).toHaveLength(5);
  const form = await look(desk, links[0]);
  expect(form.text).toContain('value="ac03@sandbox.pix"');
  expect(form.text).toContain(`<option value="${desk.at}" selected>`);
});

test('a link to the payment form fills in only reserved keys', async () => {
  const desk = await its.openDesk(['CREATE']);
  for (const key of ['evil@example.com', '+5511999999999', 'evil@sandbox.pix'])
    expect((await look(desk, `/console/new?key=${encodeURIComponent(key)}`)).text).not.toContain(key);
});

test('a visitor without a session is redirected to the sign-in, and the form is not processed', async () => {
  const [desk, stranger] = [await its.openDesk(), its.newVisitor()];
  expect((await stranger.ask(path)).to).toContain('/console/sign-in');
  const sent = await stranger.send(`${path}/${desk.at}/money`, [['amount', '10']]);
  expect(sent).toMatchObject({
    status: 303,
    headers: { location: expect.stringContaining('/console/sign-in') },
  });
  expect(told).toEqual([]);
});

test('a stage without a sandbox has neither the sandbox page nor links to it', async () => {
  const desk = await its.openDesk();
  expect((await look(desk, '/console')).text).toContain(`href="${path}"`);
  const { deps } = its.used.stack;
  const { sandbox: _, ...real } = its.using ?? deps;
  its.using = { ...real, config: { ...deps.config, STAGE: 'production' } };
  expect((await desk.browser.visit(path)).status).toBe(404);
  expect((await send(desk, desk.at, 'money', { once: 'x', amount: '10' })).status).toBe(404);
  expect((await desk.browser.visit('/console')).text).not.toContain(`href="${path}"`);
  expect(told).toEqual([]);
});
