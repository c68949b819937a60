// The same flow as it is mostly put together: Powertools' idempotency on the call that creates, an outbox table beside
// the row, and a Step Functions standard workflow for each cashout. On paper, but for the idempotency, which is run.
// Where there is a choice, it is the cheaper one: no state for a retry, outbox rows that expire by themselves, tables
// written by the workflow without a Lambda, no feed of events and no record of deliveries.

import { randomUUID } from 'node:crypto';
import { IdempotencyConfig, makeIdempotent } from '@aws-lambda-powertools/idempotency';
import { DynamoDBPersistenceLayer } from '@aws-lambda-powertools/idempotency/dynamodb';
import { CreateTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { Context } from 'aws-lambda';
import {
  billedMs,
  lambdaLines,
  logLines,
  outLine,
  perMillion,
  requestsEach,
  type Setting,
  storageLines,
} from './bill.ts';
import type { Flow, Part } from './cashout-flow.ts';
import type { Units } from './count-calls.ts';
import { assumed } from './metered-world.ts';
import type { Line } from './prices.ts';

/** Each is a transition: "each time a step of your workflow is executed" (Step Functions' pricing page). */
export const states = ['Reserve', 'Pay', 'Was it paid?', 'Settle', 'Deliver', 'Done'] as const;

/** The rows of each transaction of the peer; each costs two units, and a cashout's own two for each kilobyte. */
export const transactions = [
  ['create', ['cashout', 'outbox']],
  ['approve', ['cashout', 'outbox']],
  ['reserve', ['cashout', 'balance']],
  ['settle', ['cashout', 'balance', 'entry', 'outbox']],
] as const;

/** @param rowBytes of a cashout, as it is when it has ended */
function transactionUnits(rowBytes: number): number {
  const rows = transactions.flatMap(([, rows]): readonly string[] => rows);
  return rows.reduce((sum, row) => sum + 2 * (row === 'cashout' ? Math.ceil(rowBytes / 1_024) : 1), 0);
}

/** Both calls of the library, for a key that is new, with an answer of ours. */
export async function measureIdempotency(endpoint: string, answer: object): Promise<Units> {
  const client = new DynamoDBClient({ endpoint });
  const TableName = `pix-cashout-peer-${randomUUID()}`;
  await client.send(
    new CreateTableCommand({
      TableName,
      BillingMode: 'PAY_PER_REQUEST',
      AttributeDefinitions: [{ AttributeName: 'id', AttributeType: 'S' }],
      KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
    }),
  );
  const units: Units = { reads: 0, writes: 0 };
  client.middlewareStack.add(
    (next, context) => async (args) => {
      const answered = await next({
        ...args,
        input: { ...args.input, ReturnConsumedCapacity: 'TOTAL' },
      } as typeof args);
      const { ConsumedCapacity: used } = answered.output as { ConsumedCapacity?: { CapacityUnits?: number } };
      units[String(context.commandName).startsWith('Get') ? 'reads' : 'writes'] += used?.CapacityUnits ?? 0;
      return answered;
    },
    { step: 'initialize' },
  );
  const persistenceStore = new DynamoDBPersistenceLayer({ tableName: TableName, awsSdkV3Client: client });
  const config = new IdempotencyConfig({ eventKeyJmesPath: 'key' });
  // As in Lambda: the library keeps until when an attempt may be running.
  config.registerLambdaContext({ getRemainingTimeInMillis: () => 10_000 } as Context);
  const create = makeIdempotent(async (_: { key: string }) => answer as Record<string, string>, {
    persistenceStore,
    config,
    dataIndexArgument: 0,
  });
  await create({ key: randomUUID() });
  return units;
}

export function peerBill(
  flow: Flow,
  setting: Setting,
  { storedBytes, rowBytes, idempotency }: { storedBytes: number; rowBytes: number; idempotency: Units },
): Line[] {
  const { cashouts, batch, parts, wire } = flow;
  const [create, approve, dispatch, complete, deliver] = [
    'createCashout',
    'approveCashout',
    'dispatch',
    'completeTransfer',
    'deliverWebhook',
  ].map((key) => parts[key] as Part) as [Part, Part, Part, Part, Part];
  // Three outbox rows a cashout, relayed in batches as ours are; a task is invoked once for each.
  const relays = (3 * cashouts) / (batch === 1 ? 1 : 10 * batch);
  const invocations = (requestsEach + 2) * cashouts + relays;
  const perInvocation = (part: Part) => billedMs(part, setting) / part.invocations;
  const milliseconds =
    billedMs(create, setting) +
    billedMs(approve, setting) +
    cashouts * 2 * assumed.call +
    relays * perInvocation(dispatch) +
    // What is left of our workers without the rows that the workflow writes or keeps itself.
    cashouts *
      (assumed.psp +
        (computed(complete, setting) + computed(deliver, setting)) / cashouts +
        assumed.receiver);
  const reads = create.reads + approve.reads + complete.reads + deliver.reads / 2;
  const lines: Line[] = [
    {
      item: 'DynamoDB, writes',
      price: 'write',
      count: cashouts * (transactionUnits(rowBytes) + idempotency.writes),
    },
    { item: 'DynamoDB, reads', price: 'read', count: reads + cashouts * idempotency.reads },
    ...lambdaLines(invocations, milliseconds, setting),
    { item: 'API Gateway', price: 'gateway', count: requestsEach * cashouts },
    { item: 'Step Functions', price: 'transition', count: states.length * cashouts },
    logLines(wire.logBytes, invocations, requestsEach * cashouts),
    outLine(flow),
    ...storageLines(storedBytes * cashouts),
  ];
  return perMillion(lines, cashouts);
}

/** What a function computes, at its share of a core. */
const computed = (part: Part, setting: Setting) => billedMs({ ...part, milliseconds: part.cpu }, setting);
