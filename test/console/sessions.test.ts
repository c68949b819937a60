// The list of a person's open sessions, and how a person ends one of them.

import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { useConsole } from './visitor.ts';

const its = useConsole();
type Browser = ReturnType<typeof its.newVisitor>;

const meOf = async (browser: Browser) => (await browser.visit('/console/me')).text;
/** Returns the names of the listed sessions. The browser's own session comes first. */
const namesIn = (page: string) =>
  [...page.matchAll(/name="session" value="([^"]*)"/g)].map(([, name = '']) => name);
const namesFor = async (browser: Browser) => namesIn(await meOf(browser));
const end = (browser: Browser, session: string, more = {}) =>
  browser.send('/console/sessions/end-one', [['session', session]], more);
const isSignedIn = async (browser: Browser) => (await browser.visit('/console')).path === '/console';

/** Opens a person who has signed in with two browsers, one after the other. */
async function twoBrowsers() {
  const { browser, person, opened, company } = await its.openDesk();
  its.wait(10);
  const other = its.newVisitor();
  await other.signIn(person);
  return { browser, other, person, opened, company };
}

test('a person sees the start and the last use of each open session, and which session is the current one', async () => {
  const { other } = await twoBrowsers();
  const page = await meOf(other);
  expect(namesIn(page)).toHaveLength(2);
  const rows = [...page.matchAll(/<li>(?=<div><span class="id">).*?<\/li>/g)].map(([row]) => row);
  const at = (minutesAgo: number) =>
    new Date(its.clock.now.getTime() - minutesAgo * 60_000).toLocaleTimeString('en-GB', {
      timeZone: 'America/Sao_Paulo',
      timeStyle: 'short',
    });
  expect(rows[0]).toContain('This session');
  expect(rows[0]).toContain(at(0));
  expect(rows[1]).not.toContain('This session');
  expect(rows[1]?.split(at(10))).toHaveLength(3);
});

test('a person can end another of the person’s sessions immediately, without a code', async () => {
  const { browser, other, opened } = await twoBrowsers();
  const [own = '', another = ''] = await namesFor(other);
  expect(await end(other, another)).toMatchObject({ status: 303, headers: { location: '/console/me' } });
  expect(await isSignedIn(browser)).toBe(false);
  expect(await namesFor(other)).toEqual([own]);
  const [entry] = await its.used.stack.deps.audit.list(`user:${opened.user_id}`, 1);
  expect(entry).toMatchObject({ action: 'session end', by: opened.user_id, details: { session: another } });
});

test('a second request to end a session changes nothing', async () => {
  const { other, opened } = await twoBrowsers();
  const [, another = ''] = await namesFor(other);
  await end(other, another);
  expect(await end(other, another)).toMatchObject({ status: 303, headers: { location: '/console/me' } });
  expect(await isSignedIn(other)).toBe(true);
  const entries = await its.used.stack.deps.audit.list(`user:${opened.user_id}`, 10);
  expect(entries.filter(({ action }) => action === 'session end')).toHaveLength(1);
});

test('ending the current session signs the person out in that browser only', async () => {
  const { browser, other } = await twoBrowsers();
  const [own = ''] = await namesFor(other);
  const answer = await end(other, own);
  expect(answer.text).toContain('You have signed out');
  expect(answer.cookies.join()).toMatch(/__Host-session=; Max-Age=0/);
  expect(await isSignedIn(other)).toBe(false);
  expect(await isSignedIn(browser)).toBe(true);
});

test('a person can neither see nor end a colleague’s sessions', async () => {
  const { browser, company } = await its.openDesk();
  const { browser: colleague } = await its.openSignedIn(company);
  const [own = ''] = await namesFor(colleague);
  expect(await namesFor(browser)).not.toContain(own);
  await end(browser, own);
  expect(await namesFor(colleague)).toEqual([own]);
});

test('the page identifies a session by a part of its hash, which cannot be used to sign in', async () => {
  const { browser } = await its.openDesk();
  const id = browser.jarOf('localhost').get('__Host-session') ?? '';
  const hash = createHash('sha256').update(id).digest('hex');
  const page = await meOf(browser);
  expect(namesIn(page)).toEqual([hash.slice(0, 12)]);
  expect(page).not.toContain(id);
  expect(page).not.toContain(hash.slice(0, 13));
  for (const known of [hash.slice(0, 12), hash]) {
    const thief = its.newVisitor();
    thief.jarOf('localhost').set('__Host-session', known);
    expect(await isSignedIn(thief)).toBe(false);
  }
});

test('a session that was signed out or has expired is not listed', async () => {
  const { browser, other, person } = await twoBrowsers();
  await browser.visit('/console/sign-out');
  expect(await namesFor(other)).toHaveLength(1);

  its.wait(31);
  await browser.signIn(person);
  expect(await namesFor(browser)).toHaveLength(1);

  const third = its.newVisitor();
  await third.signIn(person);
  its.wait(0.1);
  await third.send('/console/sessions/end', []);
  its.wait(1);
  await browser.signIn(person);
  expect(await namesFor(browser)).toHaveLength(1);
});

test.each(['', 'x', '%', '0'.repeat(12), '0'.repeat(64), '<script>', 'é\u0000😀', 'a'.repeat(9_000)])(
  'a request to end the invalid session %j changes nothing',
  async (name) => {
    const { browser } = await its.openDesk();
    expect(await end(browser, name)).toMatchObject({ status: 303, headers: { location: '/console/me' } });
    expect(await isSignedIn(browser)).toBe(true);
  },
);

test('a form without a session name changes nothing', async () => {
  const { browser } = await its.openDesk();
  expect((await browser.send('/console/sessions/end-one', [])).status).toBe(303);
  expect(await isSignedIn(browser)).toBe(true);
});

test('a request from another site cannot end a session', async () => {
  const { browser, other } = await twoBrowsers();
  const [, another = ''] = await namesFor(other);
  expect((await end(other, another, { origin: 'https://evil.example.com' })).status).toBe(403);
  expect(await isSignedIn(browser)).toBe(true);
});
