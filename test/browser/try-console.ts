// The console in a browser: a payment is approved, created, viewed and found, with and without JavaScript. Every page
// is checked against WCAG 2.2 AA by axe, in light and dark mode, and at a width of 320 pixels.

import axe from 'axe-core';
import type { Browser, Page } from 'playwright-core';
import type { Expect, Stage } from './main.ts';
import { addPasskey, codeOf, signIn, unfold } from './people.ts';
import { approveBatch, lookAtBatch, sendBatches } from './try-batches.ts';
import { tryDesk } from './try-desk.ts';
import { walkFraud } from './walk-fraud.ts';
import { markOf, walkMonth } from './walk-month.ts';

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
const widthLeast = 320;

export async function tryConsole(browser: Browser, stage: Stage, expect: Expect): Promise<void> {
  const { url } = stage;
  await approve(browser, url, expect);
  await create(browser, url, expect);
  const [batch = '', other = ''] = await sendBatches(browser, url, expect, hold);
  await byPasskey(browser, url, expect, batch);
  await lookAround(browser, url, expect, other);
  await withoutScript(browser, url, expect);
  await fromElsewhere(browser, url, expect);
  await tryDesk(browser, stage, expect, hold);
  await walkFraud(stage, await walkMonth(browser, stage, expect), expect);
}

async function approve(browser: Browser, url: string, expect: Expect): Promise<void> {
  const begun = Date.now();
  const { page, complaints } = await signIn(browser, url, 'Bruno Reis');
  await page.goto(`${url}/console/waiting`);
  await markOf(page, 'Nota fiscal 4711').check();
  const marked = (await page.locator('[data-marked]').textContent()) ?? '';
  expect('the sum of the marked payments is shown', /^1: R\$/.test(marked), marked);
  await page.keyboard.press('a');
  await page.locator('#code').waitFor();
  await page.locator('#code').fill(await codeOf(browser, url, 'Bruno Reis'));
  await page.locator('form:has(#code) button').click();
  await page.locator('tbody a').click();
  await page.getByRole('link', { name: 'Comprovante' }).waitFor();
  const seconds = (Date.now() - begun) / 1_000;
  expect(
    `a payment is approved and paid, and its receipt is there, after ${seconds} s`,
    seconds < 30,
    seconds,
  );
  await page.goto(`${url}/console`);
  await page.goto(`${url}/console/sign-out`);
  await page.goBack();
  expect('after the sign-out, Back leads to the sign-in', /sign-in/.test(page.url()), page.url());
  expect('the browser complains of nothing', complaints.length === 0, complaints);
}

async function create(browser: Browser, url: string, expect: Expect): Promise<void> {
  const { page, complaints } = await signIn(browser, url, 'Ana Lima');
  await page.goto(`${url}/console/new`);
  await page.fill('#amount', '1.234');
  await page.fill('#key', 'fulano@example.com');
  await page.locator('.card button').click();
  const wrong = await page.locator('[aria-invalid]').getAttribute('id');
  expect('an amount that may mean two is not taken', wrong === 'amount', wrong);
  await page.fill('#amount', '1.234,56');
  await page.locator('.card button').click();
  await page.locator('form[action="/console/create"] button').first().click();
  await page.waitForURL(/cashouts/);
  const title = (await page.locator('h1').textContent()) ?? '';
  expect('the payment waits for an approval', /1\.234,56/.test(title), title);
  expect('the browser complains of nothing', complaints.length === 0, complaints);
}

async function byPasskey(browser: Browser, url: string, expect: Expect, batch: string): Promise<void> {
  const { page, complaints } = await signIn(browser, url, 'Bruno Reis');
  await addPasskey(page, url, await codeOf(browser, url, 'Bruno Reis'));
  await page.goto(`${url}/console/waiting`);
  await page.locator('tbody input[type=checkbox]').last().check();
  await page.locator('[data-review]').click();
  await page.locator('form[data-passkey] button').click();
  await page.waitForURL(/decide/);
  const told = await page.locator('tbody .pill').last().textContent();
  expect('a payment is approved with a passkey', told === 'Aprovado', told);
  await approveBatch(page, url, expect, batch);
  expect('the browser complains of nothing', complaints.length === 0, complaints);
}

/** Checks every page in light and dark mode. */
async function lookAround(browser: Browser, url: string, expect: Expect, batch: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    const { page } = await signIn(browser, url, 'Bruno Reis', { colorScheme });
    await page.goto(`${url}/console/waiting`);
    const first = await page.locator('tbody a').first().getAttribute('href');
    await page.goto(`${url}/console/accounts`);
    const account = (await page.locator('tbody a').first().getAttribute('href')) ?? '';
    const [files, webhooks] = ['files', 'webhooks'].map((part) => account.replace('accounts', part));
    const paths = [
      '/console',
      '/console/waiting',
      first,
      '/console/payments',
      '/console/accounts',
      account,
      files,
      webhooks,
    ];
    const parts = ['charts', 'rules'].map((part) => `${account}/${part}`);
    for (const path of [...paths, ...parts, '/console/sandbox', '/console/me', '/console/none']) {
      await page.goto(url + path);
      await hold(page, `${colorScheme}: ${path}`, expect);
    }
    await page.goto(`${url}/console/waiting`);
    await page.locator('tbody input[type=checkbox]').first().check();
    await page.locator('[data-review]').click();
    await hold(page, `${colorScheme}: the decision`, expect);
    await lookAtBatch(page, url, batch, (name) => hold(page, `${colorScheme}: ${name}`, expect));
    const maker = (await signIn(browser, url, 'Ana Lima', { colorScheme })).page;
    for (const kind of ['key', 'bank', 'code']) {
      await maker.goto(`${url}/console/new?kind=${kind}`);
      await hold(maker, `${colorScheme}: a new payment by ${kind}`, expect);
    }
    await page.goto(`${url}/console/sign-out`);
    await hold(page, `${colorScheme}: the sign-out`, expect);
  }
}

/** Checks a page with axe, and at the narrowest width. */
async function hold(page: Page, name: string, expect: Expect): Promise<void> {
  await page.setViewportSize({ width: 1_280, height: 900 });
  await unfold(page);
  await page.evaluate(axe.source);
  const { violations } = (await page.evaluate(
    `axe.run(document, { runOnly: ${JSON.stringify(rules)} })`,
  )) as {
    violations: { id: string; nodes: { html: string }[] }[];
  };
  const found = violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html).slice(0, 3)]);
  expect(`${name}: axe finds nothing`, found.length === 0, found);
  await page.setViewportSize({ width: widthLeast, height: 900 });
  const used = await page.evaluate('document.documentElement.scrollWidth');
  expect(`${name}: it fits ${widthLeast} pixels`, Number(used) <= widthLeast, used);
}

async function withoutScript(browser: Browser, url: string, expect: Expect): Promise<void> {
  const { page } = await signIn(browser, url, 'Bruno Reis', { javaScriptEnabled: false });
  await page.goto(`${url}/console/waiting`);
  await page.locator('tbody input[type=checkbox]').first().check();
  await page.locator('[data-review]').click();
  await page.locator('#code').fill(await codeOf(browser, url, 'Bruno Reis'));
  await page.locator('form:has(#code) button').click();
  const told = await page.locator('tbody .pill').last().textContent();
  expect('a payment is approved without script', told === 'Aprovado', told);
}

/** Opens a page of a foreign site in the browser of a person who has signed in to the console. */
async function fromElsewhere(browser: Browser, url: string, expect: Expect): Promise<void> {
  const { page } = await signIn(browser, url, 'Bruno Reis');
  const evil = `<form method="post" action="${url}/console/reject"><input name="cashout" value="1"><input name="reason" value="x"><button>Win</button></form><iframe src="${url}/console"></iframe>`;
  await page.route('http://evil.example/', (route) =>
    route.fulfill({ contentType: 'text/html', body: evil }),
  );
  await page.goto('http://evil.example/');
  const framed = page.frames()[1]?.url();
  expect('a stranger’s page cannot frame the console', framed === 'chrome-error://chromewebdata/', framed);
  const answered = page.waitForResponse(/console\/reject/);
  await page.getByRole('button', { name: 'Win' }).click();
  const status = (await answered).status();
  expect('a stranger’s form is refused', status === 403, status);
}
