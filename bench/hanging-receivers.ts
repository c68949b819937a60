// npm run measure:receivers: whether receivers that hang delay those that answer. A thousand events of one account
// go to ten webhooks, with at most two workers per lane; once all ten receivers answer, once two never do.
// The runs are paced alike; the delay is from the event to its arrival.

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBStreamsClient } from '@aws-sdk/client-dynamodb-streams';
import { SQSClient } from '@aws-sdk/client-sqs';
import { recordEvent } from '../lib/operations/record-event.ts';
import { healthy, type Webhook, webhooksMax } from '../lib/webhook.ts';
import { makeEvent } from '../lib/webhook-event.ts';
import { anyCredentials } from '../local/emulators/program.ts';
import { startEngines } from '../local/engines.ts';
import { type InProcess, openInProcess, renamed } from '../local/in-process.ts';
import { readService } from '../local/read-service.ts';

const { values } = parseArgs({
  options: { events: { type: 'string', default: '1000' }, rate: { type: 'string', default: '15' } },
});
const [events, perSecond] = [Number(values.events), Number(values.rate)];
const receivers = 10;
const account = { branch: '0001', number: '1' };
const workers = 2;

const engines = await startEngines();
Object.assign(process.env, engines.environment, anyCredentials);
try {
  console.log(
    `${events} events, ${perSecond} a second, to ${receivers} receivers; ${workers} workers per lane`,
  );
  const rows = [await run('all answer', 0), await run('two hang', 2)];
  console.table(Object.fromEntries(rows));
} finally {
  await engines.stop();
}

async function run(name: string, hanging: number) {
  const stack = await openStack(name.replaceAll(' ', '-'));
  const delays: number[] = [];
  const arrived = new Map<string, number>();
  const servers = await Promise.all(
    Array.from({ length: receivers }, (_, index) => openReceiver(index < hanging, delays, arrived)),
  );
  await stack.deps.webhooks.startCount(account, 0);
  for (const { port } of servers) {
    const now = new Date().toISOString();
    const webhook: Webhook = {
      id: stack.deps.ids.webhookId(),
      companyId: 'company',
      account,
      url: `http://127.0.0.1:${port}/`,
      type: 'ALL',
      secret: 'whsec_AAAA',
      oldSecrets: [],
      createdAt: now,
      updatedAt: now,
      health: healthy,
    };
    await stack.deps.webhooks.insert(webhook, webhooksMax);
  }
  stack.startTriggers({ streams: false });
  const startedAt = Date.now();
  for (let count = 0; count < events; count++) {
    const at = new Date();
    const about = { account, id: `event-${count}`, at: at.toISOString(), type: 'cashout.created' };
    await recordEvent(stack.deps, makeEvent({ ...about, types: ['CASHOUT'] }, {}));
    await pause(Math.max(0, startedAt + ((count + 1) * 1000) / perSecond - Date.now()));
    if (count % 50 === 0) progress(`${name}: ${count} of ${events} events, ${delays.length} arrivals`);
  }
  const wanted = events * (receivers - hanging);
  for (let second = 0; second < 120 && arrived.size < wanted; second++) {
    progress(`${name}: ${arrived.size} of ${wanted} arrived`);
    await pause(1_000);
  }
  progress('');
  const attempts = servers.slice(0, hanging).reduce((sum, { calls }) => sum + calls(), 0);
  await stack.stop();
  for (const { close } of servers) close();
  delays.sort((one, other) => one - other);
  const at = (part: number) =>
    Math.round(delays[Math.min(delays.length - 1, Math.floor(delays.length * part))] ?? 0);
  return [
    name,
    {
      'arrived (good)': `${arrived.size} of ${wanted}`,
      twice: delays.length - arrived.size,
      'p50 ms': at(0.5),
      'p99 ms': at(0.99),
      'max ms': at(1),
      'calls to hanging': attempts,
    },
  ] as const;
}

async function openStack(name: string): Promise<InProcess> {
  const service = renamed(readService(), `hanging-${name}`);
  for (const { sqs } of service.functions.deliverWebhook?.events ?? []) {
    if (sqs) sqs.maximumConcurrency = workers;
  }
  const clients = {
    dynamo: new DynamoDBClient({}),
    streams: new DynamoDBStreamsClient({}),
    sqs: new SQSClient({}),
  };
  // As deployed, not as in a local stage.
  const settings = { WEBHOOK_LADDER_SECONDS: '5,300,1800', RESUME_AFTER_SECONDS: '60' };
  return openInProcess(service, clients, settings, { log: { info() {}, warn() {}, error() {} } });
}

/** Notes when each event arrives, unless it hangs. */
async function openReceiver(hangs: boolean, delays: number[], arrived: Map<string, number>) {
  let calls = 0;
  const server = createServer(async (request, response) => {
    calls += 1;
    if (hangs) return;
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { id, created_at } = JSON.parse(Buffer.concat(chunks).toString());
    delays.push(Date.now() - Date.parse(created_at));
    arrived.set(`${id} ${(server.address() as AddressInfo).port}`, Date.now());
    response.end();
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return { port: (server.address() as AddressInfo).port, calls: () => calls, close };
}

function progress(line: string): void {
  if (process.stdout.isTTY) process.stdout.write(`\r\u001b[K${line}`);
}
