// The minimal Lambda of the cold-start section. It writes a row, as an example in a tutorial does.

import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, PutCommand } from '@aws-sdk/lib-dynamodb';
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';

const client = DynamoDBDocumentClient.from(new DynamoDBClient({}));

export async function handler(event: APIGatewayProxyEventV2): Promise<APIGatewayProxyStructuredResultV2> {
  const { id } = JSON.parse(event.body ?? '{}') as { id: string };
  await client.send(new PutCommand({ TableName: process.env.TABLE, Item: { id } }));
  return { statusCode: 200, body: JSON.stringify({ id }) };
}
