import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cents } from '../../lib/base/money.ts';
import { makeBcbRefunds } from '../../lib/network/bcb/refunds.ts';
import { refundErrors } from '../../lib/network/bcb/words.ts';
import { makeEfiPayouts } from '../../lib/network/efi/payouts.ts';
import { chargeErrors, paymentErrors } from '../../lib/network/efi/words.ts';
import type { ChargeLookup, PaymentOrder, RefundOrder } from '../../lib/network/port.ts';
import type { CallPsp } from '../../lib/network/psp-client.ts';
import { rejectCodes } from '../../lib/network/reject-codes.ts';
import type { PspAnswer, PspCall } from '../../lib/network/send-json.ts';
import { answerOf } from '../../tools/psp-documents.ts';

const errorNames = { ...paymentErrors, ...refundErrors, ...chargeErrors };
const endToEndId = 'E0908935620261121120000000000001';
const returnId = 'D0908935620261121120000000000001';
const order: PaymentOrder = {
  reference: '42',
  endToEndId: 'E9999901020261121120000000000001',
  amountCents: cents(1_050),
  payer: { branch: '0001', number: '1' },
  recipient: {},
  pixKey: 'fulano@example.com',
};
const refund: RefundOrder = {
  reference: '7',
  endToEndId,
  amountCents: cents(1_050),
  information: 'Pedido 42',
};

/** Gives these answers in turn, and repeats the last one. */
function answering(...answers: PspAnswer[]): { call: CallPsp; asked: PspCall[] } {
  const asked: PspCall[] = [];
  const call: CallPsp = async (one) => {
    asked.push(one);
    return answers[Math.min(asked.length, answers.length) - 1] as PspAnswer;
  };
  return { call, asked };
}
test('an account number is sent to the PSP with a branch of four digits and without leading zeros', async () => {
  const { call, asked } = answering({ status: 500, body: undefined });
  const network = asAsked(makeEfiPayouts(call, 'payer', async () => ({ kind: 'unknown' })));
  const { pixKey: _, ...byAccount } = order;
  const spellings = [
    ['1', '00012345'],
    ['0001', '12345'],
    ['001', '012345'],
  ] as const;

  for (const [branch, accountNumber] of spellings)
    await network.sendPayment({ ...byAccount, recipient: { ispb: '60701190', branch, accountNumber } });

  const sent = asked.flatMap(({ body }) => (body && 'favorecido' in body ? [body.favorecido] : []));
  expect(sent).toHaveLength(3);
  for (const one of sent) expect(one).toMatchObject({ contaBanco: { agencia: '0001', conta: '12345' } });
});

test('a message to the payee is sent as the payer’s text, and is omitted if there is none', async () => {
  const { call, asked } = answering({ status: 500, body: undefined });
  await makeEfi(call).sendPayment({ ...order, message: 'Parcela 3 de 10' });
  await makeEfi(call).sendPayment(order);

  expect(asked.map(({ body }) => (body as { pagador: object }).pagador)).toEqual([
    { chave: 'us@example.com', infoPagador: 'Parcela 3 de 10' },
    { chave: 'us@example.com' },
  ]);
});

describe('the required owner of a PIX key', () => {
  const owned = (ownerLegalId: string) => ({ ...order, ownerLegalId });
  // Efí's own example "validando o titular da chave", and its answer to it (docs/psp.md, "The fields of a payment").
  const refusal = {
    nome: 'chave_nao_pertence_ao_documento',
    mensagem: 'O cpf do favorecido é diferente do documento em posse da chave',
  };

  test.each([
    ['12345678909', { cpf: '12345678909' }],
    ['11222333000181', { cnpj: '11222333000181' }],
  ])('the required owner is sent with the key: %s', async (legalId, document) => {
    const { call, asked } = answering({ status: 500, body: undefined });
    await makeEfi(call).sendPayment(owned(legalId));

    expect(asked).toEqual([
      {
        method: 'PUT',
        path: '/v3/gn/pix/42',
        body: {
          valor: '10.50',
          pagador: { chave: 'us@example.com' },
          favorecido: { chave: 'fulano@example.com', ...document },
        },
      },
    ]);
  });

  test('a payee counts as a different owner only after the documented refusal with the documented status', async () => {
    expect(await efi({ status: 400, body: refusal }).sendPayment(owned('12345678909'))).toEqual({
      kind: 'failed',
      code: 'BE01',
      text: 'BE01 - Documento não corresponde ao titular da conta',
    });
    for (const status of [404, 422, 500])
      expect(await efi({ status, body: refusal }).sendPayment(owned('12345678909'))).toMatchObject({
        kind: 'unknown',
      });
  });

  test.each([
    ['12345678909', true],
    ['11222333000181', true],
    ['12ABC34501DE35', false],
    ['***.456.789-**', false],
  ])('whether the network can check an owner with the document %s: %s', (legalId, expected) => {
    expect(makeEfi(answering().call).checksOwner(legalId)).toBe(expected);
  });
});

/** Maps a thrown error to an unknown outcome, as the callers do. */
function asAsked<Network extends object>(network: Network): Network {
  const unknown = () => ({ kind: 'unknown' });
  const asked = Object.entries(network).map(([name, ask]) => [
    name,
    typeof ask === 'function' ? (about: unknown) => ask(about).catch(unknown) : ask,
  ]);
  return Object.fromEntries(asked) as Network;
}
const txid = 'x'.repeat(26);
const charge = { pixKey: 'fulano@example.com', amountCents: cents(1_050), txid };
/** @param own the content of the issuer's signed document */
const makeEfi = (call: CallPsp, own: ChargeLookup = { kind: 'payable', ...charge }) =>
  makeEfiPayouts(call, 'us@example.com', async () => own);
const efi = (...answers: PspAnswer[]) => asAsked(makeEfi(answering(...answers).call));
const bcb = (...answers: PspAnswer[]) => asAsked(makeBcbRefunds(answering(...answers).call));
const ok = (body: object, status = 200): PspAnswer => ({ status, body });

const paid = { idEnvio: '42', endToEndId, valor: '10.50', status: 'REALIZADO' };
const returned = { id: '7', rtrId: returnId, valor: '10.50', horario: {}, status: 'DEVOLVIDO' };

describe('a payment answer of the PSP', () => {
  test.each([
    ['REALIZADO', { kind: 'settled', operationId: expect.stringMatching(/^[0-9a-f-]{36}$/), endToEndId }],
    ['EM_PROCESSAMENTO', { kind: 'unknown', state: 'under way' }],
    ['REALIZADA', { kind: 'unknown' }],
    ['', { kind: 'unknown' }],
  ])(
    'the payment status %s means the same in the answer to a payment and in a look-up',
    async (status, outcome) => {
      expect(await efi(ok({ ...paid, status }, 201)).sendPayment(order)).toEqual(outcome);
      expect(await efi(ok({ ...paid, status })).findPayment(order)).toEqual(outcome);
    },
  );

  test.each(Object.entries(rejectCodes))(
    'NAO_REALIZADO with the reason %s ends the payment as in the table',
    async (code, reject) => {
      const gnExtras = { erro: { codigo: code, origem: 'SPI', motivo: 'any' } };

      expect(await efi(ok({ ...paid, status: 'NAO_REALIZADO', gnExtras })).findPayment(order)).toEqual({
        kind: reject.ends,
        code,
        text: `${code} - ${reject.text}`,
      });
    },
  );

  test.each([
    [undefined, 'ED05 - Falha na liquidação'],
    [{ erro: { codigo: 'XX99', motivo: 'motivo novo' } }, 'ED05 - motivo novo'],
    // This reason concerns an authorisation of Pix Automático, not a payment.
    [{ erro: { codigo: 'AP15', motivo: 'autorização rejeitada' } }, 'ED05 - autorização rejeitada'],
    [{ erro: 5 }, 'ED05 - Falha na liquidação'],
  ])('NAO_REALIZADO with the unknown reason %j ends the payment too', async (gnExtras, text) => {
    const said = await efi(ok({ ...paid, status: 'NAO_REALIZADO', gnExtras })).findPayment(order);
    expect(said).toMatchObject({ kind: 'failed', code: 'ED05', text });
  });

  test.each([
    ['another payment', { ...paid, idEnvio: '43' }],
    ['no amount', { ...paid, valor: undefined }],
    ['an invalid amount', { ...paid, valor: '10,50' }],
    ['an amount in another format', { ...paid, valor: '10.5' }],
    ['a zero amount', { ...paid, valor: '0.00' }],
    ['nothing', {}],
    ['a list', [paid]],
  ])('a payment answer with %s is not accepted as evidence', async (_, body) => {
    expect(await efi(ok(body, 201)).sendPayment(order)).toEqual({ kind: 'unknown' });
    expect(await efi(ok(body)).findPayment(order)).toEqual({ kind: 'unknown' });
  });

  test('the recipient is read from the PSP’s answer about a payment', async () => {
    const favorecido = {
      identificacao: { nome: 'Maria', cpf: '***.456.789-**' },
      contaBanco: { codigoBanco: '60701190', agencia: '1', conta: '23', tipoConta: 'svgs' },
    };
    expect(await efi(ok({ ...paid, favorecido })).findPayment(order)).toMatchObject({
      recipient: {
        name: 'Maria',
        legalId: '***.456.789-**',
        ispb: '60701190',
        institutionName: 'ITAÚ UNIBANCO S.A.',
        branch: '1',
        accountNumber: '23',
        accountType: 'SAVING_ACCOUNT',
      },
    });
  });

  test('a 409 for our payment reference leads to a look-up', async () => {
    const twice = { status: 409, body: { nome: 'id_envio_duplicado' } };
    const { call, asked } = answering(twice, ok(paid));

    expect(await makeEfi(call).sendPayment(order)).toMatchObject({ kind: 'settled' });
    expect(asked.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'PUT /v3/gn/pix/42',
      'GET /v2/gn/pix/enviados/id-envio/42',
    ]);
    const lost = answerOf('efi', 'find', 'PixEnviadoNaoEncontrado');
    expect(await efi(twice, lost).sendPayment(order)).toEqual({ kind: 'unknown' });
  });

  test('the PSP’s answer that it does not know a payment counts with its documented word and status only', async () => {
    const answer = answerOf('efi', 'find', 'PixEnviadoNaoEncontrado');
    expect(await efi(answer).findPayment(order)).toEqual({ kind: 'not_found' });
    for (const other of [
      { ...answer, status: 500 },
      // A word about received payments.
      { status: 400, body: { nome: 'pix_nao_encontrado' } },
    ])
      expect(await efi(other).findPayment(order)).toEqual({ kind: 'unknown' });
  });

  test.each([
    ['REALIZADO', 'settled', { otherAmountCents: 900_000 }],
    ['EM_PROCESSAMENTO', 'unknown', { otherAmountCents: 900_000 }],
    ['OUTRO', 'unknown', { otherAmountCents: 900_000 }],
    // No money was debited.
    ['NAO_REALIZADO', 'failed', {}],
  ])(
    'the payment status %s for a different amount means %s, and the amount is reported unless the payment failed',
    async (status, kind, named) => {
      const said = ok({ ...paid, status, valor: '9000.00' });
      const answers = [
        await efi(said).findPayment(order),
        await efi({ ...said, status: 201 }).sendPayment(order),
      ];

      for (const answer of answers) {
        expect(answer.kind).toBe(kind);
        expect('otherAmountCents' in answer ? { otherAmountCents: answer.otherAmountCents } : {}).toEqual(
          named,
        );
      }
    },
  );

  const copyAndPaste =
    '00020101021226420014br.gov.bcb.pix2520sandbox.pix/cob/open5204000053039865802BR5907SANDBOX6009SAO PAULO62070503***6304B123';
  const detailed = { status: 'ATIVA', chave: 'fulano@example.com', txid, valor: { final: '10.50' } };
  const over = { kind: 'not_payable' } as const;
  const payable = { kind: 'payable', ...charge } as const;
  const silent = { kind: 'unknown' } as const;

  test('a copy-and-paste code that can no longer be read is not paid by its key instead', async () => {
    const { call, asked } = answering(ok({}));
    const said = await makeEfi(call).sendPayment({ ...order, copyAndPaste: `${copyAndPaste}9`, txid });

    expect([said, asked]).toEqual([{ kind: 'unknown' }, []]);
  });

  test.each<[string, object, ChargeLookup, string]>([
    ['is of another amount', { valor: { original: '40.00' } }, payable, 'BE17'],
    ['is of another amount with interest', { valor: { original: '10.50', final: '10.51' } }, payable, 'BE17'],
    ['has expired', { status: 'CONCLUIDA' }, payable, 'BE17'],
    ['has another receiver', { chave: 'mallory@example.com' }, payable, 'BE17'],
    ['is for another order', { txid: 'y'.repeat(26) }, payable, 'BE17'],
    ['has expired by our reading', {}, over, 'BE17'],
    ['has another amount by our reading', {}, { ...payable, amountCents: cents(1_051) }, 'BE17'],
    [
      'leaves the amount to the payer by our reading',
      {},
      { kind: 'payable', pixKey: charge.pixKey, txid },
      'BE17',
    ],
    ['has another receiver by our reading', {}, { ...payable, pixKey: 'mallory@example.com' }, 'BE17'],
    ['is for another order by our reading', {}, { ...payable, txid: 'y'.repeat(26) }, 'BE17'],
    [
      'has another amount by both readings',
      { valor: { final: '10.51' } },
      { ...payable, amountCents: cents(1_051) },
      'BE17',
    ],
    ['cannot be read by us', {}, silent, 'ED05'],
    ['is unreadable', { chave: 5 }, payable, 'ED05'],
  ])('a dynamic code is not paid if its charge %s at the time of payment', async (_, change, own, code) => {
    const { call, asked } = answering(ok({ ...detailed, ...change }));

    const said = await makeEfi(call, own).sendPayment({ ...order, copyAndPaste, txid });

    const text = {
      BE17: 'BE17 - QR Code rejeitado pelo recebedor',
      ED05: 'ED05 - Cobrança do QR Code não pôde ser lida',
    }[code];
    expect(said).toEqual({ kind: 'failed', code, text, isUnsent: true });
    expect(asked.map(({ path }) => path)).toEqual(['/v2/gn/qrcodes/detalhar']);
  });

  test('a dynamic code that the PSP refuses to pay is not paid', async () => {
    const { call } = answering(ok(detailed), answerOf('efi', 'read code', 'qrcode.pixCopiaECola'));

    expect(await makeEfi(call).sendPayment({ ...order, copyAndPaste, txid })).toEqual({
      kind: 'failed',
      code: 'ED05',
      text: 'ED05 - QR Code não pode ser pago',
    });
  });

  test('a dynamic code is not paid if the PSP does not answer about the code', async () => {
    const call: CallPsp = async () => Promise.reject(new Error('hang'));

    expect(await makeEfi(call).sendPayment({ ...order, copyAndPaste, txid })).toEqual({
      kind: 'failed',
      code: 'ED05',
      text: 'ED05 - Cobrança do QR Code não pôde ser lida',
      isUnsent: true,
    });
  });

  test('a different amount in the answer to the payment of a code is reported immediately', async () => {
    const { call } = answering(
      ok(detailed),
      ok({ ...paid, status: 'EM_PROCESSAMENTO', valor: '9000.00' }, 201),
    );

    expect(await makeEfi(call).sendPayment({ ...order, copyAndPaste, txid })).toEqual({
      kind: 'unknown',
      state: 'under way',
      otherAmountCents: 900_000,
    });
  });
});

describe('a refund answer of the PSP', () => {
  test.each([
    ['DEVOLVIDO', { kind: 'settled', returnId }],
    ['EM_PROCESSAMENTO', { kind: 'accepted', returnId }],
    ['NAO_REALIZADO', { kind: 'rejected', returnId, text: 'sem saldo' }],
    ['OUTRO', { kind: 'unknown', undocumented: 'OUTRO' }],
  ])(
    'the refund status %s means the same in the answer to a request and in a look-up',
    async (status, outcome) => {
      const body = { ...returned, status, motivo: 'sem saldo' };
      expect(await bcb(ok(body, 201)).requestRefund(refund)).toEqual(outcome);
      expect(await bcb(ok(body)).findRefund(refund)).toEqual(outcome);
    },
  );

  test.each([
    ['DEVOLVIDO', { kind: 'settled', returnId, otherAmountCents: 9_000 }],
    ['EM_PROCESSAMENTO', { kind: 'accepted', returnId, otherAmountCents: 9_000 }],
    ['NAO_REALIZADO', { kind: 'rejected', returnId, text: 'sem saldo' }],
    ['OUTRO', { kind: 'unknown', undocumented: 'OUTRO' }],
  ])(
    'the refund status %s for a different amount reports that amount if money has moved or may move',
    async (status, outcome) => {
      const body = { ...returned, status, motivo: 'sem saldo', valor: '90.00' };
      expect(await bcb(ok(body, 201)).requestRefund(refund)).toEqual(outcome);
      expect(await bcb(ok(body)).findRefund(refund)).toEqual(outcome);
    },
  );

  test.each([undefined, '10,50', '0.00', '1e1'])(
    'a refund answer with the amount %s is not accepted as evidence',
    async (valor) => {
      expect(await bcb(ok({ ...returned, valor })).findRefund(refund)).toEqual({ kind: 'unknown' });
    },
  );

  test('a 409 for our refund reference leads to a look-up', async () => {
    const twice = { status: 409, body: { nome: 'devolucao_id_duplicado' } };
    expect(await bcb(twice, ok(returned)).requestRefund(refund)).toEqual({ kind: 'settled', returnId });
  });

  test('a refusal of a refund is no evidence unless a look-up does not find the refund', async () => {
    const refused = answerOf('bcb', 'refund', 'PixDevolucaoInvalida');
    for (const [found, said] of [
      [ok(returned), { kind: 'settled', returnId }],
      [ok({ ...returned, status: 'EM_PROCESSAMENTO' }), { kind: 'accepted', returnId }],
      [{ status: 503, body: {} }, { kind: 'unknown' }],
      [{ status: 404, body: {} }, { kind: 'unknown' }],
    ] as const)
      expect(await bcb(refused, found).requestRefund(refund)).toEqual(said);
  });

  test('a refusal of a refund is passed on with the PSP’s message', async () => {
    const type = 'https://pix.bcb.gov.br/api/v2/error/PixDevolucaoInvalida';
    const refused = { status: 400, body: { type, status: 400, detail: 'fora do prazo' } };
    const missing = answerOf('bcb', 'find refund', 'PixDevolucaoNaoEncontrada');
    expect(await bcb(refused, missing).requestRefund(refund)).toEqual({
      kind: 'refused',
      text: 'fora do prazo',
    });
  });
});

describe('any answer of the PSP', () => {
  const anyBody = fc.oneof(
    fc.jsonValue(),
    fc.record(
      {
        idEnvio: fc.constantFrom('42', '43', 42),
        id: fc.constantFrom('7', '8'),
        status: fc.constantFrom('REALIZADO', 'NAO_REALIZADO', 'DEVOLVIDO', 'EM_PROCESSAMENTO', 'X', null),
        valor: fc.constantFrom('10.50', '10.5', 10.5, '1.00'),
        rtrId: fc.constantFrom(returnId, 'short', 5),
        endToEndId: fc.constantFrom(endToEndId, 'x'),
        gnExtras: fc.jsonValue(),
        favorecido: fc.jsonValue(),
        nome: fc.constantFrom(...Object.keys(errorNames), 'other', '__proto__', 'constructor'),
        type: fc.constantFrom(
          ...Object.keys(errorNames).map((name) => `https://pix.bcb.gov.br/api/v2/error/${name}`),
          'about:blank',
        ),
      },
      { requiredKeys: [] },
    ),
  );
  const anyAnswer: fc.Arbitrary<PspAnswer> = fc.record({
    status: fc.oneof(
      fc.constantFrom(200, 201, 400, 404, 409, 410, 422, 500, 503),
      fc.integer({ min: 100, max: 599 }),
    ),
    body: fc.option(anyBody, { nil: undefined }),
  });

  /** Defines evidence a second time, without the service's code: the state of exactly this payment, or a documented refusal. */
  const isRefusal = (
    errors: typeof paymentErrors,
    { status, body }: PspAnswer,
    ends: readonly string[],
  ): boolean => {
    const { nome, type } = (body ?? {}) as { nome?: string; type?: string };
    const name = String(type ?? '').startsWith('https://pix.bcb.gov.br/api/v2/error/')
      ? String(type).slice(36)
      : nome;
    const meaning = Object.entries(errors).find(([known]) => known === name)?.[1];
    return meaning?.status === status && ends.includes(meaning.ends);
  };

  test('an answer ends a payment only if it has the evidence for that', async () => {
    await fc.assert(
      fc.asyncProperty(anyAnswer, anyAnswer, async (first, second) => {
        const { call, asked } = answering(first, second);
        const outcome = await asAsked(makeEfi(call)).sendPayment(order);
        const last = asked.length === 1 ? first : second;
        const body = (last.body ?? {}) as { idEnvio?: unknown; status?: unknown };
        const isOurs = [200, 201].includes(last.status) && body.idEnvio === '42';
        if (outcome.kind === 'settled') expect([isOurs, body.status]).toEqual([true, 'REALIZADO']);
        else if (outcome.kind !== 'unknown')
          expect(
            (isOurs && body.status === 'NAO_REALIZADO') ||
              isRefusal(paymentErrors, last, ['failed', 'refused']),
          ).toBe(true);

        const found = await efi(first).findPayment(order);
        const told = (first.body ?? {}) as { idEnvio?: unknown; status?: unknown };
        if (found.kind === 'not_found') expect(isRefusal(paymentErrors, first, ['not found'])).toBe(true);
        else if (found.kind !== 'unknown') {
          expect([first.status, told.idEnvio]).toEqual([200, '42']);
          expect(told.status).toBe(found.kind === 'settled' ? 'REALIZADO' : 'NAO_REALIZADO');
        }
      }),
      { numRuns: 5_000 },
    );
  });

  test('an answer ends a refund only if it has the evidence for that', async () => {
    await fc.assert(
      fc.asyncProperty(anyAnswer, anyAnswer, async (first, second) => {
        const { call, asked } = answering(first, second);
        const outcome = await asAsked(makeBcbRefunds(call)).requestRefund(refund);
        const last = asked.length === 1 ? first : second;
        const body = (last.body ?? {}) as { id?: unknown; status?: unknown; rtrId?: unknown };
        if (outcome.kind === 'refused') {
          expect(isRefusal(refundErrors, first, ['refused'])).toBe(true);
          expect(isRefusal(refundErrors, second, ['not found'])).toBe(true);
        }
        if (outcome.kind === 'refused' || outcome.kind === 'unknown') return;
        expect([body.id, body.rtrId]).toEqual(['7', returnId]);
        const states: unknown[] = {
          settled: ['DEVOLVIDO'],
          rejected: ['NAO_REALIZADO'],
          accepted: ['EM_PROCESSAMENTO'],
        }[outcome.kind];
        expect(states).toContain(body.status);
      }),
      { numRuns: 5_000 },
    );
  });

  test.each(['hang', 'reset'])(
    'a missing answer (%s) is thrown as an error, and the outcome stays unknown',
    async (why) => {
      const call: CallPsp = async () => {
        throw new Error(why);
      };
      await expect(makeEfi(call).sendPayment(order)).rejects.toThrow(why);
      await expect(makeBcbRefunds(call).requestRefund(refund)).rejects.toThrow(why);
    },
  );
});
