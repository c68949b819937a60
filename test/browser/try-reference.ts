// Opens /docs as a visitor would, sends a cashout with the demo company's credentials, and looks at the cashout's receipt.

import { setTimeout as pause } from 'node:timers/promises';
import axe from 'axe-core';
import type { Browser, Page } from 'playwright-core';
import { until } from '../support/api.ts';
import { lookAtReceipt } from './look-at-receipt.ts';
import type { Expect, Stage } from './main.ts';

export async function tryReference(browser: Browser, { url, demo }: Stage, expect: Expect): Promise<void> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 1600 } });
  const cashout = await visit(page, url, demo, expect);
  await lookAtNarrow(browser, url, expect);
  await lookAtGuide(browser, url, expect);
  await lookAtReceipt(browser, JSON.parse(demo), cashout, expect);
}

/** Checks that each page of the guide fits a phone's screen, is accessible, and links to the other pages. */
async function lookAtGuide(browser: Browser, url: string, expect: Expect): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    const page = await browser.newPage({
      viewport: { width: 390, height: 844 },
      colorScheme,
      bypassCSP: true,
    });
    await page.goto(`${url}/docs`);
    await page.getByRole('link', { name: 'Guide' }).click();
    const names = await page.locator('#guide a').allTextContents();
    for (const name of names) {
      await page.locator('#guide').getByRole('link', { name, exact: true }).click();
      await page.locator('#guide [aria-current]', { hasText: name }).waitFor();
      await page.waitForLoadState('load');
      const over = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
      expect(`the guide's page ${name} fits 390 pixels, ${colorScheme}`, over === 0, over);
      await page.evaluate(axe.source);
      const faults = await page.evaluate(
        'axe.run().then(({ violations }) => violations.map(({ id, nodes }) => [id, nodes[0].html]))',
      );
      expect(`axe finds nothing in the guide's page ${name}, ${colorScheme}`, !String(faults), faults);
    }
    await page.close();
  }
}

/** Checks on a phone, in light and dark mode, that nothing is wider than the screen and that the page is accessible. */
async function lookAtNarrow(browser: Browser, url: string, expect: Expect): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    // axe is injected into the page, which the page's content security policy forbids.
    const page = await browser.newPage({
      viewport: { width: 390, height: 844 },
      colorScheme,
      bypassCSP: true,
    });
    await page.goto(`${url}/docs`);
    await page.locator('#operations-Cashouts-createCashoutSelfApprove .opblock-summary-control').click();
    await page.locator('.responses-table').first().waitFor();
    const over = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
    expect(`the reference fits 390 pixels, ${colorScheme}`, over === 0, over);
    const ground = await page.evaluate('getComputedStyle(document.body).backgroundColor');
    const wanted = { light: 'rgb(246, 247, 249)', dark: 'rgb(13, 15, 18)' }[colorScheme];
    expect(`the reference is ${colorScheme}`, ground === wanted, ground);
    // Swagger UI's own elements have accessibility faults, so only ours are checked.
    await page.evaluate(axe.source);
    const faults = await page.evaluate('axe.run("#top, #try, #find").then(({ violations }) => violations)');
    expect(`axe finds nothing in our parts of the reference, ${colorScheme}`, !String(faults), faults);
    await page.close();
  }
}

/** @returns the id of the cashout that the page has sent */
async function visit(page: Page, url: string, demo: string, expect: Expect): Promise<string> {
  const outside: string[] = [];
  const errors: string[] = [];
  page.on('request', (request) => {
    if (!request.url().startsWith(url) && !request.url().startsWith('data:')) outside.push(request.url());
  });
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text());
  });
  page.on('pageerror', (error) => errors.push(error.message));

  await page.goto(`${url}/docs`);
  await page.locator('#operations-Cashouts-createCashoutSelfApprove').waitFor();
  const listed = await page.locator('.opblock').count();
  expect('the page lists the endpoints', listed > 30, listed);

  await page.fill('#credentials', '{"client_id": "no comma" "client_secret": 5}');
  await page.click('#try button[type=submit]');
  const wrong = await page.locator('#state[data-is=wrong]').textContent();
  expect('what is no JSON is said to be none', /not JSON/.test(wrong ?? ''), wrong);

  await page.fill('#credentials', demo);
  await page.click('#try button[type=submit]');
  const ready = await page.locator('#state[data-is=ready]').textContent();
  const account = JSON.parse(demo).accounts[0].source_account_number;
  expect('the credentials are taken', ready?.includes(account) ?? false, ready);

  await page.fill('#credentials', '');
  await page.click('#demo');
  // The page's policy refuses the second try of `waitForFunction`, because that uses eval.
  await until(
    () => page.inputValue('#credentials'),
    (text) => text.includes('client_secret'),
  );
  const filled = await page.locator('#state[data-is=ready]').textContent();
  expect('one click fills in the credentials of the demo', filled?.includes(account) ?? false, filled);

  await page.fill('#wanted', 'balance account');
  await page.locator('#operations-Cashouts-createCashoutSelfApprove').waitFor({ state: 'detached' });
  const paths = await page.locator('.opblock-summary-path:visible').allTextContents();
  const count = await page.locator('#found').textContent();
  expect('the search shows the calls with all its words', /^\d+ of \d+ calls$/.test(count ?? ''), count);
  expect(
    'the search finds a call by its path',
    paths.join().replaceAll('\u200b', '').includes('/balance'),
    paths,
  );
  await page.fill('#wanted', '');

  const operation = page.locator('#operations-Cashouts-createCashoutSelfApprove');
  await operation.locator('.opblock-summary-control').click();
  await operation.getByRole('button', { name: 'Try it out' }).click();
  const body = await operation.locator('textarea').first().inputValue();
  expect('the example pays from the demo account', body.includes(account), body);
  await operation.getByRole('button', { name: 'Execute' }).click();
  const answer = operation.locator('.live-responses-table .response-col_description pre').first();
  await answer.waitFor();
  const [status, text] = [
    (await operation.locator('.live-responses-table .response-col_status').nth(1).textContent()) ?? '',
    (await answer.textContent()) ?? '',
  ];
  expect('the cashout is accepted', status.startsWith('200') && text.includes('"PROCESSING"'), {
    status,
    text,
  });
  const key = await operation.locator('input[placeholder=idempotency-key]').inputValue();
  expect('it has a key that nobody has used', text.includes(key) && key.length === 36, key);
  const { id } = JSON.parse(text);

  const look = page.locator('#operations-Cashouts-getCashout');
  await look.locator('.opblock-summary-control').click();
  await look.getByRole('button', { name: 'Try it out' }).click();
  await look.locator('input').first().fill(String(id));
  await pause(2_000);
  await look.getByRole('button', { name: 'Execute' }).click();
  const end = look.locator('.live-responses-table .response-col_description pre').first();
  await end.waitFor();
  const told = JSON.parse((await end.textContent()) ?? '{}');
  expect('the worker has completed it', told.status === 'SUCCESS', told);

  expect('nothing was asked of any other host', outside.length === 0, outside);
  expect('the browser complains of nothing', errors.length === 0, errors);
  return String(id);
}
