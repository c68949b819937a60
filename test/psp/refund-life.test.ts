// The whole life of a chargeback at a PSP: what each word of the PSP leads to, and until when.

import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { pollChargeback } from '../../lib/chargeback/poll-chargeback.ts';
import { answerOf, documents } from '../../tools/psp-documents.ts';
import { type Caller, openCaller, openTenant, sendInProcess } from '../support/api.ts';
import { chargeBack, payQrCode, statusOf } from '../support/chargebacks.ts';
import { expectLedgerAddsUp, incidentsAbout } from '../support/ledger.ts';
import type { PspReply } from './fake-psp.ts';
import { openPspStack, type PspStack } from './psp-stack.ts';

let one: PspStack;
beforeAll(async () => {
  one = await openPspStack();
});
afterAll(() => one.close());
afterEach(() => {
  one.own.refuses = () => undefined;
  one.psp.faults.length = 0;
});

/** The answers of a PSP about refunds; without an answer, the fake answers by its own rules. */
type Answers = { put?: PspReply; get?: PspReply };
const silent = { status: 503, body: {} };
const day = 24;

function answer({ put, get }: Answers): void {
  one.own.refuses = ({ method, path }) => {
    if (!path.includes('/devolucao/')) return undefined;
    return method === 'PUT' ? put : get;
  };
}

const shown = (id: number, status: string, more: object = {}): PspReply => ({
  status: 200,
  body: { id: String(id), rtrId: returnIdOf(id), valor: '40.00', horario: {}, status, ...more },
});

/** Requests a refund of 40.00 of a payment of 100.00. */
async function openCase(payerName = 'fulano@example.com') {
  const send = sendInProcess(one.stack);
  const caller: Caller = await openCaller(send, await openTenant(send));
  const { qr_code_id } = await payQrCode(one.stack, caller, { payer: { name: payerName } });
  one.psp.seen.splice(0);
  const asked = await chargeBack(caller, qr_code_id, 40);
  const { id } = asked.body as { id: number };
  return {
    id,
    asked,
    caller,
    /** Looks the refund up at this age. */
    async at(hours: number): Promise<string> {
      const now = () => new Date(Date.now() + hours * 3_600_000);
      await pollChargeback({ ...one.stack.deps, now }, id);
      return (await statusOf(caller, { id })).body.status;
    },
    requests: () => one.psp.seen.filter(({ method }) => method === 'PUT').length,
    incidents: () => incidentsAbout(one.stack, `chargeback-${id}`),
    again: () => chargeBack(caller, qr_code_id, 40),
    books: () => expectLedgerAddsUp(one.stack, caller.tenant),
    /** The PSP's answer about this refund. */
    told: (status: string, more: object = {}): PspReply => shown(id, status, more),
  };
}
const returnIdOf = (id: number) => `D0908935620261121${String(id).padStart(15, '0')}`.slice(0, 32);

/** The documented answers to these calls that are no fault of ours or of the PSP. */
const documented = (call: string, fault: string) =>
  (['bcb', 'efi'] as const).flatMap((psp) =>
    documents[psp].answers
      .filter((said) => said.call === call && said.fault === fault)
      .map((said) => [psp, said.status, JSON.stringify(said.body), said] as const),
  );

describe('a refund whose first request was lost', () => {
  test.each(documented('find refund', 'none'))(
    'is requested again after %s says %i %s, and ends',
    async (_, __, ___, notFound) => {
      answer({ put: silent, get: notFound });
      const refund = await openCase();
      expect(refund.asked.body.status).toBe('PENDING');
      one.own.refuses = ({ method, path }) => {
        if (method !== 'GET' || !path.includes('/devolucao/')) return undefined;
        return one.psp.seen.filter((call) => call.method === 'PUT').length < 2 ? notFound : undefined;
      };

      await refund.at(0.1);

      expect([await refund.at(0.2), refund.requests()]).toEqual(['SUCCESS', 2]);
      expect(await refund.incidents()).toEqual([]);
    },
  );

  test.each(documented('find refund', 'none'))(
    'is REJECTED after a day in which %s says %i %s, and its money is free again',
    async (_, __, ___, notFound) => {
      answer({ put: silent, get: notFound });
      const refund = await openCase();
      for (const hours of [0.1, 11, 13, 23.9]) expect(await refund.at(hours)).toBe('PENDING');
      expect(refund.requests()).toBe(3);

      expect(await refund.at(day + 0.1)).toBe('REJECTED');

      expect([refund.requests(), await refund.incidents()]).toEqual([3, []]);
      expect(await refund.books()).toMatchObject({ availableCents: 1_010_000, heldCents: 0 });
      one.own.refuses = () => undefined;
      expect((await refund.again()).body.status).toBe('PENDING');
    },
  );

  test.each(documented('refund', 'payment').filter(([, , text]) => /encontrado/i.test(text)))(
    'is REJECTED after a day in which %s says %i %s, as if it knew no such payment',
    async (_, __, ___, noPayment) => {
      answer({ put: noPayment, get: noPayment });
      const refund = await openCase();
      expect(refund.asked.body.status).toBe('PENDING');
      for (const hours of [0.1, 23.9]) expect(await refund.at(hours)).toBe('PENDING');

      expect(await refund.at(day + 0.1)).toBe('REJECTED');

      expect(await refund.incidents()).toEqual([]);
      expect(await refund.books()).toMatchObject({ availableCents: 1_010_000, heldCents: 0 });
    },
  );
});

test.each(['drop after', '503 after', 'not JSON'] as const)(
  'a refund whose answer was lost (%s) is made once',
  async (fault) => {
    one.psp.faults.push(fault);
    const refund = await openCase();

    expect([await refund.at(0.1), refund.requests()]).toEqual(['SUCCESS', 1]);
    expect(await refund.books()).toMatchObject({ availableCents: 1_006_000, heldCents: 0 });
  },
);

test('a refund that is requested again while the PSP makes it is made once', async () => {
  one.psp.faults.push('drop after');
  const refund = await openCase();
  const notFound = answerOf('efi', 'find refund', 'devolucao_nao_encontrada');
  const looks = () => one.psp.seen.filter(({ method }) => method === 'GET').length;
  // The PSP's look-up is behind, so the request is sent again under the id that was used.
  one.own.refuses = ({ method }) => (method === 'GET' && looks() < 2 ? notFound : undefined);

  expect([await refund.at(0.1), refund.requests()]).toEqual(['SUCCESS', 2]);
  expect(await refund.books()).toMatchObject({ availableCents: 1_006_000, heldCents: 0 });
});

const used = [
  ...documented('refund', 'none'),
  // The Central Bank's word says that the request is invalid, or that the id was used before.
  ...documented('refund', 'payment').filter(([, , text]) => text.includes('PixDevolucaoInvalida')),
];

describe('a refund that the PSP refuses, because its id is used or for another reason', () => {
  /** Refuses the request, and shows the refund as made with this amount (reais). */
  function refuseAsMade(refused: PspReply, valor: string): void {
    one.own.refuses = ({ method, path }) => {
      const [, id] = /\/devolucao\/(\w+)$/.exec(path) ?? [];
      return id ? (method === 'PUT' ? refused : shown(Number(id), 'DEVOLVIDO', { valor })) : undefined;
    };
  }

  test.each(used)('is SUCCESS if it was made (%s %i %s)', async (_, __, ___, refused) => {
    refuseAsMade(refused, '40.00');
    const refund = await openCase();

    expect(refund.asked.body.status).toBe('SUCCESS');
    expect(await refund.books()).toMatchObject({ availableCents: 1_006_000, heldCents: 0 });
    expect(await refund.incidents()).toEqual([]);
  });

  test.each(used)(
    'is SUCCESS with an incident if it was made with another amount (%s %i %s)',
    async (_, __, ___, refused) => {
      refuseAsMade(refused, '30.00');
      const refund = await openCase();

      expect(refund.asked.body.status).toBe('SUCCESS');
      expect(await refund.incidents()).toMatchObject([{ kind: 'other_amount_paid' }]);
    },
  );

  test.each(used)(
    'is PENDING until the PSP says whether it was made (%s %i %s)',
    async (_, __, ___, refused) => {
      answer({ put: refused, get: silent });
      const refund = await openCase();
      expect(refund.asked.body.status).toBe('PENDING');
      expect(await refund.at(0.1)).toBe('PENDING');

      answer({ put: refused, get: refund.told('NAO_REALIZADO', { motivo: 'sem saldo' }) });
      expect(await refund.at(0.2)).toBe('REJECTED');
      expect(await refund.books()).toMatchObject({ availableCents: 1_010_000, heldCents: 0 });
    },
  );

  test('is refused at once if the PSP documents the refusal and has no such refund', async () => {
    const refused = answerOf('bcb', 'refund', 'PixDevolucaoInvalida');
    const put = { ...refused, body: { ...refused.body, detail: 'fora do prazo' } };
    answer({ put, get: answerOf('bcb', 'find refund', 'PixDevolucaoNaoEncontrada') });

    const refund = await openCase();

    expect([refund.asked.status, JSON.stringify(refund.asked.body)]).toEqual([
      400,
      expect.stringContaining('fora do prazo'),
    ]);
    expect(await refund.books()).toMatchObject({ availableCents: 1_010_000, heldCents: 0 });
  });

  test('opens an incident at once if the word is not documented, and ends only after a look-up', async () => {
    const put = { status: 400, body: { nome: 'saldo_insuficiente' } };
    answer({ put, get: answerOf('efi', 'find refund', 'devolucao_nao_encontrada') });
    const refund = await openCase();

    expect(refund.asked.body.status).toBe('PENDING');
    expect(await refund.incidents()).toMatchObject([
      { kind: 'unresolved_payment', details: expect.stringContaining('main answers with a word') },
    ]);
    expect([await refund.at(0.1), await refund.at(day + 0.1)]).toEqual(['PENDING', 'REJECTED']);
    expect(await refund.incidents()).toHaveLength(1);
  });
});

describe('a refund that the PSP does not end', () => {
  test.each([
    ['DEVOLVIDO', 'SUCCESS', 1_006_000],
    ['NAO_REALIZADO', 'REJECTED', 1_010_000],
  ])(
    'has an incident after a day in progress, and ends with %s after 80 days as %s',
    async (word, end, availableCents) => {
      answer({ put: silent });
      const refund = await openCase();
      answer({ get: refund.told('EM_PROCESSAMENTO') });
      for (const hours of [0.1, 12, 23.9]) expect(await refund.at(hours)).toBe('PENDING');
      expect(await refund.incidents()).toEqual([]);

      for (const days of [1.1, 2, 40, 80]) expect(await refund.at(days * day)).toBe('PENDING');

      expect(await refund.incidents()).toMatchObject([
        {
          kind: 'unresolved_payment',
          chargebackId: refund.id,
          details: expect.stringContaining('in progress'),
        },
      ]);
      answer({ get: refund.told(word) });
      expect(await refund.at(81 * day)).toBe(end);
      expect(await refund.books()).toMatchObject({ availableCents, heldCents: 0 });
    },
  );

  test.each([
    ['silence', silent, 'no outcome'],
    ['a refusal of ourselves', answerOf('bcb', 'refund', 'AcessoNegado'), '403 AcessoNegado'],
    ['an unclear word', answerOf('bcb', 'refund', 'PermanentementeRemovido'), 'PermanentementeRemovido'],
  ])('has an incident after a day of %s, and ends when the PSP answers', async (_, said, details) => {
    answer({ put: silent, get: said });
    const refund = await openCase();
    for (const hours of [0.1, 23.9, day + 0.1, 3 * day]) expect(await refund.at(hours)).toBe('PENDING');

    expect(await refund.incidents()).toContainEqual(
      expect.objectContaining({ kind: 'unresolved_payment', details: expect.stringContaining(details) }),
    );
    answer({ get: answerOf('efi', 'find refund', 'devolucao_nao_encontrada') });
    expect(await refund.at(4 * day)).toBe('REJECTED');
    expect(await refund.books()).toMatchObject({ availableCents: 1_010_000, heldCents: 0 });
  });

  test('has an incident after a day if the PSP had it and does not know it any more, and is not made again', async () => {
    const refund = await openCase('slow@sandbox.pix');
    expect(refund.asked.body.status).toBe('PENDING');
    answer({ get: answerOf('efi', 'find refund', 'devolucao_nao_encontrada') });
    for (const hours of [0.1, 23.9]) expect(await refund.at(hours)).toBe('PENDING');
    expect(await refund.incidents()).toEqual([]);

    expect(await refund.at(2 * day)).toBe('PENDING');

    expect([refund.requests(), await refund.incidents()]).toMatchObject([
      1,
      [{ kind: 'unresolved_payment', details: expect.stringContaining('does not know it now') }],
    ]);
  });

  test('has an incident at once if its state is a word that is not documented', async () => {
    answer({ put: silent });
    const refund = await openCase();
    answer({ get: refund.told('CANCELADO') });

    expect(await refund.at(0.1)).toBe('PENDING');

    expect(await refund.incidents()).toMatchObject([
      { kind: 'unresolved_payment', details: expect.stringContaining('CANCELADO') },
    ]);
  });
});
