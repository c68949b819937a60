import { createLocalJWKSet, decodeProtectedHeader, type JSONWebKeySet, jwtVerify, SignJWT } from 'jose';
import { describe, expect, test } from 'vitest';
import { applyNetworkEvent } from '../../lib/incoming/apply-network-event.ts';
import { takeStep } from '../../lib/payout/take-step.ts';
import type { Caller } from '../support/api.ts';
import { bankDetails } from '../support/bank-details.ts';
import { useStack } from '../support/use-stack.ts';

const start = '2026-11-23T15:00:00.000Z';
let time = Date.parse(start);
const used = useStack({ settings: { TOKEN_SECONDS: '86400' }, now: () => new Date(time) });

const pay = async (caller: Caller, more: object = {}): Promise<number> => {
  const endpoint = 'key' in more ? '/create-cashout-self-approve' : '/create-cashoutmanual-self-approve';
  const { body } = await caller.post(endpoint, { ...caller.source, amount: '1234.50', ...more });
  time += 1_000;
  await takeStep(used.stack.deps, body.id);
  return body.id;
};
const key = 'fulano@example.com';
const receipt = (caller: Caller, id: number, headers: Record<string, string> = {}) =>
  used.send({
    method: 'GET',
    path: `/v3/cashouts/${id}/receipt`,
    headers: { authorization: `Bearer ${caller.token}`, ...headers },
  });
/** @param returnId the network's id of the return, under which it is applied once */
const giveBack = async (id: number, amountCents: number, returnId: string) => {
  await applyNetworkEvent(used.stack.deps, {
    version: 1,
    kind: 'payment_returned',
    cashoutId: id,
    returnId: `D9999901120261123${returnId}${id}`,
    amountCents,
    code: 'MD06',
    parked: 0,
  });
};
const keySet = async () =>
  createLocalJWKSet(
    (await used.send({ method: 'GET', path: '/.well-known/jwks.json' })).body as JSONWebKeySet,
  );
const baseUrl = () => used.stack.config.BASE_URL;

describe('the receipt of a cashout', () => {
  test('a receipt has the amount, both parties masked, the times and the ids', async () => {
    const caller = await used.newCaller({ name: 'Padaria Tres Irmaos' });
    const approved = new Date(time).toISOString();
    const id = await pay(caller, { key });
    const { code_transaction } = (await caller.get(`/v3/cashouts/${id}`)).body;

    const { status, body } = await receipt(caller, id);

    expect([status, body]).toEqual([
      200,
      {
        worked: true,
        genuine: true,
        code: expect.stringMatching(/^[\w-]{31}$/),
        address: `${baseUrl()}/receipts/${body.code}`,
        test: true,
        status: 'SUCCESS',
        method: 'PIX',
        currency: 'BRL',
        amount: 1234.5,
        returned: 0,
        returns: [],
        end_to_end_id: expect.stringMatching(/^E99999010\d{12}\w{11}$/),
        code_transaction,
        txid: null,
        approved_at: approved,
        paid_at: new Date(time).toISOString(),
        refunded_at: null,
        payer: {
          name: expect.any(String),
          legal_id: expect.stringMatching(/^\*{3}\.\d{3}\.\d{3}-\*\*$/),
          ispb: '99999010',
          institution: 'PIX Cashout',
        },
        payee: {
          name: 'Carla Dias',
          legal_id: '***.740.925-**',
          ispb: '60701190',
          institution: 'ITAÚ UNIBANCO S.A.',
          named_by: 'institution',
        },
        jws: expect.any(String),
      },
    ]);
  });

  test('a receipt says that the payee’s name comes from the payer if the payment was made by bank details', async () => {
    const caller = await used.newCaller();
    const id = await pay(caller, bankDetails);

    const { body } = await receipt(caller, id);

    expect(body.payee).toMatchObject({
      name: bankDetails.recipient_name,
      legal_id: '***.456.789-**',
      named_by: 'payer',
    });
    expect(JSON.stringify(body)).not.toContain(bankDetails.recipient_legal_id);
    expect(JSON.stringify(body)).not.toContain(caller.source.source_account_number);
  });

  test('a receipt lists each return, and says REFUNDED once the whole amount has been returned', async () => {
    const caller = await used.newCaller();
    const id = await pay(caller, { key });
    await giveBack(id, 3_450, 'D1');
    const partly = (await receipt(caller, id)).body;
    time += 60_000;
    await giveBack(id, 120_000, 'D2');
    const whole = (await receipt(caller, id)).body;

    expect(partly).toMatchObject({ status: 'SUCCESS', returned: 34.5, refunded_at: null });
    expect(partly.returns).toEqual([{ at: expect.any(String), amount: 34.5 }]);
    expect(whole).toMatchObject({ status: 'REFUNDED', returned: 1234.5, code: partly.code });
    expect(whole.returns.map(({ amount }: { amount: number }) => amount)).toEqual([34.5, 1200]);
    expect(whole.refunded_at).toBe(new Date(time).toISOString());
  });

  test.each(['NEW', 'PROCESSING', 'ERROR'])(
    'a receipt is refused while the cashout is %s',
    async (status) => {
      const caller = await used.newCaller();
      const endpoint = status === 'NEW' ? '/create-cashout' : '/create-cashout-self-approve';
      const amount = status === 'ERROR' ? '99999.00' : '1.00';
      const { id } = (await caller.post(endpoint, { ...caller.source, amount, key })).body;
      if (status === 'ERROR') await takeStep(used.stack.deps, id);

      const answer = await receipt(caller, id);

      expect((await caller.get(`/v3/cashouts/${id}`)).body.status).toBe(status);
      const message = 'Transaction in wrong status';
      expect([answer.status, answer.body]).toEqual([
        400,
        { worked: false, detail: message, message, data: null },
      ]);
    },
  );

  test('a receipt shows a CNPJ unmasked, and masks a CPF that is part of a name', async () => {
    const caller = await used.newCaller();
    const id = await pay(caller, {
      ...bankDetails,
      recipient_name: 'Joao da Silva 12345678909',
      recipient_legal_id: '11222333000181',
    });

    expect((await receipt(caller, id)).body.payee).toMatchObject({
      name: 'Joao da Silva ***.456.789-**',
      legal_id: '11222333000181',
    });
  });
});

describe('the signature of a receipt', () => {
  test('the signature can be verified with the published keys alone, and covers everything that the answer shows', async () => {
    const caller = await used.newCaller();
    const {
      jws,
      worked: _,
      genuine: __,
      code,
      ...shown
    } = (await receipt(caller, await pay(caller, { key }))).body;

    const { payload, protectedHeader } = await jwtVerify(jws, await keySet(), {
      algorithms: ['ES256'],
      typ: 'receipt+jwt',
      audience: 'pix-receipt',
      issuer: baseUrl(),
      currentDate: new Date('2036-01-01T00:00:00Z'),
    });

    expect(protectedHeader).toEqual({
      alg: 'ES256',
      typ: 'receipt+jwt',
      kid: expect.stringMatching(/^receipt-/),
    });
    expect(payload).toEqual({
      receipt: shown,
      iss: baseUrl(),
      aud: 'pix-receipt',
      sub: code,
      iat: Math.floor(time / 1000),
    });
  });

  test('the signature is invalid if the amount is changed', async () => {
    const caller = await used.newCaller();
    const { jws } = (await receipt(caller, await pay(caller, { key }))).body;
    const [header, payload = '', signature] = jws.split('.');
    const forged = Buffer.from(
      Buffer.from(payload, 'base64url').toString().replace('"amount":1234.5', '"amount":9234.5'),
    ).toString('base64url');

    const keys = await keySet();
    await expect(jwtVerify(`${header}.${forged}.${signature}`, keys)).rejects.toThrow(
      'signature verification',
    );
    expect((await jwtVerify(jws, keys)).payload.receipt).toMatchObject({ amount: 1234.5 });
  });

  test('a receipt is not accepted as a token, and a token is not accepted as a receipt', async () => {
    const caller = await used.newCaller();
    const id = await pay(caller, { key });
    const { jws } = (await receipt(caller, id)).body;

    const asToken = await used.send({
      method: 'GET',
      path: `/v3/cashouts/${id}`,
      headers: { authorization: `Bearer ${jws}` },
    });

    expect(asToken.status).toBe(401);
    const options = { typ: 'receipt+jwt', audience: 'pix-receipt' };
    await expect(jwtVerify(caller.token, await keySet(), options)).rejects.toThrow('"typ"');
  });

  test('a token signed with the receipt key is refused, even if it has the claims of a token', async () => {
    const caller = await used.newCaller();
    const { RECEIPT_SIGNING_KEY = '', TOKEN_ISSUER } = used.stack.config;
    const jwk = JSON.parse(RECEIPT_SIGNING_KEY);
    const [, claims = ''] = caller.token.split('.');
    const forged = await new SignJWT(JSON.parse(Buffer.from(claims, 'base64url').toString()))
      .setProtectedHeader({ ...decodeProtectedHeader(caller.token), alg: 'ES256', kid: jwk.kid })
      .setIssuer(TOKEN_ISSUER)
      .sign(jwk);

    const answer = await used.send({
      method: 'GET',
      path: '/v3/accounts',
      headers: { authorization: `Bearer ${forged}` },
    });

    expect(answer.status).toBe(401);
  });
});

describe('the format of a receipt', () => {
  test.each([
    [undefined, 'application/json'],
    ['*/*', 'application/json'],
    ['application/jose', 'application/jose'],
    ['text/html,application/xhtml+xml;q=0.9,*/*;q=0.8', 'text/html; charset=utf-8'],
    ['image/png', 'application/json'],
    ['text/html;q=0.1,application/jose;q=0.9', 'application/jose'],
    [';;,q=/', 'application/json'],
  ])('a request with the accept header %s is answered with %s', async (accept, type) => {
    const caller = await used.newCaller();
    const id = await pay(caller, { key });

    const answer = await receipt(caller, id, accept === undefined ? {} : { accept });

    expect([answer.status, answer.headers['content-type']]).toEqual([200, type]);
    expect(answer.headers).toMatchObject({
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex, nofollow',
      vary: 'accept, accept-language',
    });
  });
});
