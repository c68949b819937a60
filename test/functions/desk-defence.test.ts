// An operator's defence of a MED case for its company: at the desk with a second operator, and by the command line.

import { expect, test } from 'vitest';
import { useOperators } from '../console/operators.ts';
import { payQrCode } from '../support/chargebacks.ts';
import { sandboxAtOnce } from '../support/med-cases.ts';

const { its, openOperator, propose, confirm } = useOperators();
const openTwo = () => Promise.all([openOperator('Dora Alves'), openOperator('Elisa Prado')]);
const defence = { position: 'contest', text: 'Foi entregue a Joana Lima\nem 20/11' };

async function openCase() {
  const { company, browser } = await its.openDesk();
  const { qr_code_id } = await payQrCode(its.used.stack, company);
  const { id } = (await sandboxAtOnce(its.used.stack)('POST', '/sandbox/med-cases', { qr_code_id })).body;
  const form = { action: 'med defend', med: String(id), ...defence, reason: 'INC-44' };
  const shown = async () => (await company.get(`/v3/meds/${id}`)).body.defence;
  return { company, browser, id: String(id), form, shown };
}

test('an operator proposes a defence from the page of a case, a second one confirms it, and the company sees both', async () => {
  const [dora, elisa] = await openTwo();
  const { browser, id, form, shown } = await openCase();
  const link = `action=med+defend&amp;med=${id}`;
  expect((await dora.visit(`/meds/${id}`)).text).toContain(link);
  const { text } = await dora.visit(`/propose?${link.replace('&amp;', '&')}`);
  expect(text).toMatch(new RegExp(`<input [^>]*name="med"[^>]* value="${id}"`));

  const path = await propose(dora, form);
  expect(await shown()).toBeNull();
  expect((await confirm(elisa, path)).text).toContain('>Done<');

  expect(await shown()).toMatchObject({ ...defence, state: 'SENT', by: 'operators' });
  expect((await dora.visit(`/meds/${id}`)).text).not.toContain('med+defend');
  expect((await browser.visit(`/console/med/${id}`)).text).toContain('Operations team');
  expect((await browser.visit('/console/operators')).text).toContain('Changed: a fraud report (MED)');
});

test('the audit of a defence by operators has its reason and position, not its text', async () => {
  const { id, form } = await openCase();
  const { stack } = its.used;
  await stack.invoke('administer', { ...form, by: 'dora' });

  const subject = { kind: 'med', id };
  const { entries } = (await stack.invoke('administer', { action: 'audit show', by: 'dora', subject })) as {
    entries: object[];
  };
  const about = JSON.stringify(entries);
  expect(about).toContain('"reason":"INC-44"');
  expect(about).toContain('"position":"contest"');
  expect(about).not.toContain('Joana');
});

test('operators cannot replace a defence that the company gave after the proposal', async () => {
  const [dora, elisa] = await openTwo();
  const { company, id, form, shown } = await openCase();
  const path = await propose(dora, form);
  await company.post(`/v3/meds/${id}/defence`, { position: 'accept', text: 'Pode devolver' });

  const { status, text } = await confirm(elisa, path);

  expect([status, text]).toEqual([422, expect.stringContaining('Nothing has changed')]);
  expect(await shown()).toMatchObject({ position: 'accept', by: company.tenant.user_id });
});

test.each([
  ['an unknown case', { med: '3fa8f8a8-66b4-470d-a56c-1fe888da7d18' }, 'MED not found'],
  ['an empty text', { text: ' ' }, 'Validation error'],
  ['another position', { position: 'maybe' }, 'Validation error'],
])('a defence by the command line is refused for %s', async (_, change, message) => {
  const { form, shown } = await openCase();
  expect(await its.used.stack.invoke('administer', { ...form, by: 'dora', ...change })).toMatchObject({
    message,
  });
  expect(await shown()).toBeNull();
});
