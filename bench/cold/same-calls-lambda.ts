// A Lambda for the cold-start section that makes only the AWS calls of the first create in a new container: it reads
// one secret, makes two reads of six rows in total, and puts one row. The rows are the same as ours.

import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import {
  BatchGetCommand,
  type BatchGetCommandInput,
  DynamoDBDocumentClient,
  PutCommand,
} from '@aws-sdk/lib-dynamodb';
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';

const client = DynamoDBDocumentClient.from(new DynamoDBClient({}));
const secrets = new SecretsManagerClient({});
const reading = secrets.send(new GetSecretValueCommand({ SecretId: process.env.SECRET_IDS }));

export type Calls = { reads: BatchGetCommandInput['RequestItems'][]; table: string; row: object };

export async function handler(event: APIGatewayProxyEventV2): Promise<APIGatewayProxyStructuredResultV2> {
  const { SecretString = '' } = await reading;
  JSON.parse(SecretString);
  const request = JSON.parse(event.body ?? '{}') as object;
  const { reads, table, row } = JSON.parse(process.env.CALLS ?? '') as Calls;
  for (const RequestItems of reads) await client.send(new BatchGetCommand({ RequestItems }));
  const id = Math.floor(Math.random() * Number.MAX_SAFE_INTEGER);
  await client.send(
    new PutCommand({
      TableName: table,
      Item: { ...row, id, request },
      ConditionExpression: 'attribute_not_exists(#key)',
      ExpressionAttributeNames: { '#key': 'id' },
      ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
    }),
  );
  return { statusCode: 200, body: JSON.stringify({ id }) };
}
