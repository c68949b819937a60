// The actions that AWS's handlers declare but the deploy role does not allow, with the reason. An exception that
// matches nothing is an error.

import type { Exception } from '../../operate/judges/findings.ts';

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
  ...unused('AWS::Lambda::Function/*', 'IAM knows no such action, and no function has the property.', [
    'lambda:AssociateRuntimeAlias',
  ]),
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
  ...unused('AWS::S3::Bucket/*', 'A deployment must not see what is in a bucket.', [
    's3:DeleteObject',
    's3:ListBucket',
    's3:PutObjectAcl',
  ]),
  ...unused(
    'AWS::S3::Bucket/*',
    'No bucket has such a property. Some names are those of calls, and IAM knows no such action.',
    [
      's3:CreateBucketMetadataTableConfiguration',
      's3:DeleteBucketAnalyticsConfiguration',
      's3:DeleteBucketCors',
      's3:DeleteBucketEncryption',
      's3:DeleteBucketLifecycle',
      's3:DeleteBucketMetadataTableConfiguration',
      's3:DeleteBucketMetricsConfiguration',
      's3:DeleteBucketReplication',
      's3:DeleteBucketWebsite',
      's3:PutAccelerateConfiguration',
      's3:PutAnalyticsConfiguration',
      's3:PutBucketAbac',
      's3:PutBucketAcl',
      's3:PutBucketCORS',
      's3:PutBucketLogging',
      's3:PutBucketNotification',
      's3:PutBucketObjectLockConfiguration',
      's3:PutBucketReplication',
      's3:PutBucketVersioning',
      's3:PutBucketWebsite',
      's3:PutIntelligentTieringConfiguration',
      's3:PutInventoryConfiguration',
      's3:PutMetricsConfiguration',
      's3:PutObjectLockConfiguration',
      's3:PutReplicationConfiguration',
      's3:UpdateBucketMetadataAnnotationTableConfiguration',
      's3:UpdateBucketMetadataInventoryTableConfiguration',
      's3:UpdateBucketMetadataJournalTableConfiguration',
      's3tables:CreateNamespace',
      's3tables:CreateTable',
      's3tables:CreateTableBucket',
      's3tables:GetTable',
      's3tables:GetTableMetadataLocation',
      's3tables:PutTableBucketPolicy',
      's3tables:PutTableEncryption',
      's3tables:PutTablePolicy',
      's3tables:UpdateTableMetadataLocation',
    ],
  ),
  ...unused('AWS::CodeDeploy::DeploymentGroup/*', 'Canaries are functions, and no machines.', [
    'codedeploy:RegisterOnPremisesInstance',
  ]),
  {
    check: 'dynamodb:ListStreams',
    at: 'DispatchRole',
    why: 'AWS’s own guide to DynamoDB limits this action by the ARN of a stream, for Lambda’s reader.',
  },
];
