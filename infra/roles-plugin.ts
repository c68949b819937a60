// This osls plugin gives each function its own role. The role allows only the function's `may`, its log and its
// triggers, and never more than the stage's boundary. The plugin also sets SECRET_IDS to the ARNs of the secrets that
// the function may read.

import type { FunctionEvent, Resource, ServiceFunction } from '../local/service.ts';
import { type Permission, permissionsOf, verbs } from './permissions.ts';

type Statement = { Effect: 'Allow'; Action: readonly string[]; Resource: unknown; Condition?: object };

type Serverless = {
  service: {
    provider: { stage: string };
    functions: Record<string, ServiceFunction & { role?: string }>;
    resources: { Resources: Record<string, Resource> };
  };
  configSchemaHandler: { defineFunctionProperties(provider: string, schema: object): void };
};

export default class Roles {
  readonly hooks: Record<string, () => Promise<void>>;

  constructor(serverless: Serverless) {
    const nouns = { type: 'array', items: { type: 'string' }, minItems: 1 };
    const may = {
      type: 'object',
      properties: Object.fromEntries(verbs.map((verb) => [verb, nouns])),
      additionalProperties: false,
    };
    serverless.configSchemaHandler.defineFunctionProperties('aws', { properties: { may } });
    this.hooks = {
      'before:package:initialize': async () => {
        const { functions, resources } = serverless.service;
        for (const [key, one] of Object.entries(functions)) {
          const name = upperFirst(key);
          one.role = `${name}Role`;
          resources.Resources[one.role] = roleOf(name, one);
          const secrets = secretsOf(one);
          if (secrets.length > 0) {
            const SECRET_IDS = { 'Fn::Join': [',', secrets.map((Ref) => ({ Ref }))] };
            one.environment = { ...one.environment, SECRET_IDS };
          }
        }
      },
    };
  }
}

const upperFirst = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/**
 * Lists the secrets that contain settings. The PSP's secret is not included, because a function reads that secret by
 * its name, and only when the function calls the PSP.
 */
function secretsOf({ may }: ServiceFunction): string[] {
  return (may?.open ?? []).filter((noun) => noun !== 'Psp').map((noun) => `${noun}Secret`);
}

function roleOf(name: string, { name: functionName, may, events = [] }: ServiceFunction): Resource {
  const statements = [
    allow(['logs:CreateLogStream', 'logs:PutLogEvents'], getArn(`${name}LogGroup`)),
    ...permissionsOf(may).map(statementOf),
    ...events.flatMap(statementsOfTrigger),
  ];
  return {
    Type: 'AWS::IAM::Role',
    Properties: {
      // The name is set, because CloudFormation would derive a name from the nested stack. The deploy role's
      // permissions depend on the prefix of the name.
      RoleName: functionName,
      PermissionsBoundary: { Ref: 'Boundary' },
      AssumeRolePolicyDocument: {
        Version: '2012-10-17',
        Statement: [
          { Effect: 'Allow', Principal: { Service: 'lambda.amazonaws.com' }, Action: 'sts:AssumeRole' },
        ],
      },
      Policies: [
        { PolicyName: 'may', PolicyDocument: { Version: '2012-10-17', Statement: merge(statements) } },
      ],
    },
  };
}

const allow = (Action: readonly string[], Resource: unknown): Statement => ({
  Effect: 'Allow',
  Action,
  Resource,
});
const getArn = (id: string) => ({ 'Fn::GetAtt': [id, 'Arn'] });

function statementOf({ actions, resource, keys, attributes }: Permission): Statement {
  const [id = '', ...index] = resource.split('/');
  const arn = index.length > 0 ? { 'Fn::Sub': `\${${id}.Arn}/${index.join('/')}` } : getArn(id);
  const files = { 'Fn::Sub': `\${${id}.Arn}/*` };
  const statement = allow(actions, id.endsWith('Secret') ? { Ref: id } : id.endsWith('Bucket') ? files : arn);
  if (keys === undefined) return statement;
  const limited = { 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': keys } };
  if (attributes === undefined) return { ...statement, Condition: limited };
  // A call that names no attributes reads all of them. The Select of such a call says so, and therefore the Select is
  // limited too.
  const named = {
    'ForAllValues:StringEquals': { 'dynamodb:Attributes': attributes },
    StringEqualsIfExists: { 'dynamodb:Select': 'SPECIFIC_ATTRIBUTES' },
  };
  return { ...statement, Condition: { ...limited, ...named } };
}

function statementsOfTrigger({ sqs, stream }: FunctionEvent): Statement[] {
  if (sqs) return [allow(['sqs:ReceiveMessage', 'sqs:DeleteMessage', 'sqs:GetQueueAttributes'], sqs.arn)];
  if (!stream) return [];
  const failures = stream.destinations?.onFailure.arn;
  return [
    allow(['dynamodb:DescribeStream', 'dynamodb:GetRecords', 'dynamodb:GetShardIterator'], stream.arn),
    allow(['dynamodb:ListStreams'], stream.arn),
    ...(failures ? [allow(['sqs:SendMessage'], failures)] : []),
  ];
}

/** Merges statements that differ only in the resource. */
function merge(statements: readonly Statement[]): Statement[] {
  const merged = new Map<string, Statement>();
  for (const { Resource, ...rest } of statements) {
    const key = JSON.stringify(rest);
    const known = merged.get(key);
    const resources = [known?.Resource ?? [], Resource].flat();
    const distinct = [...new Map(resources.map((one) => [JSON.stringify(one), one])).values()];
    merged.set(key, { ...rest, Resource: distinct });
  }
  return [...merged.values()];
}
