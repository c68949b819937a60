import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generate } from 'selfsigned';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bundleFunctions } from '../bench/cold/bundles.ts';
import { besides } from '../infra/routes.ts';
import type { Resource as SplitResource, Template as SplitTemplate } from '../infra/split-stacks.ts';
import { packageService, type Template } from '../local/osls.ts';
import LocalStack from '../local/plugin.ts';
import { readService } from '../local/read-service.ts';
import { type Resource, root, type Service } from '../local/service.ts';
import { compact } from '../operate/deploy/stack.ts';
import { usesOf } from './infra/quotas.ts';
import { allRoutes } from './support/route-calls.ts';
import { consolePages, openRoutes, signInPages } from './support/routes.ts';

const folder = mkdtempSync(join(tmpdir(), 'pix-cashout-package-'));
let resources: Record<string, Resource>;
/** The policies of each function's role as text, by the role's name. */
let roles: [string, string][];
beforeAll(async () => {
  resources = (await packageService('staging', folder, { bundles: ['getDocs', 'createCashout'] })).Resources;
  roles = Object.entries(resources).flatMap(([id, { Type, Properties }]) =>
    Type === 'AWS::IAM::Role' && !['DeployRole', 'CanaryRole'].includes(id)
      ? [[id.replace(/Role$/, ''), JSON.stringify(Properties.Policies)]]
      : [],
  );
}, 180_000);
afterAll(() => rmSync(folder, { recursive: true }));

const areas = ['accounts', 'batches', 'cashouts', 'open', 'returns', 'webhooks', 'work'];
const templateOf = (stack: string) =>
  JSON.parse(readFileSync(join(folder, `${stack}.json`), 'utf8')) as SplitTemplate;

const ofBootstrap = (type: string) =>
  Object.values(templateOf('bootstrap').Resources).filter(({ Type }) => Type === type) as [SplitResource];
type DeployStatement = {
  Sid: string;
  Effect: string;
  Action: string | string[];
  Resource: unknown;
  Condition?: unknown;
};

type Statement = { Action: string[]; Resource: unknown[]; Condition?: object };
const ofType = (type: string) => Object.values(resources).filter(({ Type }) => Type === type);
const onlyOne = (type: string) => {
  expect(ofType(type)).toHaveLength(1);
  return ofType(type)[0]?.Properties ?? {};
};
/** Returns the function of an alias. */
const functionOf = (alias: string) =>
  ((resources[alias]?.Properties.FunctionName ?? { Ref: '' }) as { Ref: string }).Ref;
/** Returns the policy statements in the text of a role. */
const statementsOf = (text: string) =>
  (JSON.parse(text) as { PolicyDocument: { Statement: Statement[] } }[]).flatMap(
    ({ PolicyDocument }) => PolicyDocument.Statement,
  );

/** Returns the logical ids, without the hash at the end of the id of a version. */
const withoutHashes = (all: Record<string, Resource>) =>
  Object.keys(all).map((id) => id.replace(/(?<=Version)[0-9a-f]{16}$/, ''));

/**
 * Returns the routes with settings in the stage. The stage must depend on these routes, because CloudFormation does not
 * infer it.
 */
function namedRoutes(all: Record<string, Resource>): string[] {
  const [stage] = Object.values(all).filter(({ Type }) => Type === 'AWS::ApiGatewayV2::Stage');
  const { DependsOn } = stage as Resource & { DependsOn: string[] };
  const routes = Object.entries(all).filter(([, { Type }]) => Type === 'AWS::ApiGatewayV2::Route');
  const named = Object.keys(stage?.Properties.RouteSettings ?? {});
  for (const key of named) {
    const [id] = routes.find(([, { Properties }]) => Properties.RouteKey === key) ?? [];
    expect([key, id !== undefined && DependsOn.includes(id)]).toEqual([key, true]);
  }
  return named;
}

/** These routes are public: they need neither a token nor a session. */
const routesOfAnybody = Object.keys(openRoutes).filter((route) => !consolePages.includes(route));
const withBesides = (routeKey: string) => [
  routeKey,
  ...besides(routeKey, routesOfAnybody.includes(routeKey)),
];
const besidesOfAll = (routes: readonly string[]) => [...new Set(routes.flatMap(withBesides))];

describe('the packaged service', () => {
  test('the function of the reference page has the page’s files in its folder', () => {
    const zip = readFileSync(join(folder, 'getDocs.zip'), 'latin1');

    for (const file of ['index.html', 'page.js', 'page.css']) expect(zip).toContain(`docs/reference/${file}`);
    for (const file of ['swagger-ui.css', 'swagger-ui-bundle.js']) {
      expect(zip).toContain(`node_modules/swagger-ui-dist/${file}`);
    }
  });

  test('each function has a bundle of the size that esbuild makes', async () => {
    const bundles = await bundleFunctions(readService('staging'));
    const zip = statSync(join(folder, 'createCashout.zip')).size;

    expect([...bundles.keys()].sort()).toEqual(Object.keys(readService('staging').functions).sort());
    for (const [key, one] of bundles)
      expect([key, one.zip > 10_000 && one.zip < 1_000_000]).toEqual([key, true]);
    expect(Math.abs(zip / (bundles.get('createCashout')?.zip ?? 0) - 1)).toBeLessThan(0.02);
    // Only the OpenAPI document needs these files: the schemas of answers, and the texts.
    const telling = [...bundles].filter(([, { files }]) =>
      files.some((file) => /answers\.ts$|\/tell\.ts$/.test(file)),
    );
    expect(telling.map(([key]) => key)).toEqual(['getOpenapi']);
  }, 120_000);

  test('each stack has a template, and each file of the package is stored under the hash of its content', () => {
    const manifest = JSON.parse(readFileSync(join(folder, 'artifacts.json'), 'utf8')) as Record<
      string,
      string
    >;
    const stacks = ['bootstrap', 'data', 'code', ...areas.map((area) => `functions-${area}`)];

    // Most functions have no bundle in this test.
    for (const [key, file] of Object.entries(manifest).filter(([, name]) => name !== 'empty.zip')) {
      const bytes = readFileSync(join(folder, file));
      expect([file, key.split(/[/.]/)[1]]).toEqual([file, createHash('sha256').update(bytes).digest('hex')]);
    }
    const counted = stacks.map((name) => [name, Object.keys(templateOf(name).Resources).length] as const);
    expect(counted.reduce((sum, [, count]) => sum + count, 0)).toBe(
      Object.keys(resources).length + areas.length,
    );
    expect(Object.values(manifest)).toEqual(
      expect.arrayContaining(['code.json', ...areas.map((area) => `functions-${area}.json`)]),
    );
  });

  test('150 endpoints would fit: no group of functions takes more than half of a stack’s 500 resources', () => {
    // Per endpoint: a function, a role, a log group, a permission, an integration, a route, a version, an alias, and the
    // alarm and the group of the canary.
    const perEndpoint = 10;

    for (const area of areas)
      expect(Object.keys(templateOf(`functions-${area}`).Resources).length).toBeLessThan(250);
    expect(Math.floor(500 / perEndpoint) * areas.length).toBeGreaterThan(150);
  });

  test('each stack imports only values that earlier stacks export', () => {
    const exported = new Set<string>();
    for (const name of ['bootstrap', 'data', 'code', ...areas.map((area) => `functions-${area}`)]) {
      const template = templateOf(name);
      const imported = [...JSON.stringify(template).matchAll(/"Fn::ImportValue":"([^"]+)"/g)];
      for (const [, wanted = ''] of imported)
        expect([name, wanted, exported.has(wanted)]).toEqual([name, wanted, true]);
      for (const { Export } of Object.values(template.Outputs ?? {})) exported.add(Export?.Name ?? '');
    }
  });

  test('each reference points to a resource of the same stack', () => {
    for (const name of ['bootstrap', 'data', 'code', ...areas.map((area) => `functions-${area}`)]) {
      const { Resources, Parameters = {}, Outputs } = templateOf(name);
      const text = JSON.stringify([Resources, Outputs]);
      const refs = [...text.matchAll(/\{"Ref":"([^":]+)"\}|"Fn::GetAtt":\["([^"]+)"/g)];
      for (const [, ref, id = ref ?? ''] of refs)
        expect([name, id, id in Resources || id in Parameters]).toEqual([name, id, true]);
    }
  });

  test('no function has more rights than the permissions boundary of its stage', () => {
    const document = ofBootstrap('AWS::IAM::ManagedPolicy')[0].Properties?.PolicyDocument;
    const { Statement = [] } = (document ?? {}) as { Statement?: { Action: string | string[] }[] };
    const most = new Set(Statement.flatMap(({ Action }) => Action));
    const asked = roles.flatMap(([, text]) => statementsOf(text).flatMap(({ Action }) => Action));

    expect([...new Set(asked)].filter((action) => !most.has(action))).toEqual([]);
  });

  test('the deploy role makes roles only within the boundary, and can change neither the boundary nor itself', () => {
    const policies = ofBootstrap('AWS::IAM::Role')[0].Properties?.Policies;
    const statements = (policies as { PolicyDocument: { Statement: DeployStatement[] } }[]).flatMap(
      ({ PolicyDocument }) => PolicyDocument.Statement,
    );
    const making = statements.filter(({ Effect, Action }) =>
      [Action].flat().some((one) => Effect === 'Allow' && /^iam:(Create|Put|Attach|Update)/.test(one)),
    );

    expect(making.map(({ Sid, Condition }) => [Sid, Condition])).toEqual([
      ['RoleOfApiGateway', { StringEquals: { 'iam:AWSServiceName': 'ops.apigateway.amazonaws.com' } }],
      ['RolesWithinTheBoundary', { ArnEquals: { 'iam:PermissionsBoundary': { Ref: 'Boundary' } } }],
    ]);
    expect(JSON.stringify(making[1]?.Resource)).toContain(':role/pix-cashout-staging-*');
    expect(JSON.stringify(statements)).not.toMatch(
      /iam:(\*|\w*Policy(Version)?")(?<!iam:(Put|Delete|Get)RolePolicy")/,
    );
    expect(JSON.stringify(statements)).not.toMatch(
      /kms:(Put|Schedule|Disable|Create(?!Grant))|secretsmanager:/,
    );
  });

  test('each role has the permissions boundary of its stage', () => {
    const boundary = { 'Fn::ImportValue': 'pix-cashout-staging-bootstrap-Boundary' };

    for (const area of areas)
      for (const { Type, Properties } of Object.values(templateOf(`functions-${area}`).Resources))
        if (Type === 'AWS::IAM::Role') expect(Properties?.PermissionsBoundary).toEqual(boundary);
  });

  test('the package has the routes of serverless.yml and their counterparts, and no route ends in a slash', () => {
    const routes = ofType('AWS::ApiGatewayV2::Route').map(({ Properties }) => String(Properties.RouteKey));

    expect(routes.sort()).toEqual(['$default', ...besidesOfAll(allRoutes)].sort());
    expect(routes.filter((route) => /.\/$/.test(route))).toEqual([]);
  });

  test('the functions run on the same Node version as the tests', () => {
    const runtimes = new Set(ofType('AWS::Lambda::Function').map(({ Properties }) => Properties.Runtime));

    expect([...runtimes]).toEqual([`nodejs${process.versions.node.split('.')[0]}.x`]);
  });

  test('every table and queue is encrypted, and every table is recoverable and protected, except those of sessions and the sandbox', () => {
    const tables = ofType('AWS::DynamoDB::Table').map(({ Properties }) => Properties);

    for (const table of tables)
      expect(table.SSESpecification).toMatchObject({ SSEEnabled: true, SSEType: 'KMS' });
    // Sessions are not restored from a backup.
    for (const table of tables.filter(
      ({ TableName }) => !/-(sandbox-network|sessions)$/.test(String(TableName)),
    )) {
      expect(table).toMatchObject({
        DeletionProtectionEnabled: true,
        PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
      });
    }
    for (const { Properties } of ofType('AWS::SQS::Queue')) expect(Properties.KmsMasterKeyId).toBeDefined();
  });

  test('the package contains no secret, since functions read their secrets at start', () => {
    const functions = ofType('AWS::Lambda::Function').map(({ Properties }) => Properties);
    const secret = /_KEYS?$|_SECRETS?$|PASSWORD/;

    for (const { Environment } of functions) {
      const names = Object.keys((Environment as { Variables: object }).Variables);
      expect(names.filter((name) => secret.test(name))).toEqual([]);
    }
    expect(JSON.stringify(resources)).not.toContain('{{resolve:');
    for (const { Properties, DeletionPolicy } of ofType('AWS::SecretsManager::Secret')) {
      expect(Object.keys(Properties).sort()).toEqual(['KmsKeyId', 'Name', 'ReplicaRegions']);
      expect(DeletionPolicy).toBe('RetainExceptOnCreate');
    }
  });

  test('each secret is readable only by the functions that need it, and calls to loopback are forbidden', () => {
    const holders = (secret: string) =>
      roles.flatMap(([key, text]) => (text.includes(`{"Ref":"${secret}"}`) ? [key] : []));

    expect(holders('TokenSigningSecret')).toEqual(['IssueToken']);
    expect(holders('SandboxSecret')).toEqual(['Sandbox', 'Synthetic']);
    expect(holders('CallbackSecret')).toEqual(['ReceiveNetworkPix']);
    expect(holders('PspSecret')).toEqual([
      'CreateCopyAndPasteTransfer',
      'PreflightCashout',
      'PreflightWaiting',
      'RequestChargeback',
      'DefendMedCase',
      'RequestRecovery',
      'CancelRecovery',
      'ConsoleAct',
      'Desk',
      'ConsoleMoneyBack',
      'ReceiveNetworkPix',
      'Administer',
      'CompleteTransfer',
      'PollChargeback',
      'ApplyNetworkEvent',
      'PollNetwork',
      'WatchCertificates',
      'ReconcilePsp',
    ]);
    for (const { Properties } of ofType('AWS::Lambda::Function')) {
      expect(Properties.Environment).toMatchObject({ Variables: { OUTBOUND_LOOPBACK: 'refuse' } });
    }
  });

  test('the package has no authorizer, no CORS and no function URL', () => {
    expect(onlyOne('AWS::ApiGatewayV2::Api')).not.toHaveProperty('CorsConfiguration');
    expect(ofType('AWS::ApiGatewayV2::Authorizer')).toEqual([]);
    for (const { Properties } of ofType('AWS::ApiGatewayV2::Route')) {
      expect(Properties).not.toHaveProperty('AuthorizerId');
    }
    expect(ofType('AWS::Lambda::Url')).toEqual([]);
  });

  test('functions answer before the gateway’s time-out, and their logs are kept for 14 days', () => {
    const served = ofType('AWS::ApiGatewayV2::Integration').map(({ Properties }) =>
      functionOf((Properties.IntegrationUri as { Ref: string }).Ref),
    );

    expect(served.length).toBeGreaterThan(20);
    for (const id of served) {
      expect(resources[id]?.Properties.Timeout).toBeLessThan(29);
      expect(resources[id]?.Properties.Timeout).toBeGreaterThan(0);
    }
    for (const { Properties } of ofType('AWS::Logs::LogGroup')) expect(Properties.RetentionInDays).toBe(14);
  });

  test('the logs have only failures of the platform and our own lines from INFO on, including metrics', () => {
    const settings = ofType('AWS::Lambda::Function').map(({ Properties }) => Properties.LoggingConfig);

    expect(settings.length).toBeGreaterThan(40);
    for (const one of settings)
      expect(one).toEqual({ LogFormat: 'JSON', SystemLogLevel: 'WARN', ApplicationLogLevel: 'INFO' });
  });

  test('each function has its own role, whose permissions name actions and resources', () => {
    const functions = ofType('AWS::Lambda::Function').map(({ Properties }) =>
      JSON.stringify(Properties.Role),
    );

    expect(new Set(functions).size).toBe(functions.length);
    expect(roles.length).toBe(functions.length);
    for (const [, text] of roles) {
      for (const { Action, Resource } of statementsOf(text)) {
        for (const action of Action) expect(action).toMatch(/^[a-z0-9]+:[A-Za-z]+$/);
        // The names of files are not known in advance, so the policy may have a wildcard, but only for one bucket and
        // only for actions of S3.
        const isOfFiles = Action.every((action: string) => action.startsWith('s3:'));
        for (const resource of Resource) {
          const text = JSON.stringify(resource);
          expect(isOfFiles ? text.replace(/\{FilesBucket\.Arn\}\/\*/, '') : text).not.toContain('*');
        }
      }
    }
  });

  test('only the functions that post to the ledger may write an entry, and only these and operators’ functions may change a balance row', () => {
    const writers = (action: string, table: string) =>
      roles.flatMap(([key, text]) => {
        const isFree = ({ Action, Resource, Condition }: Statement) =>
          !Condition && Action.includes(action) && JSON.stringify(Resource).includes(`"${table}"`);
        return statementsOf(text).some(isFree) ? [key] : [];
      });
    // Two operators may end a payment without an outcome, so the functions of operators post, too.
    const posting = [
      'RequestChargeback',
      'Desk',
      'ConsoleMoneyBack',
      'Sandbox',
      'Administer',
      'CompleteTransfer',
      'PollChargeback',
      'ApplyNetworkEvent',
    ];

    // These functions freeze accounts and blank the names of their holders. All of this is in the balance rows.
    const operating = ['Freeze', 'Person'];

    expect(writers('dynamodb:PutItem', 'StatementTable')).toEqual(posting);
    expect(writers('dynamodb:UpdateItem', 'AccountsTable').sort()).toEqual([...posting, ...operating].sort());
    expect(writers('dynamodb:PutItem', 'AccountsTable')).toEqual(['Sandbox', 'Administer']);
    for (const action of ['dynamodb:UpdateItem', 'dynamodb:DeleteItem']) {
      expect(writers(action, 'StatementTable')).toEqual([]);
    }
  });

  test('deliverWebhook may read whether a client is active, but not the client’s secrets', () => {
    const [, text = ''] = roles.find(([key]) => key === 'DeliverWebhook') ?? [];
    const ofAccounts = statementsOf(text).filter(({ Resource }) =>
      JSON.stringify(Resource).includes('"AccountsTable"'),
    );

    expect(ofAccounts).toEqual([
      {
        Effect: 'Allow',
        Action: ['dynamodb:GetItem', 'dynamodb:BatchGetItem', 'dynamodb:Query'],
        Resource: [{ 'Fn::GetAtt': ['AccountsTable', 'Arn'] }],
        Condition: {
          'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': ['CLIENT#*', 'USER#*'] },
          'ForAllValues:StringEquals': {
            'dynamodb:Attributes': [
              'pk',
              'sk',
              'companyId',
              'userId',
              'active',
              'frozenAt',
              'permissions',
              'without',
            ],
          },
          StringEqualsIfExists: { 'dynamodb:Select': 'SPECIFIC_ATTRIBUTES' },
        },
      },
    ]);
  });

  test('every function has a route, a trigger or a schedule, except functions that operators invoke', () => {
    const callers = Object.values(resources).filter(({ Type }) =>
      /Integration|EventSourceMapping|Events::Rule/.test(Type),
    );
    const called = JSON.stringify(callers);
    const ids = Object.keys(resources).filter((id) => resources[id]?.Type === 'AWS::Lambda::Alias');

    expect(ids.filter((id) => !called.includes(`"${id}"`))).toEqual([
      'AdministerLiveAlias',
      'FreezeLiveAlias',
      'PersonLiveAlias',
    ]);
  });

  test('every function is called through its alias, and other calls are not allowed', () => {
    const ids = Object.keys(resources).filter((id) => resources[id]?.Type === 'AWS::Lambda::Function');
    const naming = Object.values(resources).flatMap(({ Type, Properties }) => {
      const named = ids.filter((id) => JSON.stringify(Properties).includes(`"${id}"`));
      return named.map(() => Type);
    });

    // A retry limit names a function and its alias.
    const limits = ofType('AWS::Lambda::EventInvokeConfig');
    expect(limits.map(({ Properties }) => Properties.Qualifier)).toEqual(limits.map(() => 'live'));
    expect([...new Set(naming)].sort()).toEqual([
      'AWS::Lambda::Alias',
      'AWS::Lambda::EventInvokeConfig',
      'AWS::Lambda::Version',
    ]);
    for (const type of ['Alias', 'Version']) expect(ofType(`AWS::Lambda::${type}`)).toHaveLength(ids.length);
  });

  test('the canary deployments are exactly the functions that begin, approve or send a payment or a chargeback', () => {
    const groups = ofType('AWS::CodeDeploy::DeploymentGroup').map(({ Properties }) => Properties);

    expect(groups.map(({ DeploymentGroupName }) => DeploymentGroupName).sort()).toEqual([
      'approveBatch',
      'approveCashout',
      'approveCashoutManual',
      'approveMany',
      'completeTransfer',
      'consoleAct',
      'consoleBatches',
      'consoleMoneyBack',
      'createCashout',
      'createCashoutManual',
      'createCashoutManualSelfApprove',
      'createCashoutSelfApprove',
      'createCopyAndPasteTransfer',
      'createManualTransfer',
      'pollChargeback',
      'requestChargeback',
      'resumeBatch',
      'runBatch',
    ]);
    const alarms = groups.flatMap(
      ({ AlarmConfiguration }) => (AlarmConfiguration as { Alarms: { Name: { Ref: string } }[] }).Alarms,
    );
    for (const { Name } of alarms)
      expect([Name.Ref, resources[Name.Ref]?.Type]).toEqual([Name.Ref, 'AWS::CloudWatch::Alarm']);
    expect(templateOf('code').Parameters).toMatchObject({
      Traffic: { Default: 'CodeDeployDefault.LambdaCanary10Percent5Minutes' },
      StopsOnAlarms: { Default: 'true' },
    });
  });

  test('the API throttles requests, and logs neither addresses nor paths with account numbers', () => {
    const stage = onlyOne('AWS::ApiGatewayV2::Stage');
    const { Format } = stage.AccessLogSettings as { Format: string };

    expect(stage.DefaultRouteSettings).toEqual({
      ThrottlingRateLimit: 50,
      ThrottlingBurstLimit: 100,
    });
    expect(JSON.parse(Format)).toMatchObject({ requestId: '$context.requestId', route: '$context.routeKey' });
    expect(Format).not.toMatch(/sourceIp|userAgent|\$context\.path|authorizer/);
  });

  test('each route without a token or a session has its own throttle, well below the throttle of the stage', () => {
    const { RouteSettings } = onlyOne('AWS::ApiGatewayV2::Stage');
    const open = [...besidesOfAll(routesOfAnybody), '$default'].sort();
    const settings = RouteSettings as Record<string, Record<string, number>>;

    expect(Object.keys(settings).sort()).toEqual(open);
    for (const [route, one] of Object.entries(settings)) {
      expect(Object.keys(one).sort(), route).toEqual(['ThrottlingBurstLimit', 'ThrottlingRateLimit']);
      expect(one.ThrottlingRateLimit, route).toBeLessThanOrEqual(25);
      expect(one.ThrottlingBurstLimit, route).toBeLessThanOrEqual(50);
    }
  });

  test('only existing routes have throttles, and the routes are created before the API stage', () => {
    expect(namedRoutes(resources)).toHaveLength(besidesOfAll(routesOfAnybody).length + 1);
  });

  test('every secret is replicated to a second region if the bootstrap names one', () => {
    const { Conditions, Parameters } = templateOf('bootstrap') as unknown as Record<
      string,
      Record<string, object>
    >;
    const secrets = ofType('AWS::SecretsManager::Secret');

    expect(secrets.length).toBeGreaterThanOrEqual(5);
    for (const { Properties } of secrets)
      expect(Properties.ReplicaRegions).toEqual({
        'Fn::If': [
          'HasSecondRegion',
          [{ Region: { Ref: 'SecondRegion' }, KmsKeyId: { Ref: 'SecondRegionKey' } }],
          { Ref: 'AWS::NoValue' },
        ],
      });
    expect(Conditions?.HasSecondRegion).toEqual({
      'Fn::Not': [{ 'Fn::Equals': [{ Ref: 'SecondRegion' }, ''] }],
    });
    expect([Parameters?.SecondRegion, Parameters?.SecondRegionKey]).toMatchObject([
      { Default: '' },
      { Default: '' },
    ]);
  });

  test('the encryption key can be used only through tables, queues and secrets of the account', () => {
    const ours = { StringEquals: { 'kms:CallerAccount': { Ref: 'AWS::AccountId' } } };

    expect(resources.DataKey?.Properties.KeyPolicy).toMatchObject({
      Statement: [{ Action: 'kms:*' }, { Action: expect.any(Array), Condition: ours }],
    });
  });

  test('only workers that send to their own queue may be invoked recursively', () => {
    const looping = Object.entries(resources).flatMap(([id, { Type, Properties }]) =>
      Type === 'AWS::Lambda::Function' && Properties.RecursiveLoop === 'Allow' ? [id] : [],
    );
    const sendsToItself = ([key, text]: [string, string]) => {
      const queues = statementsOf(text).filter(({ Action }) => Action.includes('sqs:ReceiveMessage'));
      const sent = statementsOf(text).filter(({ Action }) => Action.includes('sqs:SendMessage'));
      const names = (statements: Statement[]) =>
        JSON.stringify(statements.flatMap(({ Resource }) => Resource));
      const isLoop = queues.some(({ Resource }) =>
        Resource.some((one) => names(sent).includes(JSON.stringify(one))),
      );
      return isLoop ? [`${key}LambdaFunction`] : [];
    };

    expect(looping.sort()).toEqual(roles.flatMap(sendsToItself).sort());
    expect(looping).toHaveLength(7);
  });

  test('each function with a queue or a stream can report the failed messages of a batch one by one', () => {
    const mappings = ofType('AWS::Lambda::EventSourceMapping').map(({ Properties }) => Properties);

    expect(mappings).toHaveLength(11);
    for (const mapping of mappings)
      expect(mapping.FunctionResponseTypes).toEqual(['ReportBatchItemFailures']);
    const streams = mappings.filter(({ StartingPosition }) => StartingPosition !== undefined);
    expect(streams).toHaveLength(3);
    for (const stream of streams)
      expect(stream).toMatchObject({ MaximumRetryAttempts: -1, MaximumRecordAgeInSeconds: 21_600 });
  });

  // CloudFormation accepts at most 51,200 bytes for a template that is sent as text.
  test.each(['bootstrap', 'data'])(
    'the template of %s, which is sent as text, is well below the size limit',
    (name) => {
      const text = compact(readFileSync(join(folder, `${name}.json`), 'utf8'));
      expect(Buffer.byteLength(text)).toBeLessThan(40_000);
    },
  );

  describe('the quotas of AWS', () => {
    test('the package stays within the permitted share of each quota', () => {
      const shares = usesOf(folder).map(({ what, used, quota, percentMost }) => ({
        what,
        percent: (100 * used) / quota,
        percentMost,
      }));

      expect(shares.filter(({ percent }) => percent === 0)).toEqual([]);
      expect(shares.filter(({ percent, percentMost }) => percent >= percentMost)).toEqual([]);
    });

    test('the table in docs/deploying.md has each quota, and its numbers are at most five percent of the quota off', () => {
      const guide = readFileSync(join(root, 'docs/deploying.md'), 'utf8').split('\n');
      const told = (what: string) => {
        const cells = guide.find((line) => line.startsWith(`| ${what} `))?.split('|') ?? [];
        return cells.slice(2, -1).map((cell) => Number(cell.replace(/[ ,%]/g, '')));
      };

      for (const { what, used, quota, percentMost } of usesOf(folder)) {
        const [quotaTold, usedTold = 0, leftTold = 0, percentTold] = told(what);
        const [usedOff, leftOff] = [(usedTold - used) / quota, leftTold / 100 - (1 - used / quota)];
        expect([what, quotaTold, percentTold]).toEqual([what, quota, percentMost]);
        expect([what, Math.abs(usedOff) < 0.05, Math.abs(leftOff) < 0.05]).toEqual([what, true, true]);
      }
    });
  });
});

test('production is not packaged without a PIX network', async () => {
  const none = packageService('production', join(folder, 'none'));
  await expect(none).rejects.toThrow(/Stage production has no PIX network/);
}, 120_000);

/** Runs the plugin's checks for a stage with these variables, without packaging anything. */
async function packaging(variables: Record<string, string>, stage = 'production'): Promise<void> {
  const service = readService(stage) as Service & { provider: { stage: string } };
  Object.assign(service.provider.environment, variables);
  const plugin = new LocalStack(
    {
      service,
      classes: { Error },
      pluginManager: { hooks: {} },
      processedInput: { commands: ['package'] },
    },
    {},
  );
  await plugin.hooks['before:package:initialize']?.();
}

const list = 'main efi https://pix.example.com us@example.com';

test('production is not packaged with a network for payouts alone', async () => {
  const half = { PAYOUT_NETWORK: 'main', PSPS: list };

  await expect(packaging(half)).rejects.toThrow(/Stage production has no PIX network/);
});

test.each([
  { PAYOUT_NETWORK: 'main', PSPS: list },
  { REFUND_NETWORK: 'main', PSPS: list },
  { PAYOUT_NETWORK: 'main', REFUND_NETWORK: 'main' },
  { PAYOUT_NETWORK: 'main', REFUND_NETWORK: 'two', PSPS: list },
  { PAYOUT_NETWORK: 'main', REFUND_NETWORK: 'main', PSPS: 'main efi https://psp' },
])('staging is not packaged with an incomplete PSP configuration: %j', async (half) => {
  await expect(packaging(half, 'staging')).rejects.toThrow(
    /^Stage staging has no PIX network: .*Only local and staging have the sandbox, and for both payouts and refunds\./,
  );
});

test('production is not packaged to pay dynamic codes without known issuers', async () => {
  const psp = { PAYOUT_NETWORK: 'main', REFUND_NETWORK: 'main', PSPS: list };

  await expect(packaging({ ...psp, DYNAMIC_CODES: 'pay' })).rejects.toThrow(
    /Stage production pays dynamic codes, but names no issuers/,
  );
});

test('production is not packaged without a recipient for its alarms', async () => {
  const psp = { PAYOUT_NETWORK: 'main', REFUND_NETWORK: 'main', PSPS: list };

  await expect(packaging(psp)).rejects.toThrow(/Stage production has no address for its alarms/);
});

test('a stage with a PSP is not packaged with the ISPB of the sandbox', async () => {
  const psp = { PAYOUT_NETWORK: 'main', REFUND_NETWORK: 'main', PSPS: list };

  await expect(packaging(psp, 'staging')).rejects.toThrow(
    'Stage staging has the ISPB of the sandbox, 99999010. Set ourIspb to that of your institution (infra/stages/staging.yml).',
  );
  await packaging({ ...psp, OUR_ISPB: '12345678' }, 'staging');
});

describe('production with a PSP', () => {
  let production: Template;
  beforeAll(async () => {
    const params = {
      payouts: 'main',
      refunds: 'main',
      psps: list,
      ourIspb: '12345678',
      alarmEmail: 'ops@example.com',
    };
    const into = join(folder, 'production');
    production = await packageService('production', into, {
      params,
      bundles: ['completeTransfer', 'createCashout'],
    });
  }, 120_000);

  test('production has the same function code as staging, with only other settings', () => {
    const keyOf = (all: Record<string, Resource>) => all.CreateCashoutLambdaFunction?.Properties.Code;

    expect(keyOf(production.Resources)).toEqual(keyOf(resources));
  });

  test('the functions of production get the settings of the PSP', () => {
    const completing = production.Resources.CompleteTransferLambdaFunction?.Properties as {
      Environment: { Variables: Record<string, unknown> };
    };

    expect(completing.Environment.Variables).toMatchObject({
      STAGE: 'production',
      PAYOUT_NETWORK: 'main',
      REFUND_NETWORK: 'main',
      PSPS: list,
      PSP_SECRET_ID: 'pix-cashout-production-psp',
    });
  });

  test('no name is longer than AWS allows, even with the longest name of a stage', () => {
    const limits: Record<string, [property: string, most: number]> = {
      'AWS::Lambda::Function': ['FunctionName', 64],
      'AWS::CodeDeploy::Application': ['ApplicationName', 100],
      'AWS::CodeDeploy::DeploymentGroup': ['DeploymentGroupName', 100],
      'AWS::IAM::Role': ['RoleName', 64],
      'AWS::Events::Rule': ['Name', 64],
      'AWS::SQS::Queue': ['QueueName', 80],
      'AWS::ApiGatewayV2::Api': ['Name', 128],
      'AWS::DynamoDB::Table': ['TableName', 255],
      'AWS::CloudWatch::Alarm': ['AlarmName', 255],
      'AWS::CloudWatch::Dashboard': ['DashboardName', 255],
      'AWS::SNS::Topic': ['TopicName', 256],
      'AWS::Logs::LogGroup': ['LogGroupName', 512],
      'AWS::SecretsManager::Secret': ['Name', 512],
    };
    const named = Object.values(production.Resources).flatMap(({ Type, Properties }) => {
      const [property, most = 0] = limits[Type] ?? [];
      return property ? [{ Type, name: Properties[property], most }] : [];
    });

    expect(named.length).toBeGreaterThan(150);
    for (const { Type, name, most } of named) {
      expect(name, Type).toEqual(expect.any(String));
      expect(String(name).length, String(name)).toBeLessThanOrEqual(most);
    }
  });

  test('the names of roles and rules begin with the stack’s name, since the deploy role is restricted by prefixes', () => {
    const names = Object.values(production.Resources).flatMap(({ Type, Properties }) =>
      /^AWS::(IAM::Role|Events::Rule)$/.test(Type) ? [String(Properties.RoleName ?? Properties.Name)] : [],
    );

    expect(names.length).toBeGreaterThan(40);
    for (const name of names) expect(name).toMatch(/^pix-cashout-(production-|(github|canary)-production$)/);
  });

  test('production has no route, secret, table, role or variable of the sandbox, which staging has', () => {
    const ofSandbox = (id: string) => /sandbox/i.test(id);

    expect(JSON.stringify(production, null, 1).split('\n').filter(ofSandbox)).toEqual([]);
    expect(withoutHashes(resources).filter(ofSandbox).sort()).toEqual([
      'HttpApiIntegrationSandbox',
      'HttpApiIntegrationSandboxConsole',
      'HttpApiRouteGetConsoleSandbox',
      'HttpApiRoutePostConsoleSandboxProxyVar',
      'HttpApiRoutePostSandboxAccountsClose',
      'HttpApiRoutePostSandboxClients',
      'HttpApiRoutePostSandboxMedDashcases',
      'HttpApiRoutePostSandboxNetworkReferenceVar',
      'HttpApiRoutePostSandboxPixDashin',
      'HttpApiRoutePostSandboxQrDashcodes',
      'HttpApiRoutePostSandboxRefunds',
      'HttpApiRoutePostSandboxReturns',
      'HttpApiRoutePostSandboxRules',
      'HttpApiRoutePostSandboxTenants',
      'HttpApiRoutePutSandboxMedDashcasesIdVar',
      'SandboxConsoleLambdaFunction',
      'SandboxConsoleLambdaPermissionHttpApi',
      'SandboxConsoleLiveAlias',
      'SandboxConsoleLogGroup',
      'SandboxConsoleRole',
      'SandboxConsoleVersion',
      'SandboxLambdaFunction',
      'SandboxLambdaPermissionHttpApi',
      'SandboxLiveAlias',
      'SandboxLogGroup',
      'SandboxNetworkTable',
      'SandboxRole',
      'SandboxSecret',
      'SandboxVersion',
    ]);
  });

  test('production has everything else that staging has, except the synthetic payment, which is off', () => {
    const others = withoutHashes(resources).filter((id) => !/sandbox|^Synthetic/i.test(id));

    expect(withoutHashes(production.Resources).sort()).toEqual(others.sort());
  });

  test('only existing routes have throttles, and the routes are created before the API stage', () => {
    expect(namedRoutes(production.Resources)).toContain('POST /oauth2/token');
  });
});

describe('a stage with a domain, separate callbacks, a separate console and fixed outgoing addresses', () => {
  const into = join(folder, 'options');
  const ofPsp = {
    payouts: 'main',
    refunds: 'main',
    psps: list,
    ourIspb: '12345678',
    alarmEmail: 'ops@example.com',
  };
  const stack = (name: string) =>
    JSON.parse(readFileSync(join(into, `${name}.json`), 'utf8')) as SplitTemplate;
  let trusted = '';
  const properties = (name: string, id: string) => stack(name).Resources[id]?.Properties ?? {};
  const imported = (name: string) => ({ 'Fn::ImportValue': `pix-cashout-production-${name}` });
  type Its = { Sid?: string; Effect: string; Action: string[]; Resource: unknown; Condition?: object };
  const statements = (name: string, id: string) => {
    const { PolicyDocument, Policies } = properties(name, id) as {
      PolicyDocument?: { Statement: Its[] };
      Policies?: { PolicyDocument: { Statement: Its[] } }[];
    };
    return (PolicyDocument ?? Policies?.[0]?.PolicyDocument)?.Statement ?? [];
  };

  const routesOf = (api: string) =>
    ['accounts', 'batches', 'cashouts', 'open', 'returns', 'webhooks'].flatMap((area) =>
      Object.values(stack(`functions-${area}`).Resources).flatMap(({ Type, Properties }) =>
        Type === 'AWS::ApiGatewayV2::Route' &&
        JSON.stringify(Properties?.ApiId) === JSON.stringify({ Ref: api })
          ? [String(Properties?.RouteKey)]
          : [],
      ),
    );

  beforeAll(async () => {
    const authority = await generate([{ name: 'commonName', value: 'Authority of the PSP' }], {
      extensions: [{ name: 'basicConstraints', cA: true, critical: true }],
    });
    const callbackTruststore = join(folder, 'psp.pem');
    trusted = `${authority.cert.trim().replaceAll('\r', '')}\n`;
    writeFileSync(callbackTruststore, trusted);
    const params = {
      ...ofPsp,
      domain: 'api.example.com',
      hostedZoneId: 'Z0123456789ABC',
      callbackDomain: 'callbacks.example.com',
      callbackTruststore,
      consoleDomain: 'console.example.com',
      consoleIssuer: 'https://identity.example.com',
      consoleClientId: 'console',
      consoleOrigin: 'https://pages.example.com',
      staticEgress: 'true',
    };
    await packageService('production', into, { params, bundles: ['getJwks'] });
  });

  test('the domain and the fixed outgoing addresses are separate stacks, which only operators may change', () => {
    expect(Object.keys(stack('address').Resources)).toEqual([
      'Certificate',
      'Domain',
      'Mapping',
      'Name',
      'CallbackCertificate',
      'CallbackDomain',
      'CallbackMapping',
      'CallbackName',
      'ConsoleCertificate',
      'ConsoleDomain',
      'ConsoleMapping',
      'ConsoleName',
    ]);
    const refused = statements('bootstrap', 'DeployRole').find(({ Sid }) => Sid === 'NotTheBootstrap');
    const stacks = [...JSON.stringify(refused?.Resource).matchAll(/stack\/([\w-]+)\/\*/g)].map(
      ([, one]) => one,
    );
    expect(stacks).toEqual(
      ['bootstrap', 'egress', 'address'].map((name) => `pix-cashout-production-${name}`),
    );
  });

  test('the domain gets the API’s id at deployment, so that the domain outlives the API', () => {
    expect(stack('address').Parameters).toEqual({
      HttpApi: { Type: 'String' },
      CallbackApi: { Type: 'String' },
      ConsoleApi: { Type: 'String' },
    });
    expect(properties('address', 'Mapping')).toEqual({
      ApiId: { Ref: 'HttpApi' },
      DomainName: { Ref: 'Domain' },
      Stage: '$default',
    });
    const { Outputs = {} } = stack('code');
    expect(Outputs.HttpApiId?.Value).toEqual({ Ref: 'HttpApi' });
    expect(Outputs.CallbackApiId?.Value).toEqual({ Ref: 'CallbackApi' });
    expect(Outputs.ConsoleApiId?.Value).toEqual({ Ref: 'ConsoleApi' });
    expect(Object.keys(stack('address').Outputs ?? {})).toEqual([
      'DomainTarget',
      'CallbackDomainTarget',
      'ConsoleDomainTarget',
    ]);
    expect(JSON.stringify(stack('code'))).not.toContain('example.com/');
  });

  test('the stage has no other address, and no function gets the API’s id through its links', () => {
    expect(properties('code', 'HttpApi').DisableExecuteApiEndpoint).toBe(true);
    expect(stack('code').Outputs?.HttpApiUrl?.Value).toBe('https://api.example.com');
    for (const area of ['accounts', 'cashouts', 'open', 'returns', 'webhooks', 'work'])
      for (const { Type, Properties = {} } of Object.values(stack(`functions-${area}`).Resources))
        if (Type === 'AWS::Lambda::Function')
          expect(Properties.Environment).toMatchObject({
            Variables: { BASE_URL: 'https://api.example.com' },
          });
  });

  test('browser calls are allowed only from the named web pages, without cookies', () => {
    expect(properties('code', 'HttpApi').CorsConfiguration).toEqual({
      AllowOrigins: ['https://pages.example.com'],
      AllowMethods: ['DELETE', 'GET', 'POST', 'PUT'],
      AllowHeaders: ['authorization', 'content-type', 'hmac', 'idempotency-key'],
      ExposeHeaders: [
        'idempotent-replayed',
        'ignored-fields',
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
      Variables: { CONSOLE_ORIGIN: 'https://pages.example.com' },
    });
  });

  test('the PSP’s domain serves only the callback, and requires the PSP’s certificate', () => {
    expect(routesOf('CallbackApi')).toEqual(['POST /network/pix']);
    expect(routesOf('HttpApi')).toContain('POST /network/pix');
    expect(properties('code', 'CallbackApi')).toMatchObject({ DisableExecuteApiEndpoint: true });
    expect(properties('code', 'CallbackApi').CorsConfiguration).toBeUndefined();
    expect(properties('code', 'CallbackApiStage')).toMatchObject({
      ApiId: { Ref: 'CallbackApi' },
      RouteSettings: { 'POST /network/pix': { ThrottlingRateLimit: 200, ThrottlingBurstLimit: 400 } },
    });
    const { SourceArn } = properties('functions-open', 'ReceiveNetworkPixLambdaPermissionCallbackApi');
    expect(JSON.stringify(SourceArn)).toContain('CallbackApi');
    const { MutualTlsAuthentication } = properties('address', 'CallbackDomain') as {
      MutualTlsAuthentication: { TruststoreUri: { 'Fn::Sub': [string, object] } };
    };
    const [, key = ''] = /truststores\/([0-9a-f]{64}\.pem)$/.exec(
      MutualTlsAuthentication.TruststoreUri['Fn::Sub'][0],
    ) as RegExpExecArray;
    expect(readFileSync(join(into, key), 'utf8')).toBe(trusted);
    expect(JSON.parse(readFileSync(join(into, 'artifacts.json'), 'utf8'))).toMatchObject({
      [`truststores/${key}`]: key,
    });
  });

  test('the console has a domain of its own, which serves only the console', () => {
    const throttle = { ThrottlingRateLimit: 20, ThrottlingBurstLimit: 40 };

    // The sandbox page is in no stage with real money.
    const pages = [...consolePages, ...signInPages].filter((route) => !route.includes('/sandbox'));
    expect(routesOf('ConsoleApi').sort()).toEqual(besidesOfAll(pages).sort());
    expect(routesOf('HttpApi').filter((key) => /\/(console|desk)/.test(key))).toEqual([]);
    expect(properties('code', 'ConsoleApi')).toMatchObject({ DisableExecuteApiEndpoint: true });
    expect(properties('code', 'ConsoleApi').CorsConfiguration).toBeUndefined();
    const { RouteSettings } = properties('code', 'ConsoleApiStage') as { RouteSettings: object };
    // The other routes have the rate limit of the stage, like the API routes for people's programs.
    expect(Object.keys(RouteSettings).sort()).toEqual(besidesOfAll(signInPages).sort());
    expect(RouteSettings).toMatchObject({ 'GET /console/sign-in/{proxy+}': throttle });
    expect(JSON.stringify(properties('code', 'HttpApiStage').RouteSettings)).not.toContain('/console');
    for (const name of [
      'Console',
      'ConsoleSignIn',
      'ConsoleAct',
      'ConsoleFiles',
      'ConsoleWebhooks',
      'ConsoleBatches',
      'ConsoleMoneyBack',
      'Desk',
    ]) {
      const { SourceArn } = properties('functions-open', `${name}LambdaPermissionConsoleApi`);
      expect(JSON.stringify(SourceArn)).toContain('"ConsoleApi"');
      expect(properties('functions-open', `${name}LambdaPermissionHttpApi`)).toEqual({});
      expect(properties('functions-open', `${name}LambdaFunction`).Environment).toMatchObject({
        Variables: { CONSOLE_URL: 'https://console.example.com/console' },
      });
    }
  });

  test('failures at each API raise an alarm', () => {
    const alarms = ['ApiErrorsAlarm', 'CallbackApiErrorsAlarm', 'ConsoleApiErrorsAlarm'].map((id) =>
      properties('code', id),
    );

    expect(alarms.map(({ AlarmName }) => AlarmName)).toEqual(
      ['ApiErrors', 'CallbackApiErrors', 'ConsoleApiErrors'].map((name) => `pix-cashout-production-${name}`),
    );
    expect(alarms.map(({ Dimensions }) => Dimensions)).toEqual(
      ['HttpApi', 'CallbackApi', 'ConsoleApi'].map((Ref) => [{ Name: 'ApiId', Value: { Ref } }]),
    );
  });

  test('only calls to the PSP are sent through the stage’s fixed addresses', () => {
    const connected = ['accounts', 'cashouts', 'open', 'returns', 'webhooks', 'work'].flatMap((area) =>
      Object.entries(stack(`functions-${area}`).Resources).flatMap(([id, { Properties = {} }]) =>
        'VpcConfig' in Properties ? [[id.replace('LambdaFunction', ''), area] as const] : [],
      ),
    );

    expect(connected.map(([name]) => name)).toEqual([
      'CreateCopyAndPasteTransfer',
      'PreflightCashout',
      'PreflightWaiting',
      'ConsoleAct',
      'Desk',
      'ConsoleMoneyBack',
      'ReceiveNetworkPix',
      'RequestChargeback',
      'DefendMedCase',
      'RequestRecovery',
      'CancelRecovery',
      'Administer',
      'CompleteTransfer',
      'PollChargeback',
      'ApplyNetworkEvent',
      'PollNetwork',
      'WatchCertificates',
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
    // The receivers of webhooks decide to which addresses this function sends requests, so it has no access to a VPC.
    expect(properties('functions-work', 'DeliverWebhookLambdaFunction').VpcConfig).toBeUndefined();
  });

  test('each zone has a NAT gateway with a fixed address, and no access from outside', () => {
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

  test('Lambda may connect the functions to the network, but no function may do so itself', () => {
    const ofEc2 = statements('bootstrap', 'Boundary').filter(({ Action }) =>
      [Action].flat().some((one) => one.startsWith('ec2:')),
    );

    expect(ofEc2.map(({ Effect, Condition }) => [Effect, Object.keys(Condition ?? {})])).toEqual([
      ['Allow', []],
      ['Deny', ['ArnLike']],
    ]);
    expect(ofEc2[0]?.Action).toEqual(ofEc2[1]?.Action);
  });

  test('the pipeline may read networks, but may not change networks, domains, certificates or names', () => {
    const actions = statements('bootstrap', 'DeployRole').flatMap(({ Effect, Action }) =>
      Effect === 'Allow' ? [Action].flat() : [],
    );

    expect(actions.filter((one) => one.startsWith('ec2:'))).toEqual([
      'ec2:DescribeSecurityGroups',
      'ec2:DescribeSubnets',
      'ec2:DescribeVpcs',
    ]);
    expect(actions.filter((one) => /^(acm|route53|cloudfront|wafv2):/.test(one))).toEqual([]);
    expect(JSON.stringify(statements('bootstrap', 'DeployRole'))).not.toContain('/domainnames');
  });

  test('each stack imports only values that earlier stacks export', () => {
    const exported = ['bootstrap', 'data', 'egress'].flatMap((name) =>
      Object.values(stack(name).Outputs ?? {}).map(({ Export }) => Export?.Name),
    );
    for (const name of ['code', 'address', 'functions-open', 'functions-work', 'functions-cashouts'])
      for (const [, wanted = ''] of JSON.stringify(stack(name)).matchAll(/"Fn::ImportValue":"([^"]+)"/g))
        expect([name, exported.includes(wanted) && wanted]).toEqual([name, wanted]);
  });
});

test('a stage with inconsistent settings is not packaged', async () => {
  const none = packageService('staging', join(folder, 'refused'), {
    params: { domain: 'api.example.com' },
    bundles: ['getJwks'],
  });

  await expect(none).rejects.toThrow(/Stage staging: domain: needs a certificate/);
});
