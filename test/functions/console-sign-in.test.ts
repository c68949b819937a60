import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { makeProvider } from '../../lib/sign-in/provider.ts';
import { useConsole } from '../console/visitor.ts';

const its = useConsole();

/** @returns a person with access to the console of a company */
async function openPerson(): Promise<string> {
  const person = its.newPerson();
  await its.openPerson(await its.newCompany(), person);
  return person;
}

test('a person signs in at the identity provider, sees the person’s own name, and signs out', async () => {
  const person = await openPerson();
  const browser = its.newVisitor();
  expect(await browser.visit('/console')).toMatchObject({
    status: 200,
    path: '/console/sign-in?to=%2Fconsole',
  });

  const home = await browser.signIn(person);
  expect(home).toMatchObject({ status: 200, path: '/console' });
  expect(home.text).toContain('<bdi>Bruno Reis</bdi>');

  const { text } = await browser.visit('/console/sign-out');
  expect(text).toContain('You have signed out');
  // OpenID Connect and Cognito use different names.
  for (const name of ['client_id', 'post_logout_redirect_uri', 'logout_uri'])
    expect(text).toMatch(new RegExp(`[?;&]${name}=`));
  expect((await browser.visit('/console')).path).toContain('/console/sign-in');
});

test('a copied session cookie is refused after the owner has signed out', async () => {
  const person = await openPerson();
  const [browser, thief] = [its.newVisitor(), its.newVisitor()];
  await browser.signIn(person);
  for (const [name, value] of browser.jarOf('localhost')) thief.jarOf('localhost').set(name, value);
  expect((await thief.visit('/console')).path).toBe('/console');

  await browser.visit('/console/sign-out');
  expect((await thief.visit('/console')).path).toContain('/console/sign-in');
});

test('the provider’s answer is accepted only in the browser that began the sign-in', async () => {
  const person = await openPerson();
  const [browser, victim] = [its.newVisitor(), its.newVisitor()];
  const answer = await browser.answerFor(person);

  expect((await victim.visit(answer)).status).toBe(403);
  await victim.visit('/console/sign-in/begin', {}, 0);
  expect((await victim.visit(answer)).status).toBe(403);
  expect((await victim.visit('/console')).path).toContain('/console/sign-in');
});

test('the provider’s answer is accepted only once', async () => {
  const person = await openPerson();
  const browser = its.newVisitor();
  const answer = await browser.answerFor(person);
  const cookies = [...browser.jarOf('localhost')];

  expect((await browser.visit(answer)).path).toBe('/console');
  for (const [name, value] of cookies) browser.jarOf('localhost').set(name, value);
  expect((await browser.visit(answer)).status).toBe(403);
});

test('an answer of the provider with a wrong state, code or issuer, or with an error, is refused', async () => {
  const person = await openPerson();
  const changes: ((answer: URL) => void)[] = [
    ({ searchParams }) => searchParams.set('state', '0'.repeat(64)),
    ({ searchParams }) => searchParams.set('code', 'made-up'),
    ({ searchParams }) => searchParams.set('iss', 'https://other.example.com'),
    ({ searchParams }) => {
      searchParams.delete('code');
      searchParams.set('error', 'access_denied');
    },
  ];
  for (const change of changes) {
    const browser = its.newVisitor();
    const answer = new URL(await browser.answerFor(person));
    change(answer);
    expect((await browser.visit(answer.href)).status).toBe(403);
    expect((await browser.visit('/console')).path).toContain('/console/sign-in');
  }
});

test('a sign-in must be completed within ten minutes', async () => {
  const person = await openPerson();
  const [slow, quick] = [its.newVisitor(), its.newVisitor()];
  const late = await slow.answerFor(person);
  its.wait(10);
  expect((await slow.visit(late)).status).toBe(403);
  expect((await quick.signIn(person)).path).toBe('/console');
});

test('a person without access to any company gets a 403 with a message', async () => {
  const shown = await its.newVisitor().signIn(its.newPerson());
  expect(shown.status).toBe(403);
  expect(shown.text).toContain('You have no access to this console');
});

test('reloads by the page itself do not keep a session alive', async () => {
  const person = await openPerson();
  const browser = its.newVisitor();
  await browser.signIn(person);
  browser.jarOf('localhost').set('__Host-unasked', '1');
  for (let minutes = 0; minutes < 30; minutes += 10) {
    expect((await browser.visit('/console')).path).toBe('/console');
    its.wait(10);
  }
  expect((await browser.visit('/console')).path).toContain('/console/sign-in');
});

test('a session ends after thirty minutes without use', async () => {
  const person = await openPerson();
  const browser = its.newVisitor();
  await browser.signIn(person);
  for (let uses = 0; uses < 3; uses++) {
    its.wait(25);
    expect((await browser.visit('/console')).path).toBe('/console');
  }
  its.wait(30);
  expect((await browser.visit('/console')).path).toContain('/console/sign-in');
});

test('a session ends after twelve hours, even if it is in use', async () => {
  const person = await openPerson();
  const browser = its.newVisitor();
  await browser.signIn(person);
  for (let minutes = 0; minutes < 12 * 60; minutes += 20) {
    expect((await browser.visit('/console')).path).toBe('/console');
    its.wait(20);
  }
  expect((await browser.visit('/console')).path).toContain('/console/sign-in');
});

test.each(['client close', 'freeze'])(
  'a person loses access within a minute after the operator’s command "%s"',
  async (action) => {
    const [company, person] = [await its.newCompany(), its.newPerson()];
    const { client_id: client } = await its.openPerson(company, person);
    const browser = its.newVisitor();
    expect((await browser.signIn(person)).path).toBe('/console');
    if (action === 'freeze')
      await its.used.stack.invoke('freeze', {
        action,
        by: 'test',
        target: { kind: 'client', id: client },
        reason: 'lost laptop',
      });
    else await its.used.stack.invoke('administer', { action, by: 'test', client });
    its.wait(1);
    expect((await browser.visit('/console')).path).toContain('/console/sign-in');
    expect((await its.newVisitor().signIn(person)).text).toContain('You have no access to');
  },
);

test.each([
  ['/console?order=largest', '/console?order=largest'],
  ['/console/cashouts/12', '/console/cashouts/12'],
  ['https://evil.example.com/console', '/console'],
  ['//evil.example.com/console', '/console'],
  ['/\\evil.example.com', '/console'],
  ['/console/../../elsewhere', '/console'],
  ['/console/sign-out', '/console'],
  ['javascript:alert(1)', '/console'],
])('a sign-in with the return path %s leads to %s', async (to, path) => {
  const person = await openPerson();
  const browser = its.newVisitor();
  expect((await browser.signIn(person, to)).path).toBe(path);
});

test('a client for the console gets no client secret and no HMAC secret', async () => {
  const opened = await its.openPerson(await its.newCompany(), its.newPerson());
  expect(Object.keys(opened)).toEqual(expect.arrayContaining(['client_id', 'user_id', 'mfa_secret']));
  expect(Object.keys(opened)).not.toEqual(expect.arrayContaining(['client_secret']));
  expect(Object.keys(opened)).not.toEqual(expect.arrayContaining(['hmac_secret']));
});

test('a person with access to two companies chooses one of them at the sign-in', async () => {
  const person = its.newPerson();
  const companies = [
    await its.newCompany({ name: 'Padaria do Sol' }),
    await its.newCompany({ name: 'Oficina Lima' }),
  ];
  for (const company of companies) await its.openPerson(company, person);
  const browser = its.newVisitor();

  const choice = await browser.signIn(person);
  expect(choice.path).toBe('/console/companies');
  const links = [...choice.text.matchAll(/href="(\/console\/sign-in\/begin[^"]+)"><bdi>([^<]+)/g)];
  expect(links.map(([, , name]) => name).toSorted()).toEqual(['Oficina Lima', 'Padaria do Sol']);
  for (const [, link = '', name = ''] of links) {
    expect((await browser.signInAt(link, person)).text).toContain(`<div class="company"><bdi>${name}</bdi>`);
  }
});

test('a person cannot sign in to a company to which the person has no access', async () => {
  const stranger = await its.openPerson(await its.newCompany(), its.newPerson());
  const person = await openPerson();
  const browser = its.newVisitor();
  const home = await browser.signIn(person);
  const again = await browser.signInAt(`/console/sign-in/begin?company=${stranger.client_id}`, person);
  expect([again.status, again.text.includes('You have no access to this company')]).toEqual([403, true]);
  expect((await browser.visit('/console')).text).toBe(home.text);
});

test('a new sign-in ends the previous session of the browser', async () => {
  const person = await openPerson();
  const [browser, thief] = [its.newVisitor(), its.newVisitor()];
  await browser.signIn(person);
  for (const [name, value] of browser.jarOf('localhost')) thief.jarOf('localhost').set(name, value);

  expect((await browser.signIn(person)).path).toBe('/console');
  expect((await thief.visit('/console')).path).toContain('/console/sign-in');
});

test('a person can have only one open console client of a company', async () => {
  const [company, person] = [await its.newCompany(), its.newPerson()];
  const first = await its.openPerson(company, person);
  expect(await its.openPerson(company, person)).toMatchObject({
    worked: false,
    message: 'Person has a client of this company already: close it first',
  });
  await its.used.stack.invoke('administer', { action: 'client close', by: 'test', client: first.client_id });
  expect(await its.openPerson(company, person)).toMatchObject({ worked: true });
  expect((await its.newVisitor().signIn(person)).path).toBe('/console');
});

test('if the provider never answers, a sign-in fails, but a sign-out still ends the session', async () => {
  const browser = its.newVisitor();
  await browser.signIn(await openPerson());
  const silent = createServer(() => {});
  await new Promise<void>((listening) => silent.listen(0, '127.0.0.1', listening));
  const CONSOLE_ISSUER = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`;
  its.using = its.used.stack.with({
    now: () => its.clock.now,
    makeProvider: (config) => makeProvider({ ...config, CONSOLE_ISSUER }, 1),
  });
  expect(await its.newVisitor().visit('/console/sign-in/begin')).toMatchObject({ status: 503 });
  expect((await browser.visit('/console/sign-out')).text).toContain('You have signed out');
  its.using = undefined;
  silent.closeAllConnections();
  silent.close();
  expect((await browser.visit('/console')).path).toContain('/console/sign-in');
});

test('two tabs that sign in at the same time both work', async () => {
  const person = await openPerson();
  const browser = its.newVisitor();
  const [first, second] = [
    await browser.answerFor(person, '/console/sign-in/begin?to=/console/payments'),
    await browser.answerFor(person, '/console/sign-in/begin?to=/console/me'),
  ];
  expect(await browser.visit(first)).toMatchObject({ status: 200, path: '/console/payments' });
  expect(await browser.visit(second)).toMatchObject({ status: 200, path: '/console/me' });
});

test('an answer that the browser has not asked for uses up no sign-in', async () => {
  const person = await openPerson();
  const [browser, other] = [its.newVisitor(), its.newVisitor()];
  const answer = await browser.answerFor(person);
  const foreign = new URL(await other.answerFor(await openPerson()));
  expect((await browser.visit(foreign.href)).status).toBe(403);
  for (const state of ['', '0'.repeat(64), '__proto__', '%00', 'session']) {
    foreign.searchParams.set('state', state);
    expect((await browser.visit(foreign.href)).status).toBe(403);
  }
  foreign.searchParams.delete('state');
  expect((await browser.visit(foreign.href)).status).toBe(403);
  expect(await browser.visit(answer)).toMatchObject({ status: 200, path: '/console' });
});

test('a reload of the provider’s answer leads a signed-in person to the console', async () => {
  const browser = its.newVisitor();
  const answer = await browser.answerFor(await openPerson());
  expect((await browser.visit(answer)).path).toBe('/console');
  expect(await browser.visit(answer)).toMatchObject({ status: 200, path: '/console' });
  await browser.visit('/console/sign-out');
  expect((await browser.visit(answer)).status).toBe(403);
});

test('a browser keeps at most eight begun sign-ins, the newest ones', async () => {
  const person = await openPerson();
  const browser = its.newVisitor();
  const answers: string[] = [];
  for (let count = 0; count < 9; count++) answers.push(await browser.answerFor(person));
  const names = () => [...browser.jarOf('localhost').keys()].filter((name) => name.includes('sign-in'));
  expect(names()).toHaveLength(8);
  expect((await browser.visit(answers[0] ?? '')).status).toBe(403);
  expect((await browser.visit(answers[8] ?? '')).path).toBe('/console');
  expect(names()).toHaveLength(7);
});

const foreign: [string, Record<string, string>][] = [
  ['another site', { 'sec-fetch-site': 'cross-site' }],
  ['a sibling site', { 'sec-fetch-site': 'same-site' }],
  ['another site, in an older browser', { 'sec-fetch-site': '', referer: 'https://evil.example.com/' }],
  ['a page that hides itself, in an older browser', { 'sec-fetch-site': '' }],
  ['a page that names no origin, in an older browser', { 'sec-fetch-site': '', origin: 'null' }],
];

test.each(foreign)(
  'a link at %s does not replace a signed-in session, but leads to its page',
  async (_, from) => {
    const person = await openPerson();
    const other = await its.openPerson(await its.newCompany({ name: 'Oficina Lima' }), person);
    const browser = its.newVisitor();
    await browser.signIn(person);
    const session = browser.jarOf('localhost').get('__Host-session');
    const begin = `/console/sign-in/begin?company=${other.client_id}&to=/console/me`;
    expect(await browser.visit(begin, from)).toMatchObject({ status: 200, path: '/console/me' });
    expect(browser.jarOf('localhost').get('__Host-session')).toBe(session);
  },
);

test.each(foreign)('a link at %s signs in a person without a session', async (_, from) => {
  const browser = its.newVisitor();
  const home = await browser.signInAt('/console/sign-in/begin?to=/console/me', await openPerson(), from);
  expect(home).toMatchObject({ status: 200, path: '/console/me' });
});

test.each<[string, Record<string, string>]>([
  ['a typed address', { 'sec-fetch-site': 'none' }],
  [
    'a page of the console, in an older browser',
    { 'sec-fetch-site': '', referer: 'http://localhost:3000/console/companies' },
  ],
])('%s may replace a signed-in session', async (_, from) => {
  const person = await openPerson();
  const browser = its.newVisitor();
  await browser.signIn(person);
  const session = browser.jarOf('localhost').get('__Host-session');
  await browser.signInAt('/console/sign-in/begin', person, from);
  expect(browser.jarOf('localhost').get('__Host-session')).not.toBe(session);
});

test.each(foreign)('a link at %s does not sign a person out', async (_, from) => {
  const browser = its.newVisitor();
  await browser.signIn(await openPerson());
  const shown = await browser.visit('/console/sign-out', from);
  expect(shown).toMatchObject({ status: 200, path: '/console' });
});
