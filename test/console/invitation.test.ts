// An operator invites a person whose id at the identity provider is not known yet.

import { expect, test } from 'vitest';
import type { Caller } from '../support/api.ts';
import { useConsole } from './visitor.ts';

const its = useConsole();
const day = 24 * 60;

async function invite({ tenant }: Caller, more: object = {}): Promise<{ path: string; clientId: string }> {
  const opened = (await its.used.stack.invoke('administer', {
    action: 'client open',
    by: 'test',
    company: tenant.company_id,
    audience: 'console',
    name: 'Bruno Reis',
    permissions: ['APPROVE'],
    accounts: tenant.accounts.map(
      (one) => `${one.source_account_branch_identifier}/${one.source_account_number}`,
    ),
    ...more,
  })) as { invitation: string; client_id: string };
  return { path: new URL(opened.invitation).pathname, clientId: opened.client_id };
}

/** Opens the invitation's link and accepts it. @returns the last page */
async function accept(browser: ReturnType<typeof its.newVisitor>, path: string, person: string) {
  const { text } = await browser.visit(path);
  const [, begin = ''] = /href="([^"]*invitation=[^"]*)"/.exec(text) ?? [];
  return browser.signInAt(begin, person);
}

test('the first person who accepts an invitation gets access, and can then sign in without the link', async () => {
  const [company, person] = [await its.newCompany(), its.newPerson()];
  const { path } = await invite(company);
  const browser = its.newVisitor();
  expect((await browser.visit(path)).text).toContain('This company invites you');
  expect((await accept(browser, path, person)).text).toContain('Bruno Reis');
  expect((await its.newVisitor().signIn(person)).text).toContain('Bruno Reis');
});

test('the audit names the user who accepted an invitation', async () => {
  const { path, clientId } = await invite(await its.newCompany());
  await accept(its.newVisitor(), path, its.newPerson());
  const { user_id: id } = (await its.used.stack.invoke('administer', {
    action: 'client show',
    by: 'test',
    client: clientId,
  })) as { user_id: string };
  const { entries } = (await its.used.stack.invoke('administer', {
    action: 'audit show',
    by: 'test',
    subject: { kind: 'user', id },
  })) as { entries: object[] };
  expect(entries).toContainEqual(expect.objectContaining({ action: 'invitation accept', by: id }));
});

test('an invitation can be accepted only once', async () => {
  const { path } = await invite(await its.newCompany());
  await accept(its.newVisitor(), path, its.newPerson());
  const second = its.newVisitor();
  expect((await second.visit(path)).text).toContain('does not count any more');
  const begin = `/console/sign-in/begin?invitation=${path.split('/').at(-1)}`;
  const late = await second.signInAt(begin, its.newPerson());
  expect(late).toMatchObject({ status: 403 });
  expect((await second.visit('/console')).path).toMatch(/sign-in/);
});

test('only one of two people who accept an invitation at the same time gets access', async () => {
  const { path } = await invite(await its.newCompany());
  const [one, other] = [its.newVisitor(), its.newVisitor()];
  const pages = await Promise.all([accept(one, path, its.newPerson()), accept(other, path, its.newPerson())]);
  expect(pages.map(({ status }) => status).toSorted()).toEqual([200, 403]);
});

test('an invitation expires after seven days', async () => {
  const { path } = await invite(await its.newCompany());
  its.wait(7 * day - 1);
  expect((await its.newVisitor().visit(path)).status).toBe(200);
  its.wait(2);
  expect((await its.newVisitor().visit(path)).status).toBe(404);
});

test('an invitation to a closed client gives no access', async () => {
  const { path, clientId } = await invite(await its.newCompany());
  await its.used.stack.invoke('administer', { action: 'client close', by: 'test', client: clientId });
  its.wait(2);
  expect((await its.newVisitor().visit(path)).status).toBe(404);
  const begin = `/console/sign-in/begin?invitation=${path.split('/').at(-1)}`;
  expect((await its.newVisitor().signInAt(begin, its.newPerson())).status).toBe(403);
});

test('an invitation to a frozen client gives no access until the client is unfrozen', async () => {
  const [company, person] = [await its.newCompany(), its.newPerson()];
  await its.openPerson(await its.newCompany(), person);
  const { path, clientId } = await invite(company);
  const target = { kind: 'client', id: clientId };
  const about = { by: 'test', target, reason: 'wrong person' };
  await its.used.stack.invoke('freeze', { action: 'freeze', ...about });
  const begin = `/console/sign-in/begin?invitation=${path.split('/').at(-1)}`;
  const browser = its.newVisitor();
  expect((await browser.signInAt(begin, person)).status).toBe(403);
  expect((await browser.visit('/console')).path).toContain('/console/sign-in');
  await its.used.stack.invoke('freeze', { action: 'thaw', ...about });
  expect((await its.newVisitor().signInAt(begin, person)).status).toBe(200);
});

test('a person who already has access to the company cannot accept an invitation', async () => {
  const [company, person] = [await its.newCompany(), its.newPerson()];
  await its.openPerson(company, person);
  const { path } = await invite(company);
  expect((await accept(its.newVisitor(), path, person)).text).toContain('does not count any more');
  expect((await accept(its.newVisitor(), path, its.newPerson())).status).toBe(200);
});

test.each(['cross-site', 'same-site', 'none'])(
  'a link from another site (%s) does not accept an invitation, but leads to the invitation’s page',
  async (from) => {
    const { path } = await invite(await its.newCompany());
    const begin = `/console/sign-in/begin?invitation=${path.split('/').at(-1)}`;
    const led = await its.newVisitor().ask(begin, { 'sec-fetch-site': from });
    expect(led.to).toMatch(new RegExp(`${path}$`));
  },
);

test('a change of the language leads back to the invitation', async () => {
  const { path } = await invite(await its.newCompany());
  const browser = its.newVisitor();
  const [, change = ''] = /href="(\/console\/language[^"]*)"/.exec((await browser.visit(path)).text) ?? [];
  expect((await browser.visit(change.replaceAll('&amp;', '&'))).path).toBe(path);
});

test('an unknown or malformed invitation code answers 404', async () => {
  for (const code of ['0'.repeat(64), 'x', '%00'])
    expect((await its.newVisitor().visit(`/console/join/${code}`)).status).toBe(404);
});
