// Receives webhooks: verifies each delivery, processes each event once, and answers immediately.
//   WEBHOOK_SECRET=whsec_... PORT=4000 node examples/receive-webhook.ts
// Nothing but Node is needed. The signature is that of Standard Webhooks (https://www.standardwebhooks.com).

import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingHttpHeaders } from 'node:http';

const secret = process.env.WEBHOOK_SECRET ?? '';
const port = Number(process.env.PORT ?? 4000);
const toleranceSeconds = 300;

/** The ids of processed events. In production, store them in the transaction that processes the event. */
const taken = new Set<string>();

function isGenuine(headers: IncomingHttpHeaders, body: Buffer): boolean {
  const { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures } = headers;
  if (typeof id !== 'string' || typeof timestamp !== 'string' || typeof signatures !== 'string') return false;
  // An old delivery may be a replay by an attacker.
  if (!/^\d+$/.test(timestamp) || Math.abs(Date.now() / 1000 - Number(timestamp)) > toleranceSeconds)
    return false;
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  // The signature covers the received bytes. Parsing and serialising the JSON again would change them.
  const expected = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest();
  // For a day after a rotation there are two signatures. One valid signature is enough.
  return signatures.split(' ').some((signature) => {
    const [version, given = ''] = signature.split(',');
    const bytes = Buffer.from(given, 'base64');
    return version === 'v1' && bytes.length === expected.length && timingSafeEqual(bytes, expected);
  });
}

const server = createServer(async (request, response) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const body = Buffer.concat(chunks);
  if (!isGenuine(request.headers, body)) {
    response.writeHead(401).end();
    return;
  }
  // A 2xx confirms the delivery. Do slow work after the answer.
  response.writeHead(204).end();
  const event = JSON.parse(body.toString('utf8'));
  if (taken.has(event.id)) return;
  taken.add(event.id);
  console.log(`${event.type} ${event.id}`);
});

server.listen(port, '127.0.0.1', () => console.log(`listening on http://localhost:${port}`));
