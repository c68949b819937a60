// Sends the contract's example of each call about webhooks and chargebacks to an existing account, and compares the
// answer with the table of fields.

import { beforeAll, describe, expect, test } from 'vitest';
import { accountQuery, type Caller, sendInProcess } from '../support/api.ts';
import { chargeBack, path, payQrCode, statusOf } from '../support/chargebacks.ts';
import { useStack } from '../support/use-stack.ts';
import { register } from '../support/webhooks.ts';
import { expectFields, expectKind, type Field } from './kinds.ts';

const used = useStack();
let caller: Caller;
beforeAll(async () => {
  caller = await used.newCaller();
});

const webhookFields: Field[] = [
  ['id', 'an integer'],
  ['url', 'a string'],
  ['type_webhook', 'a string'],
  ['authorization_token', 'a string or null'],
  ['x_functions_key', 'a string or null'],
  ['created_at', 'an ISO 8601 time in UTC'],
  ['updated_at', 'an ISO 8601 time in UTC'],
];

describe('the webhook registration', () => {
  const url = 'https://receiver.example.com/hooks';
  const tokens = { authorization_token: 'Bearer abc', x_functions_key: 'key-1' };
  let given: { id: number }[];
  // biome-ignore lint/suspicious/noExplicitAny: bodies are compared whole, so their type is what the test writes
  let listed: any[];
  beforeAll(async () => {
    given = [await register(caller, url, 'CASHOUT', tokens), await register(caller, url)];
    const query = accountQuery(caller.source);
    listed = (await caller.call('GET', `/v3/accounts/api/webhooks?${query}`)).body;
  });

  test('the webhook registration has exactly the fields of the contract', () => {
    expect(listed).toHaveLength(2);
    for (const one of listed) expectFields(one, webhookFields);
  });

  test.each(webhookFields)('%s is %s in every registration', (name, kind) => {
    expectKind({ ...listed }, [name, kind]);
  });

  test('the registration shows the registered values, and null for a missing token', () => {
    const none = { authorization_token: null, x_functions_key: null };
    expect(listed).toMatchObject([
      { id: given[0]?.id, url, type_webhook: 'CASHOUT', ...tokens },
      { id: given[1]?.id, url, type_webhook: 'ALL', ...none },
    ]);
  });

  test('the answer to a deletion has one text field, message', async () => {
    const { id } = await register(caller, url);

    const { status, body } = await caller.call('DELETE', `/v3/accounts/api/webhooks/${id}`);

    expect(status).toBe(200);
    expectFields(body, [['message', 'a string']]);
    expectKind({ body }, ['message', 'a string']);
  });
});

const chargebackFields: Field[] = [
  ['worked', 'a boolean'],
  ['id', 'an integer'],
  ['end_to_end_id', 'a string'],
  ['amount', 'a decimal number'],
  ['status', 'a string'],
  ['fee', 'a decimal number'],
];

describe('the chargeback record', () => {
  const bodies: Record<string, { id: number; status: string; end_to_end_id: string; amount: number }> = {};
  const names = ['PENDING', 'PENDING without an answer of the network', 'SUCCESS', 'the status endpoint'];
  /** The payer has an account in this institution. */
  let payer: { branch: string; number: string };
  beforeAll(async () => {
    const { source } = await used.newCaller();
    payer = { branch: source.source_account_branch_identifier, number: source.source_account_number };
    const payers = [{}, { payer: { name: 'unknown@sandbox.pix' } }, { payer }];
    for (const [index, payer] of payers.entries()) {
      const { qr_code_id } = await payQrCode(used.stack, caller, payer);
      bodies[names[index] as string] = (await chargeBack(caller, qr_code_id, '50.50')).body;
    }
    bodies['the status endpoint'] = (await statusOf(caller, { id: bodies.PENDING?.id ?? 0 })).body;
  });

  test.each(names)('the record of %s has exactly the fields of the contract', (name) => {
    expectFields(bodies[name] ?? {}, chargebackFields);
  });

  test.each(chargebackFields)('%s is %s in every answer about a chargeback', (name, kind) => {
    expectKind(bodies, [name, kind]);
  });

  test('a chargeback has `worked: true`, no fee, the requested amount, and the same fields in its status query', () => {
    for (const body of Object.values(bodies))
      expect(body).toMatchObject({ worked: true, fee: 0, amount: 50.5 });
    expect(bodies['the status endpoint']).toEqual(bodies.PENDING);
  });

  test('a chargeback to another institution is PENDING, one within ours is SUCCESS, and end_to_end_id is empty until assigned', () => {
    const told = names.slice(0, 3).map((name) => [bodies[name]?.status, bodies[name]?.end_to_end_id]);
    const id = expect.stringMatching(/^D\w{31}$/);
    expect(told).toEqual([
      ['PENDING', id],
      ['PENDING', ''],
      ['SUCCESS', id],
    ]);
  });

  test('each chargeback has a unique id and a unique end_to_end_id', async () => {
    const { qr_code_id } = await payQrCode(used.stack, caller, { payer });
    const made = [];
    for (let count = 0; count < 5; count++) made.push((await chargeBack(caller, qr_code_id, '1.00')).body);

    expect(made.map(({ status }) => status)).toEqual(Array(5).fill('SUCCESS'));
    expect(new Set(made.map(({ id }) => id)).size).toBe(5);
    expect(new Set(made.map(({ end_to_end_id }) => end_to_end_id)).size).toBe(5);
  });

  test('a chargeback requires only a token: a signature is neither required nor checked', async () => {
    const { qr_code_id } = await payQrCode(used.stack, caller);
    const body = JSON.stringify({ qr_code_id, information: 'Pedido 42', amount: '1.00' });
    const send = sendInProcess(used.stack);
    const authorization = `Bearer ${caller.token}`;

    const asked = await send({ method: 'POST', path, headers: { authorization }, body });
    const followed = await send({
      method: 'GET',
      path: `${path}status?id=${asked.body.id}`,
      headers: { authorization, hmac: 'no signature' },
    });

    expect([asked.status, followed.status]).toEqual([200, 200]);
    expect(followed.body).toEqual(asked.body);
  });
});
