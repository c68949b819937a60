// The requests that a page makes by itself, and the rate limit of the approval queue.

import { expect, test } from 'vitest';
import { useConsole } from './visitor.ts';

const its = useConsole();
const scarce = useConsole({ CLIENT_REQUESTS_PER_SECOND: '1', CLIENT_REQUESTS_BURST: '9' });

async function openBrowser(at: typeof its) {
  const [company, person] = [await at.newCompany(), at.newPerson()];
  await at.openPerson(company, person);
  const browser = at.newVisitor();
  await browser.signIn(person);
  return browser;
}

test('automatic requests for news do not extend a session', async () => {
  const browser = await openBrowser(its);
  for (const _ of [10, 20]) {
    its.wait(10);
    expect((await browser.ask('/console/news?since=x')).status).toBe(200);
  }
  its.wait(10);
  expect((await browser.ask('/console/news?since=x')).to).toContain('/console/sign-in');
  expect((await browser.visit('/console')).path).toContain('/console/sign-in');
});

test('the approval queue and its news each count as five requests in the rate limit, as in the API', async () => {
  for (const path of ['/console/waiting', '/console/news']) {
    const browser = await openBrowser(scarce);
    expect((await browser.ask(path)).status).toBe(200);
    expect((await browser.ask(path)).status).toBe(429);
  }
});
