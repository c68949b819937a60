// The storage of a cashout: its row, entries, events and delivery, as DynamoDB counts them.

import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import { documentClient, type Row } from '../lib/platform/table.ts';
import type { Stage } from './stage.ts';

/** Per item, in addition to its own bytes (DynamoDB's guide, CapacityUnitCalculations). */
const overhead = 100;

/** Average per cashout. `row`: the largest row of the cashouts table, without overhead. */
export async function storedBytes({ config, engines }: Stage, cashouts: number) {
  const { CASHOUTS_TABLE, STATEMENT_TABLE, EVENTS_TABLE, DELIVERIES_TABLE } = config;
  const endpoint = engines.environment.AWS_ENDPOINT_URL_DYNAMODB ?? '';
  const client = documentClient(new DynamoDBClient({ endpoint }));
  let all = 0;
  let row = 0;
  for (const TableName of [CASHOUTS_TABLE, STATEMENT_TABLE, EVENTS_TABLE, DELIVERIES_TABLE]) {
    const { Items = [], LastEvaluatedKey } = await client.send(new ScanCommand({ TableName }));
    if (LastEvaluatedKey) throw new Error(`${TableName} has more than one page`);
    const sizes = Items.map(sizeOf);
    all += sizes.reduce((sum, size) => sum + size + overhead, 0);
    if (TableName === CASHOUTS_TABLE) row = Math.max(...sizes);
  }
  return { each: all / cashouts, row };
}

/** Names and texts in UTF-8. The quotes of JSON are about as long as DynamoDB's type information. */
const sizeOf = (item: Row) => Buffer.byteLength(JSON.stringify(item, plain));

/** Binary values count with their own length. */
const plain = (_: string, value: unknown) =>
  value instanceof Uint8Array ? 'x'.repeat(value.byteLength) : value;
