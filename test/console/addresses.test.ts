// The address to which a sign-in, or a change of the language, leads back.

import { expect, test } from 'vitest';
import { listBefore, pageOf } from '../../lib/console/addresses.ts';

test.each([
  '/console',
  '/console/payments?status=NEW&q=a%20b',
  '/console/accounts/0001/21745413/rules',
  '/console/batches/0123456789abcdef0123456789abcdef/stop',
  '/console/files/0001/21745413/0123456789abcdef0123456789abcdef',
  '/desk/incidents/payouts-main-2026-11-27T12%3A00%3A00.000Z',
])('the page %s is led back to', (address) => {
  expect(pageOf(address)).toBe(address);
});

test.each([
  undefined,
  '',
  '//evil.example/console',
  'https://evil.example/console',
  '/console.evil.example',
  '/console/../desk',
  '/console//evil.example',
  '/console/payments#x',
  '/console/payments?to=//evil.example',
  '/console/sign-in',
  '/console/sign-in/begin?company=1',
  '/console/signed-in?code=1',
  '/console/sign-out',
  '/console/%73ign-out',
  '/console/language?lang=en',
  '/v3/batches',
])('instead of %s a person is led to the home of the console', (address) => {
  expect(pageOf(address)).toBe('/console');
});

test.each([
  ['/console/payments?q=ana&status=NEW', { to: '/console/payments?q=ana&status=NEW', name: 'payments' }],
  ['/console/accounts/0001/400764822', { to: '/console/accounts/0001/400764822', name: 'account' }],
  ['/console/cashouts/1', undefined],
  ['/console/sign-out', undefined],
  ['/desk/incidents', undefined],
])('a payment leads back to %s only if it is a list', (path, list) => {
  expect(listBefore(`https://pay.example${path}`, 'https://pay.example')).toEqual(list);
  expect(listBefore(`https://evil.example${path}`, 'https://pay.example')).toBeUndefined();
});
