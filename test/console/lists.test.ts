// The console's lists: payments with a search box, accounts, and the statement.

import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { takeStep } from '../../lib/payout/take-step.ts';
import type { Caller } from '../support/api.ts';
import { bankDetails } from '../support/bank-details.ts';
import { setRules } from '../support/rules.ts';
import { useConsole } from './visitor.ts';

const its = useConsole();

const { openDesk } = its;

const create = async (caller: Caller, amount: number, more: object, path = '/create-cashout') =>
  (await caller.post(path, { ...caller.source, amount, ...more }, { 'idempotency-key': randomUUID() })).body
    .id as number;
const byKey = { key: 'fulano@example.com' };
const idsIn = (text: string) => [...text.matchAll(/cashouts\/(\d+)/g)].map(([, id]) => Number(id));
const nextIn = (text: string) =>
  (/<a href="([^"]*cursor_id[^"]*)"[^>]*>Older/.exec(text)?.[1] ?? '').replaceAll('&amp;', '&');

test('payments are listed newest first, in pages without gaps', async () => {
  const { company, browser } = await openDesk([]);
  const ids: number[] = [];
  for (let count = 0; count < 53; count++) {
    ids.unshift(await create(company, 1 + count, byKey));
    its.wait(0.001);
  }
  const first = await browser.visit('/console/payments');
  const second = await browser.visit(nextIn(first.text));
  expect([...idsIn(first.text), ...idsIn(second.text)]).toEqual(ids);
});

test('the search box finds a payment by its number, or by its payee’s document, key or name', async () => {
  const { company, browser } = await openDesk([]);
  const named = await create(
    company,
    10,
    { ...bankDetails, recipient_name: 'Ana Souza' },
    '/create-cashout-manual',
  );
  const keyed = await create(company, 10, byKey);
  const found = async (text: string) =>
    idsIn((await browser.visit(`/console/payments?q=${encodeURIComponent(text)}`)).text);

  expect(await found(String(named))).toEqual([named]);
  expect(await found('ana sou')).toEqual([named]);
  expect(await found(bankDetails.recipient_legal_id)).toEqual([named]);
  expect(await found('fulano@example.com')).toEqual([keyed]);
  expect(await found('nobody of this name')).toEqual([]);
});

test('the search box finds a payment by its amount and by a part of its reference', async () => {
  const { company, browser } = await openDesk([]);
  const rent = await create(company, 1_250.9, { ...byKey, tag: 'Aluguel de junho <b>' });
  const other = await create(company, 89.5, { ...byKey, tag: 'NF 4711' });
  const found = async (text: string) =>
    idsIn((await browser.visit(`/console/payments?q=${encodeURIComponent(text)}`)).text);

  expect(await found('R$ 1.250,90')).toEqual([rent]);
  expect(await found('89,50')).toEqual([other]);
  expect(await found('JUNHO')).toEqual([rent]);
  expect(await found('4711')).toEqual([other]);
});

test('the listed payments are saved as a file that a Brazilian spreadsheet opens, with no formula and no whole CPF', async () => {
  const { company, browser } = await openDesk([]);
  const id = await create(company, 1_250.9, { key: '39053344705', tag: '=1+1;x' });
  await create(company, 10, byKey);
  const address = `/console/payments/file?q=${encodeURIComponent('1250,90')}`;
  const { text, headers } = await browser.visit(address, { 'accept-language': 'pt-BR' });

  expect(headers['content-disposition']).toBe('attachment; filename="pagamentos.csv"');
  const [head, row, ...more] = text.split('\r\n');
  expect(head?.startsWith('\ufeffNúmero;Criado em;Situação;Valor;Favorecido')).toBe(true);
  expect(row).toMatch(new RegExp(`^#${id};10/06/2031 às \\d\\d:\\d\\d;Aguarda aprovação;1250,90;`));
  expect(row).toContain(`"'=1+1;'x"`.replace(";'x", ';x'));
  expect(text).not.toContain('39053344705');
  expect(more).toEqual(['']);
});

test('the list and the page of payments mask a CPF that is the PIX key', async () => {
  const { company, browser } = await openDesk([]);
  const key = '39053344705';
  const id = await create(company, 10, { key });
  for (const path of ['/console/payments', `/console/cashouts/${id}`]) {
    const { text } = await browser.visit(path);
    expect(text).toContain('***.533.447-**');
    expect(text).not.toContain(key);
  }
});

test('the list and the page of payments mask the CPF of a payee that the request named', async () => {
  const { company, browser } = await openDesk([]);
  const id = await create(company, 10, bankDetails, '/create-cashout-manual');
  for (const path of ['/console/payments', `/console/cashouts/${id}`]) {
    const { text } = await browser.visit(path);
    expect(text).toContain(String(id));
    expect(text.replaceAll(/[.-]/g, '')).not.toContain(bankDetails.recipient_legal_id);
  }
});

test('a search finds no payment of another company', async () => {
  const { browser } = await openDesk([]);
  const id = await create(await its.newCompany(), 10, byKey);
  const { status, text } = await browser.visit(`/console/payments?q=${id}`);
  expect({ status, ids: idsIn(text) }).toEqual({ status: 200, ids: [] });
});

test('filters stay filled in in the form, and invalid filters are reported', async () => {
  const { company, browser } = await openDesk([]);
  const id = await create(company, 10, byKey);
  const day = its.clock.now.toISOString().slice(0, 10);

  const today = await browser.visit(`/console/payments?status=NEW&from=${day}&to=${day}&q=`);
  expect(idsIn(today.text)).toEqual([id]);
  expect(today.text).toContain(`name="from" type="date" value="${day}"`);
  expect(today.text).toContain('value="NEW" selected');
  expect(idsIn((await browser.visit('/console/payments?status=SUCCESS')).text)).toEqual([]);
  const wrong = await browser.visit('/console/payments?from=yesterday&status=ANY');
  expect(wrong.text).toContain('The filters could not be applied');
  expect(idsIn(wrong.text)).toEqual([id]);
});

test('the page of an account has its statement, which can be filtered by day', async () => {
  const { company, browser } = await openDesk(['APPROVE']);
  const [account] = company.tenant.accounts;
  const at = `${account?.source_account_branch_identifier}/${account?.source_account_number}`;
  const id = await create(company, 250, byKey);
  await company.post('/approve-cashout', { id });
  await takeStep(its.used.stack.deps, id);

  expect((await browser.visit('/console/accounts')).text).toContain(`/console/accounts/${at}`);
  const { text } = await browser.visit(`/console/accounts/${at}`);
  expect(text).toContain('− R$\u00a0250.00');
  expect(text).toMatch(/\*{3}\.\d{3}\.\d{3}-\*{2}/);
  expect(idsIn(text)).toEqual([id]);
  const before = await browser.visit(`/console/accounts/${at}?from=2020-01-01&to=2020-01-31`);
  expect(before.text).toContain('No entries in this period');
  const wrong = await browser.visit(`/console/accounts/${at}?from=2020-02-31&to=x&cursor_id=-1`);
  expect(idsIn(wrong.text)).toEqual([id]);
});

test('the page of another company’s account or an unknown account answers 404', async () => {
  const { browser } = await openDesk();
  const [account] = (await its.newCompany()).tenant.accounts;
  const at = `${account?.source_account_branch_identifier}/${account?.source_account_number}`;
  expect((await browser.visit(`/console/accounts/${at}`)).status).toBe(404);
  expect((await browser.visit('/console/accounts/0001/1')).status).toBe(404);
});

test('the page of a paid payment shows its timeline and the address of its receipt', async () => {
  const { company, browser } = await openDesk();
  const id = await create(company, 10, byKey);
  await company.post('/approve-cashout', { id });
  await takeStep(its.used.stack.deps, id);

  const { text } = await browser.visit(`/console/cashouts/${id}`);
  const [, receipt = ''] = /href="([^"]*\/receipts\/[\w-]{31})"/.exec(text) ?? [];
  expect((await its.used.send({ method: 'GET', path: new URL(receipt).pathname })).status).toBe(200);
  const steps = [...text.matchAll(/<li>([^<]*)/g)].map(([, said]) => said?.trim());
  expect(steps).toEqual(
    expect.arrayContaining(['Created', 'Approved', 'Amount held in the account', 'Paid']),
  );
});

test('the page of a possible duplicate shows the earlier payment', async () => {
  const { company, browser } = await openDesk();
  await setRules(its.used.stack, company, { duplicates: { rule: { within_hours: 2, action: 'tell' } } });
  const first = await create(company, 10, byKey);
  const second = await create(company, 10, byKey);
  const { text } = await browser.visit(`/console/cashouts/${second}`);
  expect(text).toContain('Possible duplicate of');
  expect(idsIn(text)).toEqual([first, first, second]);
});

test('the page of a payment tells an approver why the payment could not be paid now', async () => {
  const { company, browser } = await openDesk();
  const id = await create(company, 999_999, byKey);
  expect((await browser.visit(`/console/cashouts/${id}`)).text).toContain('Insufficient balance');
});

test('an error page shows the request id that is in the log', async () => {
  const { browser } = await openDesk();
  const { text } = await browser.visit('/console/nothing-here');
  const [, requestId = ''] = /Request ID: <span class="id">([^<]+)</.exec(text) ?? [];
  expect(its.used.stack.lines.some((line) => line.includes(requestId) && requestId.length > 8)).toBe(true);
  expect((await browser.visit('/console')).text).not.toContain('Request ID:');
});

test('the approval queue reports how many payments have arrived since it was shown', async () => {
  const { company, browser } = await openDesk();
  await create(company, 10, byKey);
  const [, news = ''] = /data-news="([^"]+)"/.exec((await browser.visit('/console/waiting')).text) ?? [];
  const count = async () => JSON.parse((await browser.visit(news.replaceAll('&amp;', '&'))).text).count;
  expect(await count()).toBe(0);
  its.wait(1);
  await create(company, 10, byKey);
  expect(await count()).toBe(1);
  expect((await its.newVisitor().visit(news)).path).toMatch(/sign-in/);
});
