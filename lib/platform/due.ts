// Lists the rows of a table whose pending work is due, from the sparse index `owed`
// (lib/platform/open-work.ts).

import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import { type AccountRef, accountKey } from '../base/account-ref.ts';
import type { Database, Row } from './table.ts';

/** What the index has of a row besides its key: its account, and since when it is due. */
export type DueKey = { account: string; dueAt: string };

/** Rows of a lane to list: due by `now`, at most `most`. Further calls only while `hasTime()`. */
export type Listing = { lane: string; now: string; most: number; hasTime: () => boolean };

/** Due rows of one lane, oldest first. The index may lag behind the table, so it is only a hint. */
export async function listDue<Key>(
  db: Database,
  table: string,
  { lane, now, most, hasTime }: Listing,
  keyOf: (row: Row) => Key,
): Promise<(Key & DueKey)[]> {
  const keys: (Key & DueKey)[] = [];
  let after: Row | undefined;
  do {
    const { Items = [], LastEvaluatedKey } = await db.client.send(
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
