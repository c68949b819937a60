import { expect, test } from 'vitest';
import type { Deps } from '../../lib/app/deps.ts';
import { cents } from '../../lib/base/money.ts';
import { pollChargeback } from '../../lib/chargeback/poll-chargeback.ts';
import { type Proof, verifyProof } from '../../lib/sign-in/proof.ts';
import { type Desk, useDesks } from '../console/desk.ts';
import { unbalanced } from '../console/unbalanced.ts';
import { chargeBack, payQrCode } from '../support/chargebacks.ts';
import { balanceOf, expectLedgerAddsUp } from '../support/ledger.ts';

const { its, openDesk, codeOf, wrong, send, asked, enrol } = useDesks();
const { used } = its;
const path = '/console/money-back';
const refunder = ['REFUND'];

/** Receives R$ 100.00 by a QR code of the company's account. */
const receive = async ({ company }: Desk, payer: object = { name: 'Carla Dias', legal_id: '52998224725' }) =>
  (await payQrCode(used.stack, company, { payer })).qr_code_id;
const visit = ({ browser }: Pick<Desk, 'browser'>, id: number) => browser.visit(`${path}/${id}`);
const check = (desk: Pick<Desk, 'browser'>, id: number, amount = '40,00', reason = 'Pedido 42 cancelado') =>
  send(desk, `money-back/${id}`, { amount, reason });
const decide = (desk: Pick<Desk, 'browser'>, id: number, step: string, code: string) =>
  send(desk, `money-back/${id}/decide`, { step, code });
const stepIn = (page: string) =>
  /name="step" value="([0-9a-f]+)"/.exec(page)?.[1] ?? expect.fail('the page asks for no code');
const qrCodeOf = (id: number) => used.stack.deps.qrCodes.get(id);
const leftOf = async (id: number) => (await qrCodeOf(id))?.remainingCents;
const proofsOf = async (id: number) =>
  (await used.stack.deps.audit.list(`approval:qr-code-${id}`, 10)).map(({ details }) => details as Proof);
const giveBack = async (desk: Desk, id: number, amount?: string) =>
  decide(desk, id, stepIn((await check(desk, id, amount)).text), codeOf(desk));

test('the statement links to the page of a received payment, which shows the masked payer', async () => {
  const desk = await openDesk([]);
  const id = await receive(desk);
  const statement = await desk.browser.visit(`/console/accounts/${desk.at}`);
  expect(statement.text).toContain(`href="${path}/${id}"`);
  const { status, text } = await visit(desk, id);
  expect(status).toBe(200);
  expect(unbalanced(text)).toEqual([]);
  expect(text).toContain('Carla Dias');
  expect(text).toContain('***.982.247-**');
  expect(text).not.toContain('52998224725');
  expect(text).toContain('R$\u00a0100.00');
  expect(text).toContain('You cannot refund');
  expect(text).not.toContain('name="amount"');
});

test('a person confirms a partial refund with a one-time code, and sees the refund’s progress', async () => {
  const desk = await openDesk(refunder);
  const id = await receive(desk);
  const checked = (await check(desk, id)).text;
  expect(unbalanced(checked)).toEqual([]);
  for (const shown of [
    'Refund R$\u00a040.00',
    'R$\u00a060.00',
    'Pedido 42 cancelado',
    'Carla Dias',
    'This cannot be undone',
  ])
    expect(checked).toContain(shown);
  expect(await leftOf(id)).toBe(10_000);

  const done = await decide(desk, id, stepIn(checked), codeOf(desk));
  expect(done).toMatchObject({ status: 303, headers: { location: `${path}/${id}` } });
  const row = await qrCodeOf(id);
  expect(row).toMatchObject({ remainingCents: 6_000, latestChargeback: row?.pendingChargeback });
  const pending = await visit(desk, id);
  expect(pending.text).toContain('data-awaits');
  expect(pending.text).toContain('Another refund of this payment is in progress');
  expect(pending.text).not.toContain('name="amount"');

  its.wait(10);
  await pollChargeback(used.stack.deps, row?.latestChargeback ?? 0);
  const { text } = await visit(desk, id);
  expect(text).toContain('>Refunded<');
  expect(text).toContain('Bruno Reis');
  expect(text).toContain('up to R$\u00a060.00');
  expect(text).not.toContain('data-awaits');
  await expectLedgerAddsUp(used.stack, desk.company.tenant);
  expect(await proofsOf(id)).toMatchObject([
    {
      kind: 'code',
      userId: desk.opened.user_id,
      step: { items: [{ refund: id, amount_cents: 4_000, left_cents: 10_000 }] },
    },
  ]);
});

test('a refund can be approved with a passkey, whose signature covers every field of the refund', async () => {
  const desk = await openDesk(refunder);
  const device = await enrol(desk);
  const id = await receive(desk);
  const question = asked((await check(desk, id)).text);
  const answer = device.get(question.asked);
  await send(desk, `money-back/${id}/decide`, { step: question.step, answer });
  expect(await leftOf(id)).toBe(6_000);
  const [proof] = (await proofsOf(id)) as [Proof];
  expect(verifyProof(proof)).toBe('http://localhost:3000');
  const [item] = proof.step.items;
  for (const name of Object.keys(item as object)) {
    const items = [{ ...item, [name]: 7 }] as unknown as Proof['step']['items'];
    expect([name, verifyProof({ ...proof, step: { ...proof.step, items } })]).toEqual([name, undefined]);
  }
});

test('a refund form that is submitted twice, concurrently or later, makes one refund', async () => {
  const desk = await openDesk(refunder);
  const id = await receive(desk);
  const step = stepIn((await check(desk, id)).text);
  const code = codeOf(desk);
  const answers = await Promise.all([decide(desk, id, step, code), decide(desk, id, step, code)]);
  expect(answers.map(({ status }) => status)).toContain(303);
  expect((await decide(desk, id, step, codeOf(desk))).text).toContain('is no longer valid');
  expect(await leftOf(id)).toBe(6_000);
});

test('a refund is refused with a wrong one-time code, in another session, or after its confirmation page has expired', async () => {
  const [desk, stranger] = [await openDesk(refunder), await openDesk(refunder)];
  const id = await receive(desk);
  const code = codeOf(desk);
  const again = await decide(desk, id, stepIn((await check(desk, id)).text), wrong(code));
  expect(again.text).toContain('The code is wrong or was already used');
  expect(again.text).toContain('Refund R$\u00a040.00');
  const step = stepIn(again.text);
  expect((await decide(stranger, id, step, codeOf(stranger))).text).toContain('is no longer valid');
  its.wait(3);
  expect((await decide(desk, id, step, codeOf(desk))).text).toContain('is no longer valid');
  expect([await leftOf(id), await proofsOf(id)]).toEqual([10_000, []]);
});

test('a refund is refused if less is left of the payment than the page showed', async () => {
  const desk = await openDesk(refunder);
  const id = await receive(desk);
  const stale = stepIn((await check(desk, id)).text);
  await chargeBack(desk.company, id, '40.00');
  await pollLatest(id);
  expect((await decide(desk, id, stale, codeOf(desk))).text).toContain(
    'The data has changed since you saw it',
  );
  expect(await leftOf(id)).toBe(6_000);
});

test('if two people refund the same part concurrently, one of them is told that the payment has changed', async () => {
  const [desk, payer] = [await openDesk(refunder), await its.newCompany()];
  const colleague = await its.openSignedIn(desk.company, refunder);
  const { source_account_branch_identifier: branch, source_account_number: number } = payer.source;
  const id = await receive(desk, { branch, number });
  const forms = [];
  for (const one of [desk, { ...desk, ...colleague }])
    forms.push({ one, step: stepIn((await check(one, id)).text), code: codeOf(one) });
  const answers = await Promise.all(forms.map(({ one, step, code }) => decide(one, id, step, code)));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 303]);
  expect(answers.find(({ status }) => status === 200)?.text).toContain(
    'The data has changed since you saw it',
  );
  expect(await leftOf(id)).toBe(6_000);
});

test('a refund is refused if the person loses the right after the check', async () => {
  const desk = await openDesk(refunder);
  const id = await receive(desk);
  const step = stepIn((await check(desk, id)).text);
  await used.stack.invoke('administer', {
    action: 'policy set',
    by: 'test',
    client: String(desk.opened.client_id),
    account: desk.at,
    permissions: ['CREATE'],
  });
  expect((await decide(desk, id, step, codeOf(desk))).text).toContain('no permission to do this');
  expect((await check(desk, id)).text).toContain('no permission to do this');
  expect(await leftOf(id)).toBe(10_000);
});

test('a received payment of another company answers 404 and cannot be refunded', async () => {
  const [desk, other] = [await openDesk(refunder), await openDesk(refunder)];
  const id = await receive(other);
  for (const unseen of [id, 5, 9_007_199_254_740_993n]) {
    const answers = [await visit(desk, unseen as number), await check(desk, unseen as number)];
    expect(answers.map(({ status }) => status)).toEqual([404, 404]);
    expect(answers[0]?.text).not.toContain('Carla Dias');
  }
  expect(await leftOf(id)).toBe(10_000);
});

test.each([
  ['no amount', '', 'Order 42', 'amount'],
  ['an ambiguous amount', '1.234', 'Order 42', 'amount'],
  ['a negative amount', '-1,00', 'Order 42', 'amount'],
  ['a zero amount', '0,00', 'Order 42', 'amount'],
  ['a cent more than the amount left', '100,01', 'Order 42', 'amount'],
  ['no reason', '1,00', ' ', 'reason'],
  ['a reason with a line end', '1,00', 'a\nb', 'reason'],
  ['a reason with a character that reverses text', '1,00', '\u202e', 'reason'],
  ['a reason that is too long', '1,00', 'x'.repeat(141), 'reason'],
])('a refund form with %s is refused with a message at the field', async (_, amount, reason, field) => {
  const desk = await openDesk(refunder);
  const id = await receive(desk);
  const answer = await check(desk, id, amount, reason);
  expect(answer.status).toBe(422);
  expect(unbalanced(answer.text)).toEqual([]);
  expect(answer.text.match(/id="\w+" name="\w+"[^>]*aria-invalid/g)).toHaveLength(1);
  expect(answer.text).toMatch(new RegExp(`id="${field}" name="${field}"[^>]*aria-invalid="true"`));
  expect(answer.text).not.toContain('name="step"');
});

test('markup in the payer’s name and in the reason is escaped', async () => {
  const desk = await openDesk(refunder);
  const hostile = '"><script>alert(1)</script>';
  const id = await receive(desk, { name: hostile });
  const checked = await check(desk, id, '1,00', hostile);
  expect((await decide(desk, id, stepIn(checked.text), codeOf(desk))).status).toBe(303);
  for (const { text } of [checked, await visit(desk, id), await check(desk, id, hostile, hostile)])
    expect(text).not.toContain('<script>alert');
});

test('an unpaid QR code cannot be refunded', async () => {
  const desk = await openDesk(refunder);
  const [branch, number] = desk.at.split('/') as [string, string];
  const { companyId } = (await used.stack.deps.accounts.get({ branch, number })) ?? expect.fail('no account');
  const own = { companyId, account: { branch, number }, createdAt: its.clock.now.toISOString() };
  const code = {
    id: 731_846_215_930,
    status: 'ACTIVE',
    valueCents: cents(500),
    remainingCents: cents(0),
  } as const;
  await used.stack.deps.qrCodes.insert({ ...own, ...code });
  const { text } = await visit(desk, code.id);
  expect(text).toContain('The QR code was not paid');
  expect(text).not.toContain('R$\u00a05.00');
  expect((await check(desk, code.id, '1,00')).status).toBe(422);
});

test('a refund form from another site is refused', async () => {
  const desk = await openDesk(refunder);
  const id = await receive(desk);
  const step = stepIn((await check(desk, id)).text);
  const form = Object.entries({ step, code: codeOf(desk) });
  const answer = await desk.browser.send(`${path}/${id}/decide`, form, { origin: 'https://evil.example' });
  expect([answer.status, await leftOf(id)]).toEqual([403, 10_000]);
});

test('a refusal by the network is shown in the network’s words, and the payment can then be refunded again', async () => {
  const desk = await openDesk(refunder);
  const id = await receive(desk, { name: 'ag13@sandbox.pix' });
  const before = await balanceOf(used.stack, desk.company.tenant);
  expect((await giveBack(desk, id)).text).toContain('AG13 - Devolução de devolução não permitida');
  expect(await balanceOf(used.stack, desk.company.tenant)).toEqual(before);
  expect((await qrCodeOf(id))?.latestChargeback).toBeUndefined();
  const { text } = await visit(desk, id);
  expect(text).toContain('No refunds requested');
  expect(text).toContain('up to R$\u00a0100.00');
});

test('a refund that the network rejects later is shown as rejected, and the full amount can be refunded again', async () => {
  const desk = await openDesk(refunder);
  const id = await receive(desk, { name: 'rejected@sandbox.pix' });
  await giveBack(desk, id);
  await pollLatest(id);
  const { text } = await visit(desk, id);
  expect(text).toContain('>Failed<');
  expect(text).toContain('The amount is back in the account');
  expect(text).toContain('up to R$\u00a0100.00');
});

test('a refund is not made if the proof of its approval cannot be stored', async () => {
  const desk = await openDesk(refunder);
  const id = await receive(desk);
  const step = stepIn((await check(desk, id)).text);
  const own = used.stack.with({ now: () => its.clock.now });
  const insert = () => Promise.reject(new Error('throttled'));
  its.using = { ...own, audit: { ...own.audit, insert } } as Deps;
  expect((await decide(desk, id, step, codeOf(desk))).status).toBe(500);
  its.using = undefined;
  expect(await leftOf(id)).toBe(10_000);
});

test('a refund within this institution ends immediately, and refunds are listed newest first', async () => {
  const [desk, payer] = [await openDesk(refunder), await its.newCompany()];
  const { source_account_branch_identifier: branch, source_account_number: number } = payer.source;
  const id = await receive(desk, { branch, number });
  for (const amount of ['10,00', '20,00', '70,00'])
    expect((await giveBack(desk, id, amount)).status).toBe(303);
  const { text } = await visit(desk, id);
  const amounts = [...text.matchAll(/<td class="main sum"[^>]*>R\$\u00a0(\d+)\.00/g)].map(
    ([, reais]) => reais,
  );
  expect(amounts).toEqual(['70', '20', '10']);
  expect(text).toContain('Nothing of this payment is left');
  await expectLedgerAddsUp(used.stack, desk.company.tenant);
});

async function pollLatest(id: number) {
  its.wait(1);
  await pollChargeback(used.stack.deps, (await qrCodeOf(id))?.latestChargeback ?? 0);
}
