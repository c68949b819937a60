// Runs cashouts from the first call to the delivered webhook, with the real handlers. It counts everything that is
// billed while a cashout is created, approved, dispatched from the stream, completed, recorded as events, and
// delivered.

import { randomUUID } from 'node:crypto';
import {
  DescribeStreamCommand,
  DynamoDBStreamsClient,
  GetRecordsCommand,
  GetShardIteratorCommand,
} from '@aws-sdk/client-dynamodb-streams';
import type { Deps } from '../lib/app/deps.ts';
import { openClient } from './api-client.ts';
import type { Units } from './count-calls.ts';
import { meteredWorld, type Wire } from './metered-world.ts';
import type { Stage } from './stage.ts';

/** The use of one function. `milliseconds` includes waits. `cpu` is the computing time on a whole core. */
export type Part = Units & {
  invocations: number;
  milliseconds: number;
  cpu: number;
  /** The number of completed transactions. */
  transactions: number;
};

export type Flow = {
  cashouts: number;
  /** The number of messages that a worker gets per invocation. */
  batch: number;
  parts: Record<string, Part>;
  byTable: Record<string, Units>;
  wire: Wire;
  /** The number of batches of messages that workers received. */
  batches: number;
  /** The number of failed writes. They are billed, but the engine does not return their units. */
  failed: number;
  apiBytes: number;
  /** The answer to a create call. */
  answer: object;
};

/** @param batch the messages per invocation of a worker; an invocation gets ten times as many stream records */
export async function runFlow(stage: Stage, cashouts: number, batch: number): Promise<Flow> {
  const tenant = await stage.openTenant({ accounts: 1, balance: 1_000_000 });
  const { source_account_branch_identifier, source_account_number } = tenant
    .accounts[0] as (typeof tenant.accounts)[number];
  const account = { source_account_branch_identifier, source_account_number };
  const { counted, wire, world, received, logged } = meteredWorld();
  const deps = stage.with(world);
  const flow: Flow = {
    cashouts,
    batch,
    parts: {},
    byTable: {},
    wire,
    batches: 0,
    failed: 0,
    apiBytes: 0,
    answer: {},
  };
  const streams = await openStreams(stage);
  const client = await logged(() => openClient(stage, tenant, deps));
  const webhook = { ...account, url: 'http://localhost/', type_webhook: 'PIX_CASHOUT_SUCCESS' };
  const registered = await logged(() => client.post<{ id: number }>('/api/webhooks', webhook));
  await logged(() => proveReceiver(registered.body.id));
  await streams.read();
  counted.take();
  for (const name of Object.keys(wire) as (keyof Wire)[]) wire[name] = 0;

  /** Sends a test event first, because a receiver uses the fast queue only after it has answered promptly once. */
  async function proveReceiver(webhookId: number): Promise<void> {
    await client.post(`/api/webhooks/${webhookId}/test`, {});
    for (const body of received(stage.config.SLOW_WEBHOOK_DELIVERIES_QUEUE_URL))
      await stage.invoke('deliverWebhook', { Records: [{ messageId: randomUUID(), body }] }, deps);
  }

  async function metered<Result>(functionKey: string, run: () => Promise<Result>): Promise<Result> {
    const [startedAt, cpu] = [performance.now(), process.cpuUsage()];
    const result = await logged(run);
    const spent = process.cpuUsage(cpu);
    const { reads, writes, calls, byTable } = counted.take();
    flow.parts[functionKey] ??= nothing();
    const part = flow.parts[functionKey];
    part.invocations += 1;
    part.milliseconds += performance.now() - startedAt;
    part.cpu += (spent.user + spent.system) / 1_000;
    part.transactions += calls.filter((name) => name === 'TransactWrite').length;
    add(part, { reads, writes });
    for (const [table, units] of Object.entries(byTable)) {
      flow.byTable[table] ??= { reads: 0, writes: 0 };
      add(flow.byTable[table], units);
    }
    flow.failed += calls.filter((name) => name.includes('failed')).length;
    return result;
  }

  async function call(functionKey: string, path: string, body: object, key?: string): Promise<number> {
    const answer = await metered(functionKey, () => client.post<{ id: number }>(path, body, key));
    if (answer.status !== 200) throw new Error(`${path} was answered with ${answer.status}`);
    flow.apiBytes += Buffer.byteLength(JSON.stringify([answer.body, [...answer.headers]]));
    if (key) flow.answer = answer.body;
    return answer.body.id;
  }

  async function work(functionKey: string, queueUrl: string): Promise<void> {
    for (const bodies of chunks(received(queueUrl), batch)) {
      const Records = bodies.map((body) => ({ messageId: randomUUID(), body }));
      const failed = await metered(functionKey, () => stage.invoke(functionKey, { Records }, deps));
      flow.batches += 1;
      if ((failed as { batchItemFailures: [] }).batchItemFailures.length > 0)
        throw new Error(`the function ${functionKey} failed`);
    }
  }

  /** Runs the workers until the streams and the queues are empty. */
  async function settle(): Promise<void> {
    for (let read = await streams.read(); read.length > 0; read = await streams.read()) {
      for (const Records of read.flatMap((records) => chunks(records, batch === 1 ? 1 : 10 * batch))) {
        await metered('dispatch', () => stage.invoke('dispatch', { Records }, deps));
      }
      await work('completeTransfer', stage.config.TRANSFERS_QUEUE_URL);
      await work('fanOutWebhooks', stage.config.WEBHOOK_EVENTS_QUEUE_URL);
      await work('deliverWebhook', stage.config.WEBHOOK_DELIVERIES_QUEUE_URL);
    }
  }

  const wanted = { ...account, amount: 10, key: 'fulano@example.com' };
  const ids: number[] = [];
  for (let count = 0; count < cashouts; count++)
    ids.push(await call('createCashout', '/create-cashout', wanted, randomUUID()));
  await settle();
  for (const id of ids) await call('approveCashout', '/approve-cashout', { id });
  await settle();
  await assertDone(deps, ids, wire);
  return flow;
}

async function assertDone({ cashouts }: Deps, ids: readonly number[], { webhooks }: Wire): Promise<void> {
  const rows = await Promise.all(ids.map((id) => cashouts.get(id)));
  const open = rows.filter((row) => row?.status !== 'SUCCESS' || row.pendingEvents.length > 0);
  if (open.length > 0) throw new Error(`${open.length} of ${ids.length} cashouts have not ended`);
  if (webhooks !== ids.length) throw new Error(`${webhooks} webhooks were sent for ${ids.length} cashouts`);
}

const nothing = (): Part => ({
  invocations: 0,
  milliseconds: 0,
  cpu: 0,
  transactions: 0,
  reads: 0,
  writes: 0,
});

function add(to: Units, { reads, writes }: Units): void {
  to.reads += reads;
  to.writes += writes;
}

function chunks<Item>(items: readonly Item[], size: number): Item[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, chunk) =>
    items.slice(chunk * size, (chunk + 1) * size),
  );
}

/** Reads the changes since the last read in the tables whose streams the function dispatch reads for a cashout. */
async function openStreams(stage: Stage) {
  const streams = [await openStream(stage, 'CashoutsTable'), await openStream(stage, 'EventsTable')];
  return {
    /** Groups the records by stream, because an invocation gets the records of one stream only. */
    read: async () =>
      (await Promise.all(streams.map((stream) => stream.read()))).filter((all) => all.length > 0),
  };
}

/** Opens the stream of one table. A stream of the embedded engine has only one shard. */
async function openStream({ physical, engines }: Stage, table: string) {
  const client = new DynamoDBStreamsClient({ endpoint: engines.environment.AWS_ENDPOINT_URL_DYNAMODB ?? '' });
  const StreamArn = physical[table]?.attributes.StreamArn;
  const { StreamDescription } = await client.send(new DescribeStreamCommand({ StreamArn }));
  const ShardId = StreamDescription?.Shards?.at(-1)?.ShardId;
  const start = { StreamArn, ShardId, ShardIteratorType: 'TRIM_HORIZON' } as const;
  let { ShardIterator: iterator } = await client.send(new GetShardIteratorCommand(start));
  return {
    async read() {
      const records = [];
      for (;;) {
        const page = await client.send(new GetRecordsCommand({ ShardIterator: iterator }));
        iterator = page.NextShardIterator;
        if (!page.Records?.length) return records;
        records.push(...page.Records);
      }
    },
  };
}
