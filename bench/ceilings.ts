// Finds the limit that is reached first, and the number of cashouts a second at which it is reached. It divides AWS's
// published quotas by the counted use of one cashout. The quotas are the default values, for us-east-1 where regions
// differ.

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

/**
 * The write units per second of one partition. The same limit applies to a single row, and to all rows with the same
 * partition key.
 */
const partitionWrites = 1_000;
const tableWrites = 40_000;
/** The write units per second that a new on-demand table accepts at first. */
const newTableWrites = 4_000;

/** @param quiet the flow with one message per invocation; `flow` was measured with batches of messages */
export function ceilingsOf(quiet: Flow, flow: Flow, service: Service, setting: Setting): Ceiling[] {
  // This is the service's own limit (infra/code/api.yml). It applies to a stage that sets no limit.
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

/**
 * The units that a cashout writes once to the list of its account (index `listed`). The other index units belong to
 * open work.
 */
const listedEach = 1;

/** The number of partitions of an account in the index of its open work. */
const openParts = openPartitionsOf({ branch: '', number: '' }).length;

/** Lists the limits of one account's rows. AWS cannot raise these limits. */
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

/** These limits do not depend on the number of cashouts, or they are far from being reached. */
export const farAway = [
  'SQS standard queues take nearly any number of calls; a FIFO queue would take 300 a second, 3,000 messages in batches (quotas-messages).',
  'A shard of a stream is read by one batch of 100 at a time; there is a shard for each partition of the table (services-ddb-params).',
  'Secrets Manager gives 10,000 values a second (announced 2025-03-04) and is asked when a container starts; KMS is asked once in five minutes by each caller of a queue or table, and gives thousands a second (requests-per-second; the number is to be checked).',
];

function show(value: number): string {
  return value.toFixed(value < 10 && !Number.isInteger(value) ? 1 : 0);
}
