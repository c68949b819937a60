// Invalid PIX keys. They get a 400, as the contract requires, in the documented order of checks.

import type { Row } from './ask.ts';
import { field } from './create-common.ts';
import { invalid, refused, required, tooLong } from './refusals.ts';

export const badPixKey = refused('Invalid Pix Key');

export const pixKeyRows: Row[] = [
  ['B050', 'no key', field('key', undefined), required('key')],
  ['B050', 'null for a key', field('key', null), invalid(['key', 'must be a string'])],
  ['B050', 'a number for a key', field('key', 5), invalid(['key', 'must be a string'])],
  ['B051', 'an empty key', field('key', ''), badPixKey],
  ['B051', 'a key of spaces', field('key', '   '), badPixKey],
  ['B052', 'a CPF with a wrong digit', field('key', '12345678901'), badPixKey],
  ['B053', 'a CPF of one digit repeated', field('key', '11111111111'), badPixKey],
  ['B054', 'a CPF with punctuation', field('key', '123.456.789-09'), badPixKey],
  ['B055', 'a CNPJ with a wrong digit', field('key', '11222333000150'), badPixKey],
  ['B055', 'thirteen digits', field('key', '1122233300018'), badPixKey],
  ['B055', 'a CNPJ of zeros', field('key', '00000000000000'), badPixKey],
  ['B056', 'a CNPJ with letters', field('key', '12ABC34501DE35'), badPixKey],
  ['B057', 'a phone without its plus', field('key', '5511999999999'), badPixKey],
  ['B057', 'a short phone', field('key', '+55119999'), badPixKey],
  ['B057', 'a phone with spaces', field('key', '+55 11 99999-9999'), badPixKey],
  ['B058', 'eleven digits that would do as a phone', field('key', '11987654321'), badPixKey],
  ['B059', 'an e-mail without a dot in its domain', field('key', 'a@b'), badPixKey],
  ['B059', 'an e-mail with two dots', field('key', 'a@b..com'), badPixKey],
  ['B059', 'an e-mail with a space', field('key', 'a b@c.com'), badPixKey],
  ['B059', 'an e-mail of 78 characters', field('key', `${'a'.repeat(66)}@example.com`), badPixKey],
  ['B060', 'a Kelvin sign for a k', field('key', '\u212Aelvin@example.com'), badPixKey],
  ['B061', 'a UUID version 1', field('key', '123e4567-e89b-12d3-a456-426655440000'), badPixKey],
  ['B061', 'the nil UUID', field('key', '00000000-0000-0000-0000-000000000000'), badPixKey],
  ['B061', 'a UUID without hyphens', field('key', '71c7d9be4b854e439f1c1f3b8b4e9a2d'), badPixKey],
  ['B061', 'a UUID in braces', field('key', '{71c7d9be-4b85-4e43-9f1c-1f3b8b4e9a2d}'), badPixKey],
  ['B062', 'a key with a line break', field('key', 'fulano@example.com\r\n'), badPixKey],
  ['B062', 'a key with NUL', field('key', 'fulano\0@example.com'), badPixKey],
  ['B062', 'a key with a right-to-left mark', field('key', '\u200Ffulano@example.com'), badPixKey],
  ['B062', 'a key of 60 KB', field('key', 'a'.repeat(60_000)), badPixKey],
  ['B062', 'a key of 100 KB', field('key', 'a'.repeat(100_000)), tooLong],
  [
    'B062',
    'half a surrogate pair',
    field('key', '\ud800@example.com'),
    invalid(['key', 'must be well-formed Unicode']),
  ],
];
