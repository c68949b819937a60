import { describe, expect, test } from 'vitest';
import { completeCpf, isCnpj, isCpf, maskTaxId } from '../../lib/tax-id.ts';

describe('check digits', () => {
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

  test('nine digits become a CPF', () => {
    expect(completeCpf('123456789')).toBe('12345678909');
  });
});

test('a CPF is masked, a CNPJ is public', () => {
  expect(maskTaxId('12345678909')).toBe('***.456.789-**');
  expect(maskTaxId('11222333000181')).toBe('11222333000181');
});
