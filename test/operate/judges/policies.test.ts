// biome-ignore-all lint/suspicious/noTemplateCurlyInString: CloudFormation has them

import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { makePlausible } from '../../../operate/judges/plausible.ts';
import { policiesOf, statementOn, writePolicies } from '../../../operate/judges/policies.ts';
import type { JudgedTemplate } from '../../../operate/judges/templates.ts';

const folder = mkdtempSync(join(tmpdir(), 'pix-cashout-policies-'));
afterAll(() => rmSync(folder, { recursive: true }));

const resource = (Type: string, Properties: Record<string, unknown> = {}) => ({ Type, Properties });
const template = (name: string, content: Partial<JudgedTemplate['content']>): JudgedTemplate => ({
  name,
  file: `/${name}`,
  content: { Resources: {}, ...content },
});

const data = template('data.json', {
  Resources: { Events: resource('AWS::DynamoDB::Table', { TableName: { 'Fn::Sub': 'events-${Stage}' } }) },
  Parameters: { Stage: { Type: 'String', AllowedValues: ['staging', 'production'] } },
  Outputs: {
    Arn: { Value: { 'Fn::GetAtt': ['Events', 'Arn'] }, Export: { Name: { 'Fn::Sub': '${Stage}-events' } } },
    NotExported: { Value: 'x' },
  },
});
const service = template('service.json', {
  Resources: {
    Table: resource('AWS::DynamoDB::Table', { TableName: 'cashouts' }),
    Queue: resource('AWS::SQS::Queue', { QueueName: 'transfers' }),
    Unnamed: resource('AWS::SQS::Queue'),
    Secret: resource('AWS::SecretsManager::Secret', { Name: 'access' }),
    Log: resource('AWS::Logs::LogGroup', { LogGroupName: '/aws/lambda/x' }),
    Topic: resource('AWS::SNS::Topic', { TopicName: 'alarms' }),
    Bucket: resource('AWS::S3::Bucket', { BucketName: 'code' }),
    Odd: resource('AWS::Odd::Thing'),
  },
  Parameters: {
    Repository: { Type: 'String' },
    Key: { Type: 'AWS::SSM::Parameter::Value<String>', Default: '/path/of/key' },
  },
});
const put = makePlausible([data, service]);
const arn = (rest: string) => `arn:aws:${rest}`;

describe('the replacement of references in a policy template', () => {
  test.each([
    [{ Ref: 'Table' }, 'cashouts'],
    [{ 'Fn::GetAtt': ['Table', 'Arn'] }, arn('dynamodb:sa-east-1:123456789012:table/cashouts')],
    [
      { 'Fn::Sub': '${Table.Arn}/index/open' },
      arn('dynamodb:sa-east-1:123456789012:table/cashouts/index/open'),
    ],
    [
      { 'Fn::GetAtt': 'Table.StreamArn' },
      arn('dynamodb:sa-east-1:123456789012:table/cashouts/stream/2026-01-01T00.00.00.000'),
    ],
    [{ 'Fn::GetAtt': ['Queue', 'Arn'] }, arn('sqs:sa-east-1:123456789012:transfers')],
    [{ Ref: 'Queue' }, 'https://sqs.sa-east-1.amazonaws.com/123456789012/transfers'],
    [{ 'Fn::GetAtt': ['Unnamed', 'Arn'] }, arn('sqs:sa-east-1:123456789012:pix-cashout-Unnamed')],
    [{ Ref: 'Secret' }, arn('secretsmanager:sa-east-1:123456789012:secret:access')],
    [{ 'Fn::GetAtt': ['Log', 'Arn'] }, arn('logs:sa-east-1:123456789012:log-group:/aws/lambda/x:*')],
    [{ Ref: 'Topic' }, arn('sns:sa-east-1:123456789012:alarms')],
    [{ 'Fn::Join': ['', [{ 'Fn::GetAtt': ['Bucket', 'Arn'] }, '/*']] }, arn('s3:::code/*')],
    [{ 'Fn::Sub': 'arn:${AWS::Partition}:iam::${AWS::AccountId}:root' }, arn('iam::123456789012:root')],
    [{ Ref: 'Repository' }, 'Repository'],
    [{ Ref: 'Key' }, 'Key'],
    [{ 'Fn::ImportValue': 'staging-events' }, arn('dynamodb:sa-east-1:123456789012:table/events-staging')],
    [
      { 'Fn::Sub': ['${Arn}/index/*', { Arn: { 'Fn::ImportValue': { 'Fn::Sub': 'staging-events' } } }] },
      arn('dynamodb:sa-east-1:123456789012:table/events-staging/index/*'),
    ],
    [{ 'Fn::Select': [1, { 'Fn::Split': ['/', 'a/b'] }] }, 'b'],
    [{ 'Fn::If': ['IsOne', { Ref: 'Table' }, 'other'] }, 'cashouts'],
    [{ 'Fn::If': ['IsOne', { Ref: 'AWS::NoValue' }, 'other'] }, 'other'],
  ])('the reference %j is replaced by %j', (written, value) => {
    expect(put(service, written)).toEqual(value);
  });

  test.each([
    [{ Ref: 'Odd' }, 'value to assume for Odd in template service.json.'],
    [{ 'Fn::GetAtt': ['Missing', 'Arn'] }, 'value to assume for Missing.Arn in template service.json.'],
    [{ 'Fn::ImportValue': 'unknown' }, 'value to assume for Fn::ImportValue of "unknown".'],
    [{ 'Fn::FindInMap': ['a', 'b', 'c'] }, 'value to assume for Fn::FindInMap of ["a","b","c"].'],
  ])('the reference %j cannot be replaced and is undefined', (written, message) => {
    expect(() => put(service, [written])).toThrow(message);
  });
});

const allow = (Action: string | string[], Resource: unknown = '*') => ({ Effect: 'Allow', Action, Resource });
const document = (...Statement: object[]) => ({ Version: '2012-10-17', Statement });
const roles = template('roles.json', {
  Resources: {
    Queue: resource('AWS::SQS::Queue', { QueueName: 'transfers' }),
    Role: resource('AWS::IAM::Role', {
      AssumeRolePolicyDocument: document(allow('sts:AssumeRole')),
      Policies: [
        {
          PolicyName: { 'Fn::Sub': 'may' },
          PolicyDocument: document(
            allow('sqs:SendMessage', { 'Fn::GetAtt': ['Queue', 'Arn'] }),
            allow(['s3:*', 'S3:GetObject']),
          ),
        },
        { PolicyName: 'more', PolicyDocument: { Statement: allow('kms:Decrypt') } },
      ],
    }),
    Boundary: resource('AWS::IAM::ManagedPolicy', { PolicyDocument: document(allow('sqs:*')) }),
    Plain: resource('AWS::IAM::Role'),
  },
});

test('both the inline policies of roles and standalone policies are checked', () => {
  expect(policiesOf([roles]).map(({ template, at }) => [template, at])).toEqual([
    ['roles.json', 'Role/may'],
    ['roles.json', 'Role/more'],
    ['roles.json', 'Boundary'],
  ]);
});

test('a policy is printed with one statement per line, and the line identifies the statement', () => {
  const files = writePolicies(policiesOf([roles]), folder);

  expect([...files.keys()]).toEqual(['0000.json', '0001.json', '0002.json']);
  for (const [file, policy] of files) {
    const text = readFileSync(join(folder, file), 'utf8');
    const statements = [policy.document.Statement].flat();
    expect(JSON.parse(text)).toEqual({ ...policy.document, Statement: statements });
    for (const statement of statements) {
      const line = text.split('\n').findIndex((one) => one.startsWith(JSON.stringify(statement))) + 1;
      expect(statementOn(policy, line)).toEqual(statement);
    }
  }
});
