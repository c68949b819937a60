// npm run measure -- receivers: measures whether one company's receivers delay another company's webhook, and what an
// hour of a receiver that always fails costs.

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBStreamsClient } from '@aws-sdk/client-dynamodb-streams';
import { SQSClient } from '@aws-sdk/client-sqs';
import type { AccountRef } from '../lib/base/account-ref.ts';
import { makeEvent } from '../lib/webhook/event.ts';
import { recordEvent } from '../lib/webhook/record-event.ts';
import { anyCredentials } from '../local/emulators/program.ts';
import { startEngines } from '../local/engines.ts';
import { type InProcess, openInProcess, renamed } from '../local/in-process.ts';
import { readService } from '../local/read-service.ts';
import { markdownTable } from '../tools/markdown-table.ts';
import { failFor } from './failing-hour.ts';
import { registerPlain } from './plain-webhook.ts';
import { quantile } from './samples.ts';

const help = `Measures one company's webhook beside another company's receivers, and an hour of a receiver that only fails.

  npm run measure -- receivers [options]

  --receivers N  of the other company (50)
  --events N     of the measured company, two a second; the other has six at once, then one a second (40)
  --minutes N    of the failing receiver, one event a second, by a clock of its own (60)
`;
const { values } = parseArgs({
  options: {
    receivers: { type: 'string', default: '50' },
    events: { type: 'string', default: '40' },
    minutes: { type: 'string', default: '60' },
    help: { type: 'boolean', default: false },
  },
});
if (values.help) {
  process.stdout.write(help);
  process.exit(0);
}
const [receivers, events, minutes] = [values.receivers, values.events, values.minutes].map(Number) as [
  number,
  number,
  number,
];

/** The behaviour of the other company's receivers: the status that they return, and the time that they take. */
type Behaviour = { status: number; afterMs: number };
const neighbours: [name: string, Behaviour | undefined][] = [
  ['alone', undefined],
  // These receivers answer at once, so this case shows the cost of the additional deliveries alone.
  [`beside ${receivers} that answer at once`, { status: 200, afterMs: 0 }],
  [`beside ${receivers} that answer after 1.7 s`, { status: 200, afterMs: 1_700 }],
  [`beside ${receivers} that fail`, { status: 500, afterMs: 0 }],
  [`beside ${receivers} that hang`, { status: 200, afterMs: 60_000 }],
];

const engines = await startEngines();
Object.assign(process.env, engines.environment, anyCredentials);
try {
  const rows: string[][] = [];
  for (const [index, [name, behaviour]] of neighbours.entries()) {
    process.stderr.write(`${name} …\n`);
    rows.push([name, ...(await measure(`receivers-${index}`, behaviour))]);
  }
  const headings = ['a webhook', 'arrived', 'p50 ms', 'p95 ms', 'slowest ms', 'calls to the others'];
  process.stdout.write(`${markdownTable(headings, rows)}\n\n`);
  process.stderr.write(`${minutes} minutes of a receiver that fails …\n`);
  const stack = await openStack('failing');
  const costs = await failFor(stack, minutes * 60);
  await stack.stop();
  process.stdout.write(`${markdownTable(Object.keys(costs), [Object.values(costs).map(String)])}\n`);
} finally {
  await engines.stop();
}

async function measure(stage: string, behaviour: Behaviour | undefined): Promise<string[]> {
  const stack = await openStack(stage);
  const [own, other] = [
    { branch: '0001', number: '1' },
    { branch: '0001', number: '2' },
  ];
  const delays: number[] = [];
  const receiver = await openReceiver({ status: 200, afterMs: 0 }, delays);
  await register(stack, own, receiver.port, 1);
  const theirs = behaviour && (await openReceiver(behaviour, []));
  if (theirs) await register(stack, other, theirs.port, receivers);
  stack.startTriggers({ streams: true });
  // A receiver uses the fast queue after it has answered once.
  await happen(stack, own, 0);
  await pause(1_000);
  delays.length = 0;
  for (let count = 1; theirs && count <= 6; count++) await happen(stack, other, count);
  for (let count = 1; count <= events; count++) {
    const next = pause(500);
    await happen(stack, own, count);
    if (theirs && count % 2 === 0) await happen(stack, other, 6 + count);
    await next;
  }
  for (let second = 0; second < 60 && delays.length < events; second++) await pause(1_000);
  const calls = theirs?.calls() ?? 0;
  receiver.close();
  theirs?.close();
  await stack.stop();
  const shown = [quantile(delays, 0.5), quantile(delays, 0.95), Math.max(...delays)];
  return [`${delays.length} of ${events}`, ...shown.map((ms) => ms.toFixed(0)), String(calls)];
}

async function happen({ deps }: InProcess, account: AccountRef, count: number): Promise<void> {
  const about = {
    account,
    id: `event-${count}`,
    at: new Date().toISOString(),
    type: 'cashout.created',
  } as const;
  await recordEvent(deps, makeEvent({ ...about, types: ['CASHOUT'] }, {}));
}

async function register(
  { deps }: InProcess,
  account: AccountRef,
  port: number,
  count: number,
): Promise<void> {
  await deps.webhooks.startCount(account, 0);
  for (let index = 0; index < count; index++)
    await registerPlain(deps, account, `http://127.0.0.1:${port}/${index}`);
}

async function openStack(stage: string): Promise<InProcess> {
  const clients = {
    dynamo: new DynamoDBClient({}),
    streams: new DynamoDBStreamsClient({}),
    sqs: new SQSClient({}),
  };
  // These are the values of a deployed stage, which differ from those of the local stage.
  const settings = { WEBHOOK_LADDER_SECONDS: '5,300,1800,7200', RESUME_AFTER_SECONDS: '60' };
  const log = { info() {}, warn() {}, error() {} };
  return openInProcess(renamed(readService(), stage), clients, settings, { log });
}

/** @param delays collects the milliseconds from each event to its arrival */
async function openReceiver({ status, afterMs }: Behaviour, delays: number[]) {
  let calls = 0;
  const server = createServer(async (request, response) => {
    calls += 1;
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    delays.push(Date.now() - Date.parse(JSON.parse(Buffer.concat(chunks).toString()).created_at));
    await pause(afterMs, undefined, { ref: false });
    response.writeHead(status).end();
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return { port: (server.address() as AddressInfo).port, calls: () => calls, close };
}
