// Compares the adapters with the answers that the PSPs document: whose fault each answer is decides what may follow.

import { describe, expect, test } from 'vitest';
import { cents } from '../../lib/base/money.ts';
import { makeBcbReceived } from '../../lib/network/bcb/received.ts';
import { makeBcbRefunds } from '../../lib/network/bcb/refunds.ts';
import { refundStates } from '../../lib/network/bcb/words.ts';
import { makeEfiDefence } from '../../lib/network/efi/defence.ts';
import { makeEfiPayouts } from '../../lib/network/efi/payouts.ts';
import * as efi from '../../lib/network/efi/words.ts';
import { accepted, OwnFault } from '../../lib/network/own-fault.ts';
import { returnCodeOf } from '../../lib/network/return-codes.ts';
import { networkPixBody } from '../../lib/network/schemas.ts';
import { makeWooviPayouts } from '../../lib/network/woovi/payouts.ts';
import { reasonIn } from '../../lib/network/woovi/read.ts';
import { makeWooviRecoveries } from '../../lib/network/woovi/recoveries.ts';
import * as woovi from '../../lib/network/woovi/words.ts';
import { type Documented, documents } from '../../tools/psp-documents.ts';
import { answering, order } from './kit.ts';

const nobody = { status: 503, body: {} };
const noCharge = async () => ({ kind: 'not_payable' }) as const;
const efiBy = (answer: Documented) =>
  makeEfiPayouts(answering(answer, nobody).call, 'us@example.com', noCharge);
const wooviBy = (answer: Documented) => makeWooviPayouts(answering(answer, nobody).call, '', noCharge);
const place = { reference: '42', amountCents: cents(1_050) };
const refund = { ...place, endToEndId: 'E09089356202611211200000000000001' };

const defence = { reportId: 'infracao-1', position: 'contest', text: 'Foi entregue' } as const;

/** Asks the adapter of a PSP, which gets the answer to its first request. */
const ask: Record<string, (answer: Documented) => Promise<object | undefined>> = {
  'efi send': (answer) => efiBy(answer).sendPayment(order),
  'efi defend': (answer) => makeEfiDefence(answering(answer).call)(defence),
  'efi find': (answer) => efiBy(answer).findPayment(place),
  'efi find refund': (answer) => makeBcbRefunds(answering(answer).call).findRefund(refund),
  'efi refund': (answer) =>
    makeBcbRefunds(answering(answer, nobody).call).requestRefund({ ...refund, information: '' }),
  'efi find received': async (answer) => (await received(answer)) ?? { kind: 'not_found' },
  'woovi send': (answer) => wooviBy(answer).sendPayment(order),
  'woovi find key': (answer) => wooviBy(answer).resolveKey('fulano@example.com'),
  'woovi request recovery': (answer) => recovering(answer).request(recovery),
  'woovi find recovery': (answer) => recovering(answer).find({ endToEndId: recovery.endToEndId }),
  'woovi cancel recovery': (answer) => recovering(answer).cancel('3e760cd5-39b2-45da-8ab6-b212cf205568'),
  'bcb find refund': (answer) => makeBcbRefunds(answering(answer).call).findRefund(refund),
  'bcb refund': (answer) =>
    makeBcbRefunds(answering(answer, nobody).call).requestRefund({ ...refund, information: '' }),
  'bcb find received': async (answer) => (await received(answer)) ?? { kind: 'not_found' },
};
const recovering = (answer: Documented) => makeWooviRecoveries(answering(answer, nobody).call);
const recovery = { endToEndId: refund.endToEndId, situation: 'SCAM', details: 'a fake shop' } as const;
const received = (answer: Documented) =>
  makeBcbReceived(answering(answer).call, () => {}).findReceived(refund.endToEndId);

const all = Object.entries(documents).flatMap(([psp, { answers }]) =>
  answers.map((answer) => [psp, answer.call, answer.status, JSON.stringify(answer.body), answer] as const),
);
const of = (...faults: string[]) =>
  all.filter(([psp, call, , , { fault }]) => faults.includes(fault) && ask[`${psp} ${call}`]);

describe('a documented answer of a PSP', () => {
  test.each(of('ours'))(
    '%s %s %i %s is a fault of ours, and ends nothing',
    async (psp, call, _, __, answer) => {
      expect(await ask[`${psp} ${call}`]?.(answer)).toEqual({
        kind: 'unknown',
        ownFault: expect.any(String),
      });
    },
  );

  test.each(of('psp', 'unclear'))('%s %s %i %s ends nothing', async (psp, call, _, __, answer) => {
    expect(await ask[`${psp} ${call}`]?.(answer)).toMatchObject({ kind: 'unknown' });
  });

  const refused = of('payee', 'payment').filter(([, call]) => !call.endsWith('refund'));
  test.each(refused)('%s %s %i %s is about this payment only', async (psp, call, _, __, answer) => {
    const said = await ask[`${psp} ${call}`]?.(answer);
    expect(['failed', 'refused', 'not_found']).toContain((said as { kind: string }).kind);
    expect(said).not.toHaveProperty('ownFault');
  });

  const asked = of('payment', 'none').filter(([, call]) => call === 'refund');
  test.each(asked)('%s %s %i %s ends a refund only by a look-up', async (psp, call, _, __, answer) => {
    expect(await ask[`${psp} ${call}`]?.(answer)).toEqual({ kind: 'unknown' });
  });

  const missing = of('none').filter(([, call]) => call.startsWith('find'));
  test.each(missing)(
    '%s %s %i %s means that there is nothing under this id',
    async (psp, call, _, __, answer) => {
      expect(await ask[`${psp} ${call}`]?.(answer)).toEqual({ kind: 'not_found' });
    },
  );

  const refusals = all.filter(([, call, , , { fault }]) => call === 'any' && fault === 'ours');
  test.each(refusals)('%s %s %i %s stops the client', async (_, __, ___, ____, answer) => {
    const call = accepted(async () => answer);
    await expect(call({ method: 'GET', path: '/' })).rejects.toBeInstanceOf(OwnFault);
  });
});

describe('the words of the documents', () => {
  test.each([
    ['efi', efi.paymentStates],
    ['woovi', woovi.paymentStates],
    ['bcb', refundStates],
  ] as const)(
    'the states of %s are those of its adapter, except states that documents contradict',
    (psp, own) => {
      const told = documents[psp].states.filter(({ means }) => means !== 'unclear');
      expect(own).toEqual(Object.fromEntries(told.map(({ word, means }) => [word, means])));
    },
  );

  test('the statuses of a funds recovery are those of Woovi’s document', () => {
    const told = documents.woovi.recoveryStates?.map(({ word, means }) => [word, means]);
    expect(woovi.recoveryStates).toEqual(Object.fromEntries(told ?? []));
  });

  test.each([
    ['efi', { ...efi.paymentErrors, ...efi.chargeErrors }],
    ['woovi', { ...woovi.paymentErrors, ...woovi.keyErrors, ...woovi.recoveryErrors, ...woovi.failureCodes }],
  ] as const)('each word that the adapter of %s knows is documented', (psp, own) => {
    const text = JSON.stringify(documents[psp]);
    const charges = ['CobNaoEncontrado', 'CobConsultaInvalida', 'PermanentementeRemovido'];
    const unknown = Object.keys(own).filter((word) =>
      word.split(' qrcode').some((part) => !text.includes(part.replace(/^\./, 'qrcode.'))),
    );
    expect(unknown.filter((word) => !charges.includes(word))).toEqual([]);
  });

  test.each(
    (documents.woovi.reasons ?? []).map(
      (one) => [JSON.stringify(one.error ?? one.transaction), one] as const,
    ),
  )(
    'Woovi’s reason %s is read as the fault of whom the document names',
    (_, { fault, from: __, ...told }) => {
      const said = reasonIn(told);
      expect(said).toMatchObject({ kind: expect.stringMatching(/failed|refused/) });
      expect(said.ownFault !== undefined).toBe(fault === 'ours');
      expect(said.code === 'ED05').toBe(fault === 'psp' || fault === 'unclear' || said.text.includes('AM12'));
    },
  );

  test('Efí’s callback gives the reason of a failed payment', () => {
    const [{ gnExtras } = { gnExtras: {} }] = documents.efi.reasons ?? [];
    const notice = { tipo: 'SOLICITACAO', status: 'NAO_REALIZADO', gnExtras: { idEnvio: '42', ...gnExtras } };
    expect(networkPixBody.parse({ pix: [notice] }).sent).toEqual([
      { id: 42, reason: expect.objectContaining({ kind: 'failed', code: 'AC03' }) },
    ]);
  });

  test('Efí’s field for the payer is read if the standard field is absent', () => {
    const payer = { nome: 'Maria', cnpj: '11222333000181', codigoBanco: '09089356' };
    const notice = {
      endToEndId: `E${'1'.repeat(31)}`,
      valor: '1.00',
      horario: '2026-11-21T12:00:00Z',
      gnExtras: { pagador: payer },
    };
    expect(networkPixBody.parse({ pix: [notice] }).pix[0]?.pagador).toMatchObject({
      nome: 'Maria',
      cnpj: '11222333000181',
    });
  });

  test('each kind of a return has the network’s code of the document', () => {
    const { natures = [] } = documents.bcb;
    expect(natures.map(({ word }) => [word, returnCodeOf(word)])).toEqual(
      natures.map(({ word, code }) => [word, code]),
    );
  });
});
