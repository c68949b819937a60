// A person creates a payment in the console: with the form, the check of the form, and the waiting payment.

import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { takeStep } from '../../lib/payout/take-step.ts';
import type { Caller } from '../support/api.ts';
import { bankDetails } from '../support/bank-details.ts';
import { staticCode } from '../support/br-codes.ts';
import { useConsole } from './visitor.ts';

const its = useConsole();

const openMaker = (permissions = ['CREATE']) => its.openDesk(permissions, 'Ana Lima');
type Maker = Awaited<ReturnType<typeof openMaker>>;

/** Returns the hidden fields of a page. */
const hiddenIn = (text: string): [string, string][] =>
  [...text.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)">/g)].map(
    ([, name = '', value = '']): [string, string] => [name, value],
  );
const look = ({ browser, at }: Pick<Maker, 'browser' | 'at'>, more: object) =>
  browser.send('/console/new', Object.entries({ kind: 'key', account: at, amount: '1.250,90', ...more }));
const byKey = { key: 'fulano@example.com', tag: 'Rent' };
const cashoutOf = async (company: Caller, headers: Record<string, string>) =>
  (await company.get(`/v3/cashouts/${headers.location?.split('/').at(-1)}`)).body;

test('a payment is created with the status NEW after its creator has seen the payee', async () => {
  const maker = await openMaker();
  const seen = await look(maker, byKey);
  expect(seen.status).toBe(200);
  expect(seen.text).toContain('R$\u00a01,250.90');
  expect(seen.text).toMatch(/\*{3}\.\d{3}\.\d{3}-\*{2}/);

  const made = await maker.browser.send('/console/create', hiddenIn(seen.text));
  expect(made.status).toBe(303);
  expect(await cashoutOf(maker.company, made.headers)).toMatchObject({
    status: 'NEW',
    amount: 1250.9,
    key: 'fulano@example.com',
    tag: 'Rent',
  });
});

test('a payment form that is submitted twice creates one payment', async () => {
  const maker = await openMaker();
  const fields = hiddenIn((await look(maker, byKey)).text);
  const [one, other] = await Promise.all([
    maker.browser.send('/console/create', fields),
    maker.browser.send('/console/create', fields),
  ]);
  expect(one.headers.location).toBe(other.headers.location);
  expect((await maker.company.get('/v3/cashouts')).body.results).toHaveLength(1);
});

test('a payee can be entered by bank details, with a part of the institution’s name', async () => {
  const maker = await openMaker();
  const bank = { ...bankDetails, kind: 'bank', recipient_legal_id: '123.456.789-09' };
  const several = await look(maker, { ...bank, recipient_instution: 'itaú' });
  expect(several.status).toBe(422);
  expect(several.text).toMatch(/<select id="recipient_instution"[\s\S]*UNIBANCO/);

  const seen = await look(maker, { ...bank, recipient_instution: 'banco do brasil s.a.' });
  // The form sends the ISPB of the institution that was shown, because the list may change.
  expect(hiddenIn(seen.text)).toContainEqual(['recipient_instution', '00000000']);
  const made = await maker.browser.send('/console/create', hiddenIn(seen.text));
  expect(await cashoutOf(maker.company, made.headers)).toMatchObject({
    status: 'NEW',
    recipient_name: 'Fulana de Tal',
    recipient_instution: '00000000',
  });
});

test('a payment form with invalid fields names them, keeps the input, and creates nothing', async () => {
  const maker = await openMaker();
  const wrong = await look(maker, { key: '<b>nobody', amount: '1.234', scheduled_for: '2020-01-01' });
  expect(wrong.status).toBe(422);
  expect(wrong.text).toContain('<a href="#amount">');
  expect(wrong.text).toContain('value="&lt;b&gt;nobody"');
  const key = await look(maker, { key: 'not a key' });
  expect(key.text).toContain('<a href="#key">');
  const past = await look(maker, { ...byKey, scheduled_for: '2020-01-01' });
  expect(past.text).toContain('<a href="#scheduled_for">');
  expect((await maker.company.get('/v3/cashouts')).body.results).toEqual([]);
});

test('the check of a payment form reports insufficient funds before the payment is created', async () => {
  const maker = await openMaker();
  expect((await look(maker, { ...byKey, amount: '999999' })).text).toContain('Insufficient balance');
});

test('the form keeps its input when a person goes back from the check', async () => {
  const maker = await openMaker();
  const seen = await look(maker, byKey);
  const { text } = await maker.browser.send('/console/change', hiddenIn(seen.text));
  expect(text).toContain('value="1.250,90"');
  expect(text).toContain('value="fulano@example.com"');
});

test('creating a payment requires the permission CREATE on the account', async () => {
  const viewer = await openMaker(['APPROVE']);
  expect((await viewer.browser.visit('/console/new')).text).toContain('You cannot create payments');
  const foreign = (await openMaker()).at;
  for (const account of [viewer.at, foreign, '0001/1', ''])
    for (const path of ['/console/new', '/console/create']) {
      const fields = { kind: 'key', account, amount: '1', ...byKey, idempotency_key: randomUUID() };
      const answer = await viewer.browser.send(path, Object.entries(fields));
      expect(answer.status === 422 || answer.status === 404).toBe(true);
    }
  expect((await viewer.company.get('/v3/cashouts')).body.results).toEqual([]);
});

test('a payment created in the console is never approved by its creation, whatever fields the form adds', async () => {
  const maker = await openMaker(['CREATE', 'APPROVE']);
  const more = { copy_and_paste: '000201', endpoint: 'create-cashout-self-approve', approved: 'true' };
  const seen = await look(maker, { ...byKey, ...more });
  const made = await maker.browser.send('/console/create', [...hiddenIn(seen.text), ...Object.entries(more)]);
  expect((await cashoutOf(maker.company, made.headers)).status).toBe('NEW');
});

/** Returns the account that is selected in the payment form. */
const chosenIn = (text: string) => /<option value="([^"]*)" selected/.exec(text)?.[1];

test('the payment form does not replace an unavailable account by a different account', async () => {
  const { browser, at } = await openMaker();
  const foreign = (await openMaker()).at;
  for (const account of [foreign, '0001/1', 'x'])
    for (const text of [
      (await browser.visit(`/console/new?account=${account}`)).text,
      (await look({ browser, at: account }, byKey)).text,
    ])
      expect(chosenIn(text)).toBe('');
  expect(chosenIn((await browser.visit(`/console/new?account=${at}`)).text)).toBe(at);
});

test('the payment form selects the requested account even if there are more accounts than it lists', async () => {
  const { company, browser, at, opened } = await openMaker();
  const administer = (action: string, more: object) =>
    its.used.stack.invoke('administer', { action, by: 'test', ...more }) as Promise<{ account: string }>;
  const own = { company: company.tenant.company_id, holder: 'Padaria', legal_id: '12345678909' };
  const all = [at];
  for (let count = 0; count < 50; count++) {
    const { account } = await administer('account open', own);
    await administer('policy set', { client: opened.client_id, account, permissions: ['CREATE'] });
    all.push(account);
  }
  const last = all.toSorted().at(-1) ?? '';
  expect(chosenIn((await browser.visit(`/console/new?account=${last}`)).text)).toBe(last);
});

const code = (text: string, more: object = {}) => ({
  kind: 'code',
  amount: '',
  copy_and_paste: text,
  ...more,
});

test('a copy-and-paste code is looked up, and waits for an approval by somebody who may approve', async () => {
  const maker = await openMaker(['CREATE', 'APPROVE']);
  const seen = await look(maker, code(staticCode('fulano@example.com', '25.90', 'NF4711')));
  expect(seen.status).toBe(200);
  expect(seen.text).toContain('R$\u00a025.90');
  expect(seen.text).toMatch(/\*{3}\.\d{3}\.\d{3}-\*{2}/);

  const made = await maker.browser.send('/console/create', hiddenIn(seen.text));
  const cashout = await cashoutOf(maker.company, made.headers);
  expect(cashout).toMatchObject({ status: 'NEW', amount: 25.9, key: 'fulano@example.com', txid: 'NF4711' });
  await maker.company.post('/approve-cashout', { id: cashout.id });
  await takeStep(its.used.stack.deps, cashout.id);
  expect((await cashoutOf(maker.company, made.headers)).status).toBe('SUCCESS');
});

test('a code without an amount takes the typed one, and a code with an amount refuses another', async () => {
  const maker = await openMaker();
  const open = await look(maker, code(staticCode('fulano@example.com'), { amount: '12,34' }));
  expect(open.text).toContain('R$\u00a012.34');
  for (const wrong of [
    code(staticCode('fulano@example.com', '25.90'), { amount: '26' }),
    code(staticCode('fulano@example.com')),
    code(staticCode('fulano@example.com'), { amount: '1.234' }),
  ]) {
    const answer = await look(maker, wrong);
    expect([answer.status, answer.text.includes('href="#amount"')]).toEqual([422, true]);
  }
  expect((await maker.company.get('/v3/cashouts')).body.results).toEqual([]);
});

test('a text that is no copy-and-paste code is shown again beside its field', async () => {
  const maker = await openMaker();
  const answer = await look(maker, code('<b>000201'));
  expect(answer.status).toBe(422);
  expect(answer.text).toContain('href="#copy_and_paste"');
  expect(answer.text).toContain('&lt;b&gt;000201</textarea>');
});

test('a payment is repeated from its page, but a masked CPF must be typed again', async () => {
  const maker = await openMaker();
  const { source } = maker.company;
  const paid = await maker.company.post('/create-cashout', {
    ...source,
    amount: 1250.9,
    key: '12345678000195',
    tag: 'Rent',
  });
  const byCpf = await maker.company.post('/create-cashout', { ...source, amount: 5, key: '39053344705' });
  const form = (await maker.browser.visit(`/console/new?again=${paid.body.id}`)).text;
  for (const value of ['12345678000195', '1250.90', 'Rent']) expect(form).toContain(`value="${value}"`);
  expect((await maker.browser.visit(`/console/new?again=${byCpf.body.id}`)).text).not.toContain(
    '39053344705',
  );
  const stranger = await openMaker();
  expect((await stranger.browser.visit(`/console/new?again=${paid.body.id}`)).status).toBe(404);
});
