// Opens /docs as a visitor would, sends a cashout with the demo company's credentials, and looks at the cashout's receipt.

import { setTimeout as pause } from 'node:timers/promises';
import type { Browser, Page } from 'playwright-core';
import { lookAtReceipt } from './look-at-receipt.ts';
import type { Expect, Stage } from './main.ts';

export async function tryReference(browser: Browser, { url, demo }: Stage, expect: Expect): Promise<void> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 1600 } });
  const cashout = await visit(page, url, demo, expect);
  await lookAtReceipt(browser, JSON.parse(demo), cashout, expect);
}

/** The id of the cashout that it has sent. */
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
  await page.click('#try button');
  const wrong = await page.locator('#state[data-is=wrong]').textContent();
  expect('what is no JSON is said to be none', /not JSON/.test(wrong ?? ''), wrong);

  await page.fill('#credentials', demo);
  await page.click('#try button');
  const ready = await page.locator('#state[data-is=ready]').textContent();
  const account = JSON.parse(demo).accounts[0].source_account_number;
  expect('the credentials are taken', ready?.includes(account) ?? false, ready);

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
