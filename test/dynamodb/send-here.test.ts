// The clients of the tests ask the engine without HTTP. What callers get must not differ from what HTTP gives them.

import { randomUUID } from 'node:crypto';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import {
  BatchGetCommand,
  DeleteCommand,
  type DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  QueryCommand,
  TransactWriteCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import { expect, test } from 'vitest';
import { documentClient } from '../../lib/platform/table.ts';
import { engineClient, openClient } from '../support/clients.ts';
import { useStack } from '../support/use-stack.ts';

const used = useStack();
const [here, overHttp] = [openClient(), documentClient(engineClient(DynamoDBClient))];
const bytes = Buffer.from([1, 2, 255]);

const rowOf = (pk: string) => ({
  ...{
    pk,
    sk: 'row',
    B: 'text',
    BS: ['text'],
    M: {},
    number: 1.5,
    big: 12345678901234567890n,
    nothing: null,
  },
  ...{ absent: undefined, bytes, texts: new Set(['a', 'b']), numbers: new Set([1, 2]) },
  ...{ many: new Set([new Uint8Array([1])]), list: [true, { B: bytes, BS: 'text' }, 'é', bytes] },
});

/** Calls that are accepted, refused by a condition, cancelled, repeated with a token, and invalid. */
function calls(TableName: string, pk: string) {
  const [Item, Key] = [rowOf(pk), { pk, sk: 'row' }];
  const absent = {
    ConditionExpression: 'attribute_not_exists(pk)',
    ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
  } as const;
  const put = { TableName, Item };
  const transaction = { TransactItems: [{ Put: put }], ClientRequestToken: randomUUID() };
  return [
    new DeleteCommand({ TableName, Key }),
    new PutCommand({ ...put, ...absent, ReturnConsumedCapacity: 'TOTAL' }),
    new GetCommand({ TableName, Key, ConsistentRead: undefined }),
    new PutCommand({ ...put, ...absent }),
    new TransactWriteCommand({ TransactItems: [{ Put: { ...put, ...absent } }] }),
    new TransactWriteCommand(transaction),
    new TransactWriteCommand(transaction),
    new TransactWriteCommand({ ...transaction, TransactItems: [{ Delete: { TableName, Key } }] }),
    new BatchGetCommand({ RequestItems: { [TableName]: { Keys: [Key] } } }),
    new QueryCommand({
      ...{ TableName, KeyConditionExpression: 'pk = :pk', ExpressionAttributeValues: { ':pk': pk } },
      ...{ Limit: 1, ExclusiveStartKey: undefined },
    }),
    new UpdateCommand({
      ...{ TableName, Key, UpdateExpression: 'SET bytes = :bytes', ReturnValues: 'ALL_NEW' },
      ExpressionAttributeValues: { ':bytes': new Uint8Array([9]) },
    }),
    new UpdateCommand({ TableName, Key, UpdateExpression: 'no expression' }),
    new GetCommand({ TableName: 'no-table', Key }),
  ];
}

async function outcomes(client: DynamoDBDocumentClient, pk: string) {
  const found: Record<string, unknown>[] = [];
  for (const command of calls(used.stack.config.ACCOUNTS_TABLE, pk)) {
    const { $metadata, $response, ...rest } = await client.send(command as GetCommand).catch((error) => ({
      ...{ kind: error.constructor.name, name: error.name, message: error.message, fault: error.$fault },
      ...error,
      status: error.$metadata.httpStatusCode,
    }));
    found.push(rest);
  }
  return found;
}

test('the same calls give the same answers and errors', async () => {
  const pk = randomUUID();
  const found = await outcomes(here, pk);
  expect(found.filter((one) => one.kind).map((one) => one.name)).toEqual([
    'ConditionalCheckFailedException',
    'TransactionCanceledException',
    'IdempotentParameterMismatchException',
    'ValidationException',
    'ResourceNotFoundException',
  ]);
  expect(found).toStrictEqual(await outcomes(overHttp, pk));
});

test('a stored row shares nothing with the row that was written', async () => {
  const [TableName, pk] = [used.stack.config.ACCOUNTS_TABLE, randomUUID()];
  const Item = { pk, sk: 'row', list: [{ is: 'old' }], bytes: new Uint8Array([1]) };
  await here.send(new PutCommand({ TableName, Item }));
  const read = async () => (await here.send(new GetCommand({ TableName, Key: { pk, sk: 'row' } }))).Item;
  const before = structuredClone(Item);
  Object.assign(Item.list[0] as object, { is: 'new' });
  Item.bytes[0] = 2;
  expect(await read()).toEqual(before);
  Object.assign((await read())?.list[0], { is: 'new' });
  expect(await read()).toEqual(before);
});
