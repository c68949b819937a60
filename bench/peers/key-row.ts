// The form that is commonly written by hand: one row for the idempotency key next to the transaction's row, both in one
// TransactWriteItems, in tables without an index. The account and the policy are read before, as in the other forms.

import { BatchGetCommand, type BatchGetCommandOutput, TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { randomIds } from '../../lib/base/ids.ts';
import { createTable, type Given, keysOf, ownClients, type Peer, plainRow } from './given.ts';

export async function openKeyRow(given: Given): Promise<Peer> {
  const { plain, client } = ownClients();
  const tables = { keys: 'bench-key-row-keys', transactions: 'bench-key-row-transactions' };
  await createTable(plain, tables.keys, 'key', 'S');
  await createTable(plain, tables.transactions, 'id', 'N');

  function ready() {
    const [id, idempotencyKey] = [randomIds.cashoutId(), randomIds.uuid()];
    const row = { ...plainRow(given.row), id, idempotencyKey };
    const get = new BatchGetCommand({
      RequestItems: { [given.accountsTable]: { Keys: keysOf(given), ConsistentRead: true } },
    });
    const write = new TransactWriteCommand({
      TransactItems: [
        {
          Put: {
            TableName: tables.keys,
            Item: { key: `${row.companyId}#${idempotencyKey}`, id, request: row.request },
            ConditionExpression: 'attribute_not_exists(#key)',
            ExpressionAttributeNames: { '#key': 'key' },
          },
        },
        {
          Put: {
            TableName: tables.transactions,
            Item: row,
            ConditionExpression: 'attribute_not_exists(id)',
          },
        },
      ],
    });
    return async () => {
      const found = await client.send(get);
      await client.send(write);
      return found;
    };
  }
  return {
    client,
    first: {
      prepare: async (count) => Array.from({ length: count }, ready),
      check(answer) {
        const { Responses } = answer as BatchGetCommandOutput;
        if (Responses?.[given.accountsTable]?.length !== 2) throw new Error('the rows to read are missing');
      },
    },
  };
}
