// Signs deliveries by the Standard Webhooks specification 1.0: HMAC-SHA256 over id, time and body.

import { createHmac } from 'node:crypto';

const prefix = 'whsec_';

/**
 * Returns a secret in the form of Standard Webhooks.
 * @param bytes hex of 24 to 64 random bytes
 */
export function formatSecret(bytes: string): string {
  return prefix + Buffer.from(bytes, 'hex').toString('base64');
}

/**
 * Returns the three headers of one attempt. Each secret makes one signature, so that a receiver with one of the secrets
 * can verify one of the signatures.
 */
export function signatureHeaders(secrets: readonly string[], id: string, at: Date, body: string) {
  const timestamp = String(Math.floor(at.getTime() / 1000));
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(prefix.length), 'base64');
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
  });
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
  };
}
