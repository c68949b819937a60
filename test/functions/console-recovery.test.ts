import { expect, test } from 'vitest';
import { takeStep } from '../../lib/payout/take-step.ts';
import { type Proof, verifyProof } from '../../lib/sign-in/proof.ts';
import { type Desk, useDesks } from '../console/desk.ts';
import { unbalanced } from '../console/unbalanced.ts';

const { its, openDesk, codeOf, wrong, send, asked, enrol } = useDesks();
const { used } = its;
const details = 'A loja <falsa> sumiu.\r\nNinguém responde.';
const stored = details.replace('\r\n', '\n');

async function pay({ company }: Desk): Promise<number> {
  const body = { ...company.source, amount: 10, key: 'fulano@example.com' };
  const { id } = (await company.post('/create-cashout-self-approve', body)).body;
  await takeStep(used.stack.deps, id);
  return id;
}
const visit = async ({ browser }: Desk, id: number) => (await browser.visit(`/console/cashouts/${id}`)).text;
const check = (desk: Desk, id: number, form: object = {}) =>
  send(desk, `cashouts/${id}/recovery`, { situation: 'SCAM', details, ...form });
const decide = (desk: Desk, id: number, step: string, code: string) =>
  send(desk, `cashouts/${id}/recovery/decide`, { step, code });
const stepIn = (page: string) =>
  /name="step" value="([0-9a-f]+)"/.exec(page)?.[1] ?? expect.fail('the page asks for no code');
const row = (id: number) => used.stack.deps.recoveries.get(id);
const proofsOf = async (id: number) =>
  (await used.stack.deps.audit.list(`approval:recovery-${id}`, 10)).map(({ details: one }) => one as Proof);

test('a person requests a recovery with a one-time code, and sees its state', async () => {
  const desk = await openDesk();
  const id = await pay(desk);
  const before = await visit(desk, id);
  expect(unbalanced(before)).toEqual([]);
  expect(before).toContain('Fraud recovery');
  const checked = (await check(desk, id)).text;
  expect(unbalanced(checked)).toEqual([]);
  expect(checked).toContain('A loja &lt;falsa&gt; sumiu.');
  expect(await row(id)).toBeUndefined();

  const step = stepIn(checked);
  expect((await decide(desk, id, step, wrong(codeOf(desk)))).text).toContain('role="alert"');
  expect(await row(id)).toBeUndefined();
  const again = stepIn((await check(desk, id)).text);
  const done = await decide(desk, id, again, codeOf(desk));
  expect(done).toMatchObject({ status: 303, headers: { location: `/console/cashouts/${id}#recovery` } });
  expect(await row(id)).toMatchObject({ situation: 'SCAM', details: stored, status: 'REQUESTED' });
  expect(await proofsOf(id)).toMatchObject([
    { kind: 'code', step: { items: [{ recovery: id, act: 'request', situation: 'SCAM', details: stored }] } },
  ]);
  const after = await visit(desk, id);
  expect(unbalanced(after)).toEqual([]);
  expect(after).toContain('The operations team is in contact with the settlement bank.');
  expect(after).not.toContain('name="situation"');
});

test('a passkey signs exactly the recovery that the page shows', async () => {
  const desk = await openDesk();
  const device = await enrol(desk);
  const id = await pay(desk);
  const question = asked((await check(desk, id)).text);
  const done = await send(desk, `cashouts/${id}/recovery/decide`, {
    step: question.step,
    answer: device.get(question.asked),
  });
  expect(done.status).toBe(303);
  const [proof] = await proofsOf(id);
  if (!proof) expect.fail('there is no proof');
  expect(verifyProof(proof)).toBeDefined();
  const items = proof.step.items.map((one) => ({ ...one, details: 'another story' }));
  expect(verifyProof({ ...proof, step: { ...proof.step, items } } as Proof)).toBeUndefined();
});

test('a person cancels a recovery that is under way only after a second look', async () => {
  const desk = await openDesk();
  const id = await pay(desk);
  await decide(desk, id, stepIn((await check(desk, id)).text), codeOf(desk));
  const read = await row(id);
  if (!read) expect.fail('there is no recovery');
  await used.stack.deps.recoveries.change(read, { status: 'UNDER_WAY', pspStatus: 'TRACKED' }, ['incident']);
  expect(await visit(desk, id)).toContain(`action="/console/cashouts/${id}/recovery/cancel"`);
  const checked = (await send(desk, `cashouts/${id}/recovery/cancel`, {})).text;
  expect(checked).toContain('cannot have another request');
  expect(await row(id)).not.toHaveProperty('cancelAskedAt');
  expect((await decide(desk, id, stepIn(checked), codeOf(desk))).status).toBe(303);
  expect(await row(id)).toHaveProperty('cancelAskedAt');
  expect(await visit(desk, id)).toContain('Cancellation requested');
});

test('a person without the permission to approve sees no recovery and cannot request one', async () => {
  const owner = await openDesk();
  const id = await pay(owner);
  const creator = await its.openSignedIn(owner.company, ['CREATE']);
  const desk = { ...owner, ...creator };
  expect(await visit(desk, id)).not.toContain('Fraud recovery');
  expect((await check(desk, id)).text).not.toContain('name="step"');
  expect(await row(id)).toBeUndefined();
});

test.each([
  ['no details', { details: ' ' }],
  ['too many characters', { details: 'x'.repeat(2_001) }],
  ['an unknown situation', { situation: 'FRAUD' }],
])('a form with %s asks for no code', async (_, form) => {
  const desk = await openDesk();
  const id = await pay(desk);
  const { text } = await check(desk, id, form);
  expect(text).toContain('role="alert"');
  expect(text).not.toContain('name="step"');
});

test('a person of another company gets the answer for an unknown payment', async () => {
  const id = await pay(await openDesk());
  const other = await openDesk();
  expect((await check(other, id)).status).toBe(404);
  expect((await send(other, `cashouts/${id}/recovery/cancel`, {})).status).toBe(404);
});
