// The actions that neither the deploy role nor a function's role may ever be allowed, whatever policies the role has.

import type { Finding } from '../../operate/judges/findings.ts';
import { type Asked, account, type Decision, type Holder } from './simulator.ts';

const arn = (service: string, rest: string) => `arn:aws:${service}:sa-east-1:${account}:${rest}`;
const ofStage = 'pix-cashout-staging';
const table = arn('dynamodb', `table/${ofStage}-accounts`);
const queue = arn('sqs', `${ofStage}-transfers`);
const key = arn('kms', 'key/pix-cashout-DataKey');
const secret = arn('secretsmanager', `secret:${ofStage}-access`);
const role = (name: string) => `arn:aws:iam::${account}:role/${name}`;
const boundary = `arn:aws:iam::${account}:policy/${ofStage}-boundary`;
const viaQueues = { 'kms:ViaService': 'sqs.sa-east-1.amazonaws.com' };

type Case = Asked & { what: string };

export const notByDeployRole: readonly Case[] = [
  { what: 'read a row', action: 'dynamodb:GetItem', resource: table },
  { what: 'write a row', action: 'dynamodb:UpdateItem', resource: table },
  { what: 'read all rows', action: 'dynamodb:Scan', resource: table },
  { what: 'read an index', action: 'dynamodb:Query', resource: `${table}/index/open` },
  { what: 'copy a table out', action: 'dynamodb:ExportTableToPointInTime', resource: table },
  { what: 'delete a table', action: 'dynamodb:DeleteTable', resource: table },
  { what: 'change another table', action: 'dynamodb:UpdateTable', resource: arn('dynamodb', 'table/other') },
  {
    what: "change production's table",
    action: 'dynamodb:UpdateTable',
    resource: table.replace('staging', 'production'),
  },
  { what: 'send a message', action: 'sqs:SendMessage', resource: queue },
  { what: 'read a message', action: 'sqs:ReceiveMessage', resource: queue },
  { what: 'purge a queue', action: 'sqs:PurgeQueue', resource: queue },
  { what: 'delete a queue', action: 'sqs:DeleteQueue', resource: queue },
  {
    what: 'call a function',
    action: 'lambda:InvokeFunction',
    resource: arn('lambda', `function:${ofStage}-completeTransfer`),
  },
  {
    what: "change production's function",
    action: 'lambda:UpdateFunctionCode',
    resource: arn('lambda', 'function:pix-cashout-production-completeTransfer'),
  },
  { what: 'read a secret', action: 'secretsmanager:GetSecretValue', resource: secret },
  { what: 'write a secret', action: 'secretsmanager:PutSecretValue', resource: secret },
  { what: 'delete a secret', action: 'secretsmanager:DeleteSecret', resource: secret },
  { what: "change a key's policy", action: 'kms:PutKeyPolicy', resource: key },
  { what: 'end a key', action: 'kms:ScheduleKeyDeletion', resource: key },
  { what: 'turn a key off', action: 'kms:DisableKey', resource: key },
  { what: 'decrypt by itself', action: 'kms:Decrypt', resource: key },
  { what: 'use another key', action: 'kms:Decrypt', resource: arn('kms', 'key/other'), context: viaQueues },
  { what: 'create a role without the boundary', action: 'iam:CreateRole', resource: role(`${ofStage}-any`) },
  {
    what: 'create a role with another boundary',
    action: 'iam:CreateRole',
    resource: role(`${ofStage}-any`),
    context: { 'iam:PermissionsBoundary': 'arn:aws:iam::aws:policy/AdministratorAccess' },
  },
  {
    what: 'create a role outside of the stage',
    action: 'iam:CreateRole',
    resource: role('other'),
    context: { 'iam:PermissionsBoundary': boundary },
  },
  {
    what: 'give a role without the boundary more',
    action: 'iam:PutRolePolicy',
    resource: role(`${ofStage}-any`),
  },
  {
    what: 'take the boundary away',
    action: 'iam:DeleteRolePermissionsBoundary',
    resource: role(`${ofStage}-any`),
  },
  { what: 'attach a policy of AWS', action: 'iam:AttachRolePolicy', resource: role(`${ofStage}-any`) },
  { what: 'change the boundary', action: 'iam:CreatePolicyVersion', resource: boundary },
  {
    what: 'give itself more',
    action: 'iam:PutRolePolicy',
    resource: role('pix-cashout-github-staging'),
    context: { 'iam:PermissionsBoundary': boundary },
  },
  {
    what: 'let others assume a role',
    action: 'iam:UpdateAssumeRolePolicy',
    resource: role(`${ofStage}-any`),
  },
  {
    what: 'pass a role to EC2',
    action: 'iam:PassRole',
    resource: role(`${ofStage}-any`),
    context: { 'iam:PassedToService': 'ec2.amazonaws.com' },
  },
  {
    what: 'pass a role of another',
    action: 'iam:PassRole',
    resource: role('administrator'),
    context: { 'iam:PassedToService': 'lambda.amazonaws.com' },
  },
  {
    what: 'delete the role of the exports',
    action: 'iam:DeleteRole',
    resource: role('pix-cashout-exports-staging'),
  },
  {
    what: 'empty the role of the exports',
    action: 'iam:DeleteRolePolicy',
    resource: role('pix-cashout-exports-staging'),
  },
  ...['DeleteStack', 'UpdateStack', 'CreateChangeSet'].map((action) => ({
    what: 'change or delete the stack of the exports',
    action: `cloudformation:${action}`,
    resource: arn('cloudformation', 'stack/pix-cashout-exports-staging/1'),
  })),
  {
    what: 'stop an export',
    action: 'scheduler:DeleteSchedule',
    resource: arn('scheduler', `schedule/default/${ofStage}-export-accounts`),
  },
  { what: 'make a user', action: 'iam:CreateUser', resource: `arn:aws:iam::${account}:user/any` },
  { what: 'assume a role', action: 'sts:AssumeRole', resource: role('administrator') },
  {
    what: 'connect a queue to a function of another',
    action: 'lambda:CreateEventSourceMapping',
    resource: '*',
    context: { 'lambda:FunctionArn': arn('lambda', 'function:other') },
  },
  {
    what: 'delete the stack of the data',
    action: 'cloudformation:DeleteStack',
    resource: arn('cloudformation', `stack/${ofStage}-data/1`),
  },
  {
    what: 'change the bootstrap',
    action: 'cloudformation:UpdateStack',
    resource: arn('cloudformation', `stack/${ofStage}-bootstrap/1`),
  },
  {
    what: 'change the bootstrap by a change set',
    action: 'cloudformation:CreateChangeSet',
    resource: arn('cloudformation', `stack/${ofStage}-bootstrap/1`),
  },
  {
    what: "change production's stack",
    action: 'cloudformation:UpdateStack',
    resource: arn('cloudformation', 'stack/pix-cashout-production/1'),
  },
  {
    what: 'delete what was deployed before',
    action: 's3:DeleteObject',
    resource: 'arn:aws:s3:::pix-cashout-Artifacts/functions/a.zip',
  },
  { what: 'open the bucket', action: 's3:PutBucketPolicy', resource: 'arn:aws:s3:::pix-cashout-Artifacts' },
  {
    what: 'read a file',
    action: 's3:GetObject',
    resource: `arn:aws:s3:::${ofStage}-files-${account}/exports/1`,
  },
  { what: 'read another bucket', action: 's3:GetObject', resource: 'arn:aws:s3:::other/a' },
];

/** The actions that a function's role may not do, even if a deployment gives it a policy that allows everything. */
export const notWithinBoundary: readonly Case[] = [
  { what: 'read all rows of a table', action: 'dynamodb:Scan', resource: table },
  { what: 'delete a table', action: 'dynamodb:DeleteTable', resource: table },
  {
    what: "read production's row",
    action: 'dynamodb:GetItem',
    resource: table.replace('staging', 'production'),
  },
  {
    what: "send to production's queue",
    action: 'sqs:SendMessage',
    resource: queue.replace('staging', 'production'),
  },
  { what: 'purge a queue', action: 'sqs:PurgeQueue', resource: queue },
  { what: 'write a secret', action: 'secretsmanager:PutSecretValue', resource: secret },
  {
    what: "read production's secret",
    action: 'secretsmanager:GetSecretValue',
    resource: secret.replace('staging', 'production'),
  },
  { what: 'end a key', action: 'kms:ScheduleKeyDeletion', resource: key },
  { what: 'make a role', action: 'iam:CreateRole', resource: role('any') },
  { what: 'assume a role', action: 'sts:AssumeRole', resource: role('administrator') },
  {
    what: 'change a function',
    action: 'lambda:UpdateFunctionCode',
    resource: arn('lambda', `function:${ofStage}-completeTransfer`),
  },
  {
    what: 'delete a log',
    action: 'logs:DeleteLogGroup',
    resource: arn('logs', `log-group:/aws/lambda/${ofStage}-completeTransfer`),
  },
];

/** Returns the actions that are wrongly allowed, and those that cannot be checked because they do not exist. */
export async function judgeLimits(
  who: string,
  holder: Holder,
  cases: readonly Case[],
  decide: (holder: Holder, asked: Asked) => Promise<Decision>,
): Promise<Finding[]> {
  const found: Finding[] = [];
  for (const { what, ...asked } of cases) {
    const decision = await decide(holder, asked);
    if (decision === 'not allowed' || decision === 'denied') continue;
    found.push({
      tool: 'refused',
      check: asked.action,
      template: '',
      at: who,
      says: `it may ${what}: ${decision}`,
    });
  }
  return found;
}
