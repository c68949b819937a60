// An operator invites a person whose id at the identity provider is not known yet.

import { randomUUID } from 'node:crypto';
import { generateSync } from 'otplib';
import { describe, expect, test } from 'vitest';
import type { Caller } from '../support/api.ts';
import { allRows } from '../support/tables.ts';
import { useConsole } from './visitor.ts';

const its = useConsole();
const day = 24 * 60;

/** Opens a client of a new user, who may approve. */
const invite = (company: Caller, more: object = {}) =>
  openClient(company, {
    name: 'Bruno Reis',
    permissions: ['APPROVE'],
    accounts: company.tenant.accounts.map(
      (one) => `${one.source_account_branch_identifier}/${one.source_account_number}`,
    ),
    ...more,
  });

async function openClient({ tenant }: Caller, fields: object) {
  const opened = (await its.used.stack.invoke('administer', {
    action: 'client open',
    by: 'test',
    company: tenant.company_id,
    audience: 'console',
    ...fields,
  })) as { invitation: string; client_id: string; mfa_secret: string; user_id: string };
  return {
    path: new URL(opened.invitation).pathname,
    clientId: opened.client_id,
    mfa: opened.mfa_secret,
    user: opened.user_id,
  };
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

test('a sign-in that was begun with an invitation, and not finished, leaves its code in no table', async () => {
  const { path } = await invite(await its.newCompany());
  const browser = its.newVisitor();
  const [, begin = ''] = /href="([^"]*invitation=[^"]*)"/.exec((await browser.visit(path)).text) ?? [];
  await browser.visit(begin);
  expect(JSON.stringify(await allRows(its.used.stack))).not.toContain(path.split('/').at(-1));
});

test('an invitation can be accepted only once', async () => {
  const { path } = await invite(await its.newCompany());
  await accept(its.newVisitor(), path, its.newPerson());
  const second = its.newVisitor();
  expect((await second.visit(path)).text).toContain('is no longer valid');
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
  expect((await accept(its.newVisitor(), path, person)).text).toContain('is no longer valid');
  expect((await accept(its.newVisitor(), path, its.newPerson())).status).toBe(200);
});

test.each<[string, Record<string, string>]>([
  ['at another site', { 'sec-fetch-site': 'cross-site' }],
  ['at a sibling site', { 'sec-fetch-site': 'same-site' }],
  ['in a mail', { 'sec-fetch-site': 'none' }],
  ['of an unknown origin, in an older browser', { 'sec-fetch-site': '' }],
  ['of a hidden origin, in an older browser', { 'sec-fetch-site': '', origin: 'null' }],
  ['at another site, in an older browser', { 'sec-fetch-site': '', referer: 'https://evil.example.com/' }],
  ['at a name like ours', { 'sec-fetch-site': '', referer: 'http://localhost:3000.example.com/' }],
  ['at a broken address', { 'sec-fetch-site': '', referer: '/console/join' }],
  [
    'at another site that calls itself ours',
    { 'sec-fetch-site': 'cross-site', origin: 'http://localhost:3000' },
  ],
])('a link %s does not accept an invitation, but leads to the invitation’s page', async (_, from) => {
  const { path } = await invite(await its.newCompany());
  const begin = `/console/sign-in/begin?invitation=${path.split('/').at(-1)}`;
  const led = await its.newVisitor().ask(begin, from);
  expect(led.to).toMatch(new RegExp(`${path}$`));
});

test.each<[string, Record<string, string>]>([
  ['names the page', { referer: 'http://localhost:3000/console/join/x' }],
  ['names the origin', { origin: 'http://localhost:3000' }],
])('an older browser that %s accepts an invitation', async (_, from) => {
  const { path } = await invite(await its.newCompany());
  const begin = `/console/sign-in/begin?invitation=${path.split('/').at(-1)}`;
  const led = await its.newVisitor().ask(begin, { 'sec-fetch-site': '', ...from });
  expect(led.to).toContain('127.0.0.1');
});

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

/** Returns a one-time code of a new time step, because each step's code is accepted once. */
function codeOf(secret: string): string {
  its.wait(0.5);
  return generateSync({ secret, epoch: Math.floor(its.clock.now.getTime() / 1_000) });
}

describe('whoever has only the link of an invitation', () => {
  const content = (company: Caller) => ({ ...company.source, amount: 10, key: 'fulano@example.com' });

  /** Lets a stranger accept an invitation with every right. */
  async function openStranger() {
    const company = await its.newCompany();
    const opened = await invite(company, { permissions: ['CREATE', 'APPROVE', 'REFUND', 'WEBHOOK'] });
    const browser = its.newVisitor();
    expect((await accept(browser, opened.path, its.newPerson())).text).toContain('Bruno Reis');
    const at = company.source.source_account_branch_identifier;
    return { company, browser, account: `${at}/${company.source.source_account_number}`, ...opened };
  }

  /** Returns everything that is stored, except counts of requests and sessions. */
  async function stored() {
    const { ACCOUNTS_TABLE: _, SESSIONS_TABLE: __, ...tables } = await allRows(its.used.stack);
    return tables;
  }

  const acts: Record<string, (its: { account: string; id: number }) => [string, [string, string][]]> = {
    'rejects a payment': ({ id }) => [
      '/console/reject',
      [
        ['cashout', String(id)],
        ['reason', 'No'],
      ],
    ],
    'looks payees up': ({ id }) => ['/console/confirm', [['cashout', String(id)]]],
    'creates a payment': ({ account }) => [
      '/console/create',
      [
        ['account', account],
        ['kind', 'key'],
        ['key', 'fulano@example.com'],
        ['amount', '10,00'],
        ['idempotency_key', randomUUID()],
      ],
    ],
    'adds a webhook': ({ account }) => [`/console/webhooks/${account}`, [['url', 'https://example.com/']]],
    'asks for a file': ({ account }) => [`/console/files/${account}`, [['month', '2031-05']]],
    'begins a passkey': () => ['/console/passkeys/begin', [['name', 'Mine']]],
    'writes a note about a MED case': () => [`/console/med/${randomUUID()}/note`, [['note', 'Mine']]],
    'refunds a QR code': () => ['/console/money-back/8125094371265', [['amount', '1,00']]],
  };

  test.each(Object.entries(acts))('%s in vain, until the person has given a code', async (_, act) => {
    const { company, browser, account } = await openStranger();
    const { id } = (await company.post('/create-cashout', content(company))).body;
    const before = await stored();

    const [path, form] = act({ account, id });
    const refused = await browser.send(path, form);

    expect([refused.status, refused.text.includes('Confirm with a code')]).toEqual([403, true]);
    expect(await stored()).toEqual(before);
  });

  test('a batch cannot be stopped before the first code', async () => {
    const { company, browser } = await openStranger();
    const lines = [{ line_id: 'one', amount: 10, key: 'fulano@example.com' }];
    const body = { ...company.source, total_lines: 1, total_amount: 10, lines };
    const batch = (await company.post('/v3/batches', body, { 'idempotency-key': randomUUID() })).body;

    const refused = await browser.send(`/console/batches/${batch.id}/stop`, [['reason', 'No']]);

    expect(refused.status).toBe(403);
    expect((await company.get(`/v3/batches/${batch.id}`)).body.status).toBe('JUDGING');
  });

  test('a wrong code proves nothing, and the right code lets the person act at once, which the audit shows', async () => {
    const { company, browser, mfa, user } = await openStranger();
    const { id } = (await company.post('/create-cashout', content(company))).body;
    const reject = () =>
      browser.send('/console/reject', [
        ['cashout', String(id)],
        ['reason', 'No'],
      ]);
    const right = codeOf(mfa);
    const wrong = await browser.send('/console/prove', [['code', right === '000000' ? '000001' : '000000']]);
    expect([wrong.status, (await reject()).status]).toEqual([403, 403]);

    const proved = await browser.send('/console/prove', [['code', right]]);

    expect(proved).toMatchObject({ status: 303, headers: { location: '/console' } });
    expect((await reject()).text).toContain('Rejected');
    const entries = await its.used.stack.deps.audit.list(`user:${user}`, 10);
    expect(entries.map(({ action }) => action)).toContain('invitation prove');
  });

  test('a code of another client of the same user does not prove the person', async () => {
    const company = await its.newCompany();
    const own = await its.openSignedIn(company, ['CREATE', 'APPROVE']);
    const { path } = await openClient(company, { user: own.opened.user_id });
    const stranger = its.newVisitor();
    await accept(stranger, path, its.newPerson());
    const { id } = (await company.post('/create-cashout', content(company))).body;
    const step = /name="step" value="([0-9a-f]+)"/.exec(
      (await own.browser.send('/console/confirm', [['cashout', String(id)]])).text,
    )?.[1];
    await own.browser.send('/console/decide', [
      ['step', step ?? ''],
      ['code', codeOf(String(own.opened.mfa_secret))],
    ]);

    expect((await stranger.send('/console/reject', [['cashout', String(id)]])).status).toBe(403);
  });
});

test('a stranger with the link of a user’s second client does not sign the user out', async () => {
  const company = await its.newCompany();
  const own = await its.openSignedIn(company, ['APPROVE']);
  const { path } = await openClient(company, { user: own.opened.user_id });
  its.wait(0.1);
  const stranger = its.newVisitor();
  await accept(stranger, path, its.newPerson());
  const names = [...(await stranger.visit('/console/me')).text.matchAll(/name="session" value="([^"]+)"/g)];
  for (const [, name = ''] of names)
    expect((await stranger.send('/console/sessions/end-one', [['session', name]])).status).toBe(403);
  expect((await stranger.send('/console/sessions/end', [])).status).toBe(403);

  expect((await own.browser.visit('/console')).path).toBe('/console');
});

test('an invited operator sees and does nothing on the desk, until the operator has given a code', async () => {
  const house = await its.newCompany();
  const { path, mfa } = await invite(house, { audience: 'desk', permissions: [], accounts: [] });
  const browser = its.newVisitor();
  await accept(browser, path, its.newPerson());
  const about = { kind: 'company', id: (await its.newCompany()).tenant.company_id };
  const look = async () => (await browser.visit(`/desk/companies/${about.id}`)).status;
  const seen = () => its.used.stack.deps.audit.list(`company:${about.id}`, 100);
  const before = await seen();
  expect([await look(), (await browser.visit('/desk')).status]).toEqual([403, 403]);
  expect(await seen()).toEqual(before);
  const freeze = () =>
    browser.send('/desk/freeze', [...Object.entries(about), ['reason', 'x'], ['code', codeOf(mfa)]]);
  const refused = await freeze();
  expect([refused.status, refused.text.includes('Confirm with a code')]).toEqual([403, true]);
  const proved = await browser.send('/console/prove', [['code', codeOf(mfa)]]);
  expect(proved).toMatchObject({ status: 303, headers: { location: '/desk' } });
  expect(await look()).toBe(200);
  expect((await freeze()).text).toContain('>Done<');
});

test('a frozen or closed person decides nothing more, although other containers still know the person', async () => {
  for (const end of ['freeze', 'client close']) {
    const { company, browser, opened } = await its.openDesk(['APPROVE']);
    const { id } = (
      await company.post('/create-cashout', { ...company.source, amount: 10, key: 'fulano@example.com' })
    ).body;
    await browser.visit('/console');
    const client = opened.client_id;
    await its.used.stack.invoke(end === 'freeze' ? 'freeze' : 'administer', {
      ...{ action: end, by: 'test', client },
      ...(end === 'freeze' ? { target: { kind: 'client', id: client }, reason: 'left' } : {}),
    });

    const answer = await browser.send('/console/reject', [
      ['cashout', String(id)],
      ['reason', 'No'],
    ]);

    expect([answer.status, answer.headers.location]).toEqual([
      303,
      expect.stringContaining('/console/sign-in'),
    ]);
    expect((await company.get(`/v3/cashouts/${id}`)).body.status).toBe('NEW');
  }
});

test('a person accepts the invitation of a 21st company, and one of too many keeps its invitation', async () => {
  const person = its.newPerson();
  const company = await its.newCompany();
  const { path } = await invite(company);
  const { deps } = its.used.stack;
  const clientsOf = async (of: string) => [...(await deps.subjects.clientsOf(of)), ...Array(100).fill('x')];
  its.using = { ...deps, subjects: { ...deps.subjects, clientsOf } } as never;
  const full = await accept(its.newVisitor(), path, person).finally(() => {
    its.using = undefined;
  });
  expect([full.status, full.text.includes('Limit of companies reached')]).toEqual([403, true]);

  for (let count = 0; count < 20; count++) await its.openPerson(await its.newCompany(), person);
  const joined = await accept(its.newVisitor(), path, person);

  expect(joined.text).toContain('Bruno Reis');
});
