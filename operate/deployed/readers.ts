// Reads the services' descriptions of tables, queues, roles, functions and their triggers, in the form of a template.

import {
  DescribeContinuousBackupsCommand,
  DescribeTableCommand,
  DescribeTimeToLiveCommand,
  DynamoDBClient,
} from '@aws-sdk/client-dynamodb';
import {
  GetRoleCommand,
  GetRolePolicyCommand,
  IAMClient,
  ListAttachedRolePoliciesCommand,
  ListRolePoliciesCommand,
} from '@aws-sdk/client-iam';
import {
  GetAliasCommand,
  GetEventSourceMappingCommand,
  GetFunctionConfigurationCommand,
  GetPolicyCommand,
  LambdaClient,
} from '@aws-sdk/client-lambda';
import { GetQueueAttributesCommand, SQSClient } from '@aws-sdk/client-sqs';

export type Told = { attributes: Record<string, string>; properties: Record<string, unknown> };
/**
 * Reads a resource. Throws if there is no such resource.
 * @param written the template's properties, resolved as far as possible
 */
export type Reader = (physicalId: string, written: Record<string, unknown>) => Promise<Told>;

export function makeReaders(): Record<string, Reader> {
  const dynamo = new DynamoDBClient({});
  // The client sends calls to the emulator's endpoint, not to the URL of the queue, because that URL may be an address
  // of AWS.
  const sqs = new SQSClient({ useQueueUrlAsEndpoint: false });
  const iam = new IAMClient({});
  const lambda = new LambdaClient({});

  return {
    async 'AWS::DynamoDB::Table'(TableName) {
      const { Table = {} } = await dynamo.send(new DescribeTableCommand({ TableName }));
      const { TimeToLiveDescription: ttl } = await dynamo.send(new DescribeTimeToLiveCommand({ TableName }));
      const backups = await dynamo.send(new DescribeContinuousBackupsCommand({ TableName }));
      const { SSEDescription: sse, StreamSpecification: stream } = Table;
      const recovery = backups.ContinuousBackupsDescription?.PointInTimeRecoveryDescription;
      return {
        attributes: { Arn: Table.TableArn ?? '', StreamArn: Table.LatestStreamArn ?? '' },
        properties: {
          TableName: Table.TableName,
          BillingMode: Table.BillingModeSummary?.BillingMode ?? null,
          AttributeDefinitions: Table.AttributeDefinitions,
          KeySchema: Table.KeySchema,
          GlobalSecondaryIndexes: Table.GlobalSecondaryIndexes ?? null,
          DeletionProtectionEnabled: Table.DeletionProtectionEnabled ?? null,
          StreamSpecification: stream?.StreamEnabled && Table.LatestStreamArn ? stream : null,
          SSESpecification: sse && {
            SSEEnabled: sse.Status === 'ENABLED',
            SSEType: sse.SSEType,
            // The template contains the key's id, but the service returns the key's ARN.
            KMSMasterKeyId: sse.KMSMasterKeyArn?.split('/').at(-1),
          },
          TimeToLiveSpecification: {
            AttributeName: ttl?.AttributeName,
            Enabled: ttl?.TimeToLiveStatus === 'ENABLED',
          },
          PointInTimeRecoverySpecification: {
            PointInTimeRecoveryEnabled: recovery?.PointInTimeRecoveryStatus === 'ENABLED',
          },
        },
      };
    },

    async 'AWS::SQS::Queue'(QueueUrl) {
      const query = new GetQueueAttributesCommand({ QueueUrl, AttributeNames: ['All'] });
      const attributes = (await sqs.send(query)).Attributes ?? {};
      const told = [
        'VisibilityTimeout',
        'MessageRetentionPeriod',
        'RedrivePolicy',
        'KmsMasterKeyId',
      ] as const;
      return {
        attributes: { Arn: attributes.QueueArn ?? '', QueueName: QueueUrl.split('/').at(-1) ?? '' },
        properties: {
          QueueName: QueueUrl.split('/').at(-1),
          ...Object.fromEntries(told.map((name) => [name, attributes[name] ?? null])),
        },
      };
    },

    async 'AWS::IAM::Role'(RoleName) {
      const { Role } = await iam.send(new GetRoleCommand({ RoleName }));
      const { PolicyNames = [] } = await iam.send(new ListRolePoliciesCommand({ RoleName }));
      const { AttachedPolicies = [] } = await iam.send(new ListAttachedRolePoliciesCommand({ RoleName }));
      const documents = PolicyNames.map(async (PolicyName) => {
        const { PolicyDocument } = await iam.send(new GetRolePolicyCommand({ RoleName, PolicyName }));
        return { PolicyName, PolicyDocument: decodeURIComponent(PolicyDocument ?? '') };
      });
      return {
        attributes: { Arn: Role?.Arn ?? '', RoleId: Role?.RoleId ?? '' },
        properties: {
          RoleName: Role?.RoleName,
          Path: Role?.Path,
          PermissionsBoundary: Role?.PermissionsBoundary?.PermissionsBoundaryArn,
          AssumeRolePolicyDocument: decodeURIComponent(Role?.AssumeRolePolicyDocument ?? ''),
          Policies: await Promise.all(documents),
          ManagedPolicyArns: AttachedPolicies.map(({ PolicyArn }) => PolicyArn),
        },
      };
    },

    async 'AWS::Lambda::Function'(FunctionName) {
      const told = await lambda.send(new GetFunctionConfigurationCommand({ FunctionName }));
      const { Handler, Runtime, MemorySize, Timeout, Architectures, Environment, Role, TracingConfig } = told;
      const settings = { Handler, Runtime, MemorySize, Timeout, Architectures, Environment, Role };
      return {
        attributes: { Arn: told.FunctionArn ?? '' },
        properties: { FunctionName: told.FunctionName, ...settings, TracingConfig },
      };
    },

    async 'AWS::Lambda::Version'(arn) {
      const told = await lambda.send(new GetFunctionConfigurationCommand({ FunctionName: arn }));
      const { FunctionName, Version = '' } = told;
      return { attributes: { Version }, properties: { FunctionName } };
    },

    async 'AWS::Lambda::Alias'(arn) {
      const [Name = '', FunctionName] = arn.split(':').reverse();
      const { FunctionVersion } = await lambda.send(new GetAliasCommand({ FunctionName, Name }));
      return { attributes: {}, properties: { Name, FunctionName, FunctionVersion } };
    },

    async 'AWS::Lambda::Permission'(_, { FunctionName, Principal }) {
      const { Policy = '{}' } = await lambda.send(
        new GetPolicyCommand({ FunctionName: FunctionName as string }),
      );
      type Granted = { Action: string; Principal: string | { Service: string } };
      const granted = ((JSON.parse(Policy) as { Statement?: Granted[] }).Statement ?? []).map((one) => ({
        Action: one.Action,
        Principal: typeof one.Principal === 'string' ? one.Principal : one.Principal.Service,
      }));
      const found = granted.find((one) => one.Principal === Principal);
      const { Action = null, Principal: principal = null } = found ?? {};
      return { attributes: {}, properties: { Action, Principal: principal, FunctionName } };
    },

    async 'AWS::Lambda::EventSourceMapping'(UUID) {
      const told = await lambda.send(new GetEventSourceMappingCommand({ UUID }));
      const { EventSourceArn, BatchSize, StartingPosition, MaximumRetryAttempts, FunctionResponseTypes } =
        told;
      const sent = {
        EventSourceArn,
        BatchSize,
        StartingPosition,
        MaximumRetryAttempts,
        FunctionResponseTypes,
      };
      const { BisectBatchOnFunctionError, DestinationConfig, FilterCriteria, ScalingConfig } = told;
      return {
        attributes: {},
        properties: {
          ...sent,
          ...{ BisectBatchOnFunctionError, DestinationConfig, FilterCriteria, ScalingConfig },
          FunctionName: told.FunctionArn,
          Enabled: told.State === 'Enabled',
        },
      };
    },
  };
}
