// The sparse index `due` that a table's open rows stand in (lib/open-work.ts).

import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import type { Door, Row } from './table.ts';

/** Rows of a table's `due` index whose time has come, oldest first. It may lag: what it says is only a hint. */
export async function listDue(
  door: Door,
  table: string,
  lane: string,
  now: string,
  limit: number,
): Promise<Row[]> {
  const { Items = [] } = await door.client.send(
    new QueryCommand({
      TableName: table,
      IndexName: 'due',
      KeyConditionExpression: 'lane = :lane AND dueAt <= :now',
      ExpressionAttributeValues: { ':lane': lane, ':now': now },
      Limit: limit,
    }),
  );
  return Items;
}
