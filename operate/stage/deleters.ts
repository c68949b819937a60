// Deletes each kind of resource that a stack retains.

import { CloudWatchLogsClient, DeleteLogGroupCommand } from '@aws-sdk/client-cloudwatch-logs';
import {
  DeleteTableCommand,
  DynamoDBClient,
  UpdateTableCommand,
  waitUntilTableNotExists,
} from '@aws-sdk/client-dynamodb';
import { DeleteBucketCommand, DeleteObjectsCommand, ListObjectVersionsCommand } from '@aws-sdk/client-s3';
import {
  DeleteSecretCommand,
  DescribeSecretCommand,
  RemoveRegionsFromReplicationCommand,
  SecretsManagerClient,
} from '@aws-sdk/client-secrets-manager';
import { DeleteQueueCommand, SQSClient } from '@aws-sdk/client-sqs';
import { Stop } from '../../local/stop.ts';
import type { Cloud } from '../deploy/cloud.ts';
import { findLogs } from '../deploy/judge-logs.ts';

const tableSecondsMax = 300;

/** Returns the functions that delete a resource, by CloudFormation's type. Each function takes the physical id. */
export function makeDeleters({ settings, s3 }: Cloud): Record<string, (id: string) => Promise<unknown>> {
  const dynamo = new DynamoDBClient(settings);
  const sqs = new SQSClient({ ...settings, useQueueUrlAsEndpoint: false });
  const secrets = new SecretsManagerClient(settings);
  return {
    async 'AWS::DynamoDB::Table'(TableName) {
      await dynamo.send(new UpdateTableCommand({ TableName, DeletionProtectionEnabled: false }));
      await dynamo.send(new DeleteTableCommand({ TableName }));
      await waitUntilTableNotExists({ client: dynamo, maxWaitTime: tableSecondsMax }, { TableName });
    },
    'AWS::SQS::Queue': (QueueUrl) => sqs.send(new DeleteQueueCommand({ QueueUrl })),
    async 'AWS::SecretsManager::Secret'(SecretId) {
      const { ReplicationStatus = [] } = await secrets.send(new DescribeSecretCommand({ SecretId }));
      const RemoveReplicaRegions = ReplicationStatus.flatMap(({ Region }) => Region ?? []);
      // AWS does not delete a secret with replicas, so the replicas are removed first.
      if (RemoveReplicaRegions.length > 0)
        await secrets.send(new RemoveRegionsFromReplicationCommand({ SecretId, RemoveReplicaRegions }));
      await secrets.send(new DeleteSecretCommand({ SecretId, ForceDeleteWithoutRecovery: true }));
    },
    async 'AWS::S3::Bucket'(Bucket) {
      for (;;) {
        const page = await s3.send(new ListObjectVersionsCommand({ Bucket }));
        const Objects = [...(page.Versions ?? []), ...(page.DeleteMarkers ?? [])].map(
          ({ Key = '', VersionId }) => ({ Key, VersionId }),
        );
        if (Objects.length === 0) break;
        const { Errors: [first] = [] } = await s3.send(
          new DeleteObjectsCommand({ Bucket, Delete: { Objects, Quiet: true } }),
        );
        if (first)
          throw new Stop(
            `${first.Key} in ${Bucket} cannot be deleted: ${first.Message}`,
            'Fix the cause, and run the command again.',
          );
      }
      await s3.send(new DeleteBucketCommand({ Bucket }));
    },
  };
}

/**
 * Deletes the logs of a stage's functions and APIs, which every stack retains. Logs of functions that were renamed are
 * found by their names, too. @returns the number of logs
 */
export async function deleteLogs(cloud: Cloud, stackName: string, dry: boolean): Promise<number> {
  const names = await findLogs(cloud, stackName);
  const client = new CloudWatchLogsClient(cloud.settings);
  if (!dry) for (const logGroupName of names) await client.send(new DeleteLogGroupCommand({ logGroupName }));
  return names.length;
}
