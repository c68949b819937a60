// What AWS's handlers name and the deploy role may not do, and why it need not. An exception that matches nothing is an error.

import type { Exception } from '../../local/judges/findings.ts';

const unused = (at: string, why: string, actions: readonly string[]): Exception[] =>
  actions.map((check) => ({ check, at, why }));

export const exceptions: readonly Exception[] = [
  ...unused(
    'AWS::Lambda::Function/*',
    'No function is in a network, has a file system, a layer, signed code or a capacity provider.',
    [
      'ec2:DescribeNetworkInterfaces',
      'ec2:DescribeSecurityGroups',
      'ec2:DescribeSubnets',
      'ec2:DescribeVpcs',
      'elasticfilesystem:DescribeMountTargets',
      's3files:ListMountTargets',
      'lambda:GetCodeSigningConfig',
      'lambda:GetLayerVersion',
      'lambda:PassCapacityProvider',
    ],
  ),
  ...unused(
    'AWS::Lambda::Function/*',
    'Bundles are named by their hash. No template names a version of an object.',
    ['s3:GetObjectVersion'],
  ),
  ...unused('AWS::DynamoDB::Table/*', 'Only replicas of tables need it. A deployment must not see a row.', [
    'dynamodb:BatchWriteItem',
    'dynamodb:DeleteItem',
    'dynamodb:GetItem',
    'dynamodb:PutItem',
    'dynamodb:Query',
    'dynamodb:Scan',
    'dynamodb:UpdateItem',
  ]),
  ...unused(
    'AWS::DynamoDB::Table/*',
    'No table sends to Kinesis, is imported, names its key by an alias, or changes its key.',
    [
      'kinesis:DescribeStream',
      'kinesis:PutRecords',
      'kms:ListAliases',
      'kms:RevokeGrant',
      's3:GetObjectMetadata',
    ],
  ),
  ...unused(
    'AWS::IAM::Role/*',
    'Who may take a role, its boundary and the policies of AWS are never changed by a deployment.',
    [
      'iam:AttachRolePolicy',
      'iam:DeleteRolePermissionsBoundary',
      'iam:DetachRolePolicy',
      'iam:UpdateAssumeRolePolicy',
      'iam:UpdateRole',
      'iam:UpdateRoleDescription',
    ],
  ),
  ...unused('AWS::Logs::LogGroup/*', 'No log has an index, or is delivered to elsewhere.', [
    'firehose:TagDeliveryStream',
    'logs:DeleteIndexPolicy',
    'logs:DeleteResourcePolicy',
    'logs:PutIndexPolicy',
    's3:REST.PUT.OBJECT',
  ]),
  ...unused('AWS::CloudFormation::Stack/*', 'No stack has a policy or a termination protection of its own.', [
    'cloudformation:SetStackPolicy',
    'cloudformation:UpdateTerminationProtection',
  ]),
  ...unused(
    'AWS::ApiGatewayV2::Stage/*',
    'IAM knows no such action. Tags are set by POST and PUT at /tags, which are allowed.',
    ['apigateway:TagResource', 'apigateway:UntagResource'],
  ),
  {
    check: 'dynamodb:ListStreams',
    at: 'DispatchRole',
    why: 'AWS’s own guide to DynamoDB limits this action by the ARN of a stream, for Lambda’s reader.',
  },
];
