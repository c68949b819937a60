import { describe, expect, test } from 'vitest';
import { splitStacks } from '../../infra/split-stacks.ts';
import { addVersions } from '../../infra/versions.ts';

const settings = {
  FunctionName: 'pix-take',
  Code: { S3Key: 'functions/1.zip' },
  Environment: { Variables: { ONE: '1', OTHER: { Ref: 'Rows' } } },
  Tags: [{ Key: 'stage', Value: 'test' }],
};

/** A function with every kind of trigger. */
function versioned(properties: Record<string, unknown> = settings, canary = true) {
  const arn = { 'Fn::GetAtt': ['TakeLambdaFunction', 'Arn'] };
  const before = {
    TakeLambdaFunction: { Type: 'AWS::Lambda::Function', Properties: properties },
    Calls: { Type: 'AWS::ApiGatewayV2::Integration', Properties: { IntegrationUri: arn } },
    Let: { Type: 'AWS::Lambda::Permission', Properties: { FunctionName: arn } },
    Mapping: {
      Type: 'AWS::Lambda::EventSourceMapping',
      Properties: { FunctionName: arn },
      DependsOn: 'Clock',
    },
    Clock: { Type: 'AWS::Events::Rule', Properties: { Targets: [{ Arn: arn }] } },
    Tries: {
      Type: 'AWS::Lambda::EventInvokeConfig',
      Properties: { FunctionName: { Ref: 'TakeLambdaFunction' }, Qualifier: '$LATEST' },
    },
    Other: { Type: 'AWS::SNS::Subscription', Properties: { Endpoint: arn } },
  };
  const functions = [{ id: 'TakeLambdaFunction', key: 'take', area: 'work', canary }];
  return addVersions(before, functions, 'pix');
}

const versionIn = ({ resources }: ReturnType<typeof versioned>) =>
  Object.keys(resources).filter((id) => resources[id]?.Type === 'AWS::Lambda::Version');

describe('the published version of a function', () => {
  test('the version is the same for the same code and settings, in any order', () => {
    const turned = {
      ...Object.fromEntries(Object.entries(settings).reverse()),
      Environment: { Variables: { OTHER: { Ref: 'Rows' }, ONE: '1' } },
    };

    expect(versionIn(versioned(turned))).toEqual(versionIn(versioned()));
    expect(versionIn(versioned())).toEqual([expect.stringMatching(/^TakeVersion[0-9a-f]{16}$/)]);
  });

  test.each([
    ['the code', { Code: { S3Key: 'functions/2.zip' } }],
    ['a variable', { Environment: { Variables: { ONE: '2', OTHER: { Ref: 'Rows' } } } }],
    ['the memory', { MemorySize: 1024 }],
  ])('the version is replaced after a change of %s, and Lambda detects that change too', (_, change) => {
    const [one, other] = [versioned(), versioned({ ...settings, ...change })];

    expect(versionIn(other)).not.toEqual(versionIn(one));
    const described = [one, other].map(
      ({ resources }) => resources.TakeLambdaFunction?.Properties?.Description,
    );
    expect(new Set(described).size).toBe(2);
  });

  test.each([
    ['a tag', { Tags: [{ Key: 'stage', Value: 'other' }] }],
    ['a setting that all versions share', { RecursiveLoop: 'Allow', ReservedConcurrentExecutions: 5 }],
  ])('the version is kept after a change of %s, for which Lambda publishes no new version', (_, change) => {
    expect(versionIn(versioned({ ...settings, ...change }))).toEqual(versionIn(versioned()));
  });

  test('the version has no deletion policy, so that CloudFormation deletes it when the next version is live', () => {
    const made = versioned();
    const [id = ''] = versionIn(made);

    expect(made.resources[id]).toEqual({
      Type: 'AWS::Lambda::Version',
      Properties: { FunctionName: { Ref: 'TakeLambdaFunction' } },
    });
  });
});

describe('the alias of a function', () => {
  test('routes, mappings, schedules, permissions and retry limits use the alias', () => {
    const { resources } = versioned();
    const Ref = 'TakeLiveAlias';

    expect(resources.Calls?.Properties).toEqual({ IntegrationUri: { Ref } });
    expect(resources.Let?.Properties).toEqual({ FunctionName: { Ref } });
    expect(resources.Mapping).toMatchObject({ Properties: { FunctionName: { Ref } }, DependsOn: 'Clock' });
    expect(resources.Clock?.Properties).toEqual({ Targets: [{ Arn: { Ref } }] });
    expect(resources.Tries).toMatchObject({ Properties: { Qualifier: 'live' }, DependsOn: Ref });
    expect(resources.Other?.Properties).toEqual({
      Endpoint: { 'Fn::GetAtt': ['TakeLambdaFunction', 'Arn'] },
    });
  });

  test('CodeDeploy shifts the alias of a canary, and the function’s own alarm and the money alarms stop the shift', () => {
    const { resources } = versioned();
    const { TakeLiveAlias, TakeCanaryGroup, TakeCanaryAlarm } = resources;

    expect(TakeLiveAlias?.UpdatePolicy).toEqual({
      CodeDeployLambdaAliasUpdate: {
        ApplicationName: { Ref: 'Canaries' },
        DeploymentGroupName: { Ref: 'TakeCanaryGroup' },
      },
    });
    expect(TakeCanaryGroup?.Properties).toMatchObject({
      DeploymentConfigName: { Ref: 'Traffic' },
      AutoRollbackConfiguration: {
        Enabled: true,
        Events: ['DEPLOYMENT_FAILURE', 'DEPLOYMENT_STOP_ON_ALARM', 'DEPLOYMENT_STOP_ON_REQUEST'],
      },
    });
    const { Alarms } = (TakeCanaryGroup?.Properties?.AlarmConfiguration ?? { Alarms: [] }) as {
      Alarms: { Name: { Ref: string } }[];
    };
    expect(Alarms.map(({ Name }) => Name.Ref)).toContain('TakeCanaryAlarm');
    expect(Alarms.map(({ Name }) => Name.Ref)).toContain('IncidentOpenedAlarm');
    expect(Alarms.length).toBeLessThanOrEqual(10);
    const version = { 'Fn::GetAtt': [versionIn(versioned())[0], 'Version'] };
    const metrics = (TakeCanaryAlarm?.Properties?.Metrics ?? []) as { MetricStat?: { Metric: object } }[];
    expect(metrics.flatMap(({ MetricStat }) => MetricStat?.Metric ?? [])).toEqual([
      {
        Namespace: 'AWS/Lambda',
        MetricName: 'Errors',
        Dimensions: [
          { Name: 'FunctionName', Value: 'pix-take' },
          { Name: 'Resource', Value: 'pix-take:live' },
          { Name: 'ExecutedVersion', Value: version },
        ],
      },
      {
        Namespace: 'PixCashout',
        MetricName: 'InvocationsFailed',
        Dimensions: [
          { Name: 'service', Value: 'pix' },
          { Name: 'function', Value: 'pix-take' },
          { Name: 'version', Value: version },
        ],
      },
    ]);
  });

  test('the alias of any other function points to a new version immediately', () => {
    const { resources } = versioned(settings, false);

    expect(resources.TakeLiveAlias).not.toHaveProperty('UpdatePolicy');
    expect(Object.keys(resources).filter((id) => id.startsWith('TakeCanary'))).toEqual([]);
  });
});

test('versions and aliases are in the stack of their function, which gets the names of the CodeDeploy application and the alarms', () => {
  const { resources, areas } = versioned();
  const given = { Type: 'String' };
  const alarm = { Type: 'AWS::CloudWatch::Alarm' };
  const shared = Object.fromEntries(
    ['IncidentOpened', 'AccountOverdrawn', 'OtherAmountPaid', 'ReconcileDifference', 'UnsettledRatio']
      .concat('TransfersDeadLetter', 'ChargebacksDeadLetter')
      .map((name) => [`${name}Alarm`, alarm]),
  );
  const { Other, ...rest } = resources;
  const { code, nested } = splitStacks(
    {
      Parameters: { Traffic: given, StopsOnAlarms: given, Unused: given },
      Resources: {
        ...rest,
        ...shared,
        Canaries: { Type: 'AWS::CodeDeploy::Application' },
        Rows: { Type: 'AWS::DynamoDB::Table' },
        CanaryRole: { Type: 'AWS::IAM::Role' },
      },
    },
    {
      stackName: 'pix',
      bootstrap: new Set(['CanaryRole']),
      data: new Set(['Rows']),
      areas: new Map([['TakeLambdaFunction', 'work'], ...areas]),
      urlOf: () => 'https://here',
    },
  );

  const work = nested.get('work');
  expect(Object.keys(work?.Resources ?? {}).sort()).toEqual(Object.keys(rest).sort());
  const names = ['Canaries', 'StopsOnAlarms', 'Traffic', ...Object.keys(shared)].sort();
  expect(Object.keys(work?.Parameters ?? {}).sort()).toEqual(names);
  expect(code.Parameters).toEqual({ Traffic: given, StopsOnAlarms: given });
  const handed = code.Resources.WorkFunctions?.Properties?.Parameters as object;
  expect(Object.keys(handed).sort()).toEqual(names);
  expect(work?.Resources.TakeCanaryGroup?.Properties?.ServiceRoleArn).toEqual({
    'Fn::ImportValue': 'pix-bootstrap-CanaryRoleArn',
  });
});
