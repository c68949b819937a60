// Checks a stage with a sandbox in the way a company uses it: a cashout from the token to the statement, both forms of
// a path, and bodies that the gateway passes as base64.

import assert from 'node:assert/strict';
import { createHmac, randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { makeClient } from '../../local/client.ts';
import type { Demo } from '../../local/demo-company.ts';
import { type Check, refusal } from './public.ts';

type Cashout = { id: number; status: string; amount: number; erro_descriptor: string | null };
type Entry = { balance: number; amount: number; credit_or_debit: string; transaction_id: number | null };
type Statement = { results: Entry[]; next: string | null };

const chargebacks = '/v2/finance/chargebacks-pix-copy-and-paste';
/** A content type that HTTP APIs treat as binary and pass as base64. */
const binary = 'application/octet-stream';

/** @param seconds the time limit of a cashout */
export async function checkMoney(demo: Demo, check: Check, seconds: number): Promise<void> {
  const client = makeClient(demo);
  const account = demo.accounts[0];
  assert.ok(account, 'the company has no account');
  const { source_account_branch_identifier: branch, source_account_number: number } = account;
  const source = { source_account_branch_identifier: branch, source_account_number: number };
  const cashout = { ...source, amount: '1.23', key: 'fulano@example.com', tag: 'smoke' };
  const key = randomUUID();
  let id = 0;

  const send = async (path: string, body: string, headers: Record<string, string>) => {
    const authorization = `Bearer ${await client.bearer()}`;
    const answer = await fetch(demo.base_url + path, {
      method: 'POST',
      headers: { authorization, ...headers },
      // The body is sent as bytes, so that fetch adds no content type.
      body: Buffer.from(body),
    });
    return { status: answer.status, body: (await answer.json()) as Cashout };
  };
  const sign = (body: string) => createHmac('sha256', demo.hmac_secret).update(body).digest('hex');

  await check('client credentials get a token', async () => {
    await client.bearer();
  });
  await check('a self-approved cashout is accepted and becomes SUCCESS', async () => {
    const created = await client.post<Cashout>('/create-cashout-self-approve', cashout, key);
    assert.deepEqual([created.status, created.body.status], [200, 'PROCESSING']);
    id = created.body.id;
    const deadline = Date.now() + seconds * 1000;
    let last = created.body;
    while (last.status === 'PROCESSING' && Date.now() < deadline) {
      await pause(500);
      last = (await client.get<Cashout>(`/v3/cashouts/${id}`)).body;
    }
    assert.equal(last.status, 'SUCCESS', `${last.status} ${last.erro_descriptor ?? ''}`);
  });
  await check('the same call with the same key pays only once', async () => {
    const again = await client.post<Cashout>('/create-cashout-self-approve', cashout, key);
    assert.deepEqual([again.status, again.body.id, again.body.status], [200, id, 'SUCCESS']);
    assert.equal(again.headers.get('idempotent-replayed'), 'true');
  });
  await check('the same key with another amount is a 409', async () => {
    const other = { ...cashout, amount: '1.24' };
    const { status } = await client.post('/create-cashout-self-approve', other, key);
    assert.equal(status, 409);
  });
  await check('the statement has the cashout once, and its balances add up', async () => {
    const path = `/v3/account-statements/${branch}/${number}?start=2020-01-01&end=2099-12-31&limit=100`;
    const { results } = (await client.get<Statement>(path)).body;
    assert.equal(results.filter((entry) => entry.transaction_id === id).length, 1);
    for (const [at, entry] of results.entries()) {
      const before = results[at + 1]?.balance;
      const change = entry.credit_or_debit === 'CREDIT' ? entry.amount : -entry.amount;
      if (before !== undefined) assert.equal(cents(entry.balance), cents(before) + cents(change));
    }
  });
  await check('a base64-encoded body is verified as raw bytes', async () => {
    const body = JSON.stringify(cashout);
    const headers = { 'content-type': binary, hmac: sign(body), 'idempotency-key': key };
    const answer = await send('/create-cashout-self-approve', body, headers);
    assert.deepEqual([answer.status, answer.body.id], [200, id]);
    const wrong = await send('/create-cashout-self-approve', `${body} `, headers);
    assert.deepEqual([wrong.status, wrong.body], [400, refusal('HMAC invalid')]);
  });
  await check(
    'a chargeback of an unknown QR code gets the same refusal under both forms of its path',
    async () => {
      const request = { qr_code_id: 1, information: 'smoke', amount: '1.00' };
      for (const path of [chargebacks, `${chargebacks}/`]) {
        const { status, body } = await client.post(path, request);
        assert.deepEqual([status, body], [400, refusal('QR Code not found')], path);
      }
      for (const path of [`${chargebacks}/status`, `${chargebacks}/status/`]) {
        const { status, body } = await client.get(`${path}?id=1`);
        assert.deepEqual([status, body], [400, refusal('Chargeback not found')], path);
      }
    },
  );
  await check(
    'MED cases and webhooks are listed with and without a slash at the end of the path',
    async () => {
      const medCases = { worked: true, next: null, previous: null, results: [] };
      for (const path of ['/v3/meds', '/v3/meds/']) {
        const { status, body } = await client.get(path);
        assert.deepEqual([status, body], [200, medCases], path);
      }
      for (const path of ['/api/webhooks', '/api/webhooks/', '/v3/accounts/api/webhooks']) {
        const headers = { authorization: `Bearer ${await client.bearer()}`, hmac: sign('') };
        const answer = await fetch(`${demo.base_url}${path}?${new URLSearchParams(source)}`, { headers });
        assert.deepEqual([answer.status, await answer.json()], [200, []], path);
      }
    },
  );
}

const cents = (amount: number) => Math.round(amount * 100);
