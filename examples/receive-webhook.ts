// A receiver of webhooks: verifies each delivery, takes each event once, answers at once.
//   WEBHOOK_SECRET=whsec_... PORT=4000 node examples/receive-webhook.ts
// Nothing but Node is needed. The signature is that of Standard Webhooks (https://www.standardwebhooks.com).

import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingHttpHeaders } from 'node:http';

const secret = process.env.WEBHOOK_SECRET ?? '';
const port = Number(process.env.PORT ?? 4000);
const toleranceSeconds = 300;

/** Ids that have been taken. Keep them where you keep what you do with the event, in the same transaction. */
const taken = new Set<string>();

function isGenuine(headers: IncomingHttpHeaders, body: Buffer): boolean {
  const { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures } = headers;
  if (typeof id !== 'string' || typeof timestamp !== 'string' || typeof signatures !== 'string') return false;
  // An old delivery may be somebody's recording.
  if (!/^\d+$/.test(timestamp) || Math.abs(Date.now() / 1000 - Number(timestamp)) > toleranceSeconds)
    return false;
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  // Over the bytes as they came: parsing and writing JSON again would change them.
  const expected = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest();
  // After a rotation there are two signatures for a day; either will do.
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
  // 2xx says that you have it; whatever takes long is done afterwards.
  response.writeHead(204).end();
  const event = JSON.parse(body.toString('utf8'));
  if (taken.has(event.id)) return;
  taken.add(event.id);
  console.log(`${event.type} ${event.id}`);
});

server.listen(port, '127.0.0.1', () => console.log(`listening on http://localhost:${port}`));
