import { describe, expect, test } from 'vitest';
import type { Template } from '../../infra/split-stacks.ts';
import type { Cloud } from '../../operate/deploy/cloud.ts';
import { dangersOf } from '../../operate/deploy/judge-changes.ts';
import { refusalOf, remindersOf } from '../../operate/deploy/judge-options.ts';
import { requireMapping } from '../../operate/deploy/option-stacks.ts';

const code = (DisableExecuteApiEndpoint?: boolean): Template => ({
  Resources: { HttpApi: { Type: 'AWS::ApiGatewayV2::Api', Properties: { DisableExecuteApiEndpoint } } },
});
const some: Template = { Resources: { Domain: { Type: 'AWS::ApiGatewayV2::DomainName' } } };
const other: Template = { Resources: { Domain: { Type: 'AWS::ApiGatewayV2::DomainName', Properties: {} } } };

describe('a deployment of the code', () => {
  test('the deployment does not close the only address of a stage', () => {
    const standing = {
      stage: 'staging',
      packaged: { code: code(true), address: some },
      deployed: { code: code() },
    };

    expect(refusalOf(standing)).toEqual([
      'staging has no domain yet, and this would close the only address that it has.',
      'Set keepOldAddress: true, run npm run stage -- create staging --yes, and close the old address when callers have moved.',
    ]);
  });

  test.each<[string, Template | undefined, Template | undefined]>([
    ['after the domain exists', code(), some],
    ['of a stage without callers', undefined, undefined],
    ['that was closed before', code(true), undefined],
  ])('the deployment closes the old address %s', (_, before, address) => {
    const deployed = { ...(before ? { code: before } : {}), ...(address ? { address } : {}) };

    expect(refusalOf({ stage: 'staging', packaged: { code: code(true) }, deployed })).toBeUndefined();
  });

  test('the deployment does not connect functions to a network that does not exist', () => {
    const standing = {
      stage: 'staging',
      packaged: { code: code(), egress: some },
      deployed: { code: code() },
    };

    expect(refusalOf(standing)).toEqual([
      'The network of staging does not exist, so functions could not send requests.',
      'npm run stage -- create staging --yes',
    ]);
  });

  test('a deployment of an earlier package keeps the domain, and prints a message', () => {
    const standing = {
      stage: 'staging',
      packaged: { code: code() },
      deployed: { code: code(true), address: some },
    };

    expect(refusalOf(standing)).toBeUndefined();
    expect(remindersOf(standing)).toEqual([
      '  The stack address stays as it is, because this package contains none.',
    ]);
  });

  test('the deployment reports that an operator must deploy a changed domain or network', () => {
    const packaged = { code: code(), address: some, egress: some };

    expect(remindersOf({ stage: 'staging', packaged, deployed: { address: some, egress: other } })).toEqual([
      '  The stack egress differs from the package. A person must deploy it: npm run stage -- create staging --yes',
    ]);
    expect(remindersOf({ stage: 'staging', packaged, deployed: { address: some, egress: some } })).toEqual(
      [],
    );
  });
});

test('the replacement or removal of a domain is reported as a danger', () => {
  const change = (LogicalResourceId: string, ResourceType: string, Action: 'Remove' | 'Modify') => ({
    ResourceChange: {
      LogicalResourceId,
      ResourceType,
      Action,
      ...(Action === 'Modify' ? { Replacement: 'True' as const, Details: [] } : {}),
    },
  });

  expect(
    dangersOf([
      change('Domain', 'AWS::ApiGatewayV2::DomainName', 'Modify'),
      change('EgressAddress1', 'AWS::EC2::EIP', 'Remove'),
    ]),
  ).toEqual([
    'Domain (AWS::ApiGatewayV2::DomainName) would be replaced, because of a change.',
    'EgressAddress1 (AWS::EC2::EIP) would be removed.',
  ]);
});

describe('a domain that points to a different API than the deployed one', () => {
  /** @param apis the ids of the APIs to which the domains point @param outputs the ids in the code's stack */
  const cloudWith = (apis: Record<string, string>, outputs: Record<string, string>) => {
    const stacks: Record<string, object> = {
      'pix-cashout-staging-address': {
        Parameters: Object.entries(apis).map(([ParameterKey, ParameterValue]) => ({
          ParameterKey,
          ParameterValue,
        })),
      },
      'pix-cashout-staging': {
        Outputs: Object.entries(outputs).map(([OutputKey, OutputValue]) => ({ OutputKey, OutputValue })),
      },
    };
    const send = async ({ input }: { input: { StackName: string } }) => ({
      Stacks: [stacks[input.StackName]],
    });
    return { cloudformation: { send } } as unknown as Cloud;
  };

  test.each<[string, Record<string, string>, Record<string, string>]>([
    ['of the service', { HttpApi: 'a' }, { HttpApiId: 'b' }],
    ['of the console', { HttpApi: 'a', ConsoleApi: 'c' }, { HttpApiId: 'a', ConsoleApiId: 'd' }],
  ])('the deployment is refused if the domain %s points to a different API', async (_, apis, outputs) => {
    await expect(requireMapping(cloudWith(apis, outputs), 'staging')).rejects.toThrow(
      'A domain of staging leads to the API',
    );
  });

  test('a rollback to a release without an API for the console is accepted', async () => {
    const cloud = cloudWith({ HttpApi: 'a', ConsoleApi: 'c' }, { HttpApiId: 'a' });

    await expect(requireMapping(cloud, 'staging')).resolves.toBeUndefined();
  });
});
