import { expect, test } from 'vitest';
import { useConsole } from './visitor.ts';

const its = useConsole();

async function signedIn(company = its.newCompany(), person = its.newPerson()) {
  await its.openPerson(await company, person);
  const browser = its.newVisitor();
  await browser.signIn(person);
  return { person, browser };
}

test('every page links to the page with the signed-in person’s name and company', async () => {
  const { browser } = await signedIn(its.newCompany({ name: 'Padaria do Sol' }));
  expect((await browser.visit('/console')).text).toMatch(
    /<a [^>]*href="\/console\/me">(?:(?!<\/a>).)*<bdi>Bruno Reis<\/bdi>/,
  );
  const me = await browser.visit('/console/me');
  expect(me).toMatchObject({ status: 200, path: '/console/me' });
  expect(me.text).toContain('<dd><bdi>Padaria do Sol</bdi></dd>');
});

test('after a change of the language, the browser returns to the person’s own page', async () => {
  const { browser } = await signedIn();
  const shown = await browser.visit('/console/language?to=%2Fconsole%2Fme&lang=pt');
  expect(shown.path).toBe('/console/me');
  expect(shown.text).toContain('<h1 tabindex="-1">Perfil</h1>');
});

test('a person can turn the keyboard shortcuts off and on', async () => {
  const { browser } = await signedIn();
  const turn = async (keys: string) => {
    const answer = await browser.send('/console/me/keys', [['keys', keys]]);
    expect(answer).toMatchObject({ status: 303, headers: { location: '/console/me' } });
    const [cookie = ''] = answer.cookies;
    expect(cookie).toMatch(/^__Host-keys=.*; Path=\/; HttpOnly; Secure; SameSite=Lax$/);
    browser.jarOf('localhost').set('__Host-keys', cookie.split(/[=;]/)[1] ?? '');
    return (await browser.visit('/console')).text;
  };
  expect(await turn('off')).toContain('data-keys="off"');
  expect(await turn('on')).not.toContain('data-keys');
  expect(await turn('"><script>')).not.toContain('data-keys');
});

test('signing out everywhere ends all sessions of the person, and no session of a colleague', async () => {
  const company = its.newCompany();
  const [{ person, browser }, { browser: colleague }] = [await signedIn(company), await signedIn(company)];
  const elsewhere = its.newVisitor();
  await elsewhere.signIn(person);
  its.wait(0.1);

  const answer = await browser.send('/console/sessions/end', []);
  expect(answer.text).toContain('You have signed out');
  expect(answer.cookies.join()).toMatch(/__Host-session=; Max-Age=0/);
  expect((await browser.visit('/console')).path).toContain('/console/sign-in');
  its.wait(1);
  expect((await elsewhere.visit('/console')).path).toContain('/console/sign-in');
  expect((await colleague.visit('/console')).path).toBe('/console');

  expect((await browser.signIn(person)).path).toBe('/console');
  its.wait(5);
  expect((await browser.visit('/console')).path).toBe('/console');
});

test('signing out everywhere ends the person’s sessions in all companies', async () => {
  const person = its.newPerson();
  for (const name of ['Padaria do Sol', 'Oficina Lima'])
    await its.openPerson(await its.newCompany({ name }), person);
  const browsers = [its.newVisitor(), its.newVisitor()];
  for (const [index, browser] of browsers.entries()) {
    const choice = await browser.signIn(person);
    const links = [...choice.text.matchAll(/href="(\/console\/sign-in\/begin[^"]+)"/g)];
    await browser.signInAt(links[index]?.[1] ?? '', person);
  }
  its.wait(0.1);
  await browsers[0]?.send('/console/sessions/end', []);
  its.wait(1);
  expect((await browsers[1]?.visit('/console'))?.path).toContain('/console/sign-in');
});

test('signing out everywhere includes companies that the person joined after signing in', async () => {
  const person = its.newPerson();
  const early = (await signedIn(its.newCompany(), person)).browser;
  const { client_id } = await its.openPerson(await its.newCompany(), person);
  const late = its.newVisitor();
  await late.signInAt(`/console/sign-in/begin?company=${client_id}`, person);
  its.wait(0.1);
  await early.send('/console/sessions/end', []);
  its.wait(1);
  expect((await late.visit('/console')).path).toContain('/console/sign-in');
});

test('signing out everywhere is recorded in the audit', async () => {
  const { opened, browser } = await its.openSignedIn(await its.newCompany());
  await browser.send('/console/sessions/end', []);
  const rows = await its.used.stack.deps.audit.list(`user:${opened.user_id}`, 10);
  expect(rows.map(({ action, state, by }) => [action, state, by])).toContainEqual([
    'sessions end',
    'done',
    opened.user_id,
  ]);
});

test.each([
  '/console/sessions/end',
  '/console/sessions/end-one',
  '/console/me/keys',
  '/console/passkeys/begin',
  '/console/passkeys/add',
  '/console/passkeys/end',
])(
  'a request to %s without a session leads to the sign-in, and a request from another site is refused',
  async (path) => {
    expect(await its.newVisitor().send(path, [])).toMatchObject({ status: 303 });
    const { browser } = await signedIn();
    expect((await browser.send(path, [], { origin: 'https://evil.example.com' })).status).toBe(403);
    expect((await browser.visit('/console')).path).toBe('/console');
  },
);
