import { randomUUID } from 'node:crypto';
import { CompactSign, exportJWK, generateKeyPair } from 'jose';
import { beforeAll, describe, expect, test } from 'vitest';
import { crc16 } from '../../lib/network/br-code.ts';
import type { PaymentOrder, PixNetwork } from '../../lib/network/port.ts';
import { takeStep } from '../../lib/payout/take-step.ts';
import { makeOutbound } from '../../lib/platform/outbound.ts';
import { type Caller, openCaller, openTenant, sandbox, sendInProcess, type Tenant } from '../support/api.ts';
import { codeAt, codeOf, staticCode, tag } from '../support/br-codes.ts';
import { openReceiver } from '../support/receiver.ts';
import { openStack } from '../support/stack.ts';
import { useStack } from '../support/use-stack.ts';

const used = useStack();
let caller: Caller;
beforeAll(async () => {
  caller = await used.newCaller();
});

const dynamicCode = (name: string) => codeAt(`sandbox.pix/cob/${name}`);

const pay = (body: object, headers = {}, by = caller) =>
  by.post('/create-copy-and-paste-transfer', { ...by.source, ...body }, headers);

describe('a copy-and-paste code', () => {
  test('a code with an amount needs no amount in the request, and is paid to the code’s key', async () => {
    const created = await pay({ copy_and_paste: staticCode('Fulano@Example.com', '10.00', 'PEDIDO42') });

    expect(created.status).toBe(200);
    expect(created.body).toMatchObject({
      status: 'PROCESSING',
      amount: 10,
      key: 'fulano@example.com',
      tag: '',
    });
    const orders: PaymentOrder[] = [];
    const network: PixNetwork = {
      ...used.stack.deps.network,
      sendPayment: (order) => {
        orders.push(order);
        return used.stack.deps.network.sendPayment(order);
      },
    };
    await takeStep({ ...used.stack.deps, network }, created.body.id);
    expect(orders).toMatchObject([{ amountCents: 1_000, txid: 'PEDIDO42' }]);
    const { body } = await caller.get(`/v3/cashouts/${created.body.id}`);
    expect(body).toMatchObject({ status: 'SUCCESS', txid: 'PEDIDO42' });
    expect(created.body).not.toHaveProperty('txid');
    const receipt = await caller.get(`/v3/cashouts/${created.body.id}/receipt`);
    expect(receipt.body).toMatchObject({ txid: 'PEDIDO42' });
  });

  test('a code without an amount is paid with the amount given in the request', async () => {
    const created = await pay({ copy_and_paste: staticCode('12345678909'), amount: 7.5 });

    expect(created.body).toMatchObject({ amount: 7.5, key: '12345678909' });
    expect((await caller.get(`/v3/cashouts/${created.body.id}`)).body).not.toHaveProperty('txid');
  });

  test('a dynamic code is paid to the key and with the amount of the issuer’s charge', async () => {
    const created = await pay({ copy_and_paste: dynamicCode('open') });

    expect(created.body).toMatchObject({ amount: 27.5, key: 'fulano@example.com' });
  });

  test('a code with two PIX templates is refused, and the field detail has the reason', async () => {
    const second = tag('27', tag('00', 'br.gov.bcb.pix') + tag('01', 'other@example.com'));
    const body = staticCode('fulano@example.com', '1.00')
      .slice(0, -8)
      .replace('52040000', `${second}52040000`);

    expect(await pay({ copy_and_paste: `${body}6304${crc16(`${body}6304`)}` })).toMatchObject({
      status: 400,
      body: {
        message: 'Invalid copy and paste code',
        detail: 'The code has two PIX templates, of which it cannot be known which one to pay',
      },
    });
  });

  test('a code may contain a key that a request may not contain: a UUID of a version other than 4', async () => {
    const created = await pay({ copy_and_paste: staticCode('123e4567-e12b-12d1-a456-426655440000', '1.00') });
    await takeStep(used.stack.deps, created.body.id);

    expect((await caller.get(`/v3/cashouts/${created.body.id}`)).body.status).toBe('SUCCESS');
  });

  test.each<[string, object, number, string]>([
    ['an invalid code', { copy_and_paste: 'nonsense' }, 400, 'Invalid copy and paste code'],
    [
      'a code with a wrong CRC',
      { copy_and_paste: staticCode('fulano@example.com', '1.00').replace(/.{4}$/, '0000') },
      400,
      'Invalid copy and paste code',
    ],
    [
      'a code for a cash withdrawal',
      { copy_and_paste: codeOf(tag('01', 'fulano@example.com') + tag('03', '99999008'), '1.00') },
      400,
      'Invalid copy and paste code',
    ],
    [
      'a code of an expired charge',
      { copy_and_paste: dynamicCode('expired') },
      400,
      'Copy and paste code is expired, removed or unknown',
    ],
    [
      'a code of an unknown charge',
      { copy_and_paste: dynamicCode('nowhere') },
      400,
      'Copy and paste code is expired, removed or unknown',
    ],
    [
      'a code whose address is the name of an object property',
      { copy_and_paste: codeOf(tag('25', 'constructor')), amount: 1 },
      400,
      'Copy and paste code is expired, removed or unknown',
    ],
    [
      'no amount in the code or in the body',
      { copy_and_paste: staticCode('fulano@example.com') },
      422,
      'Validation error',
    ],
    [
      'a different amount than the code has',
      { copy_and_paste: staticCode('fulano@example.com', '10.00'), amount: 10.01 },
      422,
      'Validation error',
    ],
    [
      'a different amount than the code’s charge has',
      { copy_and_paste: dynamicCode('open'), amount: 1 },
      422,
      'Validation error',
    ],
    ['no code', { amount: 1 }, 422, 'Validation error'],
  ])('a copy-and-paste request with %s is refused', async (_, body, status, message) => {
    const answer = await pay(body);

    expect(answer.status).toBe(status);
    expect(answer.body.message).toBe(message);
  });

  test('if the issuer does not answer, the create gets a 503 and does not use up its idempotency key', async () => {
    const headers = { 'idempotency-key': randomUUID() };
    const silent = await pay({ copy_and_paste: dynamicCode('silent') }, headers);

    const other = await pay({ copy_and_paste: dynamicCode('open') }, headers);

    expect([silent.status, silent.headers['retry-after']]).toEqual([503, '1']);
    expect(other.status).toBe(200);
    expect(other.headers['idempotent-replayed']).toBeUndefined();
  });
});

describe('a replay of a copy-and-paste transfer', () => {
  const code = () => staticCode('fulano@example.com', '10.00');

  test('a replay is answered with or without the code’s amount in the request, and sends no request to the network', async () => {
    const headers = { 'idempotency-key': randomUUID() };
    const first = await pay({ copy_and_paste: dynamicCode('open') }, headers);
    const network: PixNetwork = {
      ...used.stack.deps.network,
      resolveBrCode: () => Promise.reject(new Error('asked')),
    };
    const other = await openCaller(sendInProcess(used.stack, { ...used.stack.deps, network }), caller.tenant);

    const replays = [
      await pay({ copy_and_paste: ` ${dynamicCode('open')} ` }, headers, other),
      await pay({ copy_and_paste: dynamicCode('open'), amount: '27.50' }, headers, other),
    ];

    for (const replay of replays) {
      expect(replay).toMatchObject({
        status: 200,
        body: { id: first.body.id },
        headers: { 'idempotent-replayed': 'true' },
      });
    }
  });

  test('a replay with a different code or amount gives a 409 that names the changed field', async () => {
    const headers = { 'idempotency-key': randomUUID() };
    await pay({ copy_and_paste: code() }, headers);

    const answers = [
      await pay({ copy_and_paste: staticCode('fulano@example.com', '11.00') }, headers),
      await pay({ copy_and_paste: code(), amount: 11 }, headers),
    ];

    expect(answers.map(({ status, body }) => [status, body.detail.replace(body.message, '')])).toEqual([
      [409, ' (differs in copy_and_paste)'],
      [409, ' (differs in amount)'],
    ]);
  });
});

test('a copy-and-paste request without both permissions is refused before its code is parsed', async () => {
  const { company_id } = caller.tenant;
  const { body } = await sandbox(used.send, '/sandbox/clients', { company_id, permissions: ['CREATE'] });
  const creator = await openCaller(used.send, body as Tenant);

  expect(await pay({ copy_and_paste: 'nonsense' }, {}, creator)).toMatchObject({
    status: 401,
    body: { message: 'Unauthorized' },
  });
});

test('the charge of another institution’s dynamic code is fetched from its issuer, and paid with the data that the issuer signed', async () => {
  const { privateKey, publicKey } = await generateKeyPair('ES256');
  const keys = JSON.stringify({ keys: [{ ...(await exportJWK(publicKey)), kid: 'k' }] });
  let charge = '';
  const issuer = await openReceiver('issuer.test', (response, { path }) =>
    response.end(path === '/keys' ? keys : charge),
  );
  const content = {
    status: 'ATIVA',
    txid: 'fc9a4366ff3d4964b5dbc6c91a8722d3',
    chave: 'fulano@example.com',
    calendario: { criacao: new Date().toISOString(), expiracao: 600 },
    valor: { original: '0.00', modalidadeAlteracao: 1 },
  };
  charge = await new CompactSign(Buffer.from(JSON.stringify(content)))
    .setProtectedHeader({ alg: 'ES256', kid: 'k', jku: `${issuer.url}/keys` })
    .sign(privateKey);
  const outbound = makeOutbound({ allowLoopback: true, resolve: async () => ['127.0.0.1'], ca: issuer.ca });
  const other = await openStack({ settings: { BR_CODE_ISSUERS: `pix.example.com,${issuer.host}` } });
  const sendToOther = sendInProcess(other, other.with({ outbound }));
  const payer = await openCaller(sendToOther, await openTenant(sendToOther));
  const code = codeAt(`${issuer.host}/cob/1`);

  expect((await pay({ copy_and_paste: code }, {}, payer)).body.errors).toEqual([
    { field: 'amount', message: 'is required: the code has no amount' },
  ]);
  expect((await pay({ copy_and_paste: code, amount: 12 }, {}, payer)).body).toMatchObject({
    status: 'PROCESSING',
    amount: 12,
    key: 'fulano@example.com',
  });
  await issuer.close();
  expect((await pay({ copy_and_paste: code, amount: 12 }, {}, payer)).status).toBe(503);
  await other.stop();
});
