import { expect, test } from 'vitest';
import { parsePixKey } from '../../lib/account/pix-key.ts';
import { readKey } from '../../lib/account/read-key.ts';
import { readAmount } from '../../lib/base/read-amount.ts';
import { isCpf } from '../../lib/base/tax-id.ts';

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

test.each([
  ['529.982.247-25', '52998224725'],
  ['529 982 247 25', '52998224725'],
  ['00.000.000/0001-91', '00000000000191'],
  ['(11) 99999-8888', '+5511999998888'],
  ['11 99999-8888', '+5511999998888'],
  ['+55 (11) 99999-8888', '+5511999998888'],
  ['5511999998888', '+5511999998888'],
  ['(55) 3333-4444', '+555533334444'],
  ['Fulano@Example.com', 'Fulano@Example.com'],
  ['52998224725', '52998224725'],
  ['+14155550123', '+14155550123'],
])('the key %s is read as %s', (typed, key) => {
  expect(readKey(typed, false)).toBe(key);
});

test.each(['529.982.247-26', '52998224726', '11999998888', '123', 'fulano', '(11) 9999', '00000000000'])(
  'the text %s is no key, and stays as it is',
  (typed) => {
    expect(parsePixKey(readKey(typed, false))).toBeUndefined();
    expect(readKey(typed, false)).toBe(typed);
  },
);

test('a phone number that is written as one is not read as a CPF with the same digits', () => {
  const cpf = '11987650034';
  expect(isCpf(cpf)).toBe(true);
  expect([readKey(cpf, false), readKey('11 98765-0034', false)]).toEqual([cpf, `+55${cpf}`]);
});
