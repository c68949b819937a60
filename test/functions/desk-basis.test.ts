import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { useOperators } from '../console/operators.ts';
import { accountIdOf } from '../support/admin.ts';

const { its, openOperator, propose, beginConfirm, confirm, limitForm, limitOf } = useOperators();
const changed = 'has changed since this page was opened';
const openTwo = () => Promise.all([openOperator('Dora Alves'), openOperator('Elisa Prado')]);

test('a confirmation from a page with older values is refused, and the new page shows the values of today', async () => {
  const [dora, elisa] = await openTwo();
  const company = await its.newCompany();
  const first = await propose(dora, { ...limitForm(company), amount: '900.00' });
  const second = await propose(dora, { ...limitForm(company), amount: '10.00' });
  const old = await beginConfirm(elisa, first);
  expect((await confirm(elisa, second)).text).toContain('>Done<');

  const { text } = await elisa.send('/decide', { ...old, code: elisa.code() });
  expect(text).toContain(changed);
  expect(text).toMatch(/Currently<[\s\S]*10/);
  expect(await limitOf(company)).toBe(10);
  const [, step = ''] = /name="step" value="([0-9a-f]+)"/.exec(text) ?? [];
  expect((await elisa.send('/decide', { step, code: elisa.code() })).text).toContain('>Done<');
});

test('rights that another operator changes after the page was opened are not replaced', async () => {
  const [dora, elisa] = await openTwo();
  const { tenant } = await its.newCompany();
  const policy = { action: 'policy set', client: tenant.client_id, account: accountIdOf(tenant) };
  const path = await propose(dora, { ...policy, permissions: 'CREATE,APPROVE' });
  const old = await beginConfirm(elisa, path);
  const permissions = ['CREATE'];
  await its.used.stack.invoke('administer', { ...policy, by: 'test', permissions, without: ['REFUND'] });
  expect((await elisa.send('/decide', old)).text).toContain(changed);
  const [account] = await its.used.stack.deps.accounts.listPolicies(tenant.user_id);
  expect(account).toMatchObject({ permissions, without: ['REFUND'] });
});

test('a change between the last check and the write is refused, and nothing is replaced', async () => {
  const [dora, elisa] = await openTwo();
  const company = await its.newCompany();
  const { deps } = its.used.stack;
  const account = accountIdOf(company.tenant);
  const path = await propose(dora, { ...limitForm(company), amount: '900.00' });
  const begun = await beginConfirm(elisa, path);
  const decide: typeof deps.proposals.decide = async (...given) => {
    const amount = '10.00';
    const other = { action: 'rule limit', by: 'test', account, limit: 'per_day', amount };
    await its.used.stack.invoke('administer', other);
    return deps.proposals.decide(...given);
  };
  its.using = { ...deps, proposals: { ...deps.proposals, decide } };
  const { status, text } = await elisa.send('/decide', begun);
  its.using = undefined;
  expect([status, text]).toEqual([422, expect.stringContaining('changed in the meantime')]);
  expect(await limitOf(company)).toBe(10);
});

test('a thaw does not end a freeze that is newer than the one that was shown', async () => {
  const [dora, elisa] = await openTwo();
  const { deps } = its.used.stack;
  const { tenant } = await its.newCompany();
  const target = { kind: 'company', id: tenant.company_id };
  const freeze = () => its.used.stack.invoke('freeze', { action: 'freeze', by: 'test', target, reason: 'x' });
  await freeze();
  its.wait(1);
  const path = await propose(dora, { action: 'thaw', ...target, reason: 'INC-7' });
  const begun = await beginConfirm(elisa, path);
  const decide: typeof deps.proposals.decide = async (...given) => {
    its.wait(1);
    await freeze();
    return deps.proposals.decide(...given);
  };
  its.using = { ...deps, proposals: { ...deps.proposals, decide } };
  const { status, text } = await elisa.send('/decide', begun);
  its.using = undefined;
  expect([status, text]).toEqual([422, expect.stringContaining('changed in the meantime')]);
  expect((await deps.companies.getCompany(tenant.company_id))?.frozenAt).toBe(its.clock.now.toISOString());
});

test('a waiting payment that was assigned after the page was opened is not assigned to another account', async () => {
  const [dora, elisa] = await openTwo();
  const { deps } = its.used.stack;
  const [ours, theirs] = [
    accountIdOf((await its.newCompany()).tenant),
    accountIdOf((await its.newCompany()).tenant),
  ];
  const payment = `E60701190${randomBytes(12).toString('hex').slice(0, 23)}`;
  const at = its.clock.now.toISOString();
  const event = { version: 1, kind: 'payment_received', amountCents: 100, endToEndId: payment, at } as const;
  const waiting = { ...event, transactionId: Number(randomBytes(5).readUIntBE(0, 5)), payer: {} };
  const incident = {
    id: `payment_received-${payment}`,
    at,
    kind: 'unassigned_payment',
    details: 'x',
  } as const;
  expect(await deps.incoming.giveUp(event, incident, waiting)).toBe(true);
  const path = await propose(dora, { action: 'payment assign', payment, account: ours });
  const old = await beginConfirm(elisa, path);
  const assigned = { action: 'payment assign', by: 'test', payment, account: theirs };
  await its.used.stack.invoke('administer', assigned);
  expect((await elisa.send('/decide', old)).text).toContain(changed);
  const [branch, number] = theirs.split('/');
  expect((await deps.waitingPayments.find(payment))?.assignedTo).toEqual({ branch, number });
  expect(await deps.waitingPayments.assign(payment, { branch: '0001', number: '1' }, undefined)).toBe(false);
});

test('secrets that were changed after the page was opened are not changed again', async () => {
  const [dora, elisa] = await openTwo();
  const { tenant } = await its.newCompany();
  const client = tenant.client_id;
  for (const action of ['client rotate', 'client retire']) {
    const old = await beginConfirm(elisa, await propose(dora, { action, client }));
    await its.used.stack.invoke('administer', { action: 'client rotate', by: 'test', client });
    expect((await elisa.send('/decide', old)).text).toContain(changed);
    await its.used.stack.invoke('administer', { action: 'client retire', by: 'test', client });
  }
});

test('the confirmation page of a thaw shows since when the target is frozen', async () => {
  const [dora, elisa] = await openTwo();
  const { tenant } = await its.newCompany();
  const target = { kind: 'account', id: accountIdOf(tenant) };
  await its.used.stack.invoke('freeze', { action: 'freeze', by: 'test', target, reason: 'x' });
  const path = await propose(dora, { action: 'thaw', ...target, reason: 'INC-7' });
  expect((await elisa.send(`${path}/confirm`)).text).toMatch(/Currently<[\s\S]*Frozen since/);
});

test('proposals, looks at them and withdrawals are in the audit, and the company sees them', async () => {
  const [dora, elisa] = await openTwo();
  const { company, browser } = await its.openDesk();
  const path = await propose(dora, limitForm(company));
  await elisa.visit(path);
  expect((await dora.send(`${path}/withdraw`)).status).toBe(303);
  expect((await dora.send(`${path}/withdraw`)).text).toContain('cannot be confirmed');

  const { audit } = its.used.stack.deps;
  for (const subject of [`account:${accountIdOf(company.tenant)}`, `company:${company.tenant.company_id}`]) {
    const entries = (await audit.list(subject, 100)).filter(({ state }) => state !== 'asked');
    const said = entries.map(({ by, action, state }) => [by.split(' (')[0], action, state]);
    expect(said).toContainEqual(['Dora Alves', 'proposal make', 'done']);
    expect(said).toContainEqual(['Elisa Prado', 'proposal show', 'done']);
    expect(said).toContainEqual(['Dora Alves', 'proposal withdraw', 'done']);
    expect(said).toContainEqual(['Dora Alves', 'proposal withdraw', 'refused']);
  }
  const { text } = await browser.visit('/console/operators');
  expect(text).toContain('Changed: a proposed change');
  expect(text).toContain('Viewed: a proposed change');
});

test('a confirmation page that cannot show the values of today takes no code', async () => {
  const [dora, elisa] = await openTwo();
  const company = await its.newCompany();
  const { deps } = its.used.stack;
  const path = await propose(dora, limitForm(company));
  const insert: typeof deps.audit.insert = async (entry) => {
    if (entry.action === 'rule show') throw new Error('no answer');
    await deps.audit.insert(entry);
  };
  its.using = { ...deps, audit: { ...deps.audit, insert } };
  const page = await elisa.send(`${path}/confirm`);
  its.using = undefined;
  expect(page.text).not.toContain('name="step"');
  expect(page.status).toBe(500);
});
