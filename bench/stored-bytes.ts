// Measures what a cashout stores: its row, entries, events and delivery, in bytes as DynamoDB counts them.

import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import { documentClient, type Row } from '../lib/platform/table.ts';
import type { Stage } from './stage.ts';

/** The bytes that each item needs in addition to its own (DynamoDB's guide, CapacityUnitCalculations). */
const overhead = 100;

/**
 * Returns the average bytes per cashout. `row` is the largest row of the cashouts table, without the additional bytes.
 */
export async function storedBytes({ config, engines }: Stage, cashouts: number) {
  const { CASHOUTS_TABLE, STATEMENT_TABLE, EVENTS_TABLE, DELIVERIES_TABLE } = config;
  const endpoint = engines.environment.AWS_ENDPOINT_URL_DYNAMODB ?? '';
  const client = documentClient(new DynamoDBClient({ endpoint }));
  let all = 0;
  let row = 0;
  for (const TableName of [CASHOUTS_TABLE, STATEMENT_TABLE, EVENTS_TABLE, DELIVERIES_TABLE]) {
    const { Items = [], LastEvaluatedKey } = await client.send(new ScanCommand({ TableName }));
    if (LastEvaluatedKey) throw new Error(`the table ${TableName} fills more than one page`);
    const sizes = Items.map(sizeOf);
    all += sizes.reduce((sum, size) => sum + size + overhead, 0);
    if (TableName === CASHOUTS_TABLE) row = Math.max(...sizes);
  }
  return { each: all / cashouts, row };
}

/**
 * Returns the bytes of names and texts in UTF-8. The quotes of JSON are about as long as DynamoDB's type information.
 */
const sizeOf = (item: Row) => Buffer.byteLength(JSON.stringify(item, plain));

/** Replaces a binary value by a text of the same length, because DynamoDB counts its bytes. */
const plain = (_: string, value: unknown) =>
  value instanceof Uint8Array ? 'x'.repeat(value.byteLength) : value;
