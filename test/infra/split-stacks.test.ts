// biome-ignore-all lint/suspicious/noTemplateCurlyInString: CloudFormation's own
import { describe, expect, test } from 'vitest';
import { splitStacks, type Template } from '../../infra/split-stacks.ts';

const Type = (type: string, Properties: Record<string, unknown> = {}, more: object = {}) => ({
  Type: type,
  Properties,
  ...more,
});

/** One table, a queue, a secret, an API, and one function on each side of the queue. */
const whole = (): Template => ({
  Parameters: { Repository: { Type: 'String' } },
  Conditions: { IsAsked: { 'Fn::Equals': [{ Ref: 'Repository' }, 'x'] }, Unused: {} },
  Resources: {
    Key: Type('AWS::KMS::Key'),
    Deployer: Type('AWS::IAM::Role', { Sub: { 'Fn::Sub': 'repo:${Repository}' } }, { Condition: 'IsAsked' }),
    Rows: Type('AWS::DynamoDB::Table', {
      KeyId: { Ref: 'Key' },
      StreamSpecification: { StreamViewType: 'KEYS_ONLY' },
    }),
    Work: Type('AWS::SQS::Queue'),
    Api: Type('AWS::ApiGatewayV2::Api'),
    ApiLog: Type('AWS::Logs::LogGroup'),
    ApiStage: Type('AWS::ApiGatewayV2::Stage', { ApiId: { Ref: 'Api' } }, { DependsOn: ['Route', 'ApiLog'] }),
    Role: Type('AWS::IAM::Role', {
      Log: { 'Fn::GetAtt': ['Log', 'Arn'] },
      Index: { 'Fn::Sub': 'in ${AWS::Region}: ${Rows.Arn}/index/open, not ${!Rows}' },
    }),
    Log: Type('AWS::Logs::LogGroup'),
    Take: Type('AWS::Lambda::Function', {
      Role: { 'Fn::GetAtt': ['Role', 'Arn'] },
      Url: { 'Fn::Sub': 'https://${Api}.example' },
      Queue: { Ref: 'Work' },
    }),
    Calls: Type('AWS::ApiGatewayV2::Integration', {
      Uri: { 'Fn::GetAtt': ['Take', 'Arn'] },
      Api: { Ref: 'Api' },
    }),
    Route: Type('AWS::ApiGatewayV2::Route', { Target: { Ref: 'Calls' } }, { DependsOn: 'Calls' }),
    Work2: Type('AWS::Lambda::Function', { Table: { Ref: 'Rows' } }),
    Mapping: Type('AWS::Lambda::EventSourceMapping', {
      From: { 'Fn::GetAtt': ['Rows', 'StreamArn'] },
      To: { Ref: 'Work2' },
    }),
  },
  Outputs: { Address: { Value: { Ref: 'Api' } } },
});

const split = (template = whole()) =>
  splitStacks(template, {
    stackName: 'pix',
    bootstrap: new Set(['Key', 'Deployer']),
    data: new Set(['Rows', 'Work']),
    areas: new Map([
      ['Take', 'calls'],
      ['Work2', 'work'],
    ]),
    urlOf: (area) => ({ 'Fn::Sub': `https://\${Key}/${area}` }),
  });
const imported = (name: string) => ({ 'Fn::ImportValue': `pix-${name}` });

describe('the CloudFormation stacks of a stage', () => {
  test('each resource is in one stack, and all resources of a function are in the same stack', () => {
    const { bootstrap, data, code, nested } = split();

    const ids = Object.fromEntries(
      Object.entries({ bootstrap, data, code, ...Object.fromEntries(nested) }).map(
        ([name, { Resources }]) => [name, Object.keys(Resources)],
      ),
    );
    expect(ids).toEqual({
      bootstrap: ['Key', 'Deployer'],
      data: ['Rows', 'Work'],
      code: ['Api', 'ApiLog', 'ApiStage', 'CallsFunctions', 'WorkFunctions'],
      calls: ['Role', 'Log', 'Take', 'Calls', 'Route'],
      work: ['Work2', 'Mapping'],
    });
  });

  test('the stacks import values of other stacks, even inside texts', () => {
    const { nested } = split();

    expect(nested.get('calls')?.Resources.Role?.Properties).toEqual({
      Log: { 'Fn::GetAtt': ['Log', 'Arn'] },
      Index: {
        'Fn::Sub': [
          'in ${AWS::Region}: ${RowsArn}/index/open, not ${!Rows}',
          { RowsArn: imported('data-RowsArn') },
        ],
      },
    });
    expect(nested.get('work')?.Resources.Mapping?.Properties).toEqual({
      From: imported('data-RowsStreamArn'),
      To: { Ref: 'Work2' },
    });
  });

  test('the data stack exports all of its values, whether or not they are imported', () => {
    const exported = Object.values(split().data.Outputs ?? {}).map(({ Export }) => Export?.Name);

    expect(exported).toEqual([
      'pix-data-Rows',
      'pix-data-RowsArn',
      'pix-data-RowsStreamArn',
      'pix-data-Work',
      'pix-data-WorkArn',
      'pix-data-WorkQueueName',
    ]);
  });

  test('every resource of the data stack is retained, even if it is deleted or replaced', () => {
    for (const resource of Object.values(split().data.Resources))
      expect(resource).toMatchObject({ DeletionPolicy: 'Retain', UpdateReplacePolicy: 'Retain' });
  });

  test('the logs of the API and of functions are retained, except if their creation is rolled back', () => {
    const { code, nested } = split();

    for (const log of [code.Resources.ApiLog, nested.get('calls')?.Resources.Log])
      expect(log).toMatchObject({
        DeletionPolicy: 'RetainExceptOnCreate',
        UpdateReplacePolicy: 'Retain',
      });
  });

  test('the API is passed to the functions’ stacks, and is deployed after the stacks that its routes depend on', () => {
    const { code, nested } = split();

    expect(code.Resources.CallsFunctions?.Properties).toEqual({
      TemplateURL: { 'Fn::Sub': ['https://${Key}/calls', { Key: imported('bootstrap-Key') }] },
      Parameters: { Api: { Ref: 'Api' } },
    });
    expect(nested.get('calls')?.Parameters).toEqual({ Api: { Type: 'String' } });
    expect(nested.get('work')?.Parameters).toBeUndefined();
    expect(code.Resources.ApiStage?.DependsOn).toEqual(['CallsFunctions', 'ApiLog']);
    expect(nested.get('calls')?.Resources.Route?.DependsOn).toEqual(['Calls']);
  });

  test('each stack has the parameters, conditions and outputs that it uses', () => {
    const { bootstrap, data, code } = split();

    expect([bootstrap.Parameters, data.Parameters, code.Parameters]).toEqual([
      { Repository: { Type: 'String' } },
      undefined,
      undefined,
    ]);
    expect(Object.keys(bootstrap.Conditions ?? {})).toEqual(['IsAsked']);
    expect(data.Conditions).toBeUndefined();
    expect(code.Outputs).toEqual({ Address: { Value: { Ref: 'Api' } } });
  });

  test('a reference that cannot be exported is refused', () => {
    const template = whole();
    template.Resources.Api = Type('AWS::ApiGatewayV2::Api', { Function: { Ref: 'Take' } });

    expect(() => split(template)).toThrow('refer to Take , which is in another stack');
  });
});
