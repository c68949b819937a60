// A fraud in a browser, seen from both sides. As payee: a report blocks the money, the company sends its defence, and the
// decision frees the money. As payer: the company has a payment recovered, and an operator does so by hand. With `draw`,
// each step is also a screenshot in docs/console/.

import type { Expect, Stage } from './main.ts';
import { unfold } from './people.ts';
import { change, create, type Draw, markOf, type People, until } from './walk-month.ts';

/** @param people signed in, with passkeys of Bruno and Elisa */
export async function walkFraud(
  { url, demo }: Stage,
  people: People,
  expect: Expect,
  draw: Draw = async () => {},
): Promise<void> {
  const [{ source_account_branch_identifier: branch, source_account_number: number }] =
    JSON.parse(demo).accounts;
  const account = `${branch}/${number}`;
  await asPayee(url, account, people, expect, draw);
  await asPayer(url, account, people, expect, draw);
}

async function asPayee(
  url: string,
  account: string,
  { bruno: { page }, dora, elisa }: People,
  expect: Expect,
  draw: Draw,
): Promise<void> {
  const text = async () => (await page.locator('main').textContent()) ?? '';
  await change(dora, elisa, url, `rule reported-money&account=${account}`, (form) =>
    form.selectOption('#reported', 'blocked'),
  );
  const sandbox = `${url}/console/sandbox?account=${account}`;
  await page.goto(sandbox);
  await page.locator('form[action$="/money"] #amount').fill('480,00');
  await page.locator('form[action$="/money"] #payer').fill('Rita Moura');
  await page.locator('form[action$="/money"] button').click();
  const report = page.locator('form[action$="/med"]');
  await until(page, async () => (await report.locator('option', { hasText: '480,00' }).count()) > 0);
  const payment = await report.locator('option', { hasText: '480,00' }).first().getAttribute('value');
  await report.locator('select').selectOption(payment ?? '');
  await report.locator('button').click();

  await page.goto(`${url}/console/med`);
  const line = page.locator('tbody tr', { hasText: '480,00' });
  await until(page, () => line.first().isVisible());
  await line.first().locator('a').click();
  await until(page, async () => /Bloqueado na conta/.test(await text()));
  expect('a report blocks the money that it names', /480,00.*480,00/s.test(await text()), await text());
  await draw(page, 'fraud-report');

  const path = page.url();
  await page.locator('input[name=position][value=contest]').check();
  await page.locator('#text').fill('A mercadoria foi entregue em 20/11.\nRecibo 7, assinado por Rita Moura.');
  await page.locator('input[name=sure]').check();
  await page.locator('form[action$="/defence"] button').click();
  await page.goto(path);
  expect('the case shows the defence', /Recibo 7/.test(await text()), await text());
  await draw(page, 'fraud-defence');

  const decided = await fetch(`${url}/sandbox/med-cases/${path.split('/').at(-1)}`, {
    method: 'PUT',
    headers: { 'x-sandbox-key': 'local', 'content-type': 'application/json' },
    body: JSON.stringify({
      infraction_report_status: 'CLOSED',
      analysis_result: 'DISAGREED',
      analysis_details: 'A entrega foi provada',
    }),
  });
  expect('the sandbox decides about the report', decided.ok, decided.status);
  await until(page, async () => /A entrega foi provada/.test(await text()));
  await until(page, async () => !/Bloqueado na conta/.test(await text()));
  expect('the decision frees the money', true, '');
  await draw(page, 'fraud-decision');
}

async function asPayer(
  url: string,
  account: string,
  { ana, bruno: { page }, dora }: People,
  expect: Expect,
  draw: Draw,
): Promise<void> {
  const text = async () => (await page.locator('main').textContent()) ?? '';
  const path = await create(ana, url, account, '33,00', 'fulano@example.com');
  await page.goto(`${url}/console/waiting`);
  await markOf(page, '33,00').first().check();
  await page.locator('[data-review]').click();
  await page.locator('form[data-passkey] button').click();
  await page.waitForURL(/decide/);
  await page.goto(path);
  await until(page, async () => (await page.locator('#situation').count()) > 0);
  await unfold(page);
  await page.selectOption('#situation', 'SCAM');
  await page.fill('#details', 'O vendedor não existe. O anúncio foi apagado depois do pagamento.');
  await draw(page, 'recovery-form');
  await page.locator('form[action$="/recovery"] button').click();
  await page.locator('form[data-passkey] button').click();
  await page.waitForURL(/cashouts\/\d+(#|$)/);
  await page.goto(path);
  expect('the payment shows its recovery', /vendedor não existe/.test(await text()), await text());
  await draw(page, 'recovery-requested');

  const cashout = path.split('/').at(-1);
  await dora.page.goto(`${url}/desk/cashouts/${cashout}/evidence`);
  const evidence = (await dora.page.locator('main').textContent()) ?? '';
  expect(
    'the desk has the evidence on one page',
    /vendedor não existe/.test(evidence),
    evidence.slice(0, 400),
  );
  await draw(dora.page, 'recovery-evidence');
  await dora.page.goto(`${url}/desk/incidents`);
  const incident = dora.page.locator('tbody tr', { hasText: 'recovery' });
  await until(dora.page, () => incident.first().isVisible());
  expect('operators have an incident about it', true, '');
}
