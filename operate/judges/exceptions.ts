// Lists accepted findings of the template tools with the reasons. An exception that matches no finding is an error.

import type { Exception } from './findings.ts';

const byOsls = 'osls writes this redundant DependsOn, which is harmless.';
const noName =
  'AWS makes the ids of event source mappings. The condition limits them by the names of their functions.';

const connecting =
  'Lambda connects a function by its role, and AWS’s policy for that has the same resource. The boundary denies it to the functions’ own code.';

const codeOfRoles =
  'Whoever deploys code can run it with the functions’ roles, but no role may do more than the boundary allows. Only jobs of one environment on GitHub may assume the deploy role.';

const cfnLint: readonly Exception[] = [
  { check: 'W3005', at: '*LambdaFunction/DependsOn/*', why: byOsls },
  { check: 'W3005', at: 'HttpApi*/DependsOn*', why: byOsls },
  {
    check: 'W8003',
    at: 'Conditions/HasAlarmEmail/*',
    why: 'Packaging puts the address in: each template has one side of the condition only.',
  },
  {
    check: 'W1030',
    at: '*Secret/Properties/ReplicaRegions/Fn::If/1/0/KmsKeyId/Ref',
    why: 'The empty default is never used: the condition asks for a region, and the command that gives one gives its key too.',
  },
];

const parliament: readonly Exception[] = [
  {
    check: 'RESOURCE_MISMATCH',
    at: 'DispatchRole/may/dynamodb:ListStreams',
    why: 'AWS’s own guide to DynamoDB limits this action by the ARN of a stream, for Lambda’s reader.',
  },
  {
    check: 'RESOURCE_MISMATCH',
    at: 'Boundary/dynamodb:ListStreams',
    why: 'AWS’s guide limits this action by the ARN of a stream, and the boundary by the streams of the stage’s tables.',
  },
  { check: 'RESOURCE_STAR', at: 'DeployRole/deploy/lambda:*EventSourceMapping', why: noName },
  {
    check: 'RESOURCE_STAR',
    at: 'DeployRole/deploy/cloudwatch:DescribeAlarms',
    why: 'It reads how alarms are set, and nothing of what they watch.',
  },
  {
    check: 'RESOURCE_STAR',
    at: 'DeployRole/deploy/cloudwatch:PutCompositeAlarm',
    why: 'AWS does not accept a narrower resource. The condition limits whom the alarm may tell.',
  },
  {
    check: 'RESOURCE_STAR',
    at: 'CanaryRole/canary/cloudwatch:DescribeAlarms',
    why: 'The same, for CodeDeploy: AWS’s own policy for it, AWSCodeDeployRoleForLambdaLimited, has it so.',
  },
  {
    check: 'PERMISSIONS_MANAGEMENT_ACTIONS',
    at: 'DeployRole/deploy/*',
    why: 'A deployment makes roles, functions, tables and queues, all limited by the stage’s names, and roles by the boundary.',
  },
  { check: 'RESOURCE_STAR', at: '*Role/may/ec2:*', stage: 'production', why: connecting },
  { check: 'RESOURCE_STAR', at: 'Boundary/ec2:*', stage: 'production', why: connecting },
  {
    check: 'UNKNOWN_CONDITION_FOR_ACTION',
    at: 'Boundary',
    stage: 'production',
    why: 'Lambda adds this key to every call that a function’s code makes. AWS’s guide to Lambda uses it to deny these calls to that code.',
  },
  { check: 'PRIVILEGE_ESCALATION', at: 'DeployRole/deploy/PassExistingRoleToNewLambda*', why: codeOfRoles },
  { check: 'PRIVILEGE_ESCALATION', at: 'DeployRole/deploy/EditExistingLambda*', why: codeOfRoles },
  {
    check: 'PRIVILEGE_ESCALATION',
    at: 'DeployRole/deploy/PassExistingRoleToCloudFormation',
    why: 'Roles are passed to Lambda only: a condition says so, which the linter does not weigh.',
  },
  { check: 'RESOURCE_POLICY_PRIVILEGE_ESCALATION', at: 'DeployRole/deploy', why: codeOfRoles },
];

const checkov: readonly Exception[] = [
  {
    check: 'CKV_AWS_18',
    at: 'Artifacts',
    why: 'It holds bundles of this repository’s code and no data. CloudTrail records who deploys.',
  },
  {
    check: 'CKV_AWS_18',
    at: 'FilesBucket',
    why: 'It holds exports of statements for seven days. Our own log has who asked for each, and for each link to one.',
  },
  {
    check: 'CKV_AWS_21',
    at: 'FilesBucket',
    why: 'An export is made anew when it is asked for again. A version would keep what people did for longer than its seven days.',
  },
  {
    check: 'CKV_AWS_26',
    at: 'KeysTopic',
    why: 'It reports the loss of a key, so it must not need one. Its messages contain nothing personal.',
  },
  {
    check: 'CKV_AWS_28',
    at: 'SandboxNetworkTable',
    stage: 'staging',
    why: 'It holds only data that the sandbox made up, so it needs no backup.',
  },
  {
    check: 'CKV_AWS_28',
    at: 'SessionsTable',
    why: 'A session is never restored: people sign in again.',
  },
  {
    check: 'CKV_AWS_33',
    at: 'DataKey',
    why: 'The statement with principal * admits only this account, through DynamoDB, SQS, S3 and Secrets Manager (infra/bootstrap/keys.yml).',
  },
  { check: 'CKV_AWS_111', at: '*Role', stage: 'production', why: connecting },
  { check: 'CKV_AWS_111', at: 'Boundary', stage: 'production', why: connecting },
  {
    check: 'CKV_AWS_86',
    at: 'Distribution',
    stage: 'production',
    why: 'CloudFront’s log has addresses and paths with account numbers, which are nobody’s here. The gateway logs each request behind it.',
  },
  {
    check: 'CKV_AWS_115',
    at: '*LambdaFunction',
    why: 'The gateway’s throttles bound the API, and maximumConcurrency each worker. Reserving would take from an account that may have ten.',
  },
  {
    check: 'CKV_AWS_116',
    at: '*LambdaFunction',
    why: 'It is for asynchronous calls. Queues and streams have dead letters of their own, and a schedule comes again.',
  },
  {
    check: 'CKV_AWS_117',
    at: '*LambdaFunction',
    why: 'Nothing that they call is in a VPC: IAM guards tables, queues and secrets, and the PSP asks for a certificate. A VPC gives fixed outgoing addresses, where a stage asks for them.',
  },
  {
    check: 'CKV_AWS_158',
    at: '*LogGroup',
    why: 'CloudWatch encrypts logs by a key of its own, and they have neither secrets nor payees (test/security/log.test.ts).',
  },
  {
    check: 'CKV_AWS_173',
    at: '*LambdaFunction',
    why: 'No variable is a secret (test/packaged.test.ts), and Lambda encrypts them by a key of its own.',
  },
];

export const exceptions: readonly Exception[] = [...cfnLint, ...parliament, ...checkov];
