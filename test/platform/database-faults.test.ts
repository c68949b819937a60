import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { BatchGetCommand, GetCommand, TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { expect, test } from 'vitest';
import { countDatabaseFaults } from '../../lib/platform/database-faults.ts';
import { documentClient } from '../../lib/platform/table.ts';
import { type Counted, collecting } from '../support/stack.ts';

type Answer = { status: number; body: object };
const fault = (type: string, status = 400, more = {}): Answer => ({
  status,
  body: { __type: `com.amazonaws.dynamodb.v20120810#${type}`, message: type, ...more },
});

/** Returns a client whose tries get these answers, and an empty one after them. */
function answeredBy(answers: Answer[]) {
  const counted: Counted[] = [];
  const requestHandler = {
    handle: async () => {
      const { status, body } = answers.shift() ?? { status: 200, body: {} };
      const headers = { 'content-type': 'application/x-amz-json-1.0' };
      return {
        response: { statusCode: status, headers, body: new Uint8Array(Buffer.from(JSON.stringify(body))) },
      };
    },
  };
  const settings = { region: 'sa-east-1', credentials: { accessKeyId: 'a', secretAccessKey: 'b' } };
  const client = new DynamoDBClient({ ...settings, requestHandler: requestHandler as never });
  return { client: countDatabaseFaults(documentClient(client), collecting(counted).count), counted };
}

const get = new GetCommand({ TableName: 'rows', Key: { id: 1 } });
const transact = new TransactWriteCommand({
  TransactItems: [{ Put: { TableName: 'rows', Item: { id: 1 } } }],
});

test.each([
  ['throttled', fault('ProvisionedThroughputExceededException')],
  ['throttled for the whole account', fault('RequestLimitExceeded')],
  ['failed by DynamoDB', fault('InternalServerError', 500)],
])('a try that is %s counts, though the SDK’s next try succeeds', async (_, answer) => {
  const { client, counted } = answeredBy([answer]);

  await client.send(get);

  expect(counted).toEqual([['DatabaseFaults', 1]]);
});

test.each([
  ['throttled counts', 'ThrottlingError', 1],
  ['in conflict with another does not count', 'TransactionConflict', 0],
  ['whose condition failed does not count', 'ConditionalCheckFailed', 0],
])('a transaction %s', async (_, Code, count) => {
  const answer = fault('TransactionCanceledException', 400, { CancellationReasons: [{ Code }] });
  const { client, counted } = answeredBy([answer]);

  await expect(client.send(transact)).rejects.toThrow();

  expect(counted).toHaveLength(count);
});

test.each(['ECONNRESET', 'TimeoutError'])('a try without an answer counts (%s)', async (what) => {
  const counted: Counted[] = [];
  const handle = async () => {
    throw Object.assign(new Error('lost'), { name: what, code: what });
  };
  const settings = {
    region: 'sa-east-1',
    credentials: { accessKeyId: 'a', secretAccessKey: 'b' },
    maxAttempts: 1,
  };
  const client = new DynamoDBClient({ ...settings, requestHandler: { handle } as never });

  await expect(
    countDatabaseFaults(documentClient(client), collecting(counted).count).send(get),
  ).rejects.toThrow('lost');

  expect(counted).toEqual([['DatabaseFaults', 1]]);
});

test('a read counts if DynamoDB has left out some of its keys', async () => {
  const left = { rows: { Keys: [{ id: { N: '1' } }] } };
  const { client, counted } = answeredBy([{ status: 200, body: { Responses: {}, UnprocessedKeys: left } }]);

  await client.send(new BatchGetCommand({ RequestItems: { rows: { Keys: [{ id: 1 }] } } }));
  await client.send(new BatchGetCommand({ RequestItems: { rows: { Keys: [{ id: 1 }] } } }));

  expect(counted).toEqual([['DatabaseFaults', 1]]);
});

test.each([
  ['answered', []],
  ['refused as invalid', [fault('ValidationException')]],
])('a call that is %s does not count', async (_, answers) => {
  const { client, counted } = answeredBy(answers);

  await client.send(get).catch(() => {});

  expect(counted).toEqual([]);
});
