// Takes the screenshots of docs/console/: each page in both languages, in light and dark mode, on wide and narrow
// screens.

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { root } from '../../local/service.ts';
import type { Expect, Stage } from './main.ts';
import { codeOf, signIn } from './people.ts';
import { drawDesk } from './try-desk.ts';
import { walkFraud } from './walk-fraud.ts';
import { markOf, walkMonth } from './walk-month.ts';

const folder = join(root, 'docs', 'console');
const looks = [
  { name: 'pt-light', locale: 'pt-BR', colorScheme: 'light', viewport: { width: 1_080, height: 640 } },
  { name: 'en-dark', locale: 'en', colorScheme: 'dark', viewport: { width: 1_080, height: 640 } },
  { name: 'pt-dark-narrow', locale: 'pt-BR', colorScheme: 'dark', viewport: { width: 390, height: 780 } },
  { name: 'en-light-narrow', locale: 'en', colorScheme: 'light', viewport: { width: 390, height: 780 } },
] as const;

export async function drawConsole(browser: Browser, stage: Stage, expect: Expect): Promise<void> {
  const { url } = stage;
  mkdirSync(folder, { recursive: true });
  const paid = await payOne(browser, url);
  for (const { name, ...look } of looks) {
    const draw = (page: Page, what: string) =>
      page.screenshot({ path: join(folder, `${what}-${name}.png`), type: 'png' });
    const { page } = await signIn(browser, url, 'Bruno Reis', look);
    await draw(page, 'home');
    await page.goto(`${url}/console/waiting`);
    for (const mark of await page.locator('tbody input[type=checkbox]').all()) await mark.check();
    await draw(page, 'waiting');
    await page.locator('[data-review]').click();
    await draw(page, 'decision');
    await page.goto(paid);
    await draw(page, 'payment');
    await page.goto(`${url}/console/payments`);
    await draw(page, 'payments');
    await page.goto(`${url}/console/accounts`);
    await page.locator('tbody a').first().click();
    await draw(page, 'account');
    await page.goto(`${url}/console/batches`);
    await draw(page, 'batches');
    await page.goto(`${url}/console/me`);
    await draw(page, 'me');
    const maker = (await signIn(browser, url, 'Ana Lima', look)).page;
    await maker.goto(`${url}/console/new`);
    await draw(maker, 'new');
    await drawDesk(browser, stage, look, draw);
  }
  const draw = (page: Page, what: string) =>
    page.screenshot({ path: join(folder, `${what}.png`), type: 'png' });
  await walkFraud(stage, await walkMonth(browser, stage, expect, draw), expect, draw);
}

/** @returns the path of a payment that is paid */
async function payOne(browser: Browser, url: string): Promise<string> {
  const { page } = await signIn(browser, url, 'Bruno Reis');
  await page.goto(`${url}/console/waiting`);
  await markOf(page, 'Nota fiscal 4711').check();
  await page.locator('[data-review]').click();
  await page.locator('#code').fill(await codeOf(browser, url, 'Bruno Reis'));
  await page.locator('form:has(#code) button').click();
  await page.locator('tbody a').click();
  await page.getByRole('link', { name: 'Comprovante' }).waitFor();
  return page.url();
}
