// Batches in a browser: a file is uploaded, an invalid file is reported, and the batch's page updates itself.

import type { Browser, Page } from 'playwright-core';
import type { Expect } from './main.ts';
import { signIn } from './people.ts';

type Hold = (page: Page, name: string, expect: Expect) => Promise<void>;

/** @returns the paths of two batches that wait for an approval */
export async function sendBatches(
  browser: Browser,
  url: string,
  expect: Expect,
  hold: Hold,
): Promise<string[]> {
  const { page, complaints } = await signIn(browser, url, 'Ana Lima');
  await page.goto(`${url}/console/new`);
  const account = (await page.locator('#account option').first().getAttribute('value')) ?? '';
  const [branch, number] = account.split('/');
  const lines = ['ana@example.com', 'bia@example.com'].map(
    (key, index) => `${branch};${number};${index + 1};10,00;${key}`,
  );
  const text = ['source_account_branch_identifier;source_account_number;line_id;amount;key', ...lines];
  const send = async (name: string, rows: readonly string[]) => {
    await page.goto(`${url}/console/batches`);
    const buffer = Buffer.from(rows.join('\n'));
    await page.setInputFiles('#file', { name: 'folha.csv', mimeType: 'text/csv', buffer });
    await page.fill('#total_lines', '2');
    await page.fill('#total_amount', '20,00');
    await page.fill('#name', name);
    await page.locator('form[enctype] button').click();
  };
  await send('Folha errada', [...text, 'x']);
  const told = await page.locator('.notice[role=alert]').textContent();
  expect('a wrong file is reported', told?.includes('O lote não foi criado') === true, told);
  await hold(page, 'the report of a wrong file', expect);
  const sent: string[] = [];
  for (const name of ['Folha 1', 'Folha 2']) {
    await send(name, text);
    await page.waitForURL(/batches\/[\da-f]{32}$/);
    sent.push(new URL(page.url()).pathname);
    await page.locator('.head', { hasText: name }).getByText('Aguarda aprovação').waitFor();
  }
  expect('two batches are sent, and their pages follow them', new Set(sent).size === 2, sent);
  expect('the browser complains of nothing', complaints.length === 0, complaints);
  return sent;
}

/** @param page the page of a person with a passkey */
export async function approveBatch(page: Page, url: string, expect: Expect, path: string): Promise<void> {
  await page.goto(url + path);
  await page.locator(`form[action="${path}/confirm"] button`).click();
  await page.locator('form[data-passkey] button').click();
  await page.waitForURL(/batches\/[\da-f]{32}$/);
  await page.locator('.head').getByText('Concluído').waitFor();
  const paid = await page.locator('td .pill.good').count();
  expect('a batch is approved with a passkey, and paid while the page follows it', paid === 2, paid);
}

/** Checks the pages on which a person decides about a batch. @param page the page of an approver */
export async function lookAtBatch(
  page: Page,
  url: string,
  path: string,
  hold: (name: string) => Promise<void>,
) {
  for (const at of ['/console/batches', path, `${path}/stop`]) {
    await page.goto(url + at);
    await hold(at.replace(/[\da-f]{32}/, 'ID'));
  }
  await page.goto(url + path);
  await page.locator(`form[action="${path}/confirm"] button`).click();
  await hold('the decision about a batch');
}
