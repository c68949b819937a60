import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generate } from 'selfsigned';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Template } from '../../infra/split-stacks.ts';
import { packageService } from '../../local/osls.ts';

const folder = mkdtempSync(join(tmpdir(), 'pix-cashout-address-'));
const psp = {
  payouts: 'efi',
  refunds: 'bcb',
  pspUrl: 'https://pix.example.com',
  pspPixKey: 'us@example.com',
  alarmEmail: 'ops@example.com',
};
const stack = (name: string) => JSON.parse(readFileSync(join(folder, `${name}.json`), 'utf8')) as Template;
/** Packaging empties its folder. */
const outside = mkdtempSync(join(tmpdir(), 'pix-cashout-authorities-'));
let trusted = '';
const properties = (name: string, id: string) => stack(name).Resources[id]?.Properties ?? {};
const imported = (name: string) => ({ 'Fn::ImportValue': `pix-cashout-production-${name}` });
type Statement = { Sid?: string; Effect: string; Action: string[]; Resource: unknown; Condition?: object };
const statements = (name: string, id: string) => {
  const { PolicyDocument, Policies } = properties(name, id) as {
    PolicyDocument?: { Statement: Statement[] };
    Policies?: { PolicyDocument: { Statement: Statement[] } }[];
  };
  return (PolicyDocument ?? Policies?.[0]?.PolicyDocument)?.Statement ?? [];
};

describe('a stage with a domain, callbacks of their own, a console and fixed outgoing addresses', () => {
  beforeAll(async () => {
    const authority = await generate([{ name: 'commonName', value: 'Authority of the PSP' }], {
      extensions: [{ name: 'basicConstraints', cA: true, critical: true }],
    });
    const callbackTruststore = join(outside, 'psp.pem');
    trusted = `${authority.cert.trim().replaceAll('\r', '')}\n`;
    writeFileSync(callbackTruststore, trusted);
    const params = {
      ...psp,
      domain: 'api.example.com',
      hostedZoneId: 'Z0123456789ABC',
      callbackDomain: 'callbacks.example.com',
      callbackTruststore,
      consoleOrigin: 'https://console.example.com',
      staticEgress: 'true',
    };
    await packageService('production', folder, { params, bundles: ['getJwks'] });
  });
  afterAll(() => {
    for (const one of [folder, outside]) rmSync(one, { recursive: true });
  });

  test('has both in stacks of their own, with names that only people may change', () => {
    expect(Object.keys(stack('address').Resources)).toEqual([
      'Certificate',
      'Domain',
      'Mapping',
      'Name',
      'CallbackCertificate',
      'CallbackDomain',
      'CallbackMapping',
      'CallbackName',
    ]);
    const refused = statements('bootstrap', 'DeployRole').find(({ Sid }) => Sid === 'NotTheBootstrap');
    const stacks = [...JSON.stringify(refused?.Resource).matchAll(/stack\/([\w-]+)\/\*/g)].map(
      ([, one]) => one,
    );
    expect(stacks).toEqual(
      ['bootstrap', 'egress', 'address'].map((name) => `pix-cashout-production-${name}`),
    );
  });

  test('gives the domain the API’s id when it is deployed, so that the domain outlives the API', () => {
    expect(stack('address').Parameters).toEqual({
      HttpApi: { Type: 'String' },
      CallbackApi: { Type: 'String' },
    });
    expect(properties('address', 'Mapping')).toEqual({
      ApiId: { Ref: 'HttpApi' },
      DomainName: { Ref: 'Domain' },
      Stage: '$default',
    });
    const { Outputs = {} } = stack('code');
    expect(Outputs.HttpApiId?.Value).toEqual({ Ref: 'HttpApi' });
    expect(Outputs.CallbackApiId?.Value).toEqual({ Ref: 'CallbackApi' });
    expect(JSON.stringify(stack('code'))).not.toContain('example.com/');
  });

  test('has no other address, and no function knows the API’s id by its links', () => {
    expect(properties('code', 'HttpApi').DisableExecuteApiEndpoint).toBe(true);
    expect(stack('code').Outputs?.HttpApiUrl?.Value).toBe('https://api.example.com');
    for (const area of ['accounts', 'cashouts', 'open', 'returns', 'webhooks', 'work'])
      for (const { Type, Properties = {} } of Object.values(stack(`functions-${area}`).Resources))
        if (Type === 'AWS::Lambda::Function')
          expect(Properties.Environment).toMatchObject({
            Variables: { BASE_URL: 'https://api.example.com' },
          });
  });

  test('lets the console alone call it from a browser, without cookies', () => {
    expect(properties('code', 'HttpApi').CorsConfiguration).toEqual({
      AllowOrigins: ['https://console.example.com'],
      AllowMethods: ['DELETE', 'GET', 'POST', 'PUT'],
      AllowHeaders: ['authorization', 'content-type', 'hmac', 'idempotency-key'],
      ExposeHeaders: [
        'idempotent-replayed',
        'ratelimit',
        'ratelimit-policy',
        'retry-after',
        'www-authenticate',
      ],
      AllowCredentials: false,
      MaxAge: 7_200,
    });
    expect(properties('functions-open', 'PreflightRoute')).toMatchObject({ RouteKey: 'OPTIONS /{proxy+}' });
    expect(properties('functions-open', 'NotFoundLambdaFunction').Environment).toMatchObject({
      Variables: { CONSOLE_ORIGIN: 'https://console.example.com' },
    });
  });

  test('opens nothing but the callback where the PSP calls, for the PSP’s certificate', () => {
    const routes = Object.values(stack('functions-open').Resources).filter(
      ({ Type, Properties }) =>
        Type === 'AWS::ApiGatewayV2::Route' && JSON.stringify(Properties?.ApiId).includes('CallbackApi'),
    );

    expect(routes.map(({ Properties }) => Properties?.RouteKey)).toEqual(['POST /network/pix']);
    expect(properties('code', 'CallbackApi')).toMatchObject({ DisableExecuteApiEndpoint: true });
    expect(properties('code', 'CallbackApi').CorsConfiguration).toBeUndefined();
    expect(properties('code', 'CallbackStage')).toMatchObject({
      ApiId: { Ref: 'CallbackApi' },
      DefaultRouteSettings: { ThrottlingRateLimit: 200, ThrottlingBurstLimit: 400 },
    });
    expect(JSON.stringify(properties('functions-open', 'CallbackPermission').SourceArn)).toContain(
      'CallbackApi',
    );
    const { MutualTlsAuthentication } = properties('address', 'CallbackDomain') as {
      MutualTlsAuthentication: { TruststoreUri: { 'Fn::Sub': [string, object] } };
    };
    const [, key = ''] = /truststores\/([0-9a-f]{64}\.pem)$/.exec(
      MutualTlsAuthentication.TruststoreUri['Fn::Sub'][0],
    ) as RegExpExecArray;
    expect(readFileSync(join(folder, key), 'utf8')).toBe(trusted);
    expect(JSON.parse(readFileSync(join(folder, 'artifacts.json'), 'utf8'))).toMatchObject({
      [`truststores/${key}`]: key,
    });
  });

  test('sends what talks to the PSP through its own addresses, and nothing else', () => {
    const connected = ['accounts', 'cashouts', 'open', 'returns', 'webhooks', 'work'].flatMap((area) =>
      Object.entries(stack(`functions-${area}`).Resources).flatMap(([id, { Properties = {} }]) =>
        'VpcConfig' in Properties ? [[id.replace('LambdaFunction', ''), area] as const] : [],
      ),
    );

    expect(connected.map(([name]) => name)).toEqual([
      'CreateCopyAndPasteTransfer',
      'PreflightCashout',
      'ReceiveNetworkPix',
      'RequestChargeback',
      'CompleteTransfer',
      'PollChargeback',
      'ApplyNetworkEvent',
      'PollNetwork',
      'ReconcilePsp',
    ]);
    for (const [name, area] of connected) {
      const may = statements(`functions-${area}`, `${name}Role`);
      expect(JSON.stringify(may)).toContain('bootstrap-PspSecret');
      expect(may.at(-1)?.Action).toContain('ec2:CreateNetworkInterface');
      expect(properties(`functions-${area}`, `${name}LambdaFunction`).VpcConfig).toEqual({
        SubnetIds: [imported('egress-EgressSubnet1'), imported('egress-EgressSubnet2')],
        SecurityGroupIds: [imported('egress-EgressGroupGroupId')],
      });
    }
    // Receivers of webhooks choose where these calls go.
    expect(properties('functions-work', 'DeliverWebhookLambdaFunction').VpcConfig).toBeUndefined();
  });

  test('has a NAT gateway for each zone, with addresses that stay, and lets nothing in', () => {
    const { Resources, Outputs = {} } = stack('egress');
    const group = Resources.EgressGroup?.Properties ?? {};

    for (const zone of [1, 2]) {
      expect(Resources[`EgressAddress${zone}`]).toMatchObject({
        DeletionPolicy: 'RetainExceptOnCreate',
        UpdateReplacePolicy: 'Retain',
      });
      expect(Resources[`EgressRoute${zone}`]?.Properties?.NatGatewayId).toEqual({ Ref: `EgressNat${zone}` });
      expect(Outputs[`EgressAddress${zone}`]?.Value).toEqual({ Ref: `EgressAddress${zone}` });
    }
    expect(group.SecurityGroupIngress).toBeUndefined();
    expect(group.SecurityGroupEgress).toMatchObject([{ IpProtocol: 'tcp', FromPort: 443, ToPort: 443 }]);
  });

  test('lets Lambda connect its functions, and no function do so by itself', () => {
    const ofEc2 = statements('bootstrap', 'Boundary').filter(({ Action }) =>
      [Action].flat().some((one) => one.startsWith('ec2:')),
    );

    expect(ofEc2.map(({ Effect, Condition }) => [Effect, Object.keys(Condition ?? {})])).toEqual([
      ['Allow', []],
      ['Deny', ['ArnLike']],
    ]);
    expect(ofEc2[0]?.Action).toEqual(ofEc2[1]?.Action);
  });

  test('lets the pipeline look at networks, and change neither them nor domains, certificates or names', () => {
    const actions = statements('bootstrap', 'DeployRole').flatMap(({ Effect, Action }) =>
      Effect === 'Allow' ? [Action].flat() : [],
    );

    expect(actions.filter((one) => one.startsWith('ec2:'))).toEqual([
      'ec2:DescribeSecurityGroups',
      'ec2:DescribeSubnets',
      'ec2:DescribeVpcs',
      'ec2:GetSecurityGroupsForVpc',
    ]);
    expect(actions.filter((one) => /^(acm|route53|cloudfront|wafv2):/.test(one))).toEqual([]);
    expect(JSON.stringify(statements('bootstrap', 'DeployRole'))).not.toContain('/domainnames');
  });

  test('imports nothing that the stacks before it do not export', () => {
    const exported = ['bootstrap', 'data', 'egress'].flatMap((name) =>
      Object.values(stack(name).Outputs ?? {}).map(({ Export }) => Export?.Name),
    );
    for (const name of ['code', 'address', 'functions-open', 'functions-work', 'functions-cashouts'])
      for (const [, wanted = ''] of JSON.stringify(stack(name)).matchAll(/"Fn::ImportValue":"([^"]+)"/g))
        expect([name, exported.includes(wanted) && wanted]).toEqual([name, wanted]);
  });
});

test('a stage whose settings do not fit together is not packaged', async () => {
  const into = mkdtempSync(join(tmpdir(), 'pix-cashout-refused-'));
  const none = packageService('staging', into, {
    params: { domain: 'api.example.com' },
    bundles: ['getJwks'],
  });

  await expect(none).rejects.toThrow(/Stage staging: domain: needs a certificate/);
  rmSync(into, { recursive: true });
});
