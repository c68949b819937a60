// Reads everything that is stored, unchanged.

import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import { openClient } from './clients.ts';
import type { Stack } from './stack.ts';

/** Returns every row of every table, by the table's variable. */
export async function allRows(stack: Stack): Promise<Record<string, object[]>> {
  const client = openClient();
  const tables = Object.entries(stack.config).filter(([name]) => name.endsWith('_TABLE'));
  const read = tables.map(async ([name, TableName]) => {
    const rows: object[] = [];
    let ExclusiveStartKey: Record<string, unknown> | undefined;
    do {
      const page = await client.send(new ScanCommand({ TableName: TableName as string, ExclusiveStartKey }));
      rows.push(...(page.Items ?? []));
      ExclusiveStartKey = page.LastEvaluatedKey;
    } while (ExclusiveStartKey);
    return [name, rows] as const;
  });
  return Object.fromEntries(await Promise.all(read));
}
