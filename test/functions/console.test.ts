import { randomUUID } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { expect, test } from 'vitest';
import { makeEvent } from '../../local/gateway/event.ts';
import { unbalanced } from '../console/unbalanced.ts';
import { useConsole } from '../console/visitor.ts';
import type { Caller } from '../support/api.ts';
import { bankDetails } from '../support/bank-details.ts';
import { useStack } from '../support/use-stack.ts';

const its = useConsole();
const other = useStack();

const { openDesk } = its;

const create = async (
  caller: Caller,
  amount: number,
  more: object = { key: 'fulano@example.com' },
  path = '/create-cashout',
) =>
  (await caller.post(path, { ...caller.source, amount, ...more }, { 'idempotency-key': randomUUID() })).body
    .id as number;

test('the first page lists the payments that await the person’s approval, with their count and sum', async () => {
  const { company, browser } = await openDesk();
  await create(company, 12.5);
  const largest = await create(company, 1_250);

  const { text } = await browser.visit('/console/waiting?order=largest');
  expect(text).toContain('2 payments, R$\u00a01,262.50');
  expect(text.match(/cashouts\/(\d+)/)?.[1]).toBe(String(largest));
});

test('an approval queue of more than fifty payments has further pages', async () => {
  const { company, browser } = await openDesk();
  const ids: number[] = [];
  for (let count = 0; count < 52; count++) ids.push(await create(company, 1 + count));
  const idsIn = (text: string) => [...text.matchAll(/cashouts\/(\d+)/g)].map(([, id]) => Number(id));

  const first = await browser.visit('/console/waiting');
  const [, next = ''] = /<a href="([^"]*cursor_id[^"]*)"/.exec(first.text) ?? [];
  const second = await browser.visit(next.replaceAll('&amp;', '&'));

  expect([...idsIn(first.text), ...idsIn(second.text)]).toEqual(ids.toSorted((one, other) => one - other));
});

test('a person without the permission APPROVE sees an empty queue, and can see the account’s payments', async () => {
  const { company, browser } = await openDesk([]);
  const id = await create(company, 10);
  expect((await browser.visit('/console/waiting')).text).toContain('Nothing awaits your approval');
  expect((await browser.visit(`/console/cashouts/${id}`)).text).toContain('R$\u00a010.00');
});

test('a payment of another company gets the same 404 as an unknown payment', async () => {
  const { browser } = await openDesk();
  const id = await create(await its.newCompany(), 10);
  const [shown, nobodys] = [
    await browser.visit(`/console/cashouts/${id}`),
    await browser.visit('/console/cashouts/1'),
  ];
  expect(shown.status).toBe(404);
  const withoutRequest = ({ text }: typeof shown) =>
    text.replace(/<footer.*<\/footer>/, '').replaceAll(String(id), '1');
  expect(withoutRequest(shown)).toBe(withoutRequest(nobodys));
});

test('markup in a payee’s name or a tag is escaped', async () => {
  const { company, browser } = await openDesk();
  const evil = `"><script>alert(1)</script><b x='&`;
  const id = await create(
    company,
    10,
    { ...bankDetails, recipient_name: evil, tag: evil },
    '/create-cashout-manual',
  );
  for (const path of ['/console', '/console/waiting', `/console/cashouts/${id}`]) {
    const { text } = await browser.visit(path);
    expect(text).toContain('&lt;script&gt;alert(1)');
    expect(text).not.toMatch(/<script>|<b x/);
  }
});

test('every page has the security headers, well-formed HTML, one main heading and unique ids', async () => {
  const { company, browser } = await openDesk();
  const id = await create(company, 10);
  const signedOut = its.newVisitor();
  const pages = [
    await browser.visit('/console'),
    await browser.visit('/console/waiting'),
    await browser.visit(`/console/cashouts/${id}`),
    await browser.visit('/console/nothing-here'),
    await signedOut.visit('/console'),
    await signedOut.visit('/console/signed-in?code=1&state=2'),
    await browser.visit('/console/sign-out'),
  ];
  for (const { text, headers } of pages) {
    expect(headers).toMatchObject({
      'content-type': 'text/html; charset=UTF-8',
      'cache-control': 'no-store',
      'x-frame-options': 'DENY',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'same-origin',
    });
    expect(headers['content-security-policy']).toMatch(
      /^default-src 'none'; script-src http:\/\/localhost:3000\/console\/page-[\da-f]{16}\.js; style-src http:\/\/localhost:3000\/console\/page-[\da-f]{16}\.css; font-src http:\/\/localhost:3000\/console\/page-[\da-f]{16}\.woff2; img-src http:\/\/localhost:3000\/console\/icons-[\da-f]{16}\.svg http:\/\/localhost:3000\/console\/logo-[\da-f]{16}\.svg; connect-src http:\/\/localhost:3000\/console\/; form-action 'self'; base-uri 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'$/,
    );
    expect(unbalanced(text)).toEqual([]);
    expect(text.match(/<h1/g)).toHaveLength(1);
    const ids = [...text.matchAll(/ id="([^"]+)"/g)].map(([, one]) => one);
    expect(new Set(ids).size).toBe(ids.length);
  }
});

test('the style sheet, the script, the icons, the face and the logo are cached until they change', async () => {
  const { text } = await its.newVisitor().visit('/console');
  const named = [...text.matchAll(/"(\/console\/\w+-[\da-f]{16}[^"]+)"/g)].map(([, path = '']) => path);
  const { text: rules } = await its.newVisitor().visit(named.find((path) => path.endsWith('.css')) ?? '');
  const inRules = [...rules.matchAll(/url\((\w+-[\da-f]{16}\.\w+)\)/g)].map(([, name]) => `/console/${name}`);
  const paths = new Set([...named, ...inRules]);
  expect([...paths].map((path) => path.replace(/-[\da-f]{16}/, '')).sort()).toEqual(
    ['icons.svg', 'logo.svg', 'page.css', 'page.js', 'page.woff2'].map((name) => `/console/${name}`),
  );
  for (const path of paths) {
    const kept = await its.newVisitor().visit(path);
    expect(kept).toMatchObject({
      status: 200,
      headers: { 'cache-control': 'public, max-age=31536000, immutable' },
    });
    const former = await its.newVisitor().visit(path.replace(/-[\da-f]{16}/, '-0123456789abcdef'));
    expect(former).toMatchObject({ status: 200, text: kept.text, headers: { 'cache-control': 'no-cache' } });
  }
  expect((await its.newVisitor().visit('/console/page-0123456789abcdef.map')).status).toBe(404);
});

test('pages are in the browser’s language until the person chooses one', async () => {
  const { browser } = await openDesk();
  const portuguese = { 'accept-language': 'pt-BR,pt;q=0.9' };
  expect((await browser.visit('/console/waiting', portuguese)).text).toContain(
    'Nada aguarda a sua aprovação',
  );
  const { path } = await browser.visit('/console/language?lang=en&to=/console', portuguese);
  expect(path).toBe('/console');
  expect((await browser.visit('/console/waiting', portuguese)).text).toContain('Nothing awaits');
});

test('an encoded question mark in a path does not begin a query', async () => {
  const { browser } = await openDesk();
  expect((await browser.visit('/console/cashouts/1%3Forder=largest')).status).toBe(404);
});

test.each(['gzip;q=0', 'br', 'gzip; q=0.0, *', ''])(
  'a file is not compressed if the browser does not accept gzip (%s)',
  async (accepted) => {
    const event = makeEvent(
      { method: 'GET', path: '/console/sign-in', headers: { 'accept-encoding': accepted } },
      { functionKey: 'consoleSignIn', routeKey: 'GET /console/sign-in', parameters: {} },
    );
    const result = (await its.used.stack.invoke('consoleSignIn', event)) as APIGatewayProxyStructuredResultV2;
    expect(result.headers).not.toHaveProperty('content-encoding');
    expect(result.headers?.vary).toContain('accept-encoding');
  },
);

test('a file larger than a kilobyte is compressed if the browser accepts gzip', async () => {
  const { text } = await its.newVisitor().visit('/console');
  const [, path = '', file = ''] = /"(\/console\/(page-[^"]+css))"/.exec(text) ?? [];
  const event = makeEvent(
    { method: 'GET', path, headers: { 'accept-encoding': 'gzip, br' } },
    { functionKey: 'console', routeKey: 'GET /console/{proxy+}', parameters: { proxy: file } },
  );
  const result = (await its.used.stack.invoke('console', event)) as APIGatewayProxyStructuredResultV2;
  expect(result).toMatchObject({ isBase64Encoded: true, headers: { 'content-encoding': 'gzip' } });
  const bytes = Buffer.from(result.body ?? '', 'base64');
  expect(String(gunzipSync(bytes))).toContain('/* All pages, for screens');
  expect(bytes.length).toBeLessThan(7_000);
});

test('the console’s paths give a 404 in a stage without a console', async () => {
  for (const path of ['/console', '/console/sign-in'])
    expect(await other.send({ method: 'GET', path })).toMatchObject({
      status: 404,
      body: { message: 'Not found' },
    });
});

test('a finding against a payment is shown in the person’s language', async () => {
  const { company, browser } = await openDesk();
  await create(company, 999_999);
  expect((await browser.visit('/console/waiting')).text).toContain('Insufficient balance');
  expect((await browser.visit('/console/waiting', { 'accept-language': 'pt' })).text).toContain(
    'Saldo insuficiente',
  );
});

test('the payee looked up by an approver is not shown to a person without the permission APPROVE', async () => {
  const { company, browser } = await openDesk([]);
  const { browser: desk } = await its.openSignedIn(company);
  const id = await create(company, 10);
  const before = (await browser.visit(`/console/cashouts/${id}`)).text;

  await desk.send('/console/confirm', [['cashout', String(id)]]);

  expect((await desk.visit(`/console/cashouts/${id}`)).text).toMatch(/\*\*\*\.\d{3}\.\d{3}-\*\*/);
  expect((await browser.visit(`/console/cashouts/${id}`)).text).toBe(before);
});

test('a person with more accounts than one page can read must choose an account', async () => {
  const { company, browser, opened } = await openDesk();
  const administer = (action: string, more: object) =>
    its.used.stack.invoke('administer', { action, by: 'test', ...more }) as Promise<{ account: string }>;
  const own = { company: company.tenant.company_id, holder: 'Padaria', legal_id: '12345678909' };
  for (let count = 0; count < 50; count++) {
    const { account } = await administer('account open', own);
    await administer('policy set', { client: opened.client_id, account, permissions: ['APPROVE'] });
  }
  const id = await create(company, 10);
  const { text } = await browser.visit('/console/waiting');
  expect(text).toContain('Choose an account');
  const account = new URLSearchParams(company.source as Record<string, string>);
  const shown = await browser.visit(`/console/waiting?${account}`);
  expect(shown.text).toContain(`cashouts/${id}`);
});

test('a cursor of another company’s payment leads to the first page', async () => {
  const { company, browser } = await openDesk();
  await create(company, 10);
  const foreign = await create(await its.newCompany(), 10);
  const { text } = await browser.visit(
    `/console/waiting?cursor_id=${foreign}&cursor_datetime=2031-06-10T15:00:00.000Z&cursor_direction=next`,
  );
  expect(text).toContain('1 payment,');
});

test('a payment id that is too large gives a 404, and non-ASCII headers cause no server error', async () => {
  const { browser } = await openDesk();
  expect((await browser.visit('/console/cashouts/9999999999999999')).status).toBe(404);
  browser.jarOf('localhost').set('odd', '€');
  expect((await browser.visit('/console', { 'user-agent': 'Zażółć' })).status).toBe(200);
});
