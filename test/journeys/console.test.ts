// A person uses the console of a started stack. Its identity provider and its people are those of the demo.

import { expect, inject, test } from 'vitest';
import { makeBrowser, overHttp } from '../console/browser.ts';
import { until } from '../support/api.ts';

test('a person of the demo signs in to the console, and approves a waiting payment', async () => {
  const baseUrl = inject('baseUrl');
  const browser = makeBrowser(baseUrl, overHttp);

  await browser.signIn('bruno');
  const { text } = await browser.visit('/console/waiting');
  const ids = [...text.matchAll(/name="cashout" value="(\d+)"/g)].map(([, one = '']) => one);
  expect(ids.length).toBeGreaterThanOrEqual(3);
  const id = ids.at(-1) ?? '';
  const shown = await browser.send('/console/confirm', [['cashout', id]]);
  const { to = '' } = await browser.ask('/console/sign-in/begin');
  const codes = await browser.visit(`${new URL(to).origin}/identity/codes`);
  const done = await browser.send('/console/decide', [
    ['step', /name="step" value="([0-9a-f]+)"/.exec(shown.text)?.[1] ?? ''],
    ['code', /Bruno Reis: <code>(\d{6})/.exec(codes.text)?.[1] ?? ''],
  ]);
  expect(done.text).toContain('>Approved<');
  await until(
    () => browser.visit(`/console/cashouts/${id}`),
    ({ text: page }) => page.includes('Paid: R$'),
  );
}, 60_000);
