// Computes examples of the two signatures for implementations in other languages: docs/hmac-vectors.json, and a
// delivery in docs/webhooks.md.

import { createHmac } from 'node:crypto';
import { signatureHeaders } from '../lib/webhook/signature.ts';

type Vector = { name: string; secret: string; body?: string; body_hex?: string; times?: number };

const vectors: readonly Vector[] = [
  { name: 'RFC 4231, test case 2', secret: 'Jefe', body: 'what do ya want for nothing?' },
  { name: 'an empty body, as for GET and DELETE', secret: 'secret', body: '' },
  { name: 'a small body', secret: 'secret', body: '{"id":42}' },
  {
    name: 'the same with a blank: different bytes, different signature',
    secret: 'secret',
    body: '{"id": 42}',
  },
  {
    name: 'non-ASCII letters, in UTF-8',
    secret: 'secret',
    body: '{"recipient_name":"João Conceição 💸"}',
  },
  {
    name: 'the same letters, escaped',
    secret: 'secret',
    body: '{"recipient_name":"Jo\\u00e3o Concei\\u00e7\\u00e3o \\ud83d\\udcb8"}',
  },
  { name: 'characters that Go escapes: sign what you send', secret: 'secret', body: '{"tag":"R&D <3"}' },
  { name: 'a newline at the end is also signed', secret: 'secret', body: '{"id":42}\n' },
  { name: 'bytes that are not UTF-8', secret: 'secret', body_hex: '7b22ff00227d' },
  {
    name: 'a secret in hex is not decoded',
    secret: '0badc0de0badc0de0badc0de0badc0de',
    body: '{"id":42}',
  },
  { name: 'the largest body: 65536 times the letter', secret: 'secret', body: 'a', times: 65_536 },
];

/** Returns the content of docs/hmac-vectors.json. */
export function hmacVectors(): string {
  const signed = vectors.map(({ name, secret, body, body_hex, times }) => {
    const bytes = body_hex ? Buffer.from(body_hex, 'hex') : Buffer.from((body ?? '').repeat(times ?? 1));
    const hmac = createHmac('sha256', secret).update(bytes).digest('hex');
    return { name, secret, body, body_hex, times, hmac };
  });
  return `${JSON.stringify(signed, null, 2)}\n`;
}

/** Returns a delivery and each step of its verification. The secret is not in use anywhere. */
export function deliveryVector(): string[][] {
  const secret = 'whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=';
  const body = '{"id":"cashout-42-succeeded","type":"cashout.succeeded","data":{"recipient_name":"João"}}';
  const at = new Date('2026-11-22T12:00:00Z');
  const headers = signatureHeaders([secret], 'cashout-42-succeeded', at, body);
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64').toString('hex');
  const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`;
  const rows = { secret, 'key, in hex': key, ...headers, body, 'what is signed': signed };
  return Object.entries(rows).map(([part, value]) => [part, `\`${value}\``]);
}
