// A person or an operator who is closed or frozen decides nothing from that moment on, in any container.

import { expect, test } from 'vitest';
import type { Caller } from '../support/api.ts';
import { type Desk, useDesks } from './desk.ts';
import { useOperators } from './operators.ts';

const { its, openDesk, codeOf, send, create, statusOf, confirm } = useDesks();
const stepIn = (page: string) => /name="step" value="([0-9a-f]+)"/.exec(page)?.[1] ?? '';

const ends = {
  'client close': (client: string) =>
    its.used.stack.invoke('administer', { action: 'client close', by: 'test', client }),
  freeze: (id: string) =>
    its.used.stack.invoke('freeze', {
      action: 'freeze',
      by: 'test',
      target: { kind: 'client', id },
      reason: 'lost laptop',
    }),
};

/** Opens a payment's check, and ends the person's access before the person answers. */
async function dismissed(end: keyof typeof ends) {
  const desk = await openDesk(['CREATE', 'APPROVE']);
  const id = await create(desk);
  const [step, code] = [stepIn(await confirm(desk, id)), codeOf(desk)];
  // The cache has the person as admitted.
  expect((await desk.browser.visit('/console')).path).toBe('/console');
  await ends[end](String(desk.opened.client_id));
  return { desk, id, step, code };
}
const isLedToSignIn = (answer: Awaited<ReturnType<typeof send>>) =>
  answer.status === 303 && String(answer.headers.location).startsWith('/console/sign-in?');

test.each(['client close', 'freeze'] as const)(
  'after %s a person neither approves nor rejects',
  async (end) => {
    const { desk, id, step, code } = await dismissed(end);
    const payment = { cashout: String(id) };
    const acts: [string, Parameters<typeof send>[2]][] = [
      ['decide', { step, code }],
      ['reject', { ...payment, reason: 'x' }],
      ['confirm', payment],
      ['create', {}],
    ];
    for (const [act, form] of acts)
      expect([act, isLedToSignIn(await send(desk, act, form))]).toEqual([act, true]);
    expect(await statusOf(desk as Desk, id)).toBe('NEW');
  },
);

test('after the sign-out everywhere another browser of the person decides nothing', async () => {
  const desk = await openDesk();
  const id = await create(desk);
  const other = its.newVisitor();
  await other.signIn(desk.person);
  await other.visit('/console');
  its.wait(0.1);
  await send(desk, 'sessions/end', {});
  expect(isLedToSignIn(await send({ browser: other }, 'reject', { cashout: String(id), reason: 'x' }))).toBe(
    true,
  );
  expect(await statusOf(desk, id)).toBe('NEW');
});

const operators = useOperators();

test.each(['client close', 'freeze'] as const)(
  'after %s an operator confirms nothing, even with the page already open',
  async (end) => {
    const { openOperator, propose, beginConfirm, limitForm, limitOf } = operators;
    const [dora, elisa] = [await openOperator('Dora Alves'), await openOperator('Elisa Prado')];
    const company: Caller = await operators.its.newCompany();
    const begun = await beginConfirm(elisa, await propose(dora, limitForm(company)));
    await elisa.visit('');
    const { stack } = operators.its.used;
    const client = elisa.opened.client_id;
    const target = { kind: 'client', id: client };
    if (end === 'freeze') await stack.invoke('freeze', { action: 'freeze', by: 'test', target, reason: 'x' });
    else await stack.invoke('administer', { action: 'client close', by: 'test', client });
    expect(isLedToSignIn(await elisa.send('/decide', begun))).toBe(true);
    expect(await limitOf(company)).toBeNull();
  },
);
