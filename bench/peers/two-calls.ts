// Measures the lower bound: only the two DynamoDB calls of our create call, or the one call of its replay. Their input
// is prepared before.

import { BatchGetCommand, type BatchGetCommandOutput, PutCommand } from '@aws-sdk/lib-dynamodb';
import { randomIds } from '../../lib/base/ids.ts';
import { createTable, type Given, keysOf, ownClients, type Peer } from './given.ts';

/**
 * Makes the same calls on a table without an index and a stream, to show what an index and a stream cost in this
 * engine.
 */
export async function openTwoPlainCalls(given: Given): Promise<Peer> {
  const cashoutsTable = 'bench-two-calls';
  await createTable(ownClients().plain, cashoutsTable, 'id', 'N');
  const { client, first } = openTwoCalls({ ...given, cashoutsTable });
  return { client, first };
}

export function openTwoCalls(given: Given): Peer {
  const { client } = ownClients();
  const { accountsTable, cashoutsTable, row } = given;
  const read = (id: number) =>
    new BatchGetCommand({
      RequestItems: {
        [accountsTable]: { Keys: keysOf(given), ConsistentRead: true },
        [cashoutsTable]: { Keys: [{ id }], ConsistentRead: true },
      },
    });
  function ready() {
    const id = randomIds.cashoutId();
    const get = read(id);
    const put = new PutCommand({
      TableName: cashoutsTable,
      Item: { ...row, id, idempotencyKey: randomIds.uuid() },
      ConditionExpression: 'attribute_not_exists(id)',
      ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
    });
    return async () => {
      const found = await client.send(get);
      await client.send(put);
      return found;
    };
  }
  const found = (answer: unknown, cashouts: number) => {
    const { Responses } = answer as BatchGetCommandOutput;
    const isRight = Responses?.[accountsTable]?.length === 2 && Responses[cashoutsTable]?.length === cashouts;
    if (!isRight) throw new Error('the two calls did not find their rows');
  };
  return {
    client,
    first: {
      prepare: async (count) => Array.from({ length: count }, ready),
      check: (answer) => found(answer, 0),
    },
    replay: {
      prepare: async (count) =>
        Array.from({ length: count }, () => {
          const get = read(row.id);
          return () => client.send(get);
        }),
      check: (answer) => found(answer, 1),
    },
  };
}
