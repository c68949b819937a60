// Gives each function a version for its code and settings, and the alias `live`, which all callers use. CodeDeploy
// moves the alias of a canary function to a new version in two steps, and back to the old version if an alarm is
// raised.

import { createHash } from 'node:crypto';
import { replaceReferences } from './references.ts';
import type { Resource } from './split-stacks.ts';

export const liveAlias = 'live';

export type Versioned = {
  /** The logical id of the function, which ends in LambdaFunction. */
  id: string;
  /** The function's key in serverless.yml. */
  key: string;
  area: string;
  canary: boolean;
};
type Resources = Record<string, Resource>;

/** The number of failures within five minutes that raises the alarm. A single failure may come from the network. */
const failuresMin = 2;

/**
 * Alarms that show faults with money while a canary is still running. CodeDeploy accepts ten alarms, and each canary
 * also has its own.
 */
const moneyAlarms = [
  'IncidentOpenedAlarm',
  'AccountOverdrawnAlarm',
  'OtherAmountPaidAlarm',
  'ReconcileDifferenceAlarm',
  'UnsettledRatioAlarm',
  'TransfersDeadLetterAlarm',
  'ChargebacksDeadLetterAlarm',
];

/** The properties of a function that do not belong to a version. */
const ofNoVersion = ['Tags', 'RecursiveLoop', 'ReservedConcurrentExecutions', 'CodeSigningConfigArn'];

/** The types of resources that call a function or limit its calls. */
const calling =
  /^AWS::(ApiGatewayV2::Integration|Events::Rule|Lambda::(Permission|EventSourceMapping|EventInvokeConfig))$/;

const idOf = (id: string, suffix: string) => `${id.replace(/LambdaFunction$/, '')}${suffix}`;

/** @returns the resources with versions and aliases, and the areas of the resources that are new */
export function addVersions(before: Resources, functions: readonly Versioned[], stackName: string) {
  const areas = new Map<string, string>();
  const aliases = new Map(functions.map(({ id }) => [id, idOf(id, 'LiveAlias')]));
  const resources: Resources = {};
  for (const [id, resource] of Object.entries(before))
    resources[id] = calling.test(resource.Type) ? toAlias(resource, aliases) : resource;
  for (const one of functions) {
    const { Properties = {}, ...rest } = before[one.id] ?? { Type: 'AWS::Lambda::Function' };
    const hash = hashOf(Properties);
    // Lambda creates no version unless something changes. The hash in the description turns every change of the
    // settings into a change of the function.
    resources[one.id] = { ...rest, Properties: { ...Properties, Description: `settings and code ${hash}` } };
    const made = [...versionOf(one, hash), ...(one.canary ? canaryOf(one, hash, stackName) : [])];
    for (const [id, resource] of made) {
      resources[id] = resource;
      areas.set(id, one.area);
    }
  }
  return { resources, areas };
}

/**
 * Returns a hash that does not depend on the order of settings. Otherwise, another order alone would request a new
 * version, and Lambda refuses a version without a change.
 */
function hashOf(properties: Record<string, unknown>): string {
  const own = Object.entries(properties).filter(([name]) => !ofNoVersion.includes(name));
  return createHash('sha256')
    .update(JSON.stringify(sorted(Object.fromEntries(own))))
    .digest('hex')
    .slice(0, 16);
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(entries.map(([name, inner]) => [name, sorted(inner)]));
}

/** Replaces references to a function by references to its alias. The Ref of an alias is its ARN. */
function toAlias(resource: Resource, aliases: ReadonlyMap<string, string>): Resource {
  const { Type, Properties = {} } = resource;
  if (Type === 'AWS::Lambda::EventInvokeConfig') {
    const { Ref } = Properties.FunctionName as { Ref: string };
    // The resource names the alias as text, so CloudFormation needs an explicit dependency.
    return {
      ...resource,
      Properties: { ...Properties, Qualifier: liveAlias },
      DependsOn: aliases.get(Ref) ?? [],
    };
  }
  return replaceReferences(resource, (id, attribute) => {
    const alias = attribute === '' || attribute === 'Arn' ? aliases.get(id) : undefined;
    return alias === undefined ? undefined : { Ref: alias };
  }) as Resource;
}

function versionOf({ id, canary }: Versioned, hash: string): [string, Resource][] {
  const version = idOf(id, `Version${hash}`);
  const alias: Resource = {
    Type: 'AWS::Lambda::Alias',
    Properties: {
      Name: liveAlias,
      FunctionName: { Ref: id },
      FunctionVersion: { 'Fn::GetAtt': [version, 'Version'] },
    },
  };
  const names = {
    ApplicationName: { Ref: 'Canaries' },
    DeploymentGroupName: { Ref: idOf(id, 'CanaryGroup') },
  };
  return [
    // CloudFormation deletes the previous version once the alias uses the new one, so no old versions are left over.
    [version, { Type: 'AWS::Lambda::Version', Properties: { FunctionName: { Ref: id } } }],
    [
      idOf(id, 'LiveAlias'),
      canary ? { ...alias, UpdatePolicy: { CodeDeployLambdaAliasUpdate: names } } : alias,
    ],
  ];
}

function canaryOf({ id, key }: Versioned, hash: string, stackName: string): [string, Resource][] {
  const name = `${stackName}-${key}`;
  const version = { 'Fn::GetAtt': [idOf(id, `Version${hash}`), 'Version'] };
  const metric = (
    Id: string,
    Namespace: string,
    MetricName: string,
    dimensions: Record<string, unknown>,
  ) => ({
    Id,
    ReturnData: false,
    MetricStat: {
      Metric: {
        Namespace,
        MetricName,
        Dimensions: Object.entries(dimensions).map(([Name, Value]) => ({ Name, Value })),
      },
      Stat: 'Sum',
      Period: 300,
    },
  });
  const alarm: Resource = {
    Type: 'AWS::CloudWatch::Alarm',
    Properties: {
      AlarmName: `${name}-canary`,
      AlarmDescription: `The newest version of ${key} fails. See docs/deploying.md, Canaries.`,
      Metrics: [
        { Id: 'alarm', Expression: 'FILL(errors, 0) + FILL(failed, 0)', Label: 'Failures' },
        // Lambda's own metric of timeouts and errors. For a single version, the metric exists only while the alias
        // names two versions.
        metric('errors', 'AWS/Lambda', 'Errors', {
          FunctionName: name,
          Resource: `${name}:${liveAlias}`,
          ExecutedVersion: version,
        }),
        // This metric is needed because Lambda does not count a 5xx, or a message that returns to its queue, as an
        // error.
        metric('failed', 'PixCashout', 'InvocationsFailed', { service: stackName, function: name, version }),
      ],
      EvaluationPeriods: 1,
      Threshold: failuresMin,
      ComparisonOperator: 'GreaterThanOrEqualToThreshold',
      TreatMissingData: 'notBreaching',
    },
  };
  const group: Resource = {
    Type: 'AWS::CodeDeploy::DeploymentGroup',
    Properties: {
      ApplicationName: { Ref: 'Canaries' },
      DeploymentGroupName: key,
      ServiceRoleArn: { 'Fn::GetAtt': ['CanaryRole', 'Arn'] },
      DeploymentConfigName: { Ref: 'Traffic' },
      DeploymentStyle: { DeploymentType: 'BLUE_GREEN', DeploymentOption: 'WITH_TRAFFIC_CONTROL' },
      AutoRollbackConfiguration: {
        Enabled: true,
        Events: ['DEPLOYMENT_FAILURE', 'DEPLOYMENT_STOP_ON_ALARM', 'DEPLOYMENT_STOP_ON_REQUEST'],
      },
      AlarmConfiguration: {
        Enabled: { Ref: 'StopsOnAlarms' },
        Alarms: [idOf(id, 'CanaryAlarm'), ...moneyAlarms].map((Ref) => ({ Name: { Ref } })),
      },
    },
  };
  return [
    [idOf(id, 'CanaryAlarm'), alarm],
    [idOf(id, 'CanaryGroup'), group],
  ];
}
