import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  amountMaxCents,
  cents,
  parseAmount,
  toDecimal,
  toDecimalText,
  withoutExponent,
} from '../../lib/base/money.ts';
import { anyCharacter } from '../support/any-character.ts';

describe('an amount', () => {
  test.each([
    ['100', 10_000],
    ['100.00', 10_000],
    ['50.5', 5_050],
    ['50.50', 5_050],
    ['35.41', 3_541],
    ['4.35', 435],
    ['1.15', 115],
    ['0.01', 1],
    ['1000', 100_000],
    ['9999999999.99', amountMaxCents],
  ])('the amount %s is %i cents', (text, expected) => {
    expect(parseAmount(text)).toBe(expected);
  });

  test.each([
    '0',
    '0.00',
    '-0',
    '-10.00',
    '+5',
    '100.999',
    '0.001',
    '100.000',
    '100.000000000000001',
    '1e2',
    '1E400',
    '1e-3',
    'NaN',
    'Infinity',
    '.5',
    '5.',
    '0x10',
    '1_000',
    '100,00',
    '1.000,00',
    'R$ 10',
    '',
    ' 10 ',
    '007',
    '10\n',
    '٣',
    '99999999999.00',
    '9007199254740993',
  ])('the amount %j is refused', (text) => {
    expect(parseAmount(text)).toBeUndefined();
  });

  test.each([
    ['1e2', '100'],
    ['1E+2', '100'],
    ['100.000', '100'],
    ['1.005e2', '100.5'],
    ['5050e-2', '50.5'],
    ['0.000', '0'],
    ['100.001', '100.001'],
    ['1e-3', '0.001'],
    ['1e400', '1e400'],
    ['-1e2', '-1e2'],
    [`0.${'0'.repeat(60)}1`, `0.${'0'.repeat(60)}1`],
    [`1.${'0'.repeat(60)}`, `1.${'0'.repeat(60)}`],
  ])('the JSON number %s is %s', (text, plain) => {
    expect(withoutExponent(text)).toBe(plain);
  });

  test('the value of a JSON number is unchanged without its exponent', () => {
    const digits = fc.integer({ min: 0, max: 999_999_999_999 });
    fc.assert(
      fc.property(digits, fc.integer({ min: -20, max: 20 }), (value, exponent) => {
        expect(Number(withoutExponent(`${value}e${exponent}`))).toBe(Number(`${value}e${exponent}`));
      }),
    );
  });

  test('every amount in cents is unchanged after it was written and read', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: amountMaxCents }), (value) => {
        const decimal = toDecimal(cents(value));
        expect(parseAmount(decimal.toFixed(2))).toBe(value);
        expect(JSON.stringify(decimal)).toMatch(/^\d+(\.\d{1,2})?$/);
      }),
    );
  });
});

describe('any decimal text as an amount', () => {
  const whole = fc.bigInt({ min: 0n, max: 99_999_999_999n });
  const fraction = fc.option(
    fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: 1, maxLength: 4 }),
  );

  test('a decimal text gives exactly the cents of integer arithmetic, or is refused', () => {
    fc.assert(
      fc.property(whole, fraction, (digits, places) => {
        const text = places === null ? `${digits}` : `${digits}.${places}`;
        const exact = digits * 100n + BigInt((places ?? '').slice(0, 2).padEnd(2, '0'));
        const isAmount = (places ?? '').length <= 2 && exact > 0n && exact <= BigInt(amountMaxCents);

        expect(parseAmount(text)).toBe(isAmount ? Number(exact) : undefined);
      }),
      { numRuns: 1_000 },
    );
  });

  test('an amount is unchanged to the cent after it was written and read as JSON', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: amountMaxCents }), (value) => {
        expect(parseAmount(JSON.stringify(toDecimal(cents(value))))).toBe(value);
      }),
    );
  });

  test('an amount with anything before, inside or after it is refused', () => {
    const extra = fc.string({ minLength: 1, maxLength: 3 }).filter((text) => /[^\d.]/.test(text));
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 99_999 }), fc.nat(6), extra, (value, at, noise) => {
        const text = toDecimal(cents(value)).toFixed(2);
        expect(parseAmount(text.slice(0, at) + noise + text.slice(at))).toBeUndefined();
      }),
    );
  });
});

test.each([
  [0, '0.00'],
  [1, '0.01'],
  [10, '0.10'],
  [100, '1.00'],
  [5_050, '50.50'],
  [amountMaxCents, '9999999999.99'],
  [-5, '-0.05'],
  [-50, '-0.50'],
  [-12_345, '-123.45'],
])('%i cents are sent to the network as "%s"', (value, text) => {
  expect(toDecimalText(cents(value))).toBe(text);
});

test.each([0.5, 1e-9, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53, -(2 ** 53)])(
  '%d is not a valid number of cents',
  (value) => {
    expect(() => cents(value)).toThrow(new TypeError('cents must be a whole number'));
  },
);

test('any text is parsed as an amount or refused, without an exception', () => {
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter }), (text) => {
      const value = parseAmount(text);
      expect(value === undefined || (Number.isSafeInteger(value) && value > 0)).toBe(true);
    }),
  );
});

test('a number of cents must be an integer', () => {
  expect(() => cents(0.5)).toThrow(TypeError);
});
