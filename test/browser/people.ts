// People of the demo in a browser. They sign in at the local identity provider, which also shows their one-time codes.

import type { Browser, BrowserContextOptions, Page } from 'playwright-core';

/** A page that a person has open. `complaints`: the errors that the browser reports about our pages. */
export type Desk = { page: Page; complaints: string[] };

/** @param name the person's name on the provider's page */
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
    // The provider's pages are not ours. A form that it refuses is a 422, which the browser reports as an error.
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

/** Opens everything that a page has folded. */
export const unfold = (page: Page): Promise<void> =>
  page.evaluate(`for (const one of document.querySelectorAll('details')) one.open = true`);

const lastCodes = new Map<string, string>();

/**
 * Returns a valid one-time code that was not returned before. Each code is accepted once, so this may wait for the next
 * one.
 */
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

/**
 * Adds a passkey to the person, on a separate simulated device that confirms each request. @param code a valid one-time
 * code
 */
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
  await unfold(page);
  await page.fill('#name', 'Laptop');
  await page.fill('#code', code);
  await page.locator('form[action="/console/passkeys/begin"] button').click();
  await page.locator('form[data-passkey] button').click();
  await page.waitForURL(/console\/me$/);
  await page.getByText('Laptop').first().waitFor();
}
