import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cents, toDecimalText } from '../../lib/base/money.ts';
import { makeEfiPayouts } from '../../lib/network/efi/payouts.ts';
import type { States } from '../../lib/network/psp-words.ts';
import type { PspCall } from '../../lib/network/send-json.ts';
import { makeWooviPayouts } from '../../lib/network/woovi/payouts.ts';
import { answerOf, documents } from '../../tools/psp-documents.ts';
import { answering, type Bench, holdPayouts, order, type Told } from './kit.ts';

// biome-ignore lint/suspicious/noExplicitAny: bodies of a PSP
type Json = any;
const bodyOf = (call: PspCall): Json => call.body ?? {};

// These are copied by hand from the documents, so that a wrong table of an adapter is found.
const efiStates: States = { EM_PROCESSAMENTO: 'under way', REALIZADO: 'done', NAO_REALIZADO: 'not done' };
const wooviStates: States = {
  CREATED: 'waiting',
  APPROVED: 'under way',
  PROCESSING: 'under way',
  CONFIRMED: 'done',
  FAILED: 'not done',
};

const efi: Bench = {
  make: (call, charge) => makeEfiPayouts(call, 'us@example.com', async () => charge),
  states: efiStates,
  tell: ({ reference, value, word, endToEndId, code }: Told) => ({
    status: 200,
    body: {
      idEnvio: reference,
      valor: toDecimalText(cents(value)),
      status: word,
      ...(endToEndId ? { endToEndId } : {}),
      ...(code ? { gnExtras: { erro: { codigo: code, motivo: 'any' } } } : {}),
    },
  }),
  withAmount: ({ status, body }, valor) => ({ status, body: { ...(body as object), valor } }),
  wrongAmounts: [
    undefined,
    null,
    10.5,
    1_050,
    '10,50',
    '10.5',
    '0.00',
    '-10.50',
    '1e1',
    '',
    'NaN',
    ' 10.50',
    '10.50\n',
  ],
  notFound: answerOf('efi', 'find', 'PixEnviadoNaoEncontrado'),
  duplicate: answerOf('efi', 'send', 'id_envio_duplicado'),
  refusals: documents.efi.answers
    .filter(({ call, fault }) => call === 'send' && (fault === 'payee' || fault === 'payment'))
    .map((answer) => [answer, answer.status === 422 ? 'refused' : 'failed', '']),
  anyBody: fc.record(
    {
      idEnvio: fc.constantFrom('42', '43', 42),
      status: fc.constantFrom(...Object.keys(efiStates), 'X', null),
      valor: fc.constantFrom('10.50', '10.5', 10.5, '1.00'),
      nome: fc.constantFrom(
        'chave_invalida',
        'valor_invalido',
        'id_envio_duplicado',
        'PixEnviadoNaoEncontrado',
        'other',
        '__proto__',
      ),
    },
    { requiredKeys: [] },
  ),
  sent: {
    isSend: ({ method }) => method === 'PUT',
    reference: ({ path }) => path.split('/').at(-1),
    amount: (call) => bodyOf(call).valor,
    amountOf: (value) => (value / 100).toFixed(2),
    message: (call) => bodyOf(call).pagador.infoPagador,
  },
};

const woovi: Bench = {
  make: (call, charge) => makeWooviPayouts(call, '', async () => charge),
  states: wooviStates,
  tell: ({ reference, value, word, endToEndId, code }: Told) => ({
    status: 200,
    body: {
      payment: { correlationID: reference, value, status: word },
      transaction: {
        value,
        ...(endToEndId ? { endToEndId } : {}),
        ...(code ? { providerErrorCode: code, providerRejectedReason: 'any' } : {}),
      },
    },
  }),
  withAmount: ({ status, body }, value) => {
    const { payment, transaction } = body as Json;
    return { status, body: { payment: { ...payment, value }, transaction: { ...transaction, value } } };
  },
  wrongAmounts: [null, '1050', '10.50', 10.5, 0, -1_050, 1e30, Number.NaN],
  duplicate: answerOf('woovi', 'send', 'Já existe um pagamento'),
  key: {
    found: {
      status: 200,
      body: {
        pixKeyEndToEndId: 'E12345678202601011200abcdefghijk',
        owner: { name: 'Fulano de Tal', taxID: '000.***.***-91', psp: '60701190' },
      },
    },
    notFound: answerOf('woovi', 'find key', 'PIX_KEY_INFO_NOT_FOUND'),
  },
  refusals: [],
  anyBody: fc.record(
    {
      payment: fc.record(
        {
          correlationID: fc.constantFrom('42', '43', 42),
          status: fc.constantFrom(...Object.keys(wooviStates), 'DENIED', null),
          value: fc.constantFrom(1_050, '1050', 1_051, null),
        },
        { requiredKeys: [] },
      ),
      transaction: fc.oneof(fc.jsonValue(), fc.record({ value: fc.constantFrom(1_050, 5, null) })),
      error: fc.string(),
    },
    { requiredKeys: [] },
  ),
  sent: {
    isSend: ({ method, path }) => method === 'POST' && path === '/api/v1/payment',
    reference: (call) => bodyOf(call).correlationID,
    amount: (call) => bodyOf(call).value,
    amountOf: (value) => value,
    message: (call) => bodyOf(call).comment,
  },
};

holdPayouts('efi', efi);
holdPayouts('woovi', woovi);

const makeWoovi = (...answers: Parameters<typeof answering>) => {
  const { call, asked } = answering(...answers);
  return { adapter: woovi.make(call, { kind: 'not_payable' }), asked };
};
const waiting = woovi.tell({ reference: '42', value: 1_050, word: 'CREATED' });
const approved = woovi.tell({ reference: '42', value: 1_050, word: 'APPROVED' });

test('Woovi approves a waiting payment only under its own reference', async () => {
  const one = makeWoovi(woovi.duplicate, waiting, approved);
  expect(await one.adapter.sendPayment(order)).toEqual({ kind: 'unknown', state: 'under way' });
  expect(one.asked.map(({ method, path, body }) => [method, path, (body as Json)?.correlationID])).toEqual([
    ['POST', '/api/v1/payment', '42'],
    ['GET', '/api/v1/payment/42', undefined],
    ['POST', '/api/v1/payment/approve', '42'],
  ]);
  const other = makeWoovi(woovi.duplicate, woovi.tell({ reference: '43', value: 1_050, word: 'CREATED' }));
  expect(await other.adapter.sendPayment(order)).toEqual({ kind: 'unknown' });
  expect(other.asked).toHaveLength(2);
});

test('Woovi does not approve a waiting payment with a different amount', async () => {
  const one = makeWoovi(woovi.duplicate, woovi.tell({ reference: '42', value: 900_000, word: 'CREATED' }));
  expect(await one.adapter.sendPayment(order)).toEqual({
    kind: 'unknown',
    state: 'waiting',
    otherAmountCents: 900_000,
  });
  expect(one.asked).toHaveLength(2);
});

test('Woovi’s look-up of a key returns its owner and the id for its payment', async () => {
  const body = {
    pixKeyEndToEndId: 'E12345678202601011200abcdefghijk',
    owner: {
      name: 'Fulano de Tal',
      taxID: '000.***.***-91',
      psp: '60701190',
      branch: '****',
      account: '****',
    },
  };
  const found = await makeWoovi({ status: 200, body }).adapter.resolveKey('fulano@example.com');
  expect(found).toEqual({
    kind: 'found',
    recipient: {
      name: 'Fulano de Tal',
      legalId: '000.***.***-91',
      ispb: '60701190',
      institutionName: 'ITAÚ UNIBANCO S.A.',
      lookupId: body.pixKeyEndToEndId,
    },
  });
  const { adapter, asked } = makeWoovi({ status: 500, body: {} });
  await adapter.sendPayment({ ...order, recipient: { lookupId: body.pixKeyEndToEndId } });
  expect(asked[0]?.body).toMatchObject({
    type: 'PIX_KEY',
    destinationAlias: 'fulano@example.com',
    destinationAliasType: 'EMAIL',
    pixKeyEndToEndId: body.pixKeyEndToEndId,
    autoApprove: true,
  });
});
