import { expect, test } from 'vitest';
import { useOperators } from '../console/operators.ts';
import { accountIdOf } from '../support/admin.ts';

const { its, openOperator, propose, beginConfirm, confirm, limitForm, limitOf } = useOperators();
const over = 'cannot be confirmed';

test('the confirmation page shows "nothing" for a value that the proposal removes', async () => {
  const [dora, elisa] = [await openOperator('Dora Alves'), await openOperator('Elisa Prado')];
  const company = await its.newCompany();
  const account = accountIdOf(company.tenant);
  for (const [form, field] of [
    [{ action: 'rule limit', limit: 'per_day' }, 'Amount'],
    [{ action: 'rule approvals' }, 'Approvals by amount'],
    [{ action: 'rule duplicates' }, 'Duplicates'],
    [{ action: 'rule low-balance' }, 'Alert below'],
    [{ action: 'rule expiry' }, 'Hours'],
    [{ action: 'rule own-approval' }, 'The creator approves up to'],
    [{ action: 'policy set', client: company.tenant.client_id }, 'Permissions'],
  ] as const) {
    const path = await propose(dora, { account, ...form });
    const { text } = await elisa.send(`${path}/confirm`);
    expect(text, form.action).toContain(`<dt>${field}</dt><dd><bdi>nothing</bdi>`);
  }
});

test('a proposal of an operator whose client is closed or frozen cannot be confirmed', async () => {
  const [dora, elisa] = [await openOperator('Dora Alves'), await openOperator('Elisa Prado')];
  const company = await its.newCompany();
  const form = limitForm(company);
  const path = await propose(dora, form);
  const begun = await beginConfirm(elisa, path);
  const { client_id: id } = dora.opened;
  await its.used.stack.invoke('administer', { action: 'client close', by: 'test', client: id });
  expect((await elisa.send('/decide', begun)).text).toContain(over);
  expect((await elisa.send(`${path}/confirm`)).text).toContain(over);

  const fatima = await openOperator('Fátima Reis');
  const later = await propose(fatima, form);
  const target = { kind: 'client', id: fatima.opened.client_id };
  await its.used.stack.invoke('freeze', { action: 'freeze', by: 'test', target, reason: 'INC-9' });
  expect((await elisa.send(`${later}/confirm`)).text).toContain(over);
  expect(await limitOf(company)).toBeNull();
});

test('an operator cannot be added through the desk, even with a forged form', async () => {
  const dora = await openOperator('Dora Alves');
  const form = { action: 'client open', company: dora.opened.company_id ?? '', name: 'Gil' };
  expect((await dora.send('/propose', { ...form, audience: 'desk' })).status).toBe(422);
  expect((await dora.send('/propose', { ...form, audience: 'api' })).status).toBe(303);
});

test('a proposal that two operators confirm concurrently is executed once', async () => {
  const [dora, elisa, fatima] = [
    await openOperator('Dora Alves'),
    await openOperator('Elisa Prado'),
    await openOperator('Fátima Reis'),
  ];
  const company = await its.newCompany();
  const path = await propose(dora, {
    action: 'client open',
    company: company.tenant.company_id,
    audience: 'api',
  });
  const begun = [await beginConfirm(elisa, path), await beginConfirm(fatima, path)] as const;
  const answers = await Promise.all([elisa.send('/decide', begun[0]), fatima.send('/decide', begun[1])]);
  expect(answers.filter(({ text }) => text.includes('>Done<'))).toHaveLength(1);
  expect(answers.filter(({ text }) => text.includes(over))).toHaveLength(1);
  const { companies } = its.used.stack.deps;
  expect(await companies.listClientIds(company.tenant.company_id)).toHaveLength(2);
});

test('a link to the proposal form can fill in the account, but not the payee', async () => {
  const dora = await openOperator('Dora Alves');
  const query = { action: 'payee add', account: '0001/1', key: 'evil@example.com', legal_id: '52998224725' };
  const { text } = await dora.visit(`/propose?${new URLSearchParams(query)}`);
  expect(text).toContain('value="0001/1"');
  expect(text).not.toContain('value="evil@example.com"');
  expect(text).not.toContain('value="52998224725"');
});

test('a proposal with invisible characters is refused', async () => {
  const dora = await openOperator('Dora Alves');
  const form = { action: 'client open', company: dora.opened.company_id ?? '', audience: 'api' };
  for (const more of [
    { name: 'Gil\u202e' },
    { email: 'gil\u202emoc@example.com' },
    { accounts: '0001/1\u200b' },
  ])
    expect((await dora.send('/propose', { ...form, ...more })).status).toBe(422);
  const thaw = { action: 'thaw', kind: 'company', id: dora.opened.company_id ?? '', reason: 'INC\u2066-7' };
  expect((await dora.send('/propose', thaw)).status).toBe(422);
  const payee = { action: 'payee add', account: '0001/1', key: 'gil\u202emoc@example.com' };
  expect((await dora.send('/propose', payee)).status).toBe(422);
});

test('a proposed thaw does not end a freeze made after the proposal', async () => {
  const [dora, elisa] = [await openOperator('Dora Alves'), await openOperator('Elisa Prado')];
  const company = await its.newCompany();
  const { company_id: id, client_id: client } = company.tenant;
  const targets = [
    { kind: 'company', id },
    { kind: 'client', id: client },
    { kind: 'account', id: accountIdOf(company.tenant) },
  ];
  for (const target of targets) {
    const freeze = () => dora.send('/freeze', { ...target, reason: 'INC-7', code: dora.code() });
    const thaw = () => propose(dora, { action: 'thaw', ...target, reason: 'INC-7' });
    expect((await freeze()).text).toContain('>Done<');
    const [first, second] = [await thaw(), await thaw()];
    expect((await confirm(elisa, first)).text).toContain('>Done<');
    its.wait(1);
    expect((await freeze()).text).toContain('>Done<');
    expect((await elisa.send(`${second}/confirm`)).text).toContain(over);
    its.wait(1);
    expect((await confirm(elisa, await thaw())).text).toContain('>Done<');
  }
});

test('the look-up of a PIX key is recorded in the audit of the key’s company', async () => {
  const dora = await openOperator('Dora Alves');
  const company = await its.newCompany();
  const [account, key] = [accountIdOf(company.tenant), crypto.randomUUID()];
  await its.used.stack.invoke('administer', { action: 'key add', by: 'test', account, key });
  const found = await dora.visit(`/find?q=${key}`);
  expect(found.headers.location).toBe(`/desk/accounts/${account}`);
  const entries = await its.used.stack.deps.audit.list(`company:${company.tenant.company_id}`, 10);
  expect(entries.filter(({ by }) => by.startsWith('Dora')).map(({ action }) => action)).toContain('key show');
});

test('the list of incidents on the first page of the desk is recorded in the audit', async () => {
  const dora = await openOperator('Dora Alves');
  await dora.visit('');
  const entries = await its.used.stack.deps.audit.list('service:incidents', 100);
  const looks = entries.filter(({ by }) => by.includes(dora.opened.user_id ?? ''));
  expect(looks.map(({ action }) => action)).toContain('incident list');
});

test('an operator’s session gives no access to the pages and forms of companies', async () => {
  const dora = await openOperator('Dora Alves');
  const own = ['/me', '/companies'];
  const pages = ['', '/payments', '/accounts', '/new', '/operators', '/sandbox', '/batches', '/money-back/1'];
  const ofAccount = ['/accounts/0001/1', '/accounts/0001/1/charts', '/files/0001/1', '/webhooks/0001/1'];
  for (const path of [...pages, ...ofAccount, '/cashouts/1', '/med', '/news'])
    expect((await dora.browser.visit(`/console${path}`, {}, 0)).headers.location, path).toBe('/desk');
  for (const path of [
    '/decide',
    '/confirm',
    '/new',
    '/money-back/1/decide',
    '/webhooks/0001/1',
    '/batches/decide',
  ])
    expect([303, 404], path).toContain((await dora.browser.send(`/console${path}`, [])).status);
  for (const path of own) expect((await dora.browser.visit(`/console${path}`, {}, 0)).status).toBe(200);
});

test('a proposal for a payee with both a key and a tax id, or with neither, is refused', async () => {
  const dora = await openOperator('Dora Alves');
  const [key, legal_id] = ['fulano@example.com', '52998224725'];
  for (const action of ['payee add', 'payee remove']) {
    const form = { action, account: '0001/1' };
    for (const more of [{ key, legal_id }, {}])
      expect((await dora.send('/propose', { ...form, ...more })).status).toBe(422);
    for (const more of [{ key }, { legal_id }])
      expect((await dora.send('/propose', { ...form, ...more })).status).toBe(303);
  }
});

test('a proposal shows each permission once, so that a long list cannot hide one', async () => {
  const dora = await openOperator('Dora Alves');
  const form = { action: 'policy set', client: crypto.randomUUID(), account: '0001/1' };
  const permissions = `${'CREATE,'.repeat(500)}APPROVE,${'CREATE,'.repeat(500)}`;
  const { text } = await dora.visit(await propose(dora, { ...form, permissions }));
  expect(text).toContain('<bdi>CREATE, APPROVE</bdi>');
});

test('the confirmation page of a rule shows the rule’s current value', async () => {
  const [dora, elisa] = [await openOperator('Dora Alves'), await openOperator('Elisa Prado')];
  const company = await its.newCompany();
  const account = accountIdOf(company.tenant);
  const form = { action: 'rule low-balance', account };
  expect((await confirm(elisa, await propose(dora, { ...form, below: '77.70' }))).text).toContain('>Done<');
  const { text } = await elisa.send(`${await propose(dora, { ...form, below: '88.80' })}/confirm`);
  expect(text).toContain('R$\u00a088.80');
  expect(text).toMatch(/Currently<[\s\S]*R\$\u00a077\.70/);
});

test('a person is added at the desk only by the identity provider’s id, so that no operator sees an invitation', async () => {
  const [dora, elisa] = [await openOperator('Dora Alves'), await openOperator('Elisa Prado')];
  const company = await its.newCompany();
  const form = {
    action: 'client open',
    company: company.tenant.company_id,
    audience: 'console',
    name: 'Gil',
  };
  const refused = await dora.send('/propose', form);
  expect([refused.status, refused.text]).toEqual([422, expect.stringContaining('is required')]);
  const { text } = await confirm(elisa, await propose(dora, { ...form, subject: its.newPerson() }));
  expect(text).toContain('>Done<');
  expect(text).not.toContain('/join/');
});

test('an operator cannot freeze other operators at the desk', async () => {
  const [dora, elisa] = [await openOperator('Dora Alves'), await openOperator('Elisa Prado')];
  for (const target of [
    { kind: 'client', id: String(elisa.opened.client_id) },
    { kind: 'company', id: String(elisa.opened.company_id) },
  ]) {
    const answer = await dora.send('/freeze', { ...target, reason: 'INC-1', code: dora.code() });
    expect([answer.status, answer.text]).toEqual([422, expect.stringContaining('command line')]);
  }
  expect((await elisa.visit('')).status).toBe(200);
});
