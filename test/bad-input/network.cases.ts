// Bad input to the network's callback.

import type { Table } from './ask.ts';
import { field } from './create-common.ts';
import { invalid, notJson, notTheNetwork, notUtf8, tooLong } from './refusals.ts';
import { plantedCpf } from './scene.ts';

export const pix = {
  endToEndId: 'E6070119020261121120000000000001',
  valor: '110.00',
  horario: '2026-11-21T09:10:00.000-03:00',
  pagador: { nome: 'Maria Silva', cpf: plantedCpf },
};
const payment = (change: object) => field('pix', [{ ...pix, ...change }]);
const noTime = invalid(['pix.0.horario', 'must be a date and time with a zone']);

export const network: Table = {
  route: 'POST /network/pix',
  request: ({ callers }) => ({
    path: '/network/pix',
    fields: { pix: [{ ...pix, chave: callers.owner.tenant.accounts[0]?.pix_key }] },
  }),
  rows: [
    ['B010', 'no signature', { headers: { hmac: undefined } }, notTheNetwork],
    ['B011', 'a wrong signature', { headers: { hmac: '0'.repeat(64) } }, notTheNetwork],
    ['B015', 'the signature of another body', { sent: '{"pix": []}' }, notTheNetwork],
    ['B018', 'a byte that is not UTF-8', { body: Buffer.from([0xff]) }, notUtf8],
    ['B024', 'no body', { body: '' }, notJson],
    ['B028', '65 KB', field('x', 'x'.repeat(65 * 1024)), tooLong],
    [
      'B034',
      'three places',
      payment({ valor: '1.000' }),
      invalid(['pix.0.valor', 'must have two decimal places']),
    ],
    [
      'B033',
      'an amount of 0',
      payment({ valor: '0.00' }),
      invalid(['pix.0.valor', 'must be greater than 0']),
    ],
    ['B041', 'a number for the payments', field('pix', 5), invalid(['pix', 'must be a list'])],
    ['B041', 'a number for a payment', field('pix', [5]), invalid(['pix.0', 'must be an object'])],
    [
      'B041',
      'a number for a payer',
      payment({ pagador: 5 }),
      invalid(['pix.0.pagador', 'must be an object']),
    ],
    [
      'B041',
      'a number for an id of a refund',
      payment({ devolucoes: { id: 5 } }),
      invalid(['pix.0.devolucoes.0.id', 'must be a string']),
    ],
    [
      'B041',
      'a number for a refund',
      payment({ devolucoes: 5 }),
      invalid(['pix.0.devolucoes.0', 'must be an object']),
    ],
    [
      'B028',
      '101 refunds of a payment',
      payment({ devolucoes: Array.from({ length: 101 }, () => ({ id: '5' })) }),
      invalid(['pix.0.devolucoes', 'must be at most 100']),
    ],
    ['B028', '101 payments', field('pix', Array(101).fill(pix)), invalid(['pix', 'must be at most 100'])],
    ['B090', 'a time without a zone', payment({ horario: '2026-11-21T09:10:00' }), noTime],
    ['B091', 'a time before all years', payment({ horario: '0000-01-01T00:00:00+14:00' }), noTime],
    ['B091', 'a time after all years', payment({ horario: '9999-12-31T23:59:59-14:00' }), noTime],
    [
      'B121',
      'an end-to-end id of another kind',
      payment({ endToEndId: 'D5' }),
      invalid(['pix.0.endToEndId', 'must be 32 letters and digits']),
    ],
  ],
};
