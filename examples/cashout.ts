// Sends a cashout of 1.23, using only Node's built-in modules. Gets a token, signs the request, sends an idempotency
// key, and repeats the call if there is no answer.
//
//   node_modules/.bin/node examples/cashout.ts                    with the credentials in .local/demo.json
//   DEMO=other.json node_modules/.bin/node examples/cashout.ts    with the credentials of another client

import { createHmac, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';

const demo = JSON.parse(readFileSync(process.env.DEMO ?? '.local/demo.json', 'utf8'));

async function fetchToken(): Promise<string> {
  const credentials = Buffer.from(`${demo.client_id}:${demo.client_secret}`).toString('base64');
  const answer = await fetch(`${demo.base_url}/oauth2/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${credentials}` },
    body: new URLSearchParams({ grant_type: 'client_credentials' }),
  });
  if (!answer.ok) throw new Error(`no token: ${answer.status} ${await answer.text()}`);
  return ((await answer.json()) as { access_token: string }).access_token;
}

async function sendCashout(content: object, key: string): Promise<Response> {
  // The signature covers exactly the bytes that are sent, so the body is serialised once.
  const body = JSON.stringify(content);
  const headers = {
    authorization: `Bearer ${await fetchToken()}`,
    hmac: createHmac('sha256', demo.hmac_secret).update(body).digest('hex'),
    'idempotency-key': key,
    'content-type': 'application/json',
  };
  const call = { method: 'POST', headers, body };
  // After no answer, a 500 or a 503 the outcome is unknown. Repeat the call with the same key to learn it.
  for (let attempt = 0; attempt < 5; attempt++) {
    const limit = { signal: AbortSignal.timeout(30_000) };
    const answer = await fetch(`${demo.base_url}/create-cashout-self-approve`, { ...call, ...limit }).catch(
      () => undefined,
    );
    if (answer && answer.status < 500) return answer;
    await pause(2 ** attempt * 1_000);
  }
  throw new Error(`still unknown: ask again later with the key ${key}`);
}

const { source_account_branch_identifier, source_account_number } = demo.accounts[0];
const cashout = { amount: '1.23', key: 'fulano@example.com', tag: 'from TypeScript' };
// Use one key per payout, and store it before the first try. With the same key, all tries are one payout.
const answer = await sendCashout(
  { source_account_branch_identifier, source_account_number, ...cashout },
  randomUUID(),
);
console.log(await answer.text());
process.exitCode = answer.ok ? 0 : 1;
