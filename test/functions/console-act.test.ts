import { randomUUID } from 'node:crypto';
import { generateSync } from 'otplib';
import { expect, test } from 'vitest';
import { useConsole } from '../console/visitor.ts';
import type { Caller } from '../support/api.ts';
import { bankDetails, bankDetailsOf } from '../support/bank-details.ts';
import { setRules } from '../support/rules.ts';

const its = useConsole();

/** Opens a company with a person who may approve and has signed in. */
const openDesk = (permissions = ['APPROVE']) => its.openDesk(permissions);

type Desk = Awaited<ReturnType<typeof openDesk>>;
type Browser = Desk['browser'];

const create = async (caller: Caller, amount = 10, key = 'fulano@example.com') =>
  (
    await caller.post(
      '/create-cashout',
      { ...caller.source, amount, key },
      { 'idempotency-key': randomUUID() },
    )
  ).body.id as number;

const statusOf = async (caller: Caller, id: number) => (await caller.get(`/v3/cashouts/${id}`)).body.status;

const confirm = (browser: Browser, ...ids: number[]) =>
  browser.send(
    '/console/confirm',
    ids.map((id) => ['cashout', String(id)] as const),
  );

const stepIn = (text: string) => /name="step" value="([0-9a-f]+)"/.exec(text)?.[1] ?? '';

/** Returns a one-time code of a new time step, because each step's code is accepted once. */
function codeOf({ opened }: Pick<Desk, 'opened'>): string {
  its.wait(0.5);
  const epoch = Math.floor(its.clock.now.getTime() / 1_000);
  return generateSync({ secret: String(opened.mfa_secret), epoch });
}

const decide = (browser: Browser, step: string, code: string) =>
  browser.send('/console/decide', [
    ['step', step],
    ['code', code],
  ]);

test('an approver sees the payees of the selected payments, and approves these payments with a one-time code', async () => {
  const desk = await openDesk();
  const ids = [await create(desk.company, 10), await create(desk.company, 20.5)];
  const left = await create(desk.company, 5);

  const shown = await confirm(desk.browser, ...ids);
  expect(shown.text).toContain('R$\u00a030.50');
  expect(shown.text).toMatch(/\*\*\*\.\d{3}\.\d{3}-\*\*/);
  const done = await decide(desk.browser, stepIn(shown.text), codeOf(desk));

  expect(done.text.match(/>Approved</g)).toHaveLength(2);
  for (const id of ids) expect(await statusOf(desk.company, id)).toBe('PROCESSING');
  expect(await statusOf(desk.company, left)).toBe('NEW');
  const row = await its.used.stack.deps.cashouts.get(ids[0] as number);
  expect(row).toMatchObject({ approvedBy: desk.opened.user_id, payeeShown: { by: desk.opened.user_id } });
});

test('the page takes a code only for payments on which the person’s approval would count, and says why for the others', async () => {
  const desk = await openDesk();
  const rules = { approvals: { bands: [{ from: '50.00', needed: 2 }] } };
  await setRules(its.used.stack, desk.company, rules);
  const [twice, small] = [await create(desk.company, 60), await create(desk.company, 10)];
  await decide(desk.browser, stepIn((await confirm(desk.browser, twice)).text), codeOf(desk));

  const both = await confirm(desk.browser, twice, small);
  expect(both.text).toContain('You have already approved this one');
  expect(both.text).toContain('R$\u00a010.00');
  const only = await confirm(desk.browser, twice);
  expect(stepIn(only.text)).toBe('');
  expect(only.text).toContain('action="/console/reject"');
  const done = await decide(desk.browser, stepIn(both.text), codeOf(desk));
  expect(done.text.match(/<td[^>]*><span[^>]*>Approved</g)).toHaveLength(1);
  expect([await statusOf(desk.company, twice), await statusOf(desk.company, small)]).toEqual([
    'NEW',
    'PROCESSING',
  ]);
});

test('a wrong one-time code is refused, and the right code is then still accepted', async () => {
  const desk = await openDesk();
  const id = await create(desk.company);
  const step = stepIn((await confirm(desk.browser, id)).text);

  const code = codeOf(desk);
  const wrong = await decide(desk.browser, step, String((Number(code) + 1) % 1_000_000).padStart(6, '0'));
  expect(wrong.text).toContain('The code is wrong or was already used');
  expect(await statusOf(desk.company, id)).toBe('NEW');

  expect((await decide(desk.browser, stepIn(wrong.text), code)).text).toContain('>Approved<');
});

test('a one-time code is accepted once, even if several forms are open', async () => {
  const desk = await openDesk();
  const [first, second] = [await create(desk.company), await create(desk.company)];
  const steps = [
    stepIn((await confirm(desk.browser, first)).text),
    stepIn((await confirm(desk.browser, second)).text),
  ];
  const code = codeOf(desk);

  expect((await decide(desk.browser, steps[0] ?? '', code)).text).toContain('>Approved<');
  expect((await decide(desk.browser, steps[1] ?? '', code)).text).toContain(
    'The code is wrong or was already used',
  );
  expect(await statusOf(desk.company, second)).toBe('NEW');
});

test('only one of two concurrent submissions of the same form approves the payment', async () => {
  const desk = await openDesk();
  const id = await create(desk.company);
  const step = stepIn((await confirm(desk.browser, id)).text);
  const code = codeOf(desk);

  const answers = await Promise.all([1, 2].map(() => decide(desk.browser, step, code)));

  expect(answers.filter(({ text }) => text.includes('>Approved<'))).toHaveLength(1);
  expect((await its.used.stack.deps.cashouts.get(id))?.approvedBy).toBe(desk.opened.user_id);
});

test('a confirmation page is accepted only once, within two minutes, and in its own session', async () => {
  const [desk, other] = [await openDesk(), await openDesk()];
  const ids = [await create(desk.company), await create(desk.company)];
  const step = stepIn((await confirm(desk.browser, ids[0] as number)).text);

  expect((await decide(other.browser, step, codeOf(other))).text).toContain('is no longer valid');
  expect((await decide(desk.browser, step, codeOf(desk))).text).toContain('>Approved<');
  expect((await decide(desk.browser, step, codeOf(desk))).text).toContain('is no longer valid');

  const late = stepIn((await confirm(desk.browser, ids[1] as number)).text);
  its.wait(2);
  expect((await decide(desk.browser, late, codeOf(desk))).text).toContain('is no longer valid');
  expect(await statusOf(desk.company, ids[1] as number)).toBe('NEW');
});

test('a form with added payments approves only the payments that were shown', async () => {
  const desk = await openDesk();
  const [shown, other] = [await create(desk.company), await create(desk.company)];
  const step = stepIn((await confirm(desk.browser, shown)).text);

  await desk.browser.send('/console/decide', [
    ['step', step],
    ['code', codeOf(desk)],
    ['cashout', String(other)],
  ]);

  expect(await statusOf(desk.company, shown)).toBe('PROCESSING');
  expect(await statusOf(desk.company, other)).toBe('NEW');
});

test('five wrong codes lock the person for fifteen minutes', async () => {
  const desk = await openDesk();
  const id = await create(desk.company);
  const step = stepIn((await confirm(desk.browser, id)).text);
  const right = codeOf(desk);
  for (let tries = 1; tries <= 5; tries++)
    await decide(desk.browser, step, String((Number(right) + tries) % 1_000_000).padStart(6, '0'));

  expect((await decide(desk.browser, step, right)).text).toContain('The code is wrong or was already used');
  its.wait(15);
  const again = stepIn((await confirm(desk.browser, id)).text);
  expect((await decide(desk.browser, again, codeOf(desk))).text).toContain('>Approved<');
});

test('a payment of another company, or one that the person may not approve, is refused in its row', async () => {
  const desk = await openDesk();
  const own = await create(desk.company);
  const foreign = await create(await its.newCompany());
  const shown = await confirm(desk.browser, own, foreign);
  expect(shown.text).toContain('Not found in the accounts that you have access to');
  expect(
    (await decide(desk.browser, stepIn(shown.text), codeOf(desk))).text.match(/>Approved</g),
  ).toHaveLength(1);

  const viewer = await openDesk([]);
  const seen = await confirm(viewer.browser, await create(viewer.company));
  expect(seen.text).toContain('You have no permission to do this in this account');
  expect(stepIn(seen.text)).toBe('');
});

test('an approval is refused if the person loses the right after the page was shown', async () => {
  const desk = await openDesk();
  const id = await create(desk.company);
  const step = stepIn((await confirm(desk.browser, id)).text);
  const [account] = desk.company.tenant.accounts;
  await its.used.stack.invoke('administer', {
    action: 'policy end',
    by: 'test',
    client: desk.opened.client_id,
    account: `${account?.source_account_branch_identifier}/${account?.source_account_number}`,
  });

  expect((await decide(desk.browser, step, codeOf(desk))).text).toContain(
    'Not found in the accounts that you have access to',
  );
  expect(await statusOf(desk.company, id)).toBe('NEW');
});

test('an approver sees what a payment is for, in the queue and before the decision', async () => {
  const desk = await openDesk();
  const content = { ...desk.company.source, amount: 10, key: 'fulano@example.com', tag: 'Rent <b>May</b>' };
  const { id } = (await desk.company.post('/create-cashout', content)).body;
  const told = '<bdi>Rent &lt;b&gt;May&lt;/b&gt;</bdi>';
  expect((await desk.browser.visit('/console/waiting')).text).toContain(told);
  expect((await confirm(desk.browser, id)).text).toContain(told);
});

test('a scheduled payment is shown as scheduled, and an approver cancels it before its start', async () => {
  const desk = await openDesk();
  const day = new Date(its.clock.now.getTime() + 10 * 86_400_000).toISOString().slice(0, 10);
  const content = { ...desk.company.source, amount: 10, key: 'fulano@example.com', scheduled_for: day };
  const { id } = (await desk.company.post('/create-cashout', content)).body;
  const { text } = await confirm(desk.browser, id);
  await decide(desk.browser, stepIn(text), codeOf(desk));

  const shown = (await desk.browser.visit(`/console/cashouts/${id}`)).text;
  expect(shown).toContain('Scheduled: R$\u00a010.00');
  expect(shown).toContain('Cancel scheduled payment');
  expect(shown).not.toContain('action="/console/confirm"');
  expect((await desk.browser.visit('/console/payments')).text).toContain('>Scheduled</span>');

  const form = [
    ['cashout', String(id)],
    ['reason', 'Not this month'],
  ] as const;
  expect((await desk.browser.send('/console/reject', form)).text).toContain('>Rejected<');
  expect(await statusOf(desk.company, id)).toBe('CANCELLED');
});

test('a payment that was decided by somebody else in the meantime is reported in its row', async () => {
  const desk = await openDesk();
  const id = await create(desk.company);
  const step = stepIn((await confirm(desk.browser, id)).text);
  await desk.company.post('/approve-cashout', { id });

  expect((await decide(desk.browser, step, codeOf(desk))).text).toContain('Already decided or expired');
});

test('a rejection requires a reason, which is shown to the creator', async () => {
  const desk = await openDesk();
  const id = await create(desk.company);
  const reject = (reason: string) =>
    desk.browser.send('/console/reject', [
      ['cashout', String(id)],
      ['reason', reason],
    ]);

  await reject('  ');
  expect(await statusOf(desk.company, id)).toBe('NEW');
  expect((await reject('Paid already')).text).toContain('>Rejected<');
  expect((await desk.company.get(`/v3/cashouts/${id}`)).body).toMatchObject({
    status: 'CANCELLED',
    erro_descriptor: 'Rejected: Paid already',
  });
});

test.each([
  ['of another site', { origin: 'https://evil.example.com', 'sec-fetch-site': 'cross-site' }],
  ['without an origin', { origin: '' }],
  ['with another site’s address in the origin', { origin: 'http://localhost:3000.evil.example.com' }],
  ['of a sibling site', { 'sec-fetch-site': 'same-site' }],
  ['as plain text', { 'content-type': 'text/plain' }],
  ['as JSON', { 'content-type': 'application/json' }],
])('a form %s is refused with 403 and changes nothing', async (_, headers) => {
  const desk = await openDesk();
  const id = await create(desk.company);
  const step = stepIn((await confirm(desk.browser, id)).text);
  const code = codeOf(desk);
  const form = [
    ['step', step],
    ['code', code],
  ] as const;

  expect((await desk.browser.send('/console/decide', form, headers)).status).toBe(403);
  expect(await statusOf(desk.company, id)).toBe('NEW');
  expect((await desk.browser.send('/console/decide', form)).text).toContain('>Approved<');
});

test.each(['/console/confirm', '/console/decide', '/console/reject'])(
  'a form sent to %s without a session leads to the sign-in',
  async (path) => {
    const answer = await its.newVisitor().send(path, [['cashout', '1']]);
    expect(answer).toMatchObject({ status: 303, headers: { location: '/console/sign-in?to=%2Fconsole' } });
  },
);

test('a form sent to an unknown path gives a 404, and invalid payment ids in a form are ignored', async () => {
  const desk = await openDesk();
  expect((await desk.browser.send('/console/elsewhere', [])).status).toBe(404);
  for (const value of ['', '-1', '1e3', '9'.repeat(30), '<script>', '1 OR 1=1']) {
    const shown = await desk.browser.send('/console/confirm', [['cashout', value]]);
    expect(shown.status).toBe(200);
    expect(stepIn(shown.text)).toBe('');
  }
});

test('after a wrong code, the right code approves only the payments that the new page shows', async () => {
  const desk = await openDesk();
  const [gone, left] = [await create(desk.company, 9_000), await create(desk.company, 10)];
  const step = stepIn((await confirm(desk.browser, gone, left)).text);
  await desk.company.post(`/v3/cashouts/${gone}/reject`, { id: gone, reason: 'Wrong amount' });

  const again = await decide(desk.browser, step, '000000');
  expect(again.text).toContain('Approve 1 payment');
  expect(stepIn(again.text)).not.toBe(step);
  const done = await decide(desk.browser, stepIn(again.text), codeOf(desk));
  expect(done.text.match(/cashouts\/\d+/g)).toEqual([`cashouts/${left}`]);
});

test('the confirmation page shows the payee’s account or key', async () => {
  const desk = await openDesk();
  const byKey = await create(desk.company, 10);
  const manual = { ...desk.company.source, amount: 20, ...bankDetails };
  const { body } = await desk.company.post('/create-cashout-manual', manual, {
    'idempotency-key': randomUUID(),
  });
  const { text } = await confirm(desk.browser, byKey, body.id);
  expect(text).toContain('fulano@example.com');
  expect(text).toContain(
    `${bankDetails.recipient_account_branch} / ${bankDetails.recipient_account_number}-${bankDetails.recipient_account_number_digit}`,
  );
});

test('the confirmation page says that the owner of an account at another bank is known only from the creator', async () => {
  const desk = await openDesk();
  const [account] = (await its.newCompany()).tenant.accounts;
  const ours = account ? bankDetailsOf(account, bankDetails.recipient_legal_id) : bankDetails;
  const notes = [];
  for (const payee of [bankDetails, ours]) {
    const body = { ...desk.company.source, amount: 20, ...payee };
    const made = await desk.company.post('/create-cashout-manual', body, { 'idempotency-key': randomUUID() });
    const { text } = await confirm(desk.browser, made.body.id);
    expect(text).toContain(String(made.body.id));
    notes.push(text.includes('Name and document as typed by the creator'));
  }
  expect(notes).toEqual([true, false]);
});

test('the confirmation page shows the message to the payee and the type of the account', async () => {
  const desk = await openDesk();
  const more = { amount: 20, message_to_payee: '<i>Rent', recipient_account_type: 'SAVING_ACCOUNT' };
  const { body } = await desk.company.post(
    '/create-cashout-manual',
    { ...desk.company.source, ...bankDetails, ...more, recipient_account_branch_digit: '7' },
    { 'idempotency-key': randomUUID() },
  );
  const { text } = await confirm(desk.browser, body.id);
  expect(text).toContain('Message to the payee: <bdi>&lt;i&gt;Rent</bdi>');
  expect(text).toContain('0123-7 / 45678-9');
  expect(text).toMatch(/45678-9[^<]*\(Savings/);
});

test('a reason that is too long, or has control or invisible characters, is shown again and rejects nothing', async () => {
  const desk = await openDesk();
  const id = await create(desk.company);
  for (const reason of ['a\u0000b', 'a\nb', '\u200b', 'x'.repeat(201)]) {
    const answer = await desk.browser.send('/console/reject', [
      ['cashout', String(id)],
      ['reason', reason],
    ]);
    expect(answer).toMatchObject({ status: 422 });
    expect(answer.text).toContain('Enter a reason of at most 200 characters');
    expect(answer.text).toContain(`name="reason" value="${reason}"`);
  }
  expect(await statusOf(desk.company, id)).toBe('NEW');
});

test('payments whose payees cannot be looked up in time are left out of the approval', async () => {
  const desk = await openDesk();
  const ids: number[] = [];
  for (let count = 0; count < 12; count++) ids.push(await create(desk.company));
  let seconds = 0;
  its.using = its.used.stack.with({
    now: () => new Date(its.clock.now.getTime() + 1_000 * seconds++),
  });
  const { text } = await confirm(desk.browser, ...ids);
  its.using = undefined;
  expect(text).toContain('Payee not looked up now');
  expect(text).not.toContain('Approve 12 payments');
});

test.each([
  ['a body above the limit', 'x'.repeat(70_000), 'application/x-www-form-urlencoded', 422],
  ['an invalid content type', '1', 'application/x-www-form-urlencoded;,multipart/form-data', 200],
])('a form with %s causes no server error', async (_, value, type, status) => {
  const desk = await openDesk();
  const form = [['cashout', value]] as const;
  const answer = await desk.browser.send('/console/confirm', form, { 'content-type': type });
  expect(answer.status).toBe(status);
});
