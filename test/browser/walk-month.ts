// A finance person's month and an on-call engineer's night, in a browser: a payroll, a duplicate, a returned payment, a
// PSP that does not answer and a frozen client. With `draw`, each step is also a screenshot in docs/console/.

import type { Browser, Page } from 'playwright-core';
import type { Expect, Stage } from './main.ts';
import { addPasskey, codeOf, signIn, unfold } from './people.ts';
import { approveBatch, sendBatches } from './try-batches.ts';

export type Draw = (page: Page, what: string) => Promise<unknown>;
type Desk = { page: Page };
export type People = Record<'ana' | 'bruno' | 'dora' | 'elisa', Desk>;

export async function walkMonth(
  browser: Browser,
  { url, demo }: Stage,
  expect: Expect,
  draw: Draw = async () => {},
): Promise<People> {
  const { client_id: client, accounts } = JSON.parse(demo);
  const account = `${accounts[0].source_account_branch_identifier}/${accounts[0].source_account_number}`;
  const open = (name: string) => signIn(browser, url, name, { viewport: { width: 1_080, height: 640 } });
  const [ana, bruno, dora, elisa] = await Promise.all([
    open('Ana Lima'),
    open('Bruno Reis'),
    open('Dora Alves'),
    open('Elisa Prado'),
  ]);
  await addPasskey(bruno.page, url, await codeOf(browser, url, 'Bruno Reis'));
  await addPasskey(elisa.page, url, await codeOf(browser, url, 'Elisa Prado'));

  const [payroll = ''] = await sendBatches(browser, url, expect, async () => {});
  await approveBatch(bruno.page, url, expect, payroll);
  await draw(bruno.page, 'month-payroll');

  await change(dora, elisa, url, `rule duplicates&account=${account}`, async (form) => {
    await form.fill('#rule', '24');
    await form.selectOption('#rule_action', 'tell');
  });
  for (let times = 0; times < 2; times++) await create(ana, url, account, '150,00', 'maria@example.com');
  await bruno.page.goto(`${url}/console/waiting`);
  await markOf(bruno.page, '150,00').last().check();
  await bruno.page.locator('[data-review]').click();
  const warned = await bruno.page.locator('main').textContent();
  expect('the check warns of a duplicate', /Possível duplicidade/.test(warned ?? ''), warned);
  await draw(bruno.page, 'month-duplicate');
  await bruno.page.locator('form[data-passkey] button').click();
  await bruno.page.waitForURL(/decide/);

  await bruno.page.goto(`${url}/console/sandbox?account=${account}`);
  const giveBack = bruno.page.locator('form[action$="/return"] button');
  await until(bruno.page, () => giveBack.isVisible());
  await giveBack.click();
  await bruno.page.goto(`${url}/console/payments`);
  const back = bruno.page.locator('tbody tr', { hasText: /devolvid|estornad/i });
  await until(bruno.page, () => back.first().isVisible());
  await draw(bruno.page, 'month-returned');
  expect('the list says what came back', true, '');

  const silent = await create(ana, url, account, '77,00', 'unknown@sandbox.pix');
  await bruno.page.goto(`${url}/console/waiting`);
  await markOf(bruno.page, '77,00').first().check();
  await bruno.page.locator('[data-review]').click();
  await bruno.page.locator('form[data-passkey] button').click();
  await bruno.page.waitForURL(/decide/);
  await bruno.page.goto(silent);
  const waits = await bruno.page.locator('main').textContent();
  expect(
    'a payment at a silent PSP is in progress, and no money is given up',
    /andamento|processa/i.test(waits ?? ''),
    waits,
  );
  await draw(bruno.page, 'night-silent');
  await dora.page.goto(`${url}/desk/flight?kind=account&id=${account}`);
  const flight = await dora.page.locator('main').textContent();
  expect('the desk shows it at the network', /77,00/.test(flight ?? ''), flight);
  await draw(dora.page, 'night-flight');

  await dora.page.goto(`${url}/desk/clients/${client}`);
  await unfold(dora.page);
  await dora.page.locator('#reason').fill('INC-9: signs at night');
  await dora.page.locator('#code').fill(await codeOf(browser, url, 'Dora Alves'));
  await dora.page.locator('form[action="/desk/freeze"] button').click();
  await dora.page.goto(`${url}/desk/clients/${client}`);
  await draw(dora.page, 'night-frozen');
  const frozen = await dora.page.locator('main').textContent();
  expect('the desk shows since when the client is frozen', /bloqueado desde/i.test(frozen ?? ''), frozen);
  await change(dora, elisa, url, `thaw&kind=client&id=${client}`, (form) =>
    form.fill('#reason', 'INC-9: new key'),
  );
  return { ana, bruno, dora, elisa };
}

/** One operator proposes a change, and another operator confirms it with a passkey. */
export async function change(
  by: Desk,
  other: Desk,
  url: string,
  query: string,
  fill: (page: Page) => Promise<unknown>,
): Promise<void> {
  await by.page.goto(`${url}/desk/propose?action=${query.replaceAll(' ', '+')}`);
  await fill(by.page);
  await by.page.locator('main form button').click();
  await by.page.waitForURL(/proposals\/\w+$/);
  await other.page.goto(by.page.url());
  await other.page.locator('main form button').click();
  await other.page.locator('form[data-passkey] button').click();
  await other.page.waitForURL(/desk\/decide/);
  const title = await other.page.locator('h1').textContent();
  if (title !== 'Concluído') throw new Error(`the change was not made: ${title}`);
}

/** @returns the path of the new payment */
export async function create(
  { page }: Desk,
  url: string,
  account: string,
  amount: string,
  key: string,
): Promise<string> {
  await page.goto(`${url}/console/new`);
  await page.selectOption('#account', account);
  await page.fill('#amount', amount);
  await page.fill('#key', key);
  await page.locator('.card button').click();
  await page.locator('form[action="/console/create"] button').first().click();
  await page.waitForURL(/cashouts/);
  return page.url();
}

/** Returns the checkbox of the payment with this text, such as its amount, in the approval queue. */
export const markOf = (page: Page, text: string) =>
  page.locator('tbody tr', { hasText: text }).locator('input[type=checkbox]');

/** Reloads the page until the condition is true. */
export async function until(page: Page, isSo: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; !(await isSo()); tries++) {
    if (tries > 60) throw new Error('it does not happen');
    await page.waitForTimeout(500);
    await page.reload();
  }
}
