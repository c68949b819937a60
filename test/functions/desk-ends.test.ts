import { expect, test } from 'vitest';
import { pollChargeback } from '../../lib/chargeback/poll-chargeback.ts';
import { takeStep } from '../../lib/payout/take-step.ts';
import { useOperators } from '../console/operators.ts';
import { chargeBack, payQrCode } from '../support/chargebacks.ts';
import { balanceOf, expectLedgerAddsUp } from '../support/ledger.ts';

const { its, openOperator, propose, confirm } = useOperators();

const letter = { document: 'Ticket 4711 of the PSP', reason: 'INC-44: no answer' };

/** Pays 10.00, and gets no outcome from the sandbox. */
async function openPayment() {
  const company = await its.newCompany();
  const body = { ...company.source, amount: 10, key: 'unknown@sandbox.pix' };
  const { id } = (await company.post('/create-cashout-self-approve', body)).body;
  const { deps } = its.used.stack;
  await takeStep(deps, id);
  const row = async () => deps.cashouts.get(id);
  return { company, cashout: String(id), row, end_to_end_id: (await row())?.endToEndId ?? '' };
}

test('an operator proposes the end of a payment from its page, and a second operator ends it', async () => {
  const [dora, elisa] = [await openOperator('Dora Alves'), await openOperator('Elisa Prado')];
  const { company, cashout, end_to_end_id, row } = await openPayment();
  const { text } = await dora.visit(`/cashouts/${cashout}`);
  const [, link = ''] = /href="\/desk(\/propose\?action=cashout\+settle[^"]+)"/.exec(text) ?? [];
  expect((await dora.visit(link.replaceAll('&amp;', '&'))).text).toContain(`value="${cashout}"`);

  const path = await propose(dora, { action: 'cashout settle', cashout, end_to_end_id, ...letter });
  expect((await dora.send(`${path}/confirm`)).text).toContain('cannot be confirmed');
  expect(await row()).toMatchObject({ status: 'PROCESSING' });
  expect((await elisa.send(`${path}/confirm`)).text).toContain('>Processing<');

  expect((await confirm(elisa, path)).text).toContain('>Done<');
  expect(await row()).toMatchObject({
    status: 'SUCCESS',
    endedByPeople: { by: [expect.stringMatching(/^Dora Alves/), expect.stringMatching(/^Elisa Prado/)] },
  });
  expect(await expectLedgerAddsUp(its.used.stack, company.tenant)).toMatchObject({ heldCents: 0 });
  const ended = (await dora.visit(`/cashouts/${cashout}`)).text;
  expect(ended).toContain('Ticket 4711 of the PSP');
  expect(ended).not.toContain('cashout+settle');
});

test('a confirmed end that the PSP’s state forbids is refused with the reason, and the hold stays', async () => {
  const [dora, elisa] = [await openOperator('Dora Alves'), await openOperator('Elisa Prado')];
  const { company, cashout, row } = await openPayment();

  const { text } = await confirm(elisa, await propose(dora, { action: 'cashout fail', cashout, ...letter }));
  expect(text).toContain('The PSP may still pay');
  expect(await row()).toMatchObject({ status: 'PROCESSING' });
  expect(await balanceOf(its.used.stack, company.tenant)).toMatchObject({ heldCents: 1_000 });
});

test('an operator finds a chargeback, and two operators end its refund', async () => {
  const [dora, elisa] = [await openOperator('Dora Alves'), await openOperator('Elisa Prado')];
  const company = await its.newCompany();
  const { deps } = its.used.stack;
  const { qr_code_id } = await payQrCode(its.used.stack, company, { payer: { name: 'unknown@sandbox.pix' } });
  const { id } = (await chargeBack(company, qr_code_id, 40)).body;
  const later = new Date(its.clock.now.getTime() + 60_000);
  await pollChargeback({ ...deps, now: () => later }, id);
  const found = await dora.visit(`/find?q=${id}`);
  expect(found.headers.location).toBe(`/desk/chargebacks/${id}`);
  expect((await dora.visit(`/chargebacks/${id}`)).text).toContain('chargeback+fail');

  const form = { action: 'chargeback fail', chargeback: String(id), ...letter, cancelled_at_psp: 'Ticket 5' };
  expect((await confirm(elisa, await propose(dora, form))).text).toContain('>Done<');
  expect(await deps.chargebacks.get(id)).toMatchObject({ status: 'REJECTED' });
  expect((await dora.visit(`/chargebacks/${id}`)).text).toContain('Ticket 5');
});

test('a company reads that operators changed a payment and a chargeback, in words', async () => {
  const dora = await openOperator('Dora Alves');
  const { company, browser } = await its.openDesk();
  const { qr_code_id } = await payQrCode(its.used.stack, company);
  const { id } = (await chargeBack(company, qr_code_id, 40)).body;
  await dora.visit(`/chargebacks/${id}`);
  expect((await browser.visit('/console/operators')).text).toContain('Viewed: a refund');
});
