import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  completeCpf,
  isAlphanumericCnpj,
  isCnpj,
  isCpf,
  isSameTaxId,
  isTaxId,
  maskTaxId,
} from '../../lib/base/tax-id.ts';
import { anyCharacter } from '../support/any-character.ts';

describe('the check of a tax id:', () => {
  test.each([
    '12345678909',
    '52998224725',
    '39053344705',
    '40364478829',
    '96271845860',
    '28001238938',
    '11144477735',
  ])('CPF %s is valid', (text) => {
    expect(isCpf(text)).toBe(true);
  });

  test.each([
    '12345678901',
    '11122233300',
    '11257245286',
    '40364478837',
    '11111111111',
    '00000000000',
    '15503516030',
    '1234567890',
    '',
  ])('CPF %j is refused', (text) => {
    expect(isCpf(text)).toBe(false);
  });

  test.each([
    '11222333000181',
    '12345678000195',
    '11444777000161',
    '13723705000189',
    '00038166000105',
    '00000000000191',
    '09089356000118',
  ])('CNPJ %s is valid', (text) => {
    expect(isCnpj(text)).toBe(true);
  });

  test.each([
    '11222333000150',
    '12345678000190',
    '11444777000162',
    '11257245286531',
    '12345678901234',
    '00000000000000',
    '11111111111111',
    '12ABC34501DE35',
  ])('CNPJ %s is refused', (text) => {
    expect(isCnpj(text)).toBe(false);
  });

  test.each(['12ABC34501DE35', '11222333000181'])('CNPJ %s is valid if letters are allowed', (text) => {
    expect([isAlphanumericCnpj(text), isTaxId(text, true)]).toEqual([true, true]);
    expect(isTaxId(text, false)).toBe(isCnpj(text));
  });

  test.each(['12ABC34501DE36', '12abc34501de35', '12ABC34501DEA5', '00000000000000'])(
    'CNPJ %s is refused even if letters are allowed',
    (text) => {
      expect(isTaxId(text, true)).toBe(false);
    },
  );

  test('the nine digits of a masked CPF are completed with their check digits', () => {
    expect(completeCpf('123456789')).toBe('12345678909');
  });
});

test('tax ids are compared without their punctuation, but with their letters', () => {
  expect(isSameTaxId('123.456.789-09', '12345678909')).toBe(true);
  expect(isSameTaxId('12.ABC.345/01DE-35', '12ABC34501DE35')).toBe(true);
  expect(isSameTaxId('12ABC34501DE35', '12XYZ34501DE35')).toBe(false);
});

test('a CPF is shown masked, and a CNPJ is shown in full', () => {
  expect(maskTaxId('12345678909')).toBe('***.456.789-**');
  expect(maskTaxId('11222333000181')).toBe('11222333000181');
});

const digits = (length: number) =>
  fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: length, maxLength: length });

test('any nine digits have exactly one pair of check digits that makes a CPF', () => {
  const nine = digits(9).filter((text) => !/^(\d)\1*$/.test(text));
  fc.assert(
    fc.property(nine, digits(2), (start, other) => {
      const cpf = completeCpf(start);

      expect(isCpf(cpf)).toBe(true);
      expect(isCpf(start + other)).toBe(start + other === cpf);
    }),
  );
});

test('any text is a CPF, a CNPJ or neither, and a masked CPF hides five of its digits', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: anyCharacter }), digits(11), digits(14)), (text) => {
      if (isCpf(text)) expect(maskTaxId(text)).toMatch(/^\*{3}\.\d{3}\.\d{3}-\*{2}$/);
      if (isCpf(text) || isCnpj(text)) expect(text).toMatch(/^[0-9]{11}(?:[0-9]{3})?$/);
      expect(isCpf(text) && isCnpj(text)).toBe(false);
    }),
    { numRuns: 1_000 },
  );
});
