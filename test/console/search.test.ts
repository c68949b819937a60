import { expect, test } from 'vitest';
import { readSearch } from '../../lib/console/search.ts';

test.each([
  ['8125094371265', { one: { id: 8_125_094_371_265 } }],
  ['PX-015A-GDBR-9J3P', { one: { codeTransaction: 'PX-015A-GDBR-9J3P' } }],
  ['E99999010202611211504002VOM7EKSH', { one: { endToEndId: 'E99999010202611211504002VOM7EKSH' } }],
  [
    'https://pay.example/receipts/AAdj9LRSGw9bC1n2o3p4q5r6s7t8u9v',
    { one: { receiptCode: 'AAdj9LRSGw9bC1n2o3p4q5r6s7t8u9v' } },
  ],
])('the search text %s is read as the identifier of a payment', (text, read) => {
  expect(readSearch(text)).toEqual(read);
});

test.each([
  ['123.456.789-09', { filter: { recipient_legal_id: '12345678909' } }],
  ['12.345.678/0001-95', { filter: { recipient_legal_id: '12345678000195' } }],
  ['12ABC34501DE35', { filter: { recipient_legal_id: '12ABC34501DE35' } }],
  [' fulano@example.com ', { filter: { key: 'fulano@example.com' } }],
  ['+5511999998888', { filter: { key: '+5511999998888' } }],
  ['7d9f0335-8dcc-4054-9bf9-0dbd61d36906', { filter: { key: '7d9f0335-8dcc-4054-9bf9-0dbd61d36906' } }],
  ['Fulana de Tal', { anything: { text: 'Fulana de Tal', amountCents: undefined } }],
  ['R$ 1.250,90', { anything: { text: 'R$ 1.250,90', amountCents: 125_090 } }],
  ['89.5', { anything: { text: '89.5', amountCents: 8_950 } }],
  ['1250', { one: { id: 1_250 }, anything: { text: '1250', amountCents: 125_000 } }],
])('the search text %s is read as a filter of the list', (text, read) => {
  expect(readSearch(text)).toEqual(read);
});

test('a search text of eleven digits is read both as an id and as a CPF', () => {
  expect(readSearch('12345678909')).toEqual({
    one: { id: 12_345_678_909 },
    filter: { recipient_legal_id: '12345678909' },
  });
});
