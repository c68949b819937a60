// Work that one release begins and another release completes, using only the API.

import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import type { Heard } from '../support/receiver.ts';
import type { Running } from './start-code.ts';

type Cashout = { id: number; status: string };
type Entry = { operation_type?: string; amount: number; transaction_id: number };
export type Begun = {
  cashouts: { id: number; path?: string; isUnknown?: boolean }[];
  key: { key: string; content: object; id: number };
  chargeback: number;
  webhook: number;
};

const idempotencyKey = '0b6f2f0e-0c07-4e3f-9a51-2f3c1a7e5d42';

/** Creates a cashout in each open state, a chargeback, and a webhook whose receiver fails. */
export async function begin({ client, demo, url }: Running, receiver: string): Promise<Begun> {
  const { source_account_branch_identifier, source_account_number } = demo.accounts[0] as Demo0;
  const source = { source_account_branch_identifier, source_account_number };
  const post = async (path: string, more: object, key?: string) => {
    const { status, body } = await client.post<Cashout>(path, { ...source, ...more }, key);
    assert.equal(status, 200, `${path}: ${JSON.stringify(body)}`);
    return body.id;
  };
  const pay = (key: string) => ({ amount: 1.5, key, tag: 'release' });
  const webhook = await post('/api/webhooks', { url: receiver, type_webhook: 'ALL' });
  const content = { ...source, ...pay('fulano@example.com') };
  const keyed = await post('/create-cashout-self-approve', content, idempotencyKey);
  const paid = await sandbox(url, '/sandbox/pix-in', {
    ...source,
    amount: 50,
    payer: { name: 'unknown@sandbox.pix' },
  });
  const chargeback = await until(async () => {
    const path = '/v2/finance/chargebacks-pix-copy-and-paste';
    const wanted = { qr_code_id: paid.qr_code_id, information: 'Pedido 42', amount: 10 };
    const { status, body } = await client.post<Cashout>(path, wanted);
    return status === 200 ? body.id : undefined;
  }, 'the payment arrives');
  const cashouts = [
    { id: await post('/create-cashout', pay('fulano@example.com')), path: '/approve-cashout' },
    { id: await post('/create-cashout-self-approve', pay('unknown@sandbox.pix')), isUnknown: true },
    { id: await post('/create-cashout-self-approve', pay('slow@sandbox.pix')) },
    // The service is killed right after this request, before or after a worker has begun to process it.
    { id: await post('/create-cashout-self-approve', pay('fulano@example.com')) },
  ];
  return {
    cashouts: [{ id: keyed }, ...cashouts],
    key: { key: idempotencyKey, content, id: keyed },
    chargeback,
    webhook,
  };
}

type Demo0 = Running['demo']['accounts'][number];

/** Completes all the work, and checks the results. @returns the number of events that the receiver got */
export async function finish({ client, demo, url }: Running, begun: Begun, heard: Heard[]): Promise<number> {
  const { source_account_branch_identifier: branch, source_account_number: number } = demo
    .accounts[0] as Demo0;
  for (const { id, path, isUnknown } of begun.cashouts) {
    if (path) assert.equal((await client.post<Cashout>(path, { id })).status, 200);
    if (isUnknown) await settle(url, id);
  }
  await settle(url, begun.chargeback);
  const replay = await client.post<Cashout>('/create-cashout-self-approve', begun.key.content, begun.key.key);
  assert.deepEqual([replay.status, replay.body.id], [200, begun.key.id], 'a key pays once, whoever is asked');
  for (const { id } of begun.cashouts)
    await until(async () => {
      const { body } = await client.get<Cashout>(`/v3/cashouts/${id}`);
      return body.status === 'SUCCESS' || undefined;
    }, `cashout ${id} settles`);
  const statement = `/v3/account-statements/${branch}/${number}?start=2020-01-01&end=2099-12-31&limit=2`;
  const seen = await until(async () => {
    const entries = await pages<Entry>(client, statement);
    const ids = entries.map(({ transaction_id }) => transaction_id);
    return ids.includes(begun.chargeback) ? ids : undefined;
  }, 'the chargeback is in the statement');
  for (const { id } of begun.cashouts)
    assert.equal(seen.filter((one) => one === id).length, 1, `one entry for ${id}`);
  const listed = await pages<Cashout>(client, `/v3/cashouts?limit=2&status=SUCCESS`);
  for (const { id } of begun.cashouts)
    assert.ok(
      listed.some((one) => one.id === id),
      `${id} is listed`,
    );
  return until(async () => {
    const told = heard.map(({ body }) => body).join();
    return begun.cashouts.every(({ id }) => told.includes(`${id}`)) ? heard.length : undefined;
  }, 'the webhook hears of each cashout');
}

/** Returns all rows of a list, by following the next URL of each page. */
async function pages<Row>(client: Running['client'], first: string): Promise<Row[]> {
  const rows: Row[] = [];
  for (let next: string | null = first; next; ) {
    const { body }: { body: { results: Row[]; next: string | null } } = await client.get(next);
    rows.push(...body.results);
    next = body.next;
  }
  return rows;
}

async function sandbox(url: string, path: string, content: object): Promise<{ qr_code_id?: number }> {
  const answer = await postToSandbox(url, path, content);
  assert.equal(answer.status, 200, `${path}: ${await answer.clone().text()}`);
  return (await answer.json()) as { qr_code_id?: number };
}

/**
 * Ends a payment at the network. It retries until a worker has sent the payment, because the first release may have
 * been killed before.
 */
async function settle(url: string, id: number): Promise<void> {
  const path = `/sandbox/network/${id}`;
  await until(async () => {
    const { ok } = await postToSandbox(url, path, { outcome: 'settled' });
    return ok || undefined;
  }, `${path} settles`);
}

function postToSandbox(url: string, path: string, content: object): Promise<Response> {
  const headers = { 'x-sandbox-key': 'local', 'content-type': 'application/json' };
  return fetch(url + path, { method: 'POST', headers, body: JSON.stringify(content) });
}

/** Retries until there is a value. The schedules of the local stack run every few seconds. */
async function until<Value>(ask: () => Promise<Value | undefined>, what: string): Promise<Value> {
  for (let tries = 0; tries < 900; tries++) {
    const value = await ask();
    if (value !== undefined) return value;
    await pause(200);
  }
  throw new Error(`not within three minutes: ${what}`);
}
