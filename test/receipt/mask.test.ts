import { expect, test } from 'vitest';
import { shownName, shownTaxId } from '../../lib/receipt/mask.ts';
import { amountIn, legalIdIn, timeIn } from '../../lib/receipt/words.ts';

test.each([
  ['12345678909', '***.456.789-**'],
  ['123.456.789-09', '***.456.789-**'],
  ['***.456.789-**', '***.456.789-**'],
  ['11222333000181', '11222333000181'],
  ['11.222.333/0001-81', '11222333000181'],
  ['12ABC34501DE35', '12ABC34501DE35'],
  ['1234567890', null],
  ['***12345678909', '***.456.789-**'],
  ['', null],
  [undefined, null],
])('of the document %s a receipt shows %s', (text, shown) => {
  expect(shownTaxId(text)).toBe(shown);
});

test.each([
  ['Fulana de Tal', 'Fulana de Tal'],
  ['Joao da Silva 12345678909', 'Joao da Silva ***.456.789-**'],
  ['123.456.789-09 Joao', '***.456.789-** Joao'],
  ['Obra 11222333000181', 'Obra 11222333000181'],
  [' Ana\u202e\n\u0000 Souza\u200b ', 'Ana Souza'],
  ['\u2028', null],
  [undefined, null],
])('of the name %j a receipt shows %j', (text, shown) => {
  expect(shownName(text)).toBe(shown);
});

test('amounts and times are written as each language does', () => {
  expect([0.01, 1, 999.9, 1000, 1234567.89, 9999999999.99].map((reais) => amountIn('pt', reais))).toEqual(
    ['0,01', '1,00', '999,90', '1.000,00', '1.234.567,89', '9.999.999.999,99'].map(
      (text) => `R$\u00a0${text}`,
    ),
  );
  expect(amountIn('en', 1234567.89)).toBe('R$\u00a01,234,567.89');
  expect(timeIn('pt', '2027-01-01T02:59:59.999Z')).toBe('31/12/2026, 23:59:59');
  expect(timeIn('en', '2026-03-05T15:04:05.000Z')).toBe('5 Mar 2026, 12:04:05');
  expect(['11222333000181', '12ABC34501DE35', '***.456.789-**'].map(legalIdIn)).toEqual([
    '11.222.333/0001-81',
    '12.ABC.345/01DE-35',
    '***.456.789-**',
  ]);
});
