// Computes the bill of the same flow in its usual form: Powertools' idempotency on the create call, an outbox table
// next to the row, and a Step Functions standard workflow per cashout. The bill is computed, but the idempotency is run
// and measured. Where there are two variants, the cheaper one is used: no state for a retry, outbox rows that expire,
// tables written by the workflow without a Lambda, no feed of events and no record of deliveries.

import { randomUUID } from 'node:crypto';
import { IdempotencyConfig, makeIdempotent } from '@aws-lambda-powertools/idempotency';
import { DynamoDBPersistenceLayer } from '@aws-lambda-powertools/idempotency/dynamodb';
import { CreateTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { Context } from 'aws-lambda';
import type { Setting } from './bill.ts';
import type { Flow } from './cashout-flow.ts';
import type { Units } from './count-calls.ts';
import { assumed } from './metered-world.ts';
import { billOnPaper, type Paper, rowsInWords } from './paper-bill.ts';
import type { Line } from './prices.ts';
import { figure } from './results.ts';

/**
 * Each state is billed as a transition: "each time a step of your workflow is executed" (Step Functions' pricing page).
 */
const states = ['Reserve', 'Pay', 'Was it paid?', 'Settle', 'Deliver', 'Done'] as const;

const transactions = [
  ['create', ['cashout', 'outbox']],
  ['approve', ['cashout', 'outbox']],
  ['reserve', ['cashout', 'balance']],
  ['settle', ['cashout', 'balance', 'entry', 'outbox']],
] as const;

/** Measures both calls of the library for a new key, with one of our answers. */
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
  // The library needs Lambda's context, because it stores the time limit of an attempt.
  config.registerLambdaContext({ getRemainingTimeInMillis: () => 10_000 } as Context);
  const create = makeIdempotent(async (_: { key: string }) => answer as Record<string, string>, {
    persistenceStore,
    config,
    dataIndexArgument: 0,
  });
  await create({ key: randomUUID() });
  return units;
}

export function peerBill(flow: Flow, setting: Setting, paper: Paper): Line[] {
  return billOnPaper(flow, setting, paper, {
    transactions,
    // One task pays and one delivers. The workflow itself writes its rows.
    invocations: 2,
    waited: assumed.psp + assumed.receiver,
    own: [{ item: 'Step Functions', price: 'transition', count: states.length }],
  });
}

export function peerText({ idempotency }: Paper): string {
  return `The usual way, on paper: Powertools' idempotency on the call that creates (run here with our
answer: ${figure(idempotency.writes)} write units for its two writes, ${figure(idempotency.reads)} read units), a row in an outbox table in each
transaction that changes the cashout, and a Step Functions standard workflow for each (${states.length} transitions: ${states.join(', ')};
no retries). Its transactions: ${rowsInWords(transactions)}. Reads, answers, log lines and
rows kept are taken to be ours; it has no feed of events and no record of deliveries.`;
}
