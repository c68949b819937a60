// People of the demo in a browser: they sign in at the local provider of identities, which also shows their one-time codes.

import type { Browser, BrowserContextOptions, Page } from 'playwright-core';

/** A page that somebody looks at. `complaints`: what the browser says against our pages. */
export type Desk = { page: Page; complaints: string[] };

/** @param name as the provider's page has it */
export async function signIn(
  browser: Browser,
  url: string,
  name: string,
  options: BrowserContextOptions = {},
): Promise<Desk> {
  const context = await browser.newContext({ locale: 'pt-BR', ...options });
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('console', (message) => {
    // The provider is somebody else's. A form that has to be filled in again is a 422, which the browser reports.
    const isOurs = message.location().url.startsWith(url);
    if (message.type() === 'error' && isOurs && !/status of 422/.test(message.text()))
      complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  await page.goto(`${url}/console`);
  await page.locator('main a.button').click();
  await page.getByRole('link', { name }).click();
  await page.waitForURL(/\/(console|desk)/);
  return { page, complaints };
}

const lastCodes = new Map<string, string>();

/** A code that counts, and that nobody has had before: a code is used once, so this waits for the next one. */
export async function codeOf(browser: Browser, url: string, name: string): Promise<string> {
  for (;;) {
    const code = await codeNow(browser, url, name);
    if (code === lastCodes.get(name)) await new Promise((resolve) => setTimeout(resolve, 1_000));
    else {
      lastCodes.set(name, code);
      return code;
    }
  }
}

async function codeNow(browser: Browser, url: string, name: string): Promise<string> {
  const begun = await fetch(`${url}/console/sign-in/begin`, { redirect: 'manual' });
  const { origin } = new URL(begun.headers.get('location') ?? '');
  const page = await browser.newPage();
  await page.goto(`${origin}/identity/codes`);
  const [, code = ''] = new RegExp(`${name}:\\s*(\\d{6})`).exec((await page.textContent('body')) ?? '') ?? [];
  await page.close();
  return code;
}

/** Gives the person a passkey on a device of its own, which recognises it at once. @param code one that counts */
export async function addPasskey(page: Page, url: string, code: string): Promise<void> {
  const devices = await page.context().newCDPSession(page);
  await devices.send('WebAuthn.enable');
  await devices.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  await page.goto(`${url}/console/me`);
  await page.fill('#name', 'Laptop');
  await page.fill('#code', code);
  await page.locator('form[action="/console/passkeys/begin"] button').click();
  await page.locator('form[data-passkey] button').click();
  await page.waitForURL(/console\/me$/);
  await page.getByRole('rowheader', { name: 'Laptop' }).first().waitFor();
}
