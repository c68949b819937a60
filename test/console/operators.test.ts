import { expect, test } from 'vitest';
import { useOperators } from './operators.ts';

const { its } = useOperators();
const path = '/console/operators';
type Called = { action: string } & Record<string, unknown>;
const operate = (call: Called) => its.used.stack.invoke('administer', { by: 'Dora Alves', ...call });
const rowsIn = (page: string) => page.split('<tr role="row">').slice(2);

test('the page of operators’ actions shows no other company’s account, even if an operator confused two companies', async () => {
  const [one, other] = [await its.openDesk([]), await its.openDesk([])];
  const refused = await operate({
    action: 'policy set',
    client: one.company.tenant.client_id,
    account: other.at,
    permissions: ['APPROVE'],
  });
  expect(refused).toMatchObject({ worked: false });
  const [ours, theirs] = [await one.browser.visit(path), await other.browser.visit(path)];
  for (const { text } of [ours, theirs]) expect(text).toContain('Attempt refused');
  expect(ours.text).not.toContain(other.at);
  expect(theirs.text).toContain(other.at);
  expect(theirs.text).not.toContain(one.company.tenant.client_id);
});

test('the page of operators’ actions names an account only to people who may see the account', async () => {
  const company = await its.newCompany({ accounts: 2 });
  const { browser } = await its.openSignedIn(company, []);
  const [mine = '', hidden = ''] = company.tenant.accounts.map(
    (one) => `${one.source_account_branch_identifier}/${one.source_account_number}`,
  );
  for (const account of [mine, hidden]) await operate({ action: 'rule low-balance', account, below: '10' });
  expect((await browser.visit(`/console/accounts/${hidden}`)).status).toBe(404);
  const { text } = await browser.visit(path);
  expect(rowsIn(text).filter((row) => row.includes('the rules of an account'))).toHaveLength(2);
  expect(text).toContain(mine);
  expect(text).not.toContain(hidden);
});

test('the page of operators’ actions has further pages, so that many reads do not hide a change', async () => {
  const { browser, company, at } = await its.openDesk([]);
  await operate({ action: 'rule low-balance', account: at, below: '10' });
  for (let index = 0; index < 101; index++) {
    its.wait(0.01);
    await operate({ action: 'company show', company: company.tenant.company_id });
  }
  const newest = (await browser.visit(path)).text;
  expect(rowsIn(newest)).toHaveLength(100);
  expect(newest).not.toContain('the rules of an account');
  const [, older = ''] = /href="(\/console\/operators\?until=[^"]+)"/.exec(newest) ?? [];
  expect((await browser.visit(older)).text).toContain('Changed: the rules of an account');
  for (const odd of ['x', '%00', '9999-12-31', '2031-06-10T15:00:00.000Z~'])
    expect((await browser.visit(`${path}?until=${odd}`)).status).toBe(200);
});

test('an action with an unknown outcome is not shown as a change', async () => {
  const { browser, company } = await its.openDesk([]);
  const { audit, ids, now } = its.used.stack.deps;
  const subject = `company:${company.tenant.company_id}`;
  const entry = { subject, at: now().toISOString(), by: 'Dora Alves', details: {} };
  await audit.insert({ ...entry, id: ids.uuid(), action: 'client close', state: 'asked' });
  const id = ids.uuid();
  await audit.insert({ ...entry, id, action: 'policy end', state: 'asked' });
  await audit.insert({ ...entry, id, action: 'policy end', state: 'failed' });
  const rows = rowsIn((await browser.visit(path)).text);
  expect(rows.filter((row) => row.includes('with unknown outcome'))).toHaveLength(2);
});

test('an action that has ended is not shown as one without an end on the next page', async () => {
  const { browser, company } = await its.openDesk([]);
  const { audit, ids } = its.used.stack.deps;
  const subject = `company:${company.tenant.company_id}`;
  const about = { subject, by: 'Dora Alves', action: 'company show', details: {} };
  const at = () => {
    its.wait(0.001);
    return its.clock.now.toISOString();
  };
  for (let index = 0; index < 101; index++) {
    const pair = [ids.uuid(), ids.uuid()];
    for (const id of pair) await audit.insert({ ...about, id, at: at(), state: 'asked' });
    for (const id of pair) await audit.insert({ ...about, id, at: at(), state: 'done' });
  }
  let page = path;
  for (let number = 1; number <= 3; number++) {
    const { text } = await browser.visit(page);
    expect(text).not.toContain('with unknown outcome');
    page = /href="(\/console\/operators\?until=[^"]+)"/.exec(text)?.[1] ?? path;
  }
});
