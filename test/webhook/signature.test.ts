import { Webhook as Verifier } from 'standardwebhooks';
import { expect, test } from 'vitest';
import { formatSecret, signatureHeaders } from '../../lib/webhook/signature.ts';

const [first, second] = ['11', '22'].map((byte) => formatSecret(byte.repeat(32))) as [string, string];
const at = new Date();

test('the library of Standard Webhooks verifies every delivery, whatever its content', () => {
  for (const body of ['{"a":1}', '{"a":"ção \u{1F4B8}"}', '', 'x'.repeat(20_000)]) {
    const headers = signatureHeaders([first], 'cashout-1-created', at, body);
    const wrapped = body.startsWith('{') ? body : JSON.stringify(body);
    const signed = signatureHeaders([first], 'cashout-1-created', at, wrapped);

    expect(new Verifier(first).verify(wrapped, signed)).toEqual(JSON.parse(wrapped));
    expect(() => new Verifier(first).verify(`${body} `, headers)).toThrow();
    expect(() => new Verifier(second).verify(wrapped, signed)).toThrow();
  }
});

test('a delivery can be verified with either of two secrets', () => {
  const headers = signatureHeaders([first, second], 'cashout-1-created', at, '{}');

  for (const secret of [first, second]) expect(new Verifier(secret).verify('{}', headers)).toEqual({});
});

test('the signature covers the id, the time and the body', () => {
  const headers = signatureHeaders([first], 'cashout-1-created', at, '{}');
  const later = String(Number(headers['webhook-timestamp']) + 1);

  for (const change of [{ 'webhook-id': 'cashout-2-created' }, { 'webhook-timestamp': later }]) {
    expect(() => new Verifier(first).verify('{}', { ...headers, ...change })).toThrow();
  }
});
