import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { applyNetworkEvent } from '../../lib/incoming/apply-network-event.ts';
import { networkEvent } from '../../lib/network/event.ts';
import type { QueuedRow } from '../../lib/platform/work-queues.ts';
import { type Caller, sandbox, sendInProcess, signed, statementPath } from '../support/api.ts';
import { chargeBack, payQrCode, statusOf } from '../support/chargebacks.ts';
import { balanceOf, expectLedgerAddsUp } from '../support/ledger.ts';
import { useStack } from '../support/use-stack.ts';

const used = useStack();
const secret = 'local-network-callback';
const newEndToEndId = () => `E607011902026112112${randomBytes(7).toString('hex').slice(0, 13)}`;

/** Sends the callback, and applies what it queues. */
async function callBack(content: unknown, { hmac }: { hmac?: string } = {}) {
  const events: unknown[] = [];
  const queues = { ...used.stack.deps.queues, sendEvent: async (event: object) => void events.push(event) };
  const body = typeof content === 'string' ? content : JSON.stringify(content);
  const headers = { hmac: hmac ?? signed(secret, body), 'content-type': 'application/json' };
  const send = sendInProcess(used.stack, { ...used.stack.deps, queues });
  const answer = await send({ method: 'POST', path: '/network/pix', headers, body });
  for (const event of events) await applyNetworkEvent(used.stack.deps, networkEvent.parse(event));
  return { ...answer, events };
}

const pixFor = ({ tenant }: Caller, change: object = {}) => ({
  endToEndId: newEndToEndId(),
  txid: 'pedido42',
  valor: '110.00',
  horario: '2026-11-21T09:10:00.000-03:00',
  chave: tenant.accounts[0]?.pix_key,
  infoPagador: 'obrigada',
  pagador: { nome: 'Maria Silva', cpf: '12345678909' },
  ...change,
});

describe('the network’s callback', () => {
  test('a callback credits each payment once, however often the callback is repeated', async () => {
    const caller = await used.newCaller();
    const pix = [pixFor(caller), pixFor(caller, { valor: '0.50' })];

    expect(await callBack({ pix })).toMatchObject({ status: 200, body: { worked: true } });
    await callBack({ pix });
    await callBack({ pix: pix.slice(1) });

    expect(await expectLedgerAddsUp(used.stack, caller.tenant)).toMatchObject({ availableCents: 1_011_050 });
    const [latest] = (await caller.get(statementPath(caller.source))).body.results;
    expect(latest).toMatchObject({
      transaction_type: 'PIX_CASHIN',
      amount: 0.5,
      identification: pix[1]?.endToEndId,
    });
  });

  test('a callback marks a QR code as PAID if the txid names that code and both belong to the same account', async () => {
    const caller = await used.newCaller();
    const { body: qr } = await sandbox(used.send, '/sandbox/qr-codes', { ...caller.source, amount: 110 });

    await callBack({ pix: [pixFor(caller, { txid: `QR${qr.qr_code_id}` })] });

    expect(await used.stack.deps.qrCodes.get(qr.qr_code_id)).toMatchObject({
      status: 'PAID',
      payment: { payer: { name: 'Maria Silva', legalId: '12345678909', ispb: '60701190' } },
    });
  });

  test.each(['a list', 'an object'])(
    'a callback with a refund as %s starts a look-up of the refund, and credits the payment only once',
    async (form) => {
      const caller = await used.newCaller();
      const { qr_code_id, end_to_end_id } = await payQrCode(used.stack, caller);
      const { id } = (await chargeBack(caller, qr_code_id, 40)).body;
      const refund = { id: String(id), rtrId: 'D1', valor: '40.00', status: 'NAO_REALIZADO' };
      const { availableCents } = await balanceOf(used.stack, caller.tenant);

      const devolucoes = form === 'a list' ? [refund] : refund;
      const pix = pixFor(caller, { endToEndId: end_to_end_id.padEnd(32, '0'), valor: '100.00', devolucoes });
      // The callback's text is not trusted. Only a look-up under our reference is.
      await callBack({ pix: [{ ...pix, endToEndId: end_to_end_id }] });

      expect((await statusOf(caller, { id })).body.status).toBe('SUCCESS');
      expect(await balanceOf(used.stack, caller.tenant)).toMatchObject({ availableCents });
    },
  );

  test('a callback credits the account of the paid key, whatever QR code the payer’s txid names', async () => {
    const [owner, stranger] = [await used.newCaller(), await used.newCaller()];
    const { body: qr } = await sandbox(used.send, '/sandbox/qr-codes', { ...stranger.source, amount: 110 });

    await callBack({ pix: [pixFor(owner, { txid: `QR${qr.qr_code_id}` })] });

    expect(await expectLedgerAddsUp(used.stack, owner.tenant)).toMatchObject({ availableCents: 1_011_000 });
    expect(await expectLedgerAddsUp(used.stack, stranger.tenant)).toMatchObject({
      availableCents: 1_000_000,
    });
    expect(await used.stack.deps.qrCodes.get(qr.qr_code_id)).toMatchObject({ status: 'ACTIVE' });
    const [latest] = (await owner.get(statementPath(owner.source))).body.results;
    expect(latest).toMatchObject({ transaction_type: 'PIX_CASHIN', qr_code_id: null });
  });

  test('a payment is left to an operator if no account had its key at the time of the payment', async () => {
    const [before, after] = [await used.newCaller(), await used.newCaller()];
    const key = `${before.tenant.company_id}@example.com`;
    const { pixKeys } = used.stack.deps;
    const [old, young] = [
      await balanceOf(used.stack, before.tenant),
      await balanceOf(used.stack, after.tenant),
    ];
    await pixKeys.insert(key, old, '2026-11-21T10:00:00.000Z');
    await pixKeys.end(key, old, '2026-11-21T11:00:00.000Z');
    await pixKeys.insert(key, young, '2026-11-21T12:00:00.000Z');

    const [early, late] = ['2026-11-21T11:59:59.999Z', '2026-11-21T12:00:00.000Z'].map((horario) =>
      pixFor(before, { chave: key, horario }),
    );
    await callBack({ pix: [early, late] });

    expect(await used.stack.deps.waitingPayments.find(early?.endToEndId ?? '')).toBeDefined();
    expect(await expectLedgerAddsUp(used.stack, before.tenant)).toMatchObject({ availableCents: 1_000_000 });
    expect(await expectLedgerAddsUp(used.stack, after.tenant)).toMatchObject({ availableCents: 1_011_000 });
  });

  test('a payment is left to an operator if its id is the id of a return', async () => {
    const caller = await used.newCaller();
    const endToEndId = newEndToEndId().replace('E', 'D');

    expect((await callBack({ pix: [pixFor(caller, { endToEndId })] })).events).toEqual([]);

    expect(await used.stack.deps.waitingPayments.find(endToEndId)).toMatchObject({
      payment: { endToEndId, amountCents: 11_000, named: { txid: 'pedido42' } },
    });
  });

  test('the account of a paid key is found even if the callback has the key in capital letters', async () => {
    const caller = await used.newCaller();
    const key = `Caixa-${caller.tenant.company_id}@Example.com`;
    const { branch, number } = await balanceOf(used.stack, caller.tenant);
    await used.stack.deps.pixKeys.insert(key.toLowerCase(), { branch, number }, '2026-11-21T12:00:00.000Z');

    await callBack({ pix: [pixFor(caller, { chave: key })] });

    expect(await expectLedgerAddsUp(used.stack, caller.tenant)).toMatchObject({ availableCents: 1_011_000 });
  });

  test.each([
    ['to an unregistered key', { chave: 'nobody@example.com' }],
    ['without a key', { chave: undefined }],
  ])('a payment %s is left to an operator once, whatever its txid names', async (_, change) => {
    const caller = await used.newCaller();
    const { body: qr } = await sandbox(used.send, '/sandbox/qr-codes', { ...caller.source, amount: 110 });
    const pix = pixFor(caller, { ...change, txid: `QR${qr.qr_code_id}` });

    const { status, events } = await callBack({ pix: [pix] });
    await callBack({ pix: [pix] });

    expect([status, events]).toEqual([200, []]);
    expect(await expectLedgerAddsUp(used.stack, caller.tenant)).toMatchObject({ availableCents: 1_000_000 });
    expect(await used.stack.deps.waitingPayments.find(pix.endToEndId)).toMatchObject({
      payment: { endToEndId: pix.endToEndId, amountCents: 11_000, payer: { name: 'Maria Silva' } },
      incidentId: `payment_received-${pix.endToEndId}`,
    });
    expect(used.stack.lines.filter((line) => line.includes('unassigned payment'))).not.toEqual([]);
  });

  test('a callback with a wrong or missing signature gives a 401', async () => {
    const body = { pix: [pixFor(await used.newCaller())] };

    for (const hmac of ['', 'x', '0'.repeat(64), signed('other', JSON.stringify(body))]) {
      expect(await callBack(body, { hmac })).toMatchObject({ status: 401, events: [] });
    }
  });

  test.each<[string, unknown]>([
    ['body', 'x'],
    ['pix', {}],
    ['pix', { pix: {} }],
    ['pix.0.endToEndId', { endToEndId: 'E1' }],
    ['pix.0.valor', { valor: '1' }],
    ['pix.0.valor', { valor: '0.00' }],
    ['pix.0.valor', { valor: 1 }],
    ['pix.0.horario', { horario: '2026-11-21' }],
  ])('a callback is refused for a wrong %s: %j', async (field, change) => {
    const caller = await used.newCaller();
    const isWhole = typeof change === 'string' || ['body', 'pix'].includes(field);
    const answer = await callBack(isWhole ? change : { pix: [pixFor(caller, change as object)] });

    expect(answer.status).toBe(422);
    expect(answer.body.errors[0].field).toBe(field);
  });
});

describe('a callback about a payment that we sent', () => {
  test('the callback starts a look-up of the payment, whatever status the callback claims', async () => {
    const caller = await used.newCaller();
    const body = { ...caller.source, amount: 10, key: 'unknown@sandbox.pix' };
    const { id } = (await caller.post('/create-cashout-self-approve', body)).body;
    const sent: number[] = [];
    const sendAll = async (_: string, works: readonly QueuedRow[]) =>
      void sent.push(...works.map((work) => work.id));
    const events: object[] = [];
    const sendEvent = async (event: object) => void events.push(event);
    const deps = { ...used.stack.deps, queues: { ...used.stack.deps.queues, sendAll, sendEvent } };
    const word = (status: string) => ({
      endToEndId: 'E0908935620261121120000000000001',
      chave: 'us@example.com',
      tipo: 'SOLICITACAO',
      status,
      valor: '10.00',
      horario: null,
      gnExtras: { idEnvio: String(id), erro: { codigo: 'AC03', origem: 'SPI', motivo: 'conta inválida' } },
    });
    const text = JSON.stringify({ pix: [word('REALIZADO'), word('NAO_REALIZADO'), word('REALIZADO')] });

    const headers = { hmac: signed(secret, text) };
    const send = sendInProcess(used.stack, deps);
    expect(await send({ method: 'POST', path: '/network/pix', headers, body: text })).toMatchObject({
      status: 200,
    });

    expect(sent).toEqual([]);
    expect(events).toEqual([expect.objectContaining({ kind: 'payment_explained', cashoutId: id })]);
    expect((await caller.get(`/v3/cashouts/${id}`)).body.status).toBe('PROCESSING');
  });
});

describe('a callback with payments of several senders', () => {
  test('a callback is processed for our payments, and the payments of other senders are skipped', async () => {
    const caller = await used.newCaller();
    const foreign = ['abcDEF123', '9999999999999999', '', 5, undefined].map((idEnvio) => ({
      tipo: 'SOLICITACAO',
      status: 'REALIZADO',
      gnExtras: { idEnvio },
    }));
    const good = pixFor(caller, {
      chave: caller.tenant.accounts[0]?.pix_key,
      txid: null,
      pagador: { nome: 'é'.repeat(400), cpf: null },
    });

    expect(await callBack({ pix: [...foreign, good] })).toMatchObject({ status: 200 });

    expect(await expectLedgerAddsUp(used.stack, caller.tenant)).toMatchObject({ availableCents: 1_011_000 });
  });

  test('a callback that only tests the connection is accepted', async () => {
    expect(
      await callBack({ evento: 'teste_webhook', data_criacao: '2026-11-21T12:00:00.000Z' }),
    ).toMatchObject({
      status: 200,
    });
  });
});

describe('a callback without a signature', () => {
  const sources = { NETWORK_CALLBACK_SOURCES: ['34.193.116.226'] };
  const call = (query: string, sourceIp: string, headers: Record<string, string> = {}) => {
    const deps = { ...used.stack.deps, config: { ...used.stack.config, ...sources } };
    return sendInProcess(
      used.stack,
      deps,
    )({ method: 'POST', path: `/network/pix${query}`, headers, body: '{"pix":[]}', sourceIp });
  };

  test('a callback without a signature is accepted with the secret in its query, from the network’s own address', async () => {
    expect(await call(`?hmac=${secret}&ignorar=`, '34.193.116.226')).toMatchObject({ status: 200 });
  });

  test('a stage with configured sender addresses accepts only callbacks without a signature', async () => {
    const deps = { ...used.stack.deps, config: { ...used.stack.config, ...sources } };
    const headers = { hmac: signed(secret, '{"pix":[]}') };
    const call = { method: 'POST', path: '/network/pix', headers, body: '{"pix":[]}' };

    expect(await sendInProcess(used.stack, deps)(call)).toMatchObject({ status: 401 });
    expect(await used.send(call)).toMatchObject({ status: 200 });
  });

  test.each([
    ['from any other address', `?hmac=${secret}`, '34.193.116.227'],
    ['with another secret', '?hmac=other', '34.193.116.226'],
    ['without a secret', '', '34.193.116.226'],
  ])('a callback %s is refused', async (_, query, sourceIp) => {
    expect(await call(query, sourceIp)).toMatchObject({ status: 401 });
  });

  // Behind CloudFront, API Gateway sees CloudFront's address. Anybody can forge a header.
  test.each([
    'x-forwarded-for',
    'forwarded',
    'x-real-ip',
    'x-client-ip',
    'true-client-ip',
    'cf-connecting-ip',
    'cloudfront-viewer-address',
    'x-amzn-source-ip',
    'x-envoy-external-address',
    'via',
  ])(
    'a callback from CloudFront or from an unknown address is refused, whatever the header %s claims',
    async (header) => {
      for (const said of [
        '34.193.116.226',
        '34.193.116.226:443',
        'for=34.193.116.226',
        '34.193.116.226, 130.176.0.1',
      ])
        for (const from of ['130.176.0.1', '203.0.113.9'])
          expect(await call(`?hmac=${secret}`, from, { [header]: said })).toMatchObject({ status: 401 });
    },
  );

  test('a callback from the network’s own address is accepted, whatever its headers claim', async () => {
    const headers = { 'x-forwarded-for': '203.0.113.9', via: '2.0 proxy (CloudFront)' };

    expect(await call(`?hmac=${secret}`, '34.193.116.226', headers)).toMatchObject({ status: 200 });
  });
});
