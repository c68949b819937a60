// An on-call engineer at the operators' desk, in a browser: the engineer finds a payment by its id and freezes its
// client, and a second operator confirms the thaw. The company sees all of these actions.

import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import type { Expect, Stage } from './main.ts';
import { codeOf, signIn, unfold } from './people.ts';

type Hold = (page: Page, name: string, expect: Expect) => Promise<void>;

export async function tryDesk(
  browser: Browser,
  { url, demo }: Stage,
  expect: Expect,
  hold: Hold,
): Promise<void> {
  const { client_id: client, company_id: company, accounts } = JSON.parse(demo);
  const account = `${accounts[0].source_account_branch_identifier}/${accounts[0].source_account_number}`;
  const { page, complaints } = await signIn(browser, url, 'Dora Alves');
  await find(page, account);
  expect(
    'the desk finds an account',
    new URL(page.url()).pathname === `/desk/accounts/${account}`,
    page.url(),
  );
  await find(page, client);
  await unfold(page);
  await page.locator('#reason').fill('INC-7: signs at night');
  await page.locator('#code').fill(await codeOf(browser, url, 'Dora Alves'));
  await page.locator('form[action="/desk/freeze"] button').click();
  expect('a freeze is done at once', (await title(page)) === 'Concluído', await title(page));

  await find(page, client);
  await page.getByRole('link', { name: 'Desbloquear pagamentos' }).click();
  await page.locator('#reason').fill('INC-7: the key was changed');
  await page.locator('main form button').click();
  const proposal = page.url();
  const own = await page.locator('main').textContent();
  expect(
    'an operator cannot confirm its own proposal',
    own?.includes('Outra pessoa precisa confirmar') === true,
    own,
  );

  const other = (await signIn(browser, url, 'Elisa Prado')).page;
  await other.goto(proposal);
  await other.locator('main form button').click();
  await other.locator('#code').fill(await codeOf(browser, url, 'Elisa Prado'));
  await other.locator('form:has(#code) button').click();
  expect('another operator confirms it', (await title(other)) === 'Concluído', await title(other));

  const person = (await signIn(browser, url, 'Bruno Reis')).page;
  await person.goto(`${url}/console/operators`);
  const told = await person.locator('main').textContent();
  expect(
    'the company sees the freeze and the thaw',
    /o bloqueio[\s\S]*|o desbloqueio/.test(told ?? ''),
    told,
  );
  await hold(person, 'what operators did', expect);

  const about = `kind=client&id=${client}`;
  for (const path of ['', `/companies/${company}`, `/clients/${client}`, `/accounts/${account}`])
    await look(page, `/desk${path}`);
  for (const path of [
    '/incidents',
    '/proposals',
    '/networks',
    '/books',
    `/flight?${about}`,
    `/audit?${about}`,
  ])
    await look(page, `/desk${path}`);
  await look(page, `/desk/propose?action=rule+approvals&account=${account}`);
  await look(page, new URL(proposal).pathname);
  expect('the browser complains of nothing', complaints.length === 0, complaints);

  async function look(at: Page, path: string): Promise<void> {
    await at.goto(url + path);
    await hold(at, path.replace(/[\da-f-]{36,}/, '…'), expect);
  }
}

const title = (page: Page) => page.locator('h1').textContent();

async function find(page: Page, typed: string): Promise<void> {
  await page.goto(new URL('/desk', page.url()).href);
  await page.locator('#q').fill(typed);
  await page.locator('[role=search] button').click();
  await page.locator('h1').waitFor();
}

/** Takes the screenshots of the desk. @param draw takes one screenshot */
export async function drawDesk(
  browser: Browser,
  { url, demo }: Stage,
  look: BrowserContextOptions,
  draw: (page: Page, what: string) => Promise<unknown>,
): Promise<void> {
  const { client_id: client } = JSON.parse(demo);
  const { page } = await signIn(browser, url, 'Dora Alves', look);
  await draw(page, 'desk');
  await find(page, client);
  await draw(page, 'desk-client');
}
