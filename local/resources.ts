// Creates the tables, queues and buckets of serverless.yml at the endpoint of the AWS clients, and resolves references
// to them. Resources that exist are kept, so the call can be repeated.

import {
  CreateTableCommand,
  type CreateTableCommandInput,
  DescribeTableCommand,
  type DynamoDBClient,
  ResourceInUseException,
} from '@aws-sdk/client-dynamodb';
import { BucketAlreadyOwnedByYou, CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { CreateQueueCommand, GetQueueAttributesCommand, type SQSClient } from '@aws-sdk/client-sqs';
import type { Resource, Service } from './service.ts';

export type Clients = { dynamo: DynamoDBClient; sqs: SQSClient; s3?: S3Client };

/** The values of Ref and Fn::GetAtt, by logical id. */
export type Physical = Record<string, { ref: string; attributes: Record<string, string> }>;

export async function createResources(service: Service, clients: Clients): Promise<Physical> {
  const physical: Physical = {};
  const ofType = (type: string) =>
    Object.entries(service.resources.Resources).filter(([, resource]) => resource.Type === type);

  const tables = ofType('AWS::DynamoDB::Table');
  await Promise.all(
    tables.map(async ([id, table]) => {
      physical[id] = await createTable(clients.dynamo, table);
    }),
  );
  // A queue without a redrive policy is a dead-letter queue. Such queues are created first, because the others refer to
  // them.
  const queues = ofType('AWS::SQS::Queue');
  const isTarget = ([, queue]: [string, Resource]) => queue.Properties.RedrivePolicy === undefined;
  for (const group of [queues.filter(isTarget), queues.filter((entry) => !isTarget(entry))]) {
    const created = group.map(async ([id, { Properties }]) => {
      const properties = resolve(Properties, physical) as Record<string, unknown>;
      return [id, await createQueue(clients.sqs, properties)] as const;
    });
    for (const [id, queue] of await Promise.all(created)) physical[id] = queue;
  }
  for (const [id, bucket] of ofType('AWS::S3::Bucket').filter(([, { Properties }]) => Properties.BucketName))
    physical[id] = await createBucket(clients.s3 ?? new S3Client({ forcePathStyle: true }), bucket);
  return physical;
}

/** Replaces every Ref and Fn::GetAtt to a table or queue by its value. Other references are not changed. */
export function resolve(value: unknown, physical: Physical): unknown {
  if (Array.isArray(value)) return value.map((item) => resolve(item, physical));
  if (typeof value !== 'object' || value === null) return value;
  const { Ref: ref, 'Fn::GetAtt': attribute } = value as { Ref?: string; 'Fn::GetAtt'?: [string, string] };
  if (ref !== undefined) return physical[ref]?.ref ?? value;
  if (attribute) return physical[attribute[0]]?.attributes[attribute[1]] ?? value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, resolve(item, physical)]));
}

/** Creates a bucket unless it exists. Its name contains the account id, because bucket names are global. */
async function createBucket(s3: S3Client, { Properties: { BucketName } }: Resource) {
  const name = typeof BucketName === 'string' ? BucketName : (BucketName as { 'Fn::Sub': string })['Fn::Sub'];
  const Bucket = name.replace(/\$\{AWS::AccountId\}/, '000000000000');
  try {
    await s3.send(new CreateBucketCommand({ Bucket }));
  } catch (error) {
    if (!(error instanceof BucketAlreadyOwnedByYou)) throw error;
  }
  return { ref: Bucket, attributes: { Arn: `arn:aws:s3:::${Bucket}` } };
}

const tableSettings = [
  'TableName',
  'BillingMode',
  'AttributeDefinitions',
  'KeySchema',
  'GlobalSecondaryIndexes',
];

async function createTable(dynamo: DynamoDBClient, { Properties: properties }: Resource) {
  const settings = Object.fromEntries(tableSettings.map((name) => [name, properties[name]]));
  const stream = properties.StreamSpecification as { StreamViewType: 'NEW_AND_OLD_IMAGES' } | undefined;
  const input = {
    ...settings,
    ...(stream ? { StreamSpecification: { StreamEnabled: true, ...stream } } : {}),
  };
  const TableName = properties.TableName as string;
  try {
    await dynamo.send(new CreateTableCommand(input as CreateTableCommandInput));
  } catch (error) {
    if (!(error instanceof ResourceInUseException)) throw error;
  }
  for (;;) {
    const { Table } = await dynamo.send(new DescribeTableCommand({ TableName }));
    if (Table?.TableStatus !== 'ACTIVE') continue;
    return {
      ref: TableName,
      attributes: { Arn: Table.TableArn ?? '', StreamArn: Table.LatestStreamArn ?? '' },
    };
  }
}

async function createQueue(sqs: SQSClient, properties: Record<string, unknown>) {
  const settings = {
    VisibilityTimeout: properties.VisibilityTimeout,
    MessageRetentionPeriod: properties.MessageRetentionPeriod,
    RedrivePolicy: properties.RedrivePolicy && JSON.stringify(properties.RedrivePolicy),
  };
  const Attributes = Object.fromEntries(
    Object.entries(settings).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  );
  const created = await sqs.send(
    new CreateQueueCommand({ QueueName: properties.QueueName as string, Attributes }),
  );
  // The URL of a queue may contain a host that this machine cannot resolve, or the port of an earlier start. So only
  // its path is used if an endpoint is set.
  const { pathname, origin } = new URL(created.QueueUrl ?? '');
  const endpoint = process.env.AWS_ENDPOINT_URL_SQS ?? process.env.AWS_ENDPOINT_URL;
  const QueueUrl = (endpoint ? new URL(endpoint).origin : origin) + pathname;
  const { Attributes: found } = await sqs.send(
    new GetQueueAttributesCommand({ QueueUrl, AttributeNames: ['QueueArn'] }),
  );
  return { ref: QueueUrl, attributes: { Arn: found?.QueueArn ?? '' } };
}
