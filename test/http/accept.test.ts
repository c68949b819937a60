import { expect, test } from 'vitest';
import { acceptedLanguage, acceptedType } from '../../lib/http/accept.ts';

const types = ['application/json', 'application/jose', 'text/html'] as const;

test.each([
  [undefined, 'application/json'],
  ['', 'application/json'],
  ['*/*', 'application/json'],
  ['text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', 'text/html'],
  ['Text/HTML', 'text/html'],
  ['text/*', 'text/html'],
  ['application/jose;q=0.9, application/json;q=0.8', 'application/jose'],
  ['*/*, application/json;q=0', 'application/jose'],
  ['image/png', 'application/json'],
  ['text/html;q=0', 'application/json'],
  ['text/html;q=nonsense', 'text/html'],
  [';;,q=/', 'application/json'],
])('the accept header %j selects %s of three content types', (header, type) => {
  expect(acceptedType(header, types)).toBe(type);
});

test.each([
  [undefined, 'pt'],
  ['pt-BR,pt;q=0.9,en;q=0.8', 'pt'],
  ['en-US,en;q=0.9', 'en'],
  ['de, en;q=0.5', 'en'],
  ['*', 'pt'],
  ['de', 'pt'],
])('the accept-language header %j selects %s of two languages', (header, language) => {
  expect(acceptedLanguage(header, ['pt', 'en'])).toBe(language);
});
