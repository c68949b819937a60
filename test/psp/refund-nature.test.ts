// The kind (`natureza`) of a refund. Without it a refund is that of a common Pix, and no other payment is refunded.

import { expect, test } from 'vitest';
import { cents } from '../../lib/base/money.ts';
import { makeBcbReceived } from '../../lib/network/bcb/received.ts';
import { makeBcbRefunds } from '../../lib/network/bcb/refunds.ts';
import { networkPixBody } from '../../lib/network/schemas.ts';
import { answering } from './kit.ts';

const endToEndId = `E${'1'.repeat(31)}`;
const agent = { valor: '20.00', modalidadeAgente: 'AGPSS', prestadorDeServicoDeSaque: '12345678' };
const common = { endToEndId, valor: '100.00', horario: '2026-11-21T12:00:00Z', txid: 'QR7' };

test('a refund is requested without a kind, with its amount and its text only', async () => {
  const { call, asked } = answering({ status: 503, body: {} });
  const order = { reference: '7', endToEndId, amountCents: cents(1_050), information: 'Pedido 42' };

  await makeBcbRefunds(call).requestRefund(order);

  expect(asked.map(({ body }) => body)).toEqual([{ valor: '10.50', descricao: 'Pedido 42' }]);
});

test.each([
  [{ original: { valor: '100.00' } }, 'QR7'],
  [{ original: { valor: '95.00' }, juros: { valor: '5.00' } }, 'QR7'],
  [undefined, 'QR7'],
  [null, 'QR7'],
  [{ saque: agent }, undefined],
  [{ original: { valor: '80.00' }, troco: agent }, undefined],
  // The Central Bank's text forbids both parts together, but its own example has them.
  [{ original: { valor: '80.00' }, saque: agent }, undefined],
])('a received payment with the parts %j pays the code %s', async (componentesValor, txid) => {
  const notice = { ...common, componentesValor };

  const found = await makeBcbReceived(answering({ status: 200, body: notice }).call, () => {}).findReceived(
    endToEndId,
  );

  expect(found).toMatchObject({ endToEndId, valor: 10_000 });
  expect(found?.txid).toBe(txid);
  expect(networkPixBody.parse({ pix: [notice] }).pix[0]?.txid).toBe(txid);
});
