import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { applyNetworkEvent } from '../../lib/incoming/apply-network-event.ts';
import { useOperators } from '../console/operators.ts';
import { accountIdOf } from '../support/admin.ts';
import { payQrCode } from '../support/chargebacks.ts';
import { reported } from '../support/med-cases.ts';
import { leaveAtPsp } from '../support/psp-room.ts';

const { its, openOperator, propose, confirm, limitForm, limitOf } = useOperators();

test('an operator finds a company by any of its ids, and each look-up is recorded in the company’s audit', async () => {
  const dora = await openOperator('Dora Alves');
  const company = await its.newCompany();
  const account = accountIdOf(company.tenant);
  const { id } = (
    await company.post('/create-cashout', { ...company.source, amount: 10, key: 'fulano@example.com' })
  ).body;

  for (const [typed, path] of [
    [company.tenant.company_id, `companies/${company.tenant.company_id}`],
    [company.tenant.client_id, `clients/${company.tenant.client_id}`],
    [company.tenant.user_id, `users/${company.tenant.user_id}`],
    [account, `accounts/${account}`],
    [String(id), `cashouts/${id}`],
  ] as const) {
    const found = await dora.visit(`/find?q=${encodeURIComponent(typed)}`);
    expect([found.status, found.headers.location]).toEqual([303, `/desk/${path}`]);
    const shown = await dora.visit(`/${path}`);
    expect(shown.status).toBe(200);
    expect(shown.text).toContain(company.tenant.company_id);
  }
  const entries = await its.used.stack.deps.audit.list(`company:${company.tenant.company_id}`, 100);
  const looks = entries.filter(({ by }) => by.startsWith('Dora Alves'));
  expect(new Set(looks.map(({ action }) => action))).toEqual(
    new Set([
      'company show',
      'client list',
      'client show',
      'user show',
      'account show',
      'rule show',
      'payee list',
      'webhook list',
      'cashout show',
    ]),
  );
});

test('an operator sees the networks for payouts, with the last balance that was read at each network', async () => {
  const dora = await openOperator('Dora Alves');
  const { deps } = its.used.stack;
  await leaveAtPsp(deps, '2026-11-20T15:00:00.000Z', -700, 123_456);
  const { status, text } = await dora.visit('/networks');
  expect(status).toBe(200);
  for (const said of ['sandbox', 'new payments', 'R$\u00a01,234.56', 'R$\u00a0-7.00'])
    expect(text).toContain(said);
  const entries = await deps.audit.list('service:networks', 10);
  expect(entries.map(({ action }) => action)).toContain('network list');
});

test('a company sees the reads and changes of operators, without their names and without other companies’ data', async () => {
  const [dora, elisa] = [await openOperator('Dora Alves'), await openOperator('Elisa Prado')];
  const { company, browser } = await its.openDesk();
  const account = accountIdOf(company.tenant);
  await dora.visit(`/accounts/${account}`);
  await confirm(elisa, await propose(dora, { action: 'rule low-balance', account, below: '10.00' }));
  const other = await its.newCompany();
  await dora.visit(`/accounts/${accountIdOf(other.tenant)}`);

  const { text } = await browser.visit('/console/operators');
  expect(text).toContain('Viewed: an account');
  expect(text).toContain('Changed: the rules of an account');
  expect(text).toContain(account);
  expect(text).not.toContain(accountIdOf(other.tenant));
  expect(text).not.toContain('Dora');
});

test('a search at the desk by an unknown id finds nothing', async () => {
  const dora = await openOperator('Dora Alves');
  for (const typed of [
    '0001/999',
    crypto.randomUUID(),
    '1',
    'E'.repeat(400),
    "'><script>",
    '%',
    'nobody@example.com',
  ])
    expect((await dora.visit(`/find?q=${encodeURIComponent(typed)}`)).text).toContain(
      'No results for this ID.',
    );
});

test('the desk redirects a company’s people to the console, and the console redirects operators to the desk', async () => {
  const { browser } = await its.openDesk();
  for (const path of ['/desk', '/desk/incidents', '/desk/proposals', '/desk/networks']) {
    const answer = await browser.visit(path, {}, 0);
    expect([answer.status, answer.headers.location]).toEqual([303, '/console']);
  }
  expect((await browser.send('/desk/freeze', [['kind', 'company']])).headers.location).toBe('/console');
  const dora = await openOperator('Dora Alves');
  expect((await dora.browser.visit('/console/payments', {}, 0)).headers.location).toBe('/desk');
  expect((await dora.browser.visit('/console/me')).status).toBe(200);
});

test('the desk redirects a visitor without a session to the sign-in, with the return path', async () => {
  const visitor = its.newVisitor();
  expect((await visitor.visit('/desk/incidents', {}, 0)).headers.location).toBe(
    '/console/sign-in?to=%2Fdesk%2Fincidents',
  );
});

test('an operator’s client has no secret, and can get no permissions on accounts', async () => {
  const { opened } = await openOperator('Dora Alves');
  expect(opened.client_secret).toBeUndefined();
  const refused = await its.used.stack.invoke('administer', {
    action: 'client open',
    by: 'test',
    company: opened.company_id,
    audience: 'desk',
    permissions: ['APPROVE'],
  });
  expect(JSON.stringify(refused)).toContain('an operator has no rights');
});

test('a change is made when a second operator confirms it, and the audit names both operators', async () => {
  const [dora, elisa] = [await openOperator('Dora Alves'), await openOperator('Elisa Prado')];
  const company = await its.newCompany();
  const account = accountIdOf(company.tenant);
  const path = await propose(dora, limitForm(company));
  expect(await limitOf(company)).toBeNull();

  expect((await confirm(elisa, path)).text).toContain('>Done<');
  expect(await limitOf(company)).toBe(500);
  const [entry] = await its.used.stack.deps.audit.list(`account:${account}`, 1);
  expect(entry).toMatchObject({
    action: 'rule limit',
    state: 'done',
    by: expect.stringMatching(/^Dora Alves \(.+\), confirmed by Elisa Prado \(.+\)$/),
  });
});

test('operators cannot confirm their own proposals, even with a second user', async () => {
  const person = its.newPerson();
  const dora = await openOperator('Dora Alves', person);
  const company = await its.newCompany();
  const form = limitForm(company);
  const path = await propose(dora, form);
  expect((await dora.send(`${path}/confirm`)).text).toContain('cannot be confirmed');

  const again = await openOperator('Dora Alves', person, await its.newCompany());
  expect((await again.send(`${path}/confirm`)).text).toContain('cannot be confirmed');
  expect(await limitOf(company)).toBeNull();
});

test('a proposal can be confirmed only once, and not after its withdrawal', async () => {
  const [dora, elisa] = [await openOperator('Dora Alves'), await openOperator('Elisa Prado')];
  const company = await its.newCompany();
  const form = { action: 'rule low-balance', account: accountIdOf(company.tenant), below: '10.00' };
  const made = await propose(dora, form);
  expect((await confirm(elisa, made)).text).toContain('>Done<');
  expect((await confirm(elisa, made)).text).toContain('cannot be confirmed');

  const withdrawn = await propose(dora, form);
  expect((await elisa.send(`${withdrawn}/withdraw`)).text).toContain('cannot be confirmed');
  expect((await dora.send(`${withdrawn}/withdraw`)).status).toBe(303);
  expect((await confirm(elisa, withdrawn)).text).toContain('cannot be confirmed');
});

test('a proposal can no longer be confirmed after three days', async () => {
  const company = await its.newCompany();
  const form = { action: 'rule low-balance', account: accountIdOf(company.tenant), below: '10.00' };
  const made = await propose(await openOperator('Dora Alves'), form);
  its.wait(3 * 24 * 60);
  const elisa = await openOperator('Elisa Prado');
  expect((await confirm(elisa, made)).text).toContain('cannot be confirmed');
  expect((await elisa.visit('')).text).not.toContain(made);
});

test('an invalid proposal is refused, and nothing is stored', async () => {
  const dora = await openOperator('Dora Alves');
  const before = (await its.used.stack.deps.proposals.list()).length;
  for (const form of [
    { action: 'rule limit', account: '1', limit: 'per_day', amount: '5' },
    { action: 'rule limit', account: '0001/1', limit: 'per_year', amount: '5' },
    { action: 'rule approvals', account: '0001/1', bands: 'x' },
    { action: 'rule expiry', account: '0001/1', hours: '1e999' },
    { action: 'thaw', kind: 'planet', id: '1', reason: 'x' },
    { action: 'payee add', account: '0001/1', legal_id: '1' },
  ])
    expect((await dora.send('/propose', form)).status).toBe(422);
  expect((await dora.send('/propose', { action: 'company open' })).text).toContain('No results for this ID.');
  expect((await its.used.stack.deps.proposals.list()).length).toBe(before);
});

test('a freeze takes effect immediately with one operator’s code, and a thaw requires a second operator', async () => {
  const [dora, elisa] = [await openOperator('Dora Alves'), await openOperator('Elisa Prado')];
  const company = await its.newCompany();
  const target = { kind: 'company', id: company.tenant.company_id, reason: 'INC-7' };
  expect((await dora.send('/freeze', { ...target, code: '000000' })).status).toBe(422);
  const status = async () =>
    (await its.used.stack.deps.companies.getCompany(company.tenant.company_id))?.frozenAt;
  expect(await status()).toBeUndefined();
  expect((await dora.send('/freeze', { ...target, code: dora.code() })).text).toContain('>Done<');
  expect(await status()).toBeDefined();

  const path = await propose(dora, { action: 'thaw', ...target });
  expect(await status()).toBeDefined();
  await confirm(elisa, path);
  expect(await status()).toBeUndefined();
});

test('an operator takes an incident, and closes the incident with a one-time code', async () => {
  const dora = await openOperator('Dora Alves');
  const id = `other-${crypto.randomUUID()}`;
  await its.used.stack.deps.incidents.insert({
    id,
    at: its.clock.now.toISOString(),
    kind: 'unresolved_payment',
    details: 'No answer',
  });
  expect((await dora.visit('')).text).toContain(id);
  expect((await dora.send(`/incidents/${id}/take`)).status).toBe(303);
  expect((await dora.visit(`/incidents/${id}`)).text).toContain('Dora Alves');
  expect((await dora.send(`/incidents/${id}/close`, { note: 'INC-8', code: '1' })).status).toBe(422);
  expect((await dora.send(`/incidents/${id}/close`, { note: 'INC-8', code: dora.code() })).status).toBe(303);
  const stored = await its.used.stack.deps.incidents.get(id);
  expect(stored).toMatchObject({ note: 'INC-8', closedBy: expect.stringContaining('Dora Alves') });
  expect((await dora.send(`/incidents/${id}/take`)).status).toBe(422);
});

test('a session at the desk ends after fifteen minutes without use', async () => {
  const dora = await openOperator('Dora Alves');
  its.wait(14);
  expect((await dora.visit('')).status).toBe(200);
  its.wait(16);
  expect((await dora.visit('')).headers.location).toContain('/console/sign-in');
});

test('each kind of change is made when its proposal is confirmed', async () => {
  const [dora, elisa] = [await openOperator('Dora Alves'), await openOperator('Elisa Prado')];
  const company = await its.newCompany();
  const { client_id: client, company_id } = company.tenant;
  const account = accountIdOf(company.tenant);
  const forms: Record<string, string>[] = [
    {
      action: 'client open',
      company: company_id,
      audience: 'api',
      name: 'ERP',
      accounts: account,
      permissions: 'CREATE',
    },
    { action: 'payee add', account, key: 'fulano@example.com' },
    { action: 'payee remove', account, key: 'fulano@example.com' },
    { action: 'rule payees', account, payees: 'listed' },
    { action: 'rule duplicates', account, rule: '24', rule_action: 'tell' },
    { action: 'rule approvals', account, bands: '1000.00=2' },
    { action: 'policy set', client, account, permissions: 'CREATE' },
    { action: 'policy end', client, account },
    { action: 'client rotate', client },
    { action: 'client retire', client },
    { action: 'client close', client },
  ];
  for (const form of forms) {
    const { text } = await confirm(elisa, await propose(dora, form));
    expect([form.action, text.includes('>Done<')]).toEqual([form.action, true]);
  }
  expect(await its.used.stack.deps.clients.get(client)).toMatchObject({ active: false });
});

test('an operator finds a report of fraud by its id, and its page shows the defence that must be given by hand', async () => {
  const dora = await openOperator('Dora Alves');
  const company = await its.newCompany();
  const { end_to_end_id } = await payQrCode(its.used.stack, company, { amount: 1 });
  const at = its.used.stack.deps.now().toISOString();
  for (const id of [randomUUID(), `infracao-${company.tenant.company_id}`]) {
    const about = { id, createdAt: at, modifiedAt: at, amountCents: 100 };
    await applyNetworkEvent(its.used.stack.deps, reported(end_to_end_id, about));
    await company.post(`/v3/meds/${id}/defence`, { position: 'contest', text: 'Entregue <b>hoje</b>' });
    const found = await dora.visit(`/find?q=${encodeURIComponent(id)}`);
    expect([found.status, found.headers.location]).toEqual([303, `/desk/meds/${id}`]);
    const { text } = await dora.visit(`/meds/${id}`);
    for (const said of [
      'Entregue &lt;b&gt;hoje',
      'To deliver to the PSP',
      'contest',
      company.tenant.company_id,
    ])
      expect(text).toContain(said);
    const incident = await dora.visit(`/incidents/med-defence-${id}`);
    expect(incident.text).toContain('IncidentOpened');
  }
  const [entry] = await its.used.stack.deps.audit.list(`company:${company.tenant.company_id}`, 1);
  expect(entry?.action).toMatch(/med show|incident show/);
});
