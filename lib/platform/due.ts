// What is due among a table's open rows, by the sparse index `owed` that they stand in (lib/platform/open-work.ts).

import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import { type AccountRef, accountKey } from '../base/account-ref.ts';
import type { Door, Row } from './table.ts';

/** What the index knows of a row besides its key: whose it is, and since when it is due. */
export type DueKey = { account: string; dueAt: string };

/** How much of a lane is listed: up to now, so many rows, in further calls only while there is time. */
export type Listing = { lane: string; now: string; most: number; hasTime: () => boolean };

/** Rows of one lane whose time has come, oldest first. The index may lag: what it says is only a hint. */
export async function listDue<Key>(
  door: Door,
  table: string,
  { lane, now, most, hasTime }: Listing,
  keyOf: (row: Row) => Key,
): Promise<(Key & DueKey)[]> {
  const keys: (Key & DueKey)[] = [];
  let after: Row | undefined;
  do {
    const { Items = [], LastEvaluatedKey } = await door.client.send(
      new QueryCommand({
        TableName: table,
        IndexName: 'owed',
        KeyConditionExpression: 'lane = :lane AND dueAt <= :now',
        ExpressionAttributeValues: { ':lane': lane, ':now': now },
        Limit: most - keys.length,
        ExclusiveStartKey: after,
      }),
    );
    for (const row of Items) {
      const account = accountKey(row.account as AccountRef);
      keys.push({ ...keyOf(row), account, dueAt: String(row.dueAt) });
    }
    after = LastEvaluatedKey;
  } while (after && keys.length < most && hasTime());
  return keys;
}
