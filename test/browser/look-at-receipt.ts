// Checks the receipt's page in a browser: on screens of 320 pixels and more, in light and dark mode, and on two paper
// sizes.

import type { Browser } from 'playwright-core';
import { type Credentials, makeClient } from '../../local/client.ts';
import type { Expect } from './main.ts';

const widths = [320, 390, 1280];
const papers = [
  { name: 'A4', width: '210mm', height: '297mm' },
  { name: 'a roll of 80 mm', width: '80mm', height: '297mm' },
];

/** @param cashout the id of a cashout with the status SUCCESS */
export async function lookAtReceipt(browser: Browser, demo: Credentials, cashout: string, expect: Expect) {
  const { body, status } = await makeClient(demo).get<{ address: string; end_to_end_id: string }>(
    `/v3/cashouts/${cashout}/receipt`,
  );
  expect('the cashout has a receipt', status === 200, body);
  for (const colorScheme of ['light', 'dark'] as const) {
    const page = await browser.newPage({ colorScheme });
    const complaints: string[] = [];
    const asked: string[] = [];
    page.on('console', (message) => complaints.push(message.text()));
    page.on('pageerror', (error) => complaints.push(error.message));
    page.on('request', (request) => asked.push(request.url()));
    for (const language of ['pt', 'en']) {
      await page.goto(`${body.address}?lang=${language}`);
      const isTold = await page.getByText(body.end_to_end_id).isVisible();
      expect(`${language}, ${colorScheme}: it tells the end-to-end id`, isTold, body);
      for (const width of widths) {
        await page.setViewportSize({ width, height: 900 });
        const used = await page.evaluate('document.documentElement.scrollWidth');
        expect(`${language}, ${colorScheme}: it fits ${width} pixels`, Number(used) <= width, used);
      }
      for (const { name, width, height } of colorScheme === 'light' ? papers : []) {
        const pdf = await page.pdf({ width, height });
        const sheets = pdf.toString('latin1').match(/\/Type\s*\/Page\b(?!s)/g)?.length;
        expect(`${language}: it is one sheet on ${name}`, sheets === 1, sheets);
      }
    }
    const others = asked.filter((url) => !url.startsWith(body.address));
    expect(`${colorScheme}: it asks for nothing but itself`, others.length === 0, others);
    expect(`${colorScheme}: the browser complains of nothing`, complaints.length === 0, complaints);
    await page.close();
  }
}
