import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parsePixKey } from '../../lib/account/pix-key.ts';
import { anyCharacter } from '../support/any-character.ts';

describe('a PIX key', () => {
  test.each([
    ['12345678909', 'CPF', '12345678909'],
    ['52998224725', 'CPF', '52998224725'],
    ['11222333000181', 'CNPJ', '11222333000181'],
    ['00000000000191', 'CNPJ', '00000000000191'],
    ['+5511987654321', 'PHONE', '+5511987654321'],
    ['+551130000000', 'PHONE', '+551130000000'],
    ['+12025550123', 'PHONE', '+12025550123'],
    ['fulano@example.com', 'EMAIL', 'fulano@example.com'],
    ['USER.Name+tag@Example.COM.br', 'EMAIL', 'user.name+tag@example.com.br'],
    ['Silva&Filhos@Example.com', 'EMAIL', 'silva&filhos@example.com'],
    ['+a@example.com', 'EMAIL', '+a@example.com'],
    ["a!#$&'*+/=?^_`{|}~-z@example.com", 'EMAIL', "a!#$&'*+/=?^_`{|}~-z@example.com"],
    ['71C7D9BE-4b85-4e43-9f1c-1f3b8b4e9a2d', 'EVP', '71c7d9be-4b85-4e43-9f1c-1f3b8b4e9a2d'],
  ])('the PIX key %s is of the type %s', (text, type, value) => {
    expect(parsePixKey(text)).toEqual({ type, value });
  });

  test.each([
    ['empty', ''],
    ['spaces', '   '],
    ['CPF with a wrong digit', '12345678901'],
    ['CPF with a wrong digit, valid as a phone', '11987654321'],
    ['CPF of one digit repeated', '11111111111'],
    ['CPF with punctuation', '123.456.789-09'],
    ['CNPJ with a wrong digit', '11222333000150'],
    ['CNPJ of zeros', '00000000000000'],
    ['thirteen digits', '1122233300018'],
    ['alphanumeric CNPJ', '12ABC34501DE35'],
    ['phone without plus', '5511999999999'],
    ['phone too short', '+55119999'],
    ['phone with spaces', '+55 11 99999-9999'],
    ['phone too long', '+551199999999999'],
    ['e-mail without a dot in its domain', 'a@b'],
    ['e-mail with two dots', 'a@b..com'],
    ['e-mail with a space', 'a b@c.com'],
    ['e-mail with a character unknown to the directory', 'a%b@c.com'],
    ['e-mail with two ats', 'a@b@c.com'],
    ['e-mail of 78 characters', `${'a'.repeat(66)}@example.com`],
    ['e-mail with a Kelvin sign', '\u212Aelvin@example.com'],
    ['UUID version 1', '123e4567-e89b-12d3-a456-426655440000'],
    ['nil UUID', '00000000-0000-0000-0000-000000000000'],
    ['UUID without hyphens', '71c7d9be4b854e439f1c1f3b8b4e9a2d'],
    ['UUID in braces', '{71c7d9be-4b85-4e43-9f1c-1f3b8b4e9a2d}'],
    ['line break at the end', 'fulano@example.com\n'],
    ['NUL', 'fulano\0@example.com'],
    ['Arabic-Indic digits', '١٢٣٤٥٦٧٨٩٠٩'],
  ])('a PIX key is refused: %s', (_, text) => {
    expect(parsePixKey(text)).toBeUndefined();
  });
});

const near = (unit: string, maxLength: number) => fc.string({ unit: fc.constantFrom(...unit), maxLength });

describe('any text as a PIX key', () => {
  const text = fc.oneof(
    fc.string({ unit: anyCharacter }),
    fc.emailAddress(),
    fc.uuid().map((id) => id.toUpperCase()),
    near('0123456789', 15),
    near('+5501239', 16).map((digits) => `+${digits}`),
    near('aZ.-@_', 30),
  );

  test('any text is a valid PIX key or is refused, and a valid key is unchanged when it is parsed again', () => {
    fc.assert(
      fc.property(text, (one) => {
        const key = parsePixKey(one);
        if (!key) return;
        expect(parsePixKey(key.value)).toEqual(key);
        expect(key.value).toMatch(/^[\x21-\x7e]{1,77}$/);
        expect(key.value).toBe(one.toLowerCase());
      }),
      { numRuns: 1_000 },
    );
  });

  test('a PIX key in capitals is the same key as in lower case', () => {
    fc.assert(
      fc.property(text, (one) => {
        const key = parsePixKey(one);
        if (key) expect(parsePixKey(one.toUpperCase())).toEqual(key);
      }),
    );
  });
});
