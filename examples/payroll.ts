// Pays a payroll from a CSV file: sends the file, approves the batch, waits for its end, and writes the results next to
// the file. With --retry it pays the unpaid lines of a batch again, without changes.
//
//   node_modules/.bin/node examples/payroll.ts payroll.csv    with the credentials in .local/demo.json
//   node_modules/.bin/node examples/payroll.ts --retry BATCH_ID
//   node_modules/.bin/node examples/payroll.ts --make 500     writes payroll.csv with 500 lines of the demo's account
//
// In a real company one person sends the file and another person approves it. In this example one client does both.

import { createHash, createHmac } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';

type Batch = {
  id: string;
  status: string;
  content_digest: string;
  same_lines_as: string | null;
  paused: { reason: string } | null;
  total_lines: number;
  total_amount: number;
  counts: Record<string, { lines: number; amount: number }>;
};

/** A token is valid for an hour, which is longer than a batch of 5,000 lines takes. */
let token: Promise<string> | undefined;
const demo = JSON.parse(readFileSync(process.env.DEMO ?? '.local/demo.json', 'utf8'));
const [first = 'payroll.csv', second = ''] = process.argv.slice(2);
if (first === '--make') makeFile('payroll.csv', Number(second));
else if (first === '--retry') await pay(await retry(second), `${second}-retried.csv`);
else await pay(await sendFile(first), first.replace(/\.csv$/, '-results.csv'));

function makeFile(name: string, lines: number): void {
  const { source_account_branch_identifier: branch, source_account_number: number } = demo.accounts[0];
  const head = 'source_account_branch_identifier,source_account_number,line_id,amount,key,tag';
  const rows = Array.from(
    { length: lines },
    (_, n) =>
      `${branch},${number},person-${n + 1},${(1 + (n % 100) / 100).toFixed(2)},person${n + 1}@example.com,Salary`,
  );
  writeFileSync(name, `${[head, ...rows].join('\r\n')}\r\n`);
  console.log(`${name}: ${lines} lines`);
}

async function sendFile(name: string): Promise<Batch> {
  const text = readFileSync(name, 'utf8');
  const [head = '', ...rows] = text.trim().split(/\r?\n/);
  const column = head.split(',').indexOf('amount');
  const cents = rows.reduce((sum, row) => sum + Math.round(Number(row.split(',')[column]) * 100), 0);
  const totals = { total_lines: String(rows.length), total_amount: (cents / 100).toFixed(2), name };
  // The idempotency key is derived from the file, so that sending the same file again does not make a second batch.
  return post(`/v3/batches?${new URLSearchParams(totals)}`, text, {
    'content-type': 'text/csv; charset=utf-8',
    'idempotency-key': keyOf(text),
  });
}

async function retry(id: string): Promise<Batch> {
  const { counts } = JSON.parse(await get(`/v3/batches/${id}`)) as Batch;
  const unpaid = ['failed', 'cancelled', 'not_started'].map(
    (state) => counts[state] as Batch['counts'][string],
  );
  const total_lines = unpaid.reduce((sum, { lines }) => sum + lines, 0);
  const cents = unpaid.reduce((sum, { amount }) => sum + Math.round(amount * 100), 0);
  const content = { id, total_lines, total_amount: (cents / 100).toFixed(2) };
  // A batch has one retry at a time, so the idempotency key of the retry can be derived from the batch's id.
  return post(`/v3/batches/${id}/retry`, JSON.stringify(content), { 'idempotency-key': keyOf(id) });
}

/** Derives an idempotency key from a text. The same text always gives the same key. */
function keyOf(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** Approves a batch, waits for its end, and writes its results. */
async function pay(created: Batch, resultsName: string): Promise<void> {
  console.log(`sent: ${created.total_lines} lines, ${created.total_amount} reais, as ${created.id}`);
  if (created.same_lines_as) console.log(`CHECK: the batch ${created.same_lines_as} pays the same`);
  const waiting = await until(created.id, ({ status }) => status !== 'JUDGING');
  if (waiting.status === 'AWAITING_APPROVAL') {
    const { id, content_digest } = waiting;
    await post(`/v3/batches/${id}/approve`, JSON.stringify({ id, content_digest }));
  }
  const over = await until(
    created.id,
    ({ status, counts }) =>
      ['FINISHED', 'REFUSED', 'CANCELLED', 'EXPIRED'].includes(status) ||
      (status === 'PAUSED' && counts.processing?.lines === 0),
  );
  if (over.paused) console.log(`paused: ${over.paused.reason}`);
  const results = await get(`/v3/batches/${created.id}/lines`, 'text/csv');
  writeFileSync(resultsName, results);
  console.log(`results: ${resultsName}`);
  process.exitCode = over.counts.paid?.lines === over.total_lines ? 0 : 1;
}

/** Prints the batch whenever its counts change, until it has the wanted status. */
async function until(id: string, isWanted: (batch: Batch) => boolean): Promise<Batch> {
  let told = '';
  for (;;) {
    const batch = JSON.parse(await get(`/v3/batches/${id}`)) as Batch;
    const counts = Object.entries(batch.counts).filter(([, { lines }]) => lines > 0);
    const now = `${batch.status}: ${counts.map(([state, { lines }]) => `${lines} ${state}`).join(', ')}`;
    if (now !== told) console.log(now);
    told = now;
    if (isWanted(batch)) return batch;
    await pause(1_000);
  }
}

async function post(path: string, body: string, more: Record<string, string> = {}): Promise<Batch> {
  const hmac = createHmac('sha256', demo.hmac_secret).update(body).digest('hex');
  const headers = { hmac, 'content-type': 'application/json', ...more };
  return JSON.parse(await call(path, { method: 'POST', headers, body }));
}

function get(path: string, accept = 'application/json'): Promise<string> {
  return call(path, { headers: { accept } });
}

/** After no answer, a 500 or a 503 the outcome is unknown. Repeat the same call to learn it. */
async function call(path: string, asked: RequestInit): Promise<string> {
  for (let attempt = 0; attempt < 6; attempt++) {
    if (attempt > 0) await pause(2 ** attempt * 1_000);
    const answer = await attemptOnce(path, asked).catch(() => undefined);
    if (!answer || answer.status >= 500) continue;
    if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
    return answer.text();
  }
  throw new Error('no answer: run the same command again, with the same file');
}

async function attemptOnce(path: string, asked: RequestInit): Promise<Response> {
  token ??= fetchToken();
  const authorization = `Bearer ${await token.catch((error) => {
    token = undefined;
    throw error;
  })}`;
  return fetch(demo.base_url + path, { ...asked, headers: { ...asked.headers, authorization } });
}

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
