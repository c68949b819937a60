// npm run test:other -- browser: opens /docs in a headless Chromium as a visitor would, sends a cashout with the demo company's
// credentials, takes a picture, and looks at the cashout's receipt. For machines with a Chromium; not part of npm test.

import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { chromium, type Page } from 'playwright-core';
import { freePort } from '../../local/free-port.ts';
import { root } from '../../local/service.ts';
import { browserPath } from '../support/tools.ts';
import { lookAtReceipt } from './look-at-receipt.ts';

const picture = process.argv[2] ?? join(root, '.local', 'reference.png');
const say = (text: string) => process.stdout.write(`${text}\n`);

function expect(what: string, isSo: boolean, seen: unknown): void {
  if (!isSo) throw new Error(`${what}: ${JSON.stringify(seen)}`);
  say(`ok  ${what}`);
}

async function startService(folder: string): Promise<{ child: ChildProcess; url: string; demo: string }> {
  const port = await freePort();
  const args = [join(root, 'local/start.ts'), '--port', String(port), '--memory', '--data', folder];
  const child = spawn(process.execPath, args, { cwd: root, stdio: 'inherit' });
  const demo = join(folder, 'demo.json');
  for (let tries = 0; !existsSync(demo); tries++) {
    if (tries > 240 || child.exitCode !== null) throw new Error('npm start did not come up');
    await pause(500);
  }
  return { child, url: `http://localhost:${port}`, demo: readFileSync(demo, 'utf8') };
}

/** The id of the cashout that it has sent. */
async function visit(page: Page, url: string, demo: string): Promise<string> {
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

  await operation.scrollIntoViewIfNeeded();
  await page.screenshot({ path: picture });

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

if (!browserPath) {
  say(
    'There is no Chromium here. Install one, or name it: CHROMIUM=/path/to/chromium npm run test:other -- browser',
  );
  process.exit(2);
}
const folder = mkdtempSync(join(tmpdir(), 'reference-'));
const service = await startService(folder);
const browser = await chromium.launch({
  executablePath: browserPath,
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
  ],
});
try {
  const page = await browser.newPage({ viewport: { width: 1280, height: 1600 } });
  const cashout = await visit(page, service.url, service.demo);
  say(`ok  picture: ${picture}`);
  await lookAtReceipt(browser, JSON.parse(service.demo), cashout, expect);
} catch (error) {
  say(`\nNOT ok: ${error instanceof Error ? error.message : error}`);
  process.exitCode = 1;
} finally {
  await browser.close();
  const ended = new Promise((resolve) => service.child.once('exit', resolve));
  service.child.kill('SIGTERM');
  await ended;
  rmSync(folder, { recursive: true, force: true });
}
