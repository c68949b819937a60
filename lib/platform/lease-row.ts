// A row that one container holds at a time, for a while at most. Holding it is advice: whoever cannot tell goes ahead
// without it.

import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { conditionFailed, type Database, type Key } from './table.ts';

/** `unknown`: no answer. */
export type Taken = 'taken' | 'not_taken' | 'unknown';

/** @param leaseMs after this time a row that was not given back (a crash, a lost answer) is anybody's */
export function makeLeaseRows(db: Database, leaseMs: number, table = db.config.ACCOUNTS_TABLE) {
  async function update(key: Key, expression: object): Promise<Taken> {
    try {
      await db.client.send(new UpdateCommand({ TableName: table, Key: key, ...expression }));
      return 'taken';
    } catch (error) {
      return conditionFailed(error) ? 'not_taken' : 'unknown';
    }
  }

  return {
    take(key: Key, holder: string): Promise<Taken> {
      const now = db.now().getTime();
      return update(key, {
        UpdateExpression: 'SET #holder = :holder, #until = :until',
        ConditionExpression: 'attribute_not_exists(#until) OR #until < :now',
        ExpressionAttributeNames: { '#holder': 'holder', '#until': 'until' },
        ExpressionAttributeValues: { ':holder': holder, ':until': now + leaseMs, ':now': now },
      });
    },

    /** Holds it for another lease, unless somebody else has it by now. */
    keep(key: Key, holder: string): Promise<Taken> {
      return update(key, {
        UpdateExpression: 'SET #until = :until',
        ConditionExpression: '#holder = :holder',
        ExpressionAttributeNames: { '#holder': 'holder', '#until': 'until' },
        ExpressionAttributeValues: { ':holder': holder, ':until': db.now().getTime() + leaseMs },
      });
    },

    /** Changes nothing if somebody else has it by now. */
    async give(key: Key, holder: string): Promise<void> {
      await update(key, {
        UpdateExpression: 'REMOVE #until',
        ConditionExpression: '#holder = :holder',
        ExpressionAttributeNames: { '#holder': 'holder', '#until': 'until' },
        ExpressionAttributeValues: { ':holder': holder },
      });
    },
  };
}
