// The first limit that is reached, and at how many cashouts a second: AWS's published quotas divided by the counted use
// of one cashout. Quotas are the defaults, for us-east-1 where regions differ.

import { openPartitionsOf } from '../lib/cashout/open-partition.ts';
import type { Service } from '../local/service.ts';
import { billedMs, requestsEach, type Setting } from './bill.ts';
import type { Flow, Part } from './cashout-flow.ts';
import { assumed } from './metered-world.ts';

export type Ceiling = {
  of: 'account' | 'service' | 'table' | 'region';
  limit: string;
  perSecond: number;
  raise: string;
  source: string;
};

const dynamo = 'DynamoDB: on-demand-table-throttling (re:Post), ServiceQuotas';

/** Write units per second of one partition. A row, and a partition of one key, have the same limit. */
const partitionWrites = 1_000;
const tableWrites = 40_000;
/** Initial write units per second of a new on-demand table. */
const newTableWrites = 4_000;

/** @param quiet measured with one message per invocation; `flow` was measured with batches */
export function ceilingsOf(quiet: Flow, flow: Flow, service: Service, setting: Setting): Ceiling[] {
  // Our own limit (infra/code/api.yml), for a stage without its own.
  const { DefaultRouteSettings: throttle } = service.resources.extensions.HttpApiStage?.Properties ?? {};
  const requestsPerSecond = (throttle as { ThrottlingRateLimit: number }).ThrottlingRateLimit;
  const { cashouts, parts, byTable, batch } = flow;
  const each = (table: string) => (byTable[table]?.writes ?? 0) / cashouts;
  const busiest = Math.max(
    ...Object.keys(byTable)
      .filter((table) => !table.includes(' '))
      .map(each),
  );
  const busiestName = Object.keys(byTable).find((table) => each(table) === busiest) ?? '';
  const seconds =
    Object.values(parts).reduce((sum, part) => sum + billedMs(part, setting), 0) / cashouts / 1_000;
  const workers = ['completeTransfer', 'fanOutWebhooks', 'deliverWebhook'].map((key): Ceiling => {
    const part = parts[key] as Part;
    const { maximumConcurrency = 1_000 } = service.functions[key]?.events?.find(({ sqs }) => sqs)?.sqs ?? {};
    return {
      of: 'service',
      limit: `${key}: ${maximumConcurrency} at once, ${batch} to a batch, all of one account`,
      perSecond: (maximumConcurrency * 1_000) / (billedMs(part, setting) / cashouts),
      raise: 'its maximumConcurrency (serverless.yml), up to 1,000',
      source: 'measured',
    };
  });
  return [
    ...accountCeilings(quiet, 'one by one'),
    ...accountCeilings(flow, `in batches of ${batch}`),
    ...workers,
    {
      of: 'service',
      limit: `our gateway's own throttle: ${requestsPerSecond} requests a second`,
      perSecond: requestsPerSecond / requestsEach,
      raise: 'requestsPerSecond (infra/stages)',
      source: 'infra/stages/default.yml',
    },
    {
      of: 'table',
      limit: `${busiestName}, when it is new: ${newTableWrites} units a second`,
      perSecond: newTableWrites / busiest,
      raise: 'warm throughput, or a slow start',
      source: dynamo,
    },
    {
      of: 'table',
      limit: `${busiestName}: ${tableWrites} units a second, ${show(busiest)} each`,
      perSecond: tableWrites / busiest,
      raise: "the table's quota",
      source: dynamo,
    },
    {
      of: 'region',
      limit: `Lambda: 1,000 at once, ${show(seconds * 1_000)} ms each`,
      perSecond: 1_000 / seconds,
      raise: "Lambda's concurrency",
      source: "Lambda's guide: gettingstarted-limits (from memory, to be checked)",
    },
    {
      of: 'region',
      limit: 'API Gateway: 10,000 requests a second',
      perSecond: 10_000 / requestsEach,
      raise: "API Gateway's throttle",
      source: "API Gateway's guide: limits",
    },
  ];
}

/** Units that a cashout writes once in its account's list (index `listed`). The other index units are for open work. */
const listedEach = 1;

/** Partitions of an account in the index of its open work. */
const openParts = openPartitionsOf({ branch: '', number: '' }).length;

/** One account's rows. No quota can be raised for them. */
function accountCeilings({ cashouts, parts, byTable }: Flow, how: string): Ceiling[] {
  const each = (table: string) => (byTable[table]?.writes ?? 0) / cashouts;
  const transactions = (key: string) => (parts[key]?.transactions ?? 0) / cashouts;
  const [holds, events] = [transactions('completeTransfer'), transactions('fanOutWebhooks')];
  return [
    {
      of: 'account',
      limit: `${how}: feed of events, ${show(events)} transactions one after the other, each after a look`,
      perSecond: 1_000 / (events * (assumed.call + assumed.transaction)),
      raise: 'nothing: more events to a transaction',
      source: 'assumed latencies',
    },
    {
      of: 'account',
      limit: `${how}: balance row, ${show(holds)} transactions one after the other`,
      perSecond: 1_000 / (holds * assumed.transaction),
      raise: 'nothing: more cashouts to a transaction, or more accounts',
      source: 'assumed latencies',
    },
    {
      of: 'account',
      limit: `${how}: balance row, ${partitionWrites} units a second, ${show(each('accounts'))} each`,
      perSecond: partitionWrites / each('accounts'),
      raise: 'nothing: more cashouts to a transaction, or more accounts',
      source: dynamo,
    },
    {
      of: 'account',
      limit: `${how}: feed of events, ${partitionWrites} units a second, ${show(each('events'))} each`,
      perSecond: partitionWrites / each('events'),
      raise: 'nothing: DynamoDB may split it by position, in time',
      source: dynamo,
    },
    {
      of: 'account',
      limit: `${how}: statement, ${partitionWrites} units a second, ${show(each('statement') - each('statement index'))} each`,
      perSecond: partitionWrites / (each('statement') - each('statement index')),
      raise: 'nothing: DynamoDB may split it by time, in time',
      source: dynamo,
    },
    {
      of: 'account',
      limit: `${how}: index of open work, ${openParts} parts of ${partitionWrites} units, ${show(each('cashouts index') - listedEach)} each`,
      perSecond: (openParts * partitionWrites) / (each('cashouts index') - listedEach),
      raise: 'partCount (lib/cashout/open-partition.ts), before there is data',
      source: dynamo,
    },
    {
      of: 'account',
      limit: `${how}: list of its cashouts, ${partitionWrites} units a second, ${listedEach} each`,
      perSecond: partitionWrites / listedEach,
      raise: 'nothing: more accounts',
      source: dynamo,
    },
    {
      of: 'account',
      limit: `${how}: deliveries of one webhook, ${partitionWrites} units a second, ${show(each('deliveries'))} each`,
      perSecond: partitionWrites / each('deliveries'),
      raise: 'nothing: they wait in their queue',
      source: dynamo,
    },
  ];
}

/** Limits that do not depend on the number of cashouts, or are far from being reached. */
export const farAway = [
  'SQS standard queues take nearly any number of calls; a FIFO queue would take 300 a second, 3,000 messages in batches (quotas-messages).',
  'A shard of a stream is read by one batch of 100 at a time; there is a shard for each partition of the table (services-ddb-params).',
  'Secrets Manager gives 10,000 values a second (announced 2025-03-04) and is asked when a container starts; KMS is asked once in five minutes by each caller of a queue or table, and gives thousands a second (requests-per-second; the number is to be checked).',
];

function show(value: number): string {
  return value.toFixed(value < 10 && !Number.isInteger(value) ? 1 : 0);
}
