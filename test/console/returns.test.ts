// Returns of payments that were sent, and of payments that were received.

import { expect, test } from 'vitest';
import { applyNetworkEvent } from '../../lib/incoming/apply-network-event.ts';
import { networkEvent } from '../../lib/network/event.ts';
import { takeStep } from '../../lib/payout/take-step.ts';
import type { Caller } from '../support/api.ts';
import { chargeBack, payQrCode } from '../support/chargebacks.ts';
import { unbalanced } from './unbalanced.ts';
import { useConsole } from './visitor.ts';

const its = useConsole();

/** Creates a payment of R$ 10.00 and settles it. */
async function paid(company: Caller): Promise<number> {
  const body = { ...company.source, amount: 10, key: 'fulano@example.com' };
  const { id } = (await company.post('/create-cashout-self-approve', body)).body;
  await takeStep(its.used.stack.deps, id);
  return id as number;
}
const sendBack = (cashoutId: number, amountCents: number, part: number, code = 'MD06') =>
  applyNetworkEvent(
    its.used.stack.deps,
    networkEvent.parse({
      version: 1,
      kind: 'payment_returned',
      cashoutId,
      returnId: `D9999901120261121120${part}${cashoutId}`,
      amountCents,
      code,
      parked: 0,
    }),
  );

test('a partly returned payment is marked in the list, and its page shows each return’s amount, time and reason', async () => {
  const { company, browser } = await its.openDesk([]);
  const [id, other] = [await paid(company), await paid(company)];
  await sendBack(id, 250, 1);
  await sendBack(id, 150, 2, 'BE08');

  const { text } = await browser.visit(`/console/cashouts/${id}`);
  expect(unbalanced(text)).toEqual([]);
  expect(text).toContain('Partly returned: R$\u00a010.00');
  expect(text).toContain('R$\u00a04.00 of R$\u00a010.00 came back');
  expect(text).toMatch(
    /<li><span>10 Jun 2031[^<]*\(Brasília time\)<span[^>]*>Requested by the payee[^<]*<\/span><\/span><b[^>]*>R\$\u00a02\.50/,
  );
  expect(text).toMatch(/Operational failure[^<]*<\/span><\/span><b[^>]*>R\$\u00a01\.50/);
  const list = (await browser.visit('/console/payments')).text;
  expect(list.match(/class="pill back">Partly returned</g)).toHaveLength(1);
  expect((await browser.visit(`/console/cashouts/${other}`)).text).not.toContain('came back');
});

test('the page of a fully returned payment shows the return and its time', async () => {
  const { company, browser } = await its.openDesk([]);
  const id = await paid(company);
  await sendBack(id, 1_000, 1);
  const { text } = await browser.visit(`/console/cashouts/${id}`);
  expect(text).toContain('Returned: R$\u00a010.00');
  expect(text).toContain('R$\u00a010.00 of R$\u00a010.00 came back');
  expect(text).toMatch(/<li><span>10 Jun 2031.*?<b[^>]*>R\$\u00a010\.00/);
});

test('the page of a payment with many returns shows only the first and the last ones, with a note', async () => {
  const { company, browser } = await its.openDesk([]);
  const id = await paid(company);
  for (let part = 10; part < 32; part++) await sendBack(id, 1, part);
  const { text } = await browser.visit(`/console/cashouts/${id}`);
  expect(text).toContain('R$\u00a00.22 of R$\u00a010.00 came back');
  expect(text.match(/<b class="sum">R\$\u00a00\.01/g)).toHaveLength(20);
  expect(text).toContain('the first and the last ones');
});

test('the page of a received payment lists imposed returns separately from the company’s refunds', async () => {
  const { company, browser } = await its.openDesk([]);
  const { qr_code_id: code, end_to_end_id: endToEndId } = await payQrCode(its.used.stack, company, {});
  await chargeBack(company, code, '10.00');
  const { deps } = its.used.stack;
  const at = '2031-06-10T15:00:00.000Z';
  const payment = await deps.incoming.findReceived(endToEndId);
  const imposed = { version: 1, kind: 'return_imposed', returnId: `D${endToEndId}`, at, amountCents: 3_000 };
  await applyNetworkEvent(deps, networkEvent.parse({ ...imposed, nature: 'MED_FRAUDE', payment }));
  const { text } = await browser.visit(`/console/money-back/${code}`);
  expect(text).toContain('R$\u00a030.00 went back to the payer without a request');
  expect(text).toContain('<dt>Left to refund</dt><dd><bdi>R$\u00a060.00');
});
