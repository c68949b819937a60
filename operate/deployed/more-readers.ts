// Reads the services' descriptions of resources other than tables, queues and functions, in the form of a template.

import { type Ask, elements } from './ask.ts';
import type { Reader } from './readers.ts';

type Settings = Record<string, unknown>;

export function makeMoreReaders(ask: Ask): Record<string, Reader> {
  const alarms = async (AlarmNames: string) =>
    ask.query('monitoring', {
      Action: 'DescribeAlarms',
      'AlarmNames.member.1': AlarmNames,
      Version: '2010-08-01',
    });

  return {
    async 'AWS::Logs::LogGroup'(logGroupNamePrefix) {
      const target = 'Logs_20140328.DescribeLogGroups';
      const { logGroups } = await ask.json<{ logGroups: Settings[] }>('logs', target, { logGroupNamePrefix });
      const group = named(logGroups, 'logGroupName', logGroupNamePrefix);
      return {
        attributes: { Arn: String(group.arn) },
        properties: { LogGroupName: group.logGroupName, RetentionInDays: group.retentionInDays ?? null },
      };
    },

    async 'AWS::Events::Rule'(id) {
      const Name = id.split('/').at(-1);
      const rule = await ask.json<Settings>('events', 'AWSEvents.DescribeRule', { Name });
      const { Targets } = await ask.json<Settings>('events', 'AWSEvents.ListTargetsByRule', { Rule: Name });
      const { ScheduleExpression = null, EventPattern = null, State } = rule;
      return {
        attributes: { Arn: String(rule.Arn) },
        properties: {
          ScheduleExpression,
          EventPattern: EventPattern && JSON.parse(String(EventPattern)),
          State,
          Targets,
          Name,
        },
      };
    },

    async 'AWS::KMS::Key'(KeyId) {
      // All keys are listed, because moto cannot describe a key that CloudFormation created.
      const { Keys } = await ask.json<{ Keys: Settings[] }>('kms', 'TrentService.ListKeys', {});
      const { KeyArn } = named(Keys, 'KeyId', KeyId);
      const rotation = await ask.json<Settings>('kms', 'TrentService.GetKeyRotationStatus', { KeyId });
      const PolicyName = 'default';
      const { Policy } = await ask.json<Settings>('kms', 'TrentService.GetKeyPolicy', { KeyId, PolicyName });
      return {
        attributes: { Arn: String(KeyArn), KeyId },
        properties: { EnableKeyRotation: rotation.KeyRotationEnabled ?? null, KeyPolicy: Policy },
      };
    },

    async 'AWS::KMS::Alias'(AliasName) {
      const { Aliases } = await ask.json<{ Aliases: Settings[] }>('kms', 'TrentService.ListAliases', {});
      const { TargetKeyId } = named(Aliases, 'AliasName', AliasName);
      return { attributes: {}, properties: { AliasName, TargetKeyId } };
    },

    async 'AWS::SecretsManager::Secret'(SecretId) {
      const target = 'secretsmanager.DescribeSecret';
      const told = await ask.json<Settings>('secretsmanager', target, { SecretId });
      const { Name, Description = null, KmsKeyId = null } = told;
      return { attributes: { Id: String(told.ARN) }, properties: { Name, Description, KmsKeyId } };
    },

    async 'AWS::SNS::Topic'(TopicArn) {
      const xml = await ask.query('sns', { Action: 'GetTopicAttributes', TopicArn, Version: '2010-03-31' });
      const told = Object.fromEntries(
        elements(xml, 'entry').map((entry) => [elements(entry, 'key')[0], elements(entry, 'value')[0]]),
      );
      const TopicName = TopicArn.split(':').at(-1);
      const { KmsMasterKeyId = null, DisplayName = null } = told;
      return {
        attributes: { TopicArn, TopicName: TopicName ?? '' },
        properties: { TopicName, KmsMasterKeyId, DisplayName },
      };
    },

    async 'AWS::CloudWatch::Alarm'(name) {
      const [alarm] = elements(await alarms(name), 'MetricAlarms');
      if (!alarm?.includes('<AlarmName>')) throw new Error(`the service returned no alarm ${name}`);
      const told = (property: string) => elements(alarm, property)[0] ?? null;
      const texts = ['AlarmName', 'ComparisonOperator', 'Statistic', 'TreatMissingData'];
      const numbers = ['EvaluationPeriods', 'Threshold', 'Period', 'DatapointsToAlarm'];
      return {
        attributes: { Arn: String(told('AlarmArn')) },
        properties: {
          ...Object.fromEntries(texts.map((property) => [property, told(property)])),
          ...Object.fromEntries(
            numbers.map((property) => [property, told(property) && Number(told(property))]),
          ),
          ...(elements(alarm, 'MetricName').length === 1 ? { MetricName: told('MetricName') } : {}),
        },
      };
    },

    async 'AWS::CloudWatch::Dashboard'(DashboardName) {
      const call = { Action: 'GetDashboard', DashboardName, Version: '2010-08-01' };
      const [DashboardBody = null] = elements(await ask.query('monitoring', call), 'DashboardBody');
      return { attributes: {}, properties: { DashboardName, DashboardBody } };
    },

    async 'AWS::S3::Bucket'(bucket) {
      const xml = await ask.get('s3', `/${bucket}?encryption`);
      const [SSEAlgorithm] = elements(xml, 'SSEAlgorithm');
      const rules = [{ ServerSideEncryptionByDefault: { SSEAlgorithm } }];
      return {
        attributes: { Arn: `arn:aws:s3:::${bucket}` },
        properties: { BucketEncryption: { ServerSideEncryptionConfiguration: rules } },
      };
    },

    async 'AWS::S3::BucketPolicy'(_, { Bucket }) {
      return {
        attributes: {},
        properties: { Bucket, PolicyDocument: await ask.get('s3', `/${Bucket}?policy`) },
      };
    },

    async 'AWS::ApiGatewayV2::Api'(id) {
      const api = JSON.parse(await ask.get('apigateway', `/v2/apis/${id}`)) as Settings;
      const { name: Name, protocolType: ProtocolType } = api;
      return { attributes: { ApiEndpoint: String(api.apiEndpoint) }, properties: { Name, ProtocolType } };
    },

    async 'AWS::ApiGatewayV2::Route'(id, { ApiId }) {
      const route = JSON.parse(await ask.get('apigateway', `/v2/apis/${ApiId}/routes/${id}`)) as Settings;
      const { routeKey: RouteKey, target: Target } = route;
      return { attributes: {}, properties: { ApiId, RouteKey, Target } };
    },

    async 'AWS::ApiGatewayV2::Integration'(id, { ApiId }) {
      const path = `/v2/apis/${ApiId}/integrations/${id}`;
      const told = JSON.parse(await ask.get('apigateway', path)) as Settings;
      const { integrationType: IntegrationType, payloadFormatVersion: PayloadFormatVersion } = told;
      return { attributes: {}, properties: { ApiId, IntegrationType, PayloadFormatVersion } };
    },
  };
}

function named(list: Settings[], field: string, value: string): Settings {
  const found = list.find((one) => one[field] === value);
  if (!found) throw new Error(`the service returned nothing with ${field} ${value}`);
  return found;
}
