// Puts possible values in the place of references in a template, because a policy linter cannot resolve references.

import type { Resource } from '../../local/service.ts';
import { Stop } from '../../local/stop.ts';
import { type Deployed, makeResolve } from '../deployed/template.ts';
import type { JudgedTemplate } from './templates.ts';

const region = 'sa-east-1';
const account = '123456789012';
const pseudo = {
  'AWS::Region': region,
  'AWS::AccountId': account,
  'AWS::Partition': 'aws',
  'AWS::URLSuffix': 'amazonaws.com',
  'AWS::StackName': 'pix-cashout',
  'AWS::StackId': `arn:aws:cloudformation:${region}:${account}:stack/pix-cashout/1`,
};

type Kind = { named?: string; arn: (name: string) => string; refIsArn?: true; url?: string };
const regional = (service: string, prefix = '') => ({
  arn: (name: string) => `arn:aws:${service}:${region}:${account}:${prefix}${name}`,
});
const kinds: Record<string, Kind> = {
  'AWS::DynamoDB::Table': { named: 'TableName', ...regional('dynamodb', 'table/') },
  'AWS::SQS::Queue': {
    named: 'QueueName',
    ...regional('sqs'),
    url: `https://sqs.${region}.amazonaws.com/${account}/`,
  },
  'AWS::SNS::Topic': { named: 'TopicName', ...regional('sns'), refIsArn: true },
  'AWS::SecretsManager::Secret': { named: 'Name', ...regional('secretsmanager', 'secret:'), refIsArn: true },
  'AWS::SSM::Parameter': { named: 'Name', ...regional('ssm', 'parameter/') },
  'AWS::Lambda::Function': { named: 'FunctionName', ...regional('lambda', 'function:') },
  'AWS::Events::Rule': { named: 'Name', ...regional('events', 'rule/') },
  'AWS::KMS::Key': { ...regional('kms', 'key/') },
  'AWS::Logs::LogGroup': {
    named: 'LogGroupName',
    arn: (name) => `arn:aws:logs:${region}:${account}:log-group:${name}:*`,
  },
  'AWS::S3::Bucket': { named: 'BucketName', arn: (name) => `arn:aws:s3:::${name}` },
  'AWS::IAM::Role': { named: 'RoleName', arn: (name) => `arn:aws:iam::${account}:role/${name}` },
  'AWS::IAM::ManagedPolicy': {
    named: 'ManagedPolicyName',
    arn: (name) => `arn:aws:iam::${account}:policy/${name}`,
    refIsArn: true,
  },
};

/**
 * Returns the values of Ref and Fn::GetAtt for a resource. An unknown type has no values, which is an error where a
 * value is needed.
 */
function valuesOf(id: string, { Type, Properties = {} }: Resource, resolve: (value: unknown) => unknown) {
  const kind = kinds[Type];
  if (!kind) return [];
  const given = kind.named ? resolve(Properties[kind.named]) : undefined;
  const name = typeof given === 'string' ? given : `pix-cashout-${id}`;
  const arn = kind.arn(name);
  const attributes = {
    Arn: arn,
    TopicArn: arn,
    RoleId: id,
    // The label contains no colons, unlike a real one, because parliament would split the ARN at the colons.
    StreamArn: `${arn}/stream/2026-01-01T00.00.00.000`,
  };
  return [[id, { ref: kind.refIsArn ? arn : (kind.url ?? '') + name, attributes }] as const];
}

function parametersOf({ content: { Parameters = {} } }: JudgedTemplate): Record<string, string> {
  const values = Object.entries(Parameters).map(([name, { Type, Default, AllowedValues }]) => {
    const known = Type.startsWith('AWS::SSM::') ? undefined : (Default ?? AllowedValues?.[0]);
    return [name, String(known ?? name)];
  });
  return Object.fromEntries(values);
}

/**
 * Returns a function that puts possible values into one of the given templates. A template may import what the other
 * templates export.
 */
export function makePlausible(templates: readonly JudgedTemplate[]) {
  const resolvers = new Map(
    templates.map((template) => {
      const known = { ...pseudo, ...parametersOf(template) };
      const name = makeResolve({}, known, () => true, call);
      const deployed: Deployed = Object.fromEntries(
        Object.entries(template.content.Resources).flatMap(([id, one]) => valuesOf(id, one, name)),
      );
      const once = makeResolve(deployed, known, () => true, call);
      // The ARN of an alias is the ARN of its function, followed by the name of the alias.
      for (const [id, { Type, Properties: { FunctionName, Name } = {} }] of Object.entries(
        template.content.Resources,
      ))
        if (Type === 'AWS::Lambda::Alias')
          deployed[id] = {
            ref: `arn:aws:lambda:${region}:${account}:function:${once(FunctionName)}:${Name}`,
            attributes: {},
          };
      return [template, makeResolve(deployed, known, () => true, call)] as const;
    }),
  );
  const exported = () =>
    templates.flatMap((template) =>
      Object.values(template.content.Outputs ?? {}).flatMap(({ Export, Value }) =>
        Export ? [{ name: resolvers.get(template)?.(Export.Name), value: Value, template }] : [],
      ),
    );

  function call(name: string, argument: unknown): unknown {
    if (name === 'Fn::ImportValue') {
      const found = exported().find((one) => one.name === argument);
      if (found) return resolvers.get(found.template)?.(found.value);
    }
    const list = argument as unknown[];
    if (name === 'Fn::Split') return String(list[1]).split(String(list[0]));
    if (name === 'Fn::Select') return (list[1] as unknown[])[Number(list[0])];
    // The first branch of a condition is used, which is the branch with a value.
    if (name === 'Fn::If') return list[1];
    throw new Stop(
      `The policy check does not know which value to assume for ${name} of ${JSON.stringify(argument)}.`,
      'Add one in operate/judges/plausible.ts.',
    );
  }

  return (template: JudgedTemplate, part: unknown): unknown => {
    const value = resolvers.get(template)?.(part);
    const [, unknown] = /<unknown: (.*?)>/.exec(JSON.stringify(value)) ?? [];
    if (!unknown) return value;
    throw new Stop(
      `The policy check does not know which value to assume for ${unknown} in template ${template.name}.`,
      'Add one in operate/judges/plausible.ts.',
    );
  };
}
