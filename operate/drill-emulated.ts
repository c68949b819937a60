// npm run test:other -- drill: makes payments on an emulated DynamoDB, and restores the tables with `npm run drill --
// restore` to a second between two payments. Then does the same after a row was changed manually.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import {
  DynamoDBClient,
  ListTablesCommand,
  UpdateContinuousBackupsCommand,
  UpdateTableCommand,
  UpdateTimeToLiveCommand,
} from '@aws-sdk/client-dynamodb';
import { DynamoDBStreamsClient } from '@aws-sdk/client-dynamodb-streams';
import { SQSClient } from '@aws-sdk/client-sqs';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { makeLog } from '../lib/platform/log.ts';
import { documentClient } from '../lib/platform/table.ts';
import { makeClient } from '../local/client.ts';
import type { Demo } from '../local/demo-company.ts';
import { startMoto } from '../local/emulators/moto.ts';
import { anyCredentials, type Emulator } from '../local/emulators/program.ts';
import { freePort } from '../local/free-port.ts';
import { type InProcess, openInProcess } from '../local/in-process.ts';
import { root } from '../local/service.ts';
import { explain } from '../local/stop.ts';
import { drilledTables, serviceOf } from './drill/tables.ts';

const stage = 'staging';
const say = (line: string) => void process.stdout.write(`${line}\n`);
let emulator: Emulator | undefined;
process.exitCode = await run().then(
  () => 0,
  (error) => {
    process.stderr.write(`${explain(error)}\n`);
    return 1;
  },
);
await emulator?.stop();

async function run(): Promise<void> {
  emulator = await startMoto({ port: await freePort(), say });
  Object.assign(process.env, anyCredentials, emulator.environment);
  const stack = await openStage();
  const demo = await openCompany(stack);
  const paid = await pay(stack, demo, 5);
  // The pause keeps writes out of the restored second. A write in that second could come before or after the restore
  // point.
  await pause(1_100);
  const at = new Date(Math.floor(Date.now() / 1_000) * 1_000).toISOString().replace('.000', '');
  await pause(1_100);
  await pay(stack, demo, 3);

  say('\nA drill to a second between two rounds of payments:');
  const whole = await drill(at);
  assert.equal(whole.status, 0);
  // The copy contains the opening entry and five payments. Three payments were made after the restored second.
  assert.match(whole.stdout, /1 accounts, 6 entries, 5 cashouts;/);
  assert.match(whole.stdout, /they are whole/);
  assert.match(whole.stdout, / 3 entries in 1 accounts, \+0\.00 -30\.00; 0 accounts opened/);
  assert.match(whole.stdout, /new cashouts, now SUCCESS: 3 of 30\.00/);
  assert.match(
    whole.stdout,
    /accounts: time to live \(expiresAt\), point-in-time recovery, deletion protection/,
  );
  const { TableNames = [] } = await new DynamoDBClient({}).send(new ListTablesCommand({}));
  assert.deepEqual(
    TableNames.filter((name) => name.includes('-drill-')),
    [],
  );

  say('\nThe same second, after somebody has changed a cashout by hand:');
  await documentClient().send(
    new UpdateCommand({
      TableName: stack.config.CASHOUTS_TABLE,
      Key: { id: paid[0] },
      UpdateExpression: 'SET #request.amountCents = :more',
      ExpressionAttributeNames: { '#request': 'request' },
      ExpressionAttributeValues: { ':more': 1_000_000 },
    }),
  );
  const changed = await drill(at);
  assert.equal(changed.status, 1);
  assert.ok(changed.stdout.includes(`cashout ${paid[0]}: request`));
  say('\nBoth drills found what they should.');
}

/** Opens the service in this process on the emulated tables, with the settings of a deployed table. */
async function openStage(): Promise<InProcess> {
  const dynamo = new DynamoDBClient({});
  const clients = { dynamo, sqs: new SQSClient({}), streams: new DynamoDBStreamsClient({}) };
  const silent = () => {};
  const log = makeLog({ info: silent, warn: silent, error: silent });
  const stack = await openInProcess(serviceOf(stage), clients, {}, { log });
  for (const { name: TableName } of drilledTables(stack.service)) {
    const PointInTimeRecoverySpecification = { PointInTimeRecoveryEnabled: true };
    await dynamo.send(new UpdateContinuousBackupsCommand({ TableName, PointInTimeRecoverySpecification }));
    await dynamo.send(new UpdateTableCommand({ TableName, DeletionProtectionEnabled: true }));
  }
  const TimeToLiveSpecification = { AttributeName: 'expiresAt', Enabled: true };
  const TableName = stack.config.ACCOUNTS_TABLE;
  await dynamo.send(new UpdateTimeToLiveCommand({ TableName, TimeToLiveSpecification }));
  return stack;
}

async function openCompany({ send }: InProcess): Promise<Demo> {
  const headers = { 'x-sandbox-key': 'local' };
  const { body } = await send({ method: 'POST', path: '/sandbox/tenants', headers, body: '{}' });
  return { ...(body as Demo), base_url: 'https://api.example.com' };
}

/** @returns the ids of cashouts of ten reais each, all with the status SUCCESS */
async function pay(stack: InProcess, demo: Demo, count: number): Promise<number[]> {
  const client = makeClient(demo, async (address, { method = 'GET', headers, body }) => {
    const path = new URL(address).pathname;
    const call = { method, path, headers: headers as Record<string, string> };
    const answer = await stack.send({ ...call, ...(body ? { body: String(body) } : {}) });
    return new Response(JSON.stringify(answer.body), { status: answer.status });
  });
  const { source_account_branch_identifier, source_account_number } = demo.accounts[0] as Demo['accounts'][0];
  const source = { source_account_branch_identifier, source_account_number };
  const ids: number[] = [];
  for (let index = 0; index < count; index++) {
    const asked = { ...source, amount: 10, key: 'fulano@example.com' };
    const { body } = await client.post<{ id: number }>('/create-cashout-self-approve', asked, randomUUID());
    await stack.invoke('completeTransfer', {
      Records: [{ messageId: String(index), body: JSON.stringify({ version: 1, ids: [body.id] }) }],
    });
    const cashout = await stack.deps.cashouts.get(body.id);
    assert.equal(cashout?.status, 'SUCCESS');
    ids.push(body.id);
  }
  return ids;
}

/**
 * The drill does not run with spawnSync, because the emulator writes a line for each call and blocks if nothing reads
 * these lines.
 */
async function drill(at: string): Promise<{ status: number; stdout: string }> {
  const args = ['operate/drill.ts', 'restore', '--stage', stage, '--at', at, '--yes'];
  const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] });
  let stdout = '';
  child.stdout.on('data', (chunk) => {
    stdout += chunk;
  });
  const status = await new Promise<number>((resolve) => child.once('close', (code) => resolve(code ?? 1)));
  say(stdout);
  return { status, stdout };
}
