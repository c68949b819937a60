// The current code reads rows and messages of the last release, and the last release could read those of the current
// code.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { BatchWriteCommand } from '@aws-sdk/lib-dynamodb';
import { beforeAll, describe, expect, test } from 'vitest';
import { chunks } from '../../lib/base/chunks.ts';
import { root } from '../../local/service.ts';
import { type Caller, ended, openCaller, sandbox, sendInProcess, until } from '../support/api.ts';
import { engineClient, openClient } from '../support/clients.ts';
import { eventsOf, expectLedgerAddsUp } from '../support/ledger.ts';
import type { Stack } from '../support/stack.ts';
import { allRows } from '../support/tables.ts';
import { fromText, missesOf, type Recording, shapesOf, toText } from './recording.ts';
import { byChance, retired } from './retired.ts';
import { idOf, openScene, playScene } from './scene.ts';

const file = join(root, 'test/releases/last.json');
const release = process.env.RECORD_RELEASE;
const last = release ? undefined : fromText(readFileSync(file, 'utf8'));
const perCall = 25;

let today: Recording;
beforeAll(async () => {
  const stack = await openScene();
  const at = new Date().toISOString();
  const played = await playScene(stack);
  const rows = (await allRows(stack)) as Recording['rows'];
  today = { release: release ?? '', at, ...played, rows };
});

// docs/deploying.md explains RECORD_RELEASE=TAG in its section Releases.
test.runIf(release)('the rows and messages of the current code are recorded as the last release', () => {
  writeFileSync(file, toText(today));
});

/**
 * Opens a stack with the unfinished work of the last release: its rows in the tables, and its messages in the queues.
 */
async function takeOver({ at, rows, messages }: Recording): Promise<Stack> {
  // The clock is two hours after the recording, so that its slow payments have an answer.
  const ahead = Date.parse(at) + 2 * 3_600_000 - Date.now();
  const stack = await openScene(() => new Date(Date.now() + ahead));
  const client = openClient();
  for (const [name, items] of Object.entries(rows)) {
    const table = stack.config[name as 'CASHOUTS_TABLE'];
    for (const some of chunks(items, perCall)) {
      const puts = some.map((Item) => ({ PutRequest: { Item } }));
      await client.send(new BatchWriteCommand({ RequestItems: { [table]: puts } }));
    }
  }
  const sqs = engineClient(SQSClient);
  for (const { queue, body } of messages) {
    const QueueUrl = stack.config[queue as 'TRANSFERS_QUEUE_URL'];
    await sqs.send(new SendMessageCommand({ QueueUrl, MessageBody: JSON.stringify(body) }));
  }
  stack.startTriggers({ streams: true });
  return stack;
}

describe.runIf(last)('unfinished data that the last release has stored', () => {
  const recording = last as Recording;
  let stack: Stack;
  let callers: Caller[];
  const payer = () => callers[0] as Caller;
  const cashoutsWith = (status: string) =>
    (recording.rows.CASHOUTS_TABLE ?? []).filter((row) => row.status === status);
  const told = async (id: unknown) =>
    expect(
      (await sandbox(sendInProcess(stack), `/sandbox/network/${id}`, { outcome: 'settled' })).status,
    ).toBe(200);

  beforeAll(async () => {
    stack = await takeOver(recording);
    const send = sendInProcess(stack);
    callers = await Promise.all(recording.tenants.map((tenant) => openCaller(send, tenant)));
    return () => stack.stop();
  });

  test('the current code completes the data: transfers in progress settle, and NEW cashouts can be approved', async () => {
    const [open, fresh] = [cashoutsWith('PROCESSING'), cashoutsWith('NEW')];
    expect([open.length, fresh.length]).toEqual([4, 2]);
    const isOpen = ({ recipient }: Record<string, unknown>) => JSON.stringify(recipient).includes('unknown@');
    const unknown = open.filter(({ request }) => isOpen({ recipient: request }));
    expect(unknown).toHaveLength(1);
    for (const { id } of unknown) await told(id);
    for (const { id, request } of fresh) {
      const path = (request as { endpoint: string }).endpoint.includes('manual') ? '-manual' : '';
      expect((await payer().post(`/approve-cashout${path}`, { id })).body).toMatchObject({
        status: 'PROCESSING',
      });
    }
    await stack.invoke('resumeStalled', {});

    for (const { id } of [...open, ...fresh])
      expect((await ended(payer(), id as number)).body).toMatchObject({ id, status: 'SUCCESS' });
    const [pending] = (recording.rows.CHARGEBACKS_TABLE ?? []).filter(({ status }) => status === 'PENDING');
    await told(pending?.id);
    await until(
      async () => (await stack.deps.chargebacks.get(pending?.id as number))?.status,
      (status) => status === 'SUCCESS',
    );
  });

  test('the data is unchanged for callers: ended cashouts, replays under a key, and saved page URLs', async () => {
    for (const { id, status } of ['SUCCESS', 'ERROR', 'CANCELLED'].flatMap(cashoutsWith)) {
      const asked = await Promise.all(callers.map((caller) => caller.get(`/v3/cashouts/${id}`)));
      expect(asked.filter((answer) => answer.status === 200).map(({ body }) => body)).toMatchObject([
        { id, status },
      ]);
    }
    const [keyed] = (recording.rows.CASHOUTS_TABLE ?? []).filter((row) => row.idempotencyKey);
    const replay = await payer().post(
      '/create-cashout-self-approve',
      { ...payer().source, amount: 10, key: 'fulano@example.com', tag: 'invoice 42' },
      { 'idempotency-key': keyed?.idempotencyKey as string },
    );
    expect(replay).toMatchObject({
      status: 200,
      headers: { 'idempotent-replayed': 'true' },
      body: { id: keyed?.id },
    });
    for (const { path, shown } of recording.pages)
      expect((await payer().get(path)).body.results.map(idOf)).toEqual(shown);
  });

  test('the events are delivered to webhooks, even to those that were down, and to feeds without a gap', async () => {
    await stack.invoke('resumeStalled', {});
    const deliveries = recording.rows.DELIVERIES_TABLE ?? [];
    expect(deliveries.filter(({ status }) => status === 'PENDING').length).toBeGreaterThan(0);
    const left = async () => {
      const rows = (await allRows(stack)).DELIVERIES_TABLE as { status: string }[];
      return rows.filter(({ status }) => status === 'PENDING').length;
    };
    await until(left, (count) => count === 0);
    for (const tenant of recording.tenants) expect((await eventsOf(stack, tenant)).length).toBeGreaterThan(0);
  });

  test('the books add up to the cent, and no message of the last release was refused', async () => {
    await stack.invoke('reconcile', { whole: true });

    for (const { tenant } of callers) await expectLedgerAddsUp(stack, tenant);
    const wrong = ['MessagesFailed', 'ReconcileDifferences', 'IncidentsOpened'];
    expect(stack.counted.filter(([name, value]) => wrong.includes(name) && value > 0)).toEqual([]);
  });
});

describe.runIf(last)('data stored and sent by the current code', () => {
  test('the data has every kind and field of the last release with the same types, since a rollback must be able to read it', () => {
    const before = shapesOf(last as Recording);
    for (const kind of Object.keys(byChance)) delete before[kind];

    expect(missesOf(before, shapesOf(today), retired)).toEqual([]);
  });

  test('an exception for a field exists only as long as the field is missing', () => {
    const misses = missesOf(shapesOf(last as Recording), shapesOf(today), {}).join('\n');

    for (const field of Object.keys(retired)) expect(misses).toContain(field);
  });
});
