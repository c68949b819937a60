// npm run measure: what each step of a cashout costs, counted on the embedded engine: DynamoDB calls, round
// trips in sequence, and consumed units, index writes included. Cold is a container's first request.

import { randomUUID } from 'node:crypto';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBStreamsClient } from '@aws-sdk/client-dynamodb-streams';
import { SQSClient } from '@aws-sdk/client-sqs';
import type { Queues } from '../lib/queues.ts';
import { documentClient } from '../lib/stores/table.ts';
import { makeClient } from '../local/client.ts';
import { anyCredentials } from '../local/emulators/program.ts';
import { startEngines } from '../local/engines.ts';
import { openInProcess, renamed } from '../local/in-process.ts';
import { readService } from '../local/service.ts';
import { countCalls } from './count-calls.ts';

const engines = await startEngines();
Object.assign(process.env, engines.environment, anyCredentials);

let counted: ReturnType<typeof countCalls>;
let messages = 0;

const stack = await openInProcess(
  renamed(await readService(), 'measure'),
  { dynamo: new DynamoDBClient({}), streams: new DynamoDBStreamsClient({}), sqs: new SQSClient({}) },
  { SANDBOX_KEY: 'local' },
  { log: { info() {}, warn() {}, error() {} } },
);
const queues: Queues = {
  send: async () => void messages++,
  sendEvent: async () => void messages++,
  sendDelivery: async () => void messages++,
  sendAll: async (_, ids) => {
    messages += ids.length;
  },
};
const rows: string[][] = [];

try {
  await measure();
  print(rows);
} finally {
  await engines.stop();
}

async function measure(): Promise<void> {
  const tenant = (
    await stack.send({
      method: 'POST',
      path: '/sandbox/tenants',
      headers: { 'x-sandbox-key': 'local' },
      body: '{}',
    })
  ).body as Parameters<typeof makeClient>[0] & { accounts: Record<string, string>[] };
  const { source_account_branch_identifier, source_account_number } = tenant.accounts[0] ?? {};
  const body = {
    source_account_branch_identifier,
    source_account_number,
    amount: 10,
    key: 'fulano@example.com',
  };
  const statement = `/v3/account-statements/${source_account_branch_identifier}/${source_account_number}?start=2020-01-01&end=2099-12-31`;

  let deps = container();
  // The client speaks HTTP; here its requests go straight to the handlers.
  globalThis.fetch = async (input, init) => {
    const url = new URL(String(input));
    const call = {
      method: init?.method ?? 'GET',
      path: url.pathname + url.search,
      headers: init?.headers as Record<string, string>,
    };
    const answer = await stack.send(init?.body ? { ...call, body: String(init.body) } : call, deps);
    return Response.json(answer.body, { status: answer.status, headers: answer.headers });
  };
  const client = makeClient({ ...tenant, base_url: 'https://api.example.com' });
  await client.bearer();

  async function step<Result>(name: string, run: () => Promise<Result>, cold = false): Promise<Result> {
    if (cold) deps = container();
    counted.take();
    messages = 0;
    const result = await run();
    const { calls, hops, reads, writes } = counted.take();
    rows.push([
      name,
      cold ? 'cold' : 'warm',
      String(calls.length),
      String(hops),
      reads.toFixed(1),
      writes.toFixed(1),
      String(messages),
      calls.join(' '),
    ]);
    return result;
  }
  const create = (key: string) => client.post<{ id: number }>('/create-cashout', body, key);

  const key = randomUUID();
  await step('create', () => create(randomUUID()), true);
  const created = await step('create', () => create(key));
  await step('create, replay', () => create(key));
  await step('create, 409', () => client.post('/create-cashout', { ...body, amount: 11 }, key));
  await step('create without a key', () => client.post('/create-cashout', body));
  await step('self-approve', () => client.post('/create-cashout-self-approve', body, randomUUID()), true);
  await step('self-approve', () => client.post('/create-cashout-self-approve', body, randomUUID()));
  await step('approve', () => client.post('/approve-cashout', { id: created.body.id }));
  const message = {
    Records: [{ messageId: '1', body: JSON.stringify({ version: 1, id: created.body.id }) }],
  };
  await step('complete, network included', () => stack.invoke('completeTransfer', message, deps));
  await step('complete, again', () => stack.invoke('completeTransfer', message, deps));
  await step('record three events', () => stack.invoke('fanOutWebhooks', message, deps));
  await step('look-up', () => client.get(`/v3/cashouts/${created.body.id}`));
  await step('statement page', () => client.get(statement), true);
  await step('statement page', () => client.get(statement));
  await step('resume, nothing due', () => stack.invoke('resumeStalled', {}, deps));
  await step('reconcile, all new', () => stack.invoke('reconcile', {}, deps));
  await step('reconcile, nothing new', () => stack.invoke('reconcile', {}, deps));
}

/** Fresh dependencies, as a new container has, whose every DynamoDB call is counted. */
function container() {
  const client = documentClient(new DynamoDBClient({}));
  counted = countCalls(client);
  return stack.with({ client, queues });
}

function print(body: string[][]): void {
  const head = ['step', 'container', 'calls', 'hops', 'read units', 'write units', 'messages', 'which'];
  const widths = head.map((name, column) =>
    Math.max(name.length, ...body.map((row) => row[column]?.length ?? 0)),
  );
  for (const row of [head, widths.map((width) => '-'.repeat(width)), ...body]) {
    console.log(
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    );
  }
}
