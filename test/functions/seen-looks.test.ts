import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { CallTable } from '../../lib/operating/admin-handler.ts';
import { useOperators } from '../console/operators.ts';
import { accountIdOf } from '../support/admin.ts';
import type { Caller } from '../support/api.ts';
import { payQrCode } from '../support/chargebacks.ts';

const { its, openOperator } = useOperators();
const path = '/console/operators';

/** Returns the actions that a company’s audit has of operators. */
const seenBy = async ({ tenant }: Caller) =>
  (await its.used.stack.deps.audit.list(`company:${tenant.company_id}`, 100)).map(({ action }) => action);

test('a company sees that an operator looked at a Pix that it received, and at the audit of that Pix', async () => {
  const dora = await openOperator('Dora Alves');
  const { company, browser } = await its.openDesk([]);
  const other = await its.newCompany();
  const { end_to_end_id: id } = await payQrCode(its.used.stack, company, { payer: { name: 'Joana' } });
  expect((await dora.visit(`/payments/${id}`)).text).toContain('Joana');
  expect((await browser.visit(path)).text).toContain('Viewed: a received Pix');
  expect((await dora.visit(`/audit?kind=payment&id=${id}`)).text).toContain('payment show');
  expect((await browser.visit(path)).text).toContain('Viewed: the audit log');
  expect(await seenBy(other)).not.toContain('payment show');
});

test('each company with an incident in a list sees that an operator listed incidents', async () => {
  const dora = await openOperator('Dora Alves');
  const [one, two, none] = [await its.newCompany(), await its.newCompany(), await its.newCompany()];
  const { incidents } = its.used.stack.deps;
  const { end_to_end_id: endToEndId } = await payQrCode(its.used.stack, two);
  const [branch = '', number = ''] = accountIdOf(one.tenant).split('/');
  const at = its.clock.now.toISOString();
  const returned = {
    kind: 'payout_returned',
    amountCents: 1,
    returnId: 'D1',
    code: 'MD06',
    parked: 0,
  } as const;
  const event = { ...returned, version: 1, endToEndId } as const;
  const ids = [`seen-${randomUUID()}`, `seen-${randomUUID()}`] as const;
  const opened = { at, details: 'x' };
  await incidents.insert({ ...opened, id: ids[0], kind: 'ledger_difference', account: { branch, number } });
  await incidents.insert({ ...opened, id: ids[1], kind: 'network_event_not_applied', event });
  await dora.visit('/incidents');
  for (const company of [one, two]) expect(await seenBy(company)).toContain('incident list');
  expect(await seenBy(none)).not.toContain('incident list');
  const assigned = { ...opened, id: `payment_received-${endToEndId}`, kind: 'unassigned_payment' } as const;
  await incidents.insert(assigned);
  await dora.visit(`/incidents/${assigned.id}`);
  expect(await seenBy(two)).toContain('incident show');
  for (const id of ids) await dora.visit(`/incidents/${id}`);
  for (const company of [one, two]) expect(await seenBy(company)).toContain('incident show');
});

test('a company with a line in the comparison with the PSP’s books sees that an operator looked at it', async () => {
  const dora = await openOperator('Dora Alves');
  const [company, other] = [await its.newCompany(), await its.newCompany()];
  const { books } = its.used.stack.deps;
  const day = '2031-01-02';
  const counts = { agree: 0, onTheirWay: 0, waiting: 0, unanswered: 0, differences: 1 };
  const at = `${day}T12:00:00.000Z`;
  const row = { place: 'main', day, state: 'open', passes: 1, nextAt: at, updatedAt: at } as const;
  await books.putDay({ ...row, counts, faults: [], notCompared: [] });
  const account = accountIdOf(company.tenant).replace('/', '#');
  const ours = { kind: 'sent', id: 'E1', at, amountCents: 1_000, account, isOfDay: true } as const;
  await books.openDifference(row, { key: 'k', found: 'ours only', ours, details: 'x' }, at);
  expect((await dora.visit(`/books?day=${day}`)).text).toContain(accountIdOf(company.tenant));
  expect(await seenBy(company)).toContain('books show');
  expect(await seenBy(other)).not.toContain('books show');
});

test('the companies of a person’s data see that operators searched it', async () => {
  const { company } = await its.openDesk([]);
  const other = await its.newCompany();
  const { stack } = its.used;
  const [account, key] = [accountIdOf(company.tenant), randomUUID()];
  await stack.invoke('administer', { action: 'key add', by: 'test', account, key });
  const named = { by: 'Dora', keys: [key], reason: 'PRIV-7' };
  await stack.invoke('person', { action: 'person find', ...named });
  expect(await seenBy(company)).toContain('person find');
  expect(await seenBy(other)).not.toContain('person find');
});

test('a look whose companies cannot be told is not answered', async () => {
  const company = await its.newCompany();
  const { stack } = its.used;
  const { deps } = stack;
  const [branch = '', number = ''] = accountIdOf(company.tenant).split('/');
  const at = its.clock.now.toISOString();
  const id = `untold-${randomUUID()}`;
  await deps.incidents.insert({
    id,
    at,
    kind: 'ledger_difference',
    account: { branch, number },
    details: 'x',
  });
  const insert: typeof deps.audit.insert = async (entry) => {
    if (entry.subject.startsWith('company:')) throw new Error('no answer');
    await deps.audit.insert(entry);
  };
  const audit = { ...deps.audit, insert };
  const asked = { action: 'incident list', by: 'Dora' };
  await expect(stack.invoke('administer', asked, { ...deps, audit })).rejects.toThrow();
});

test('a comparison with the PSP’s books that an operator starts is in the audit, and one of the schedule is not', async () => {
  const { stack } = its.used;
  const entries = async () =>
    (await stack.deps.audit.list('service:books', 100)).filter(({ action }) => action === 'books compare');
  await stack.invoke('reconcilePsp', {});
  expect(await entries()).toEqual([]);
  await stack.invoke('reconcilePsp', { by: 'Dora', day: '2031-01-02' });
  expect((await entries()).map(({ by, state }) => [by, state])).toContainEqual(['Dora', 'done']);
});

test('a call that names no subject does not compile unless it says what its answer shows', async () => {
  type Listing = { by: string; action: 'thing list' };
  const silent: CallTable<Listing, object> = {
    // @ts-expect-error The result has no `shows`.
    'thing list': async () => ({ answer: {} }),
  };
  const telling: CallTable<Listing, object> = { 'thing list': async () => ({ answer: {}, shows: [] }) };
  expect([silent, telling].map((table) => Object.keys(table))).toEqual([['thing list'], ['thing list']]);
});

test('a company whose PIX key another company lists as a payee has no row about that', async () => {
  const [payer, payee] = [await its.openDesk([]), await its.openDesk([])];
  const { stack } = its.used;
  const key = randomUUID();
  await stack.invoke('administer', { action: 'key add', by: 'test', account: payee.at, key });
  const asked = { by: 'Dora', account: payer.at, key };
  expect(await stack.invoke('administer', { action: 'payee add', ...asked })).toMatchObject({ worked: true });
  expect(await stack.invoke('administer', { action: 'payee remove', ...asked })).toMatchObject({
    worked: true,
  });
  expect(await seenBy(payer.company)).toContain('payee add');
  const rows = await stack.deps.audit.list(`company:${payee.company.tenant.company_id}`, 100);
  expect(rows.map(({ action }) => action).filter((action) => action.startsWith('payee'))).toEqual([]);
  expect(JSON.stringify(rows)).not.toContain(payer.at);
});

test('a company sees that an operator looked at the audit of a PIX key that it had before another company', async () => {
  const [company, next] = [await its.newCompany(), await its.newCompany()];
  const { stack } = its.used;
  const [account, key] = [accountIdOf(company.tenant), randomUUID()];
  const call = (action: string, more: object = {}) =>
    stack.invoke('administer', { action, by: 'test', key, ...more });
  await call('key add', { account });
  await call('key end');
  expect(await call('key add', { account: accountIdOf(next.tenant) })).toMatchObject({ worked: true });
  const subject = { kind: 'key', id: key };
  const answer = await stack.invoke('administer', { action: 'audit show', by: 'Dora', subject });
  expect(JSON.stringify(answer)).toContain(account);
  for (const one of [company, next]) expect(await seenBy(one)).toContain('audit show');
});

test('a company sees that an operator looked at the incident of an unreadable return of a Pix that it received', async () => {
  const dora = await openOperator('Dora Alves');
  const company = await its.newCompany();
  const { end_to_end_id: payment } = await payQrCode(its.used.stack, company);
  const id = `return-${payment}-d1`;
  const at = its.clock.now.toISOString();
  const details = `settled return d1 of payment ${payment} has no readable id or amount`;
  await its.used.stack.deps.incidents.insert({ id, at, kind: 'network_event_not_applied', details });
  expect((await dora.visit(`/incidents/${id}`)).text).toContain(details);
  expect(await seenBy(company)).toContain('incident show');
});
