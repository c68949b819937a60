// Sends the contract's example of each cashout call to an existing account, and compares the answer with the table of
// fields.

import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { takeStep } from '../../lib/payout/take-step.ts';
import { accountQuery, type Caller } from '../support/api.ts';
import { useStack } from '../support/use-stack.ts';
import { expectFields, expectKind, type Field } from './kinds.ts';
import { byKey, manually } from './requests.ts';

const fields: Field[] = [
  ['worked', 'a boolean'],
  ['id', 'an integer'],
  ['transaction_id', 'an integer'],
  ['code_transaction', 'a string or null'],
  ['status', 'a string'],
  ['amount', 'a decimal number'],
  ['fee', 'a decimal number'],
  ['key', 'a string or null'],
  ['tag', 'a string or null'],
  ['from_accout', 'a string'],
  ['recipient_instution', 'a string or null'],
  ['recipient_instution_name', 'a string or null'],
  ['recipient_account_id', 'a string or null'],
  ['recipient_branch_id', 'a string or null'],
  ['recipient_legal_id', 'a string or null'],
  ['recipient_name', 'a string or null'],
  ['recipient_account_type', 'a string or null'],
  ['operationUuid', 'a string or null'],
  ['idempotency_key', 'a string or null'],
  ['erro_descriptor', 'a string or null'],
  ['new_erro_descriptor', 'a string or null'],
];

const used = useStack();
let caller: Caller;
// biome-ignore lint/suspicious/noExplicitAny: bodies are compared whole, so their type is what the test writes
const answers: Record<string, any> = {};
const answerNames = [
  'POST /create-cashout',
  'POST /create-cashout-manual',
  'POST /approve-cashout',
  'POST /approve-cashout-manual',
  'POST /create-cashout-self-approve',
  'POST /create-cashoutmanual-self-approve',
  'POST /create-cashout-self-approve, replayed after SUCCESS',
  'POST /create-cashoutmanual-self-approve, replayed after SUCCESS',
  'POST /create-cashout-self-approve, replayed after ERROR',
  'POST /create-cashout-self-approve, replayed after CANCELLED',
];

beforeAll(async () => {
  caller = await used.newCaller();
  const send = async (name: string, body: object, key?: string) => {
    const headers: Record<string, string> = key ? { 'idempotency-key': key } : {};
    const answer = await caller.post(name.split(' ')[1]?.replace(',', '') ?? '', body, headers);
    expect([name, answer.status]).toEqual([name, 200]);
    answers[name] = answer.body;
    return answer.body.id as number;
  };
  const [keyed, manual] = [byKey(caller.source), manually(caller.source)];
  await send('POST /approve-cashout', { id: await send('POST /create-cashout', keyed) });
  await send('POST /approve-cashout-manual', { id: await send('POST /create-cashout-manual', manual) });
  for (const [path, body, end] of [
    ['POST /create-cashout-self-approve', keyed, 'SUCCESS'],
    ['POST /create-cashoutmanual-self-approve', manual, 'SUCCESS'],
    ['POST /create-cashout-self-approve', { ...keyed, key: 'ac03@sandbox.pix' }, 'ERROR'],
    ['POST /create-cashout-self-approve', { ...keyed, key: 'ds04@sandbox.pix' }, 'CANCELLED'],
  ] as const) {
    const key = randomUUID();
    await takeStep(used.stack.deps, await send(path, body, key));
    await send(`${path}, replayed after ${end}`, body, key);
    expect(answers[`${path}, replayed after ${end}`].status).toBe(end);
  }
});

describe('the record of a cashout', () => {
  test.each(answerNames)('the record of %s has exactly the fields of the contract', (name) => {
    expectFields(answers[name], fields);
  });

  test('the answers of all calls that return a cashout are checked', () => {
    expect(Object.keys(answers).sort()).toEqual([...answerNames].sort());
  });

  test.each(fields)('%s is %s in every answer', (name, kind) => {
    expectKind(answers, [name, kind]);
  });
});

describe('the fields of a cashout answer:', () => {
  const all = () => Object.values(answers);
  const of = (name: string) => answers[`POST ${name}`];

  test('worked is true, transaction_id is the id, and fee is 0, in every answer', () => {
    for (const { worked, id, transaction_id, fee } of all())
      expect([worked, transaction_id, fee]).toEqual([true, id, 0]);
  });

  test('amount is the requested amount, and from_accout is the source account, in every answer', () => {
    for (const { amount, from_accout } of all())
      expect([amount, from_accout]).toEqual([50.5, caller.source.source_account_number]);
  });

  test('key is the PIX key, and null for a cashout by bank details', () => {
    for (const [name, { key }] of Object.entries(answers)) {
      if (/manual/.test(name)) expect([name, key]).toEqual([name, null]);
      else expect([name, typeof key]).toEqual([name, 'string']);
    }
  });

  test('tag and descriptors without a value are empty text in a create and null in an approval', () => {
    const empty = { tag: '', erro_descriptor: '', new_erro_descriptor: '' };
    const none = { tag: null, erro_descriptor: null, new_erro_descriptor: null };
    for (const name of ['/create-cashout', '/create-cashout-manual', '/create-cashout-self-approve'])
      expect(of(name)).toMatchObject(empty);
    expect(of('/create-cashoutmanual-self-approve')).toMatchObject(empty);
    expect(of('/approve-cashout')).toMatchObject(none);
    expect(of('/approve-cashout-manual')).toMatchObject(none);
  });

  test('idempotency_key is the key of the create, and null if the create had no key', () => {
    expect(of('/create-cashout').idempotency_key).toBeNull();
    expect(of('/create-cashout-self-approve').idempotency_key).toMatch(/^[0-9a-f-]{36}$/);
  });

  test('idempotency_key keeps the spelling of the create, whatever the spelling in a replay', async () => {
    const key = '8F14E45F-CEEA-467f-a0e6-2b3f5b8a3c1d';
    const create = (spelling: string) =>
      caller.post('/create-cashout', byKey(caller.source), { 'idempotency-key': spelling });

    const [first, ...again] = [
      await create(key),
      await create(key.toLowerCase()),
      await create(key.toUpperCase()),
      await caller.get(`/v3/cashouts?${accountQuery(caller.source)}&idempotency_key=${key.toLowerCase()}`),
    ].map(({ body }) => body.results?.[0] ?? body);
    expect(first.idempotency_key).toBe(key);
    for (const body of again) expect([body.id, body.idempotency_key]).toEqual([first.id, key]);
  });

  test('fields from the payment system are null until the transfer succeeds', () => {
    const unknown = { code_transaction: null, operationUuid: null, recipient_instution_name: null };
    for (const [name, body] of Object.entries(answers)) {
      if (body.status === 'SUCCESS') continue;
      expect([name, body]).toEqual([name, { ...body, ...unknown }]);
    }
    for (const name of ['/create-cashout-self-approve', '/create-cashoutmanual-self-approve'])
      expect(of(`${name}, replayed after SUCCESS`)).toMatchObject({
        code_transaction: expect.stringMatching(/^PX-/),
        operationUuid: expect.stringMatching(/^[0-9a-f-]{36}$/),
        recipient_instution: expect.stringMatching(/^\d{8}$/),
        recipient_instution_name: expect.any(String),
      });
  });

  test('both approval paths return the same fields', () => {
    const shape = (name: string) => Object.keys(of(name));
    expect(shape('/approve-cashout')).toEqual(shape('/approve-cashout-manual'));
  });
});
