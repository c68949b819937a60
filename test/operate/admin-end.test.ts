import { afterAll, beforeAll, expect, test } from 'vitest';
import { pollChargeback } from '../../lib/chargeback/poll-chargeback.ts';
import { takeStep } from '../../lib/payout/take-step.ts';
import { type Ran, runAdminAt, serveLambda } from '../support/admin.ts';
import { chargeBack, payQrCode } from '../support/chargebacks.ts';
import { useStack } from '../support/use-stack.ts';

const used = useStack();
let lambda: Awaited<ReturnType<typeof serveLambda>>;
beforeAll(async () => {
  lambda = await serveLambda(used.stack);
});
afterAll(() => lambda.close());

const admin = (by: string, ...words: string[]): Promise<Ran> => runAdminAt(lambda.url, ...words, '--by', by);
const letter = ['--document', 'Ticket 4711', '--reason', 'INC-44: no answer'];

/** Pays 10.00, and gets no outcome from the sandbox. */
async function openPayment() {
  const caller = await used.newCaller();
  const body = { ...caller.source, amount: 10, key: 'unknown@sandbox.pix' };
  const { id } = (await caller.post('/create-cashout-self-approve', body)).body;
  await takeStep(used.stack.deps, id);
  const { endToEndId = '' } = (await used.stack.deps.cashouts.get(id)) ?? {};
  return { cashout: String(id), endToEndId };
}

/** Requests a refund of 40.00 without an outcome. */
async function openRefund() {
  const caller = await used.newCaller();
  const { qr_code_id } = await payQrCode(used.stack, caller, { payer: { name: 'unknown@sandbox.pix' } });
  const { id } = (await chargeBack(caller, qr_code_id, 40)).body;
  await pollChargeback(used.stack.with({ now: () => new Date(Date.now() + 60_000) }), id);
  return String(id);
}

test('two operators end a payment without an outcome with the same command, and repeating it changes nothing', async () => {
  const { cashout, endToEndId } = await openPayment();
  const command = ['cashout', 'settle', cashout, '--end-to-end-id', endToEndId, ...letter];

  const first = await admin('ana', ...command);
  expect(first).toMatchObject({
    code: 0,
    printed: expect.stringMatching(/^state +waits for another operator$/m),
  });
  expect(first.printed).toMatch(/^next +another operator repeats the same command before 20/m);
  for (const by of ['bob', 'bob', 'ana'])
    expect(await admin(by, ...command)).toMatchObject({
      code: 0,
      printed: expect.stringMatching(/^state +ended\nstatus +SUCCESS\n[\s\S]*^stated_by +ana, bob$/m),
    });
  expect((await admin('ana', 'cashout', 'show', cashout)).printed).toMatch(
    /^ended_by_people +end=settled stated_by=ana, bob document=Ticket 4711 reason=INC-44: no answer$/m,
  );
});

test('two operators fail a payment that the PSP has cancelled, and without the cancellation they are refused', async () => {
  const { cashout } = await openPayment();
  const command = ['cashout', 'fail', cashout, ...letter];

  expect(await admin('ana', ...command)).toMatchObject({
    code: 1,
    printed: expect.stringContaining('Refused: The PSP may still pay'),
  });
  for (const by of ['ana', 'bob']) await admin(by, ...command, '--cancelled-at-psp', 'Letter of 28 November');
  expect((await admin('ana', 'cashout', 'show', cashout)).printed).toMatch(/^status +ERROR$/m);
});

test('two operators settle a refund, or fail it', async () => {
  const [made, notMade] = [await openRefund(), await openRefund()];
  const settle = ['settle', made, '--return-id', 'D999999992026112712000000000001A', ...letter];
  const fail = ['fail', notMade, '--cancelled-at-psp', 'Ticket 4712', ...letter];
  for (const by of ['ana', 'bob'])
    for (const command of [settle, fail])
      expect(await admin(by, 'chargeback', ...command)).toMatchObject({ code: 0 });

  expect((await admin('ana', 'chargeback', 'show', made)).printed).toMatch(/^status +SUCCESS$/m);
  expect((await admin('ana', 'chargeback', 'show', notMade)).printed).toMatch(/^status +REJECTED$/m);
});

test.each([
  ['cashout', 'settle', '1', ...letter],
  ['cashout', 'fail', '1', '--reason', 'x'],
  ['chargeback', 'settle', '1', '--return-id', 'E999999992026112712000000000001A', ...letter],
  ['chargeback', 'fail', 'one', ...letter],
])('the incomplete command "%s %s %s" is invalid', async (...command) => {
  expect((await admin('ana', ...command.map(String))).code).toBe(2);
});
