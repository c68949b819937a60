import { expect, test } from 'vitest';
import { readAmount } from '../../lib/console/read-amount.ts';

test.each([
  ['1250', '1250'],
  ['1250,9', '1250.9'],
  ['1250.90', '1250.90'],
  ['R$ 1.250,90', '1250.90'],
  ['1,250.90', '1250.90'],
  ['1.234.567,89', '1234567.89'],
  ['1 234 567,89', '1234567.89'],
  ['R$\u00a01 250', '1250'],
  [' 1250 ', '1250'],
])('the amount %s is read as %s reais', (typed, amount) => {
  expect(readAmount(typed)).toBe(amount);
});

test.each([
  '',
  '1.234',
  '1,234',
  '1.2345,00',
  '12.34,5',
  '1e3',
  '-5',
  '1 250,999',
  'R$',
  '٣',
  '10 50',
  '1 2',
  '12 34,5',
])('the invalid or ambiguous amount %s is refused', (typed) => {
  expect(readAmount(typed)).toBeUndefined();
});
