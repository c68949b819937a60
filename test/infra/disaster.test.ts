// biome-ignore-all lint/suspicious/noTemplateCurlyInString: CloudFormation's own
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { cloudformationTags } from '../../local/cloudformation-tags.ts';
import { readService } from '../../local/read-service.ts';
import { root } from '../../local/service.ts';

const read = (file: string) =>
  parse(readFileSync(join(root, 'infra/disaster', file), 'utf8'), { customTags: cloudformationTags });

test('every table with point-in-time recovery is exported, and all exports are as of the scheduled time', () => {
  const [, names, body] = read('exports.yml').Resources['Fn::ForEach::Exports'];
  const tables = Object.values(readService().resources.Resources)
    .filter(
      ({ Type, Properties }) =>
        Type === 'AWS::DynamoDB::Table' && Properties.PointInTimeRecoverySpecification,
    )
    .map(({ Properties }) => String(Properties.TableName).replace('pix-cashout-local-', ''));

  expect([...names].sort()).toEqual(tables.sort());
  const { Target } = body['Export&{Table}'].Properties;
  expect(JSON.parse(Target.Input['Fn::Sub'])).toMatchObject({
    ExportTime: '<aws.scheduler.scheduled-time>',
    TableArn: expect.stringContaining('table/pix-cashout-${Stage}-${Table}'),
    S3BucketOwner: '${BackupAccount}',
  });
});

test('the deploy role may change neither the role of the exports nor their stack', () => {
  const statements = parse(readFileSync(join(root, 'infra/bootstrap/deploy-role.yml'), 'utf8'), {
    customTags: cloudformationTags,
  }).Resources.DeployRole.Properties.Policies[0].PolicyDocument.Statement as {
    Effect: string;
    Resource: { 'Fn::Sub'?: string }[];
  }[];
  const allowed = statements
    .filter(({ Effect }) => Effect === 'Allow')
    .flatMap(({ Resource }) => [Resource].flat().flatMap((one) => one['Fn::Sub'] ?? []))
    .map((arn) => arn.replace('${self:service}', 'pix-cashout').replace('${sls:stage}', 'staging'))
    .map((arn) => arn.replace(/^.*\$\{AWS::AccountId\}:/, ''));
  const may = (name: string) => allowed.filter((arn) => name.startsWith(arn.replace(/\*.*$/, '')));
  const role = read('exports.yml').Resources.ExportRole.Properties.RoleName['Fn::Sub'];
  const readers = read('backup-account.yml').Resources;
  const [, stack = ''] =
    /--stack-name (\S+) --template-file infra\/disaster\/exports\.yml/.exec(
      readFileSync(join(root, 'docs/disaster.md'), 'utf8'),
    ) ?? [];

  expect([role, stack]).toEqual(['pix-cashout-exports-${Stage}', 'pix-cashout-exports-$STAGE']);
  expect(may('role/pix-cashout-staging-any')).not.toEqual([]);
  expect(may('stack/pix-cashout-staging-any/1')).not.toEqual([]);
  expect(may(`role/${role.replace('${Stage}', 'staging')}`)).toEqual([]);
  expect(may(`stack/${stack.replace('$STAGE', 'staging')}/1`)).toEqual([]);
  expect(JSON.stringify(readers).match(/role\/pix-cashout-[^"]+/g)).toEqual([`role/${role}`, `role/${role}`]);
});

test('no role of the stage may read or delete an export, and no role at all may delete a locked export', () => {
  const { Exports, ExportsPolicy } = read('backup-account.yml').Resources;

  expect(Exports.Properties.ObjectLockConfiguration.Rule.DefaultRetention.Mode).toBe('COMPLIANCE');
  const allowed = ExportsPolicy.Properties.PolicyDocument.Statement.filter(
    ({ Effect }: { Effect: string }) => Effect === 'Allow',
  );
  expect(allowed.map(({ Action }: { Action: string[] }) => Action)).toEqual([
    ['s3:AbortMultipartUpload', 's3:PutObject'],
  ]);
});

test('the key of the secret replicas can be used only through secrets of the account', () => {
  const { ReplicaKey } = read('second-region.yml').Resources;
  const [, byService] = ReplicaKey.Properties.KeyPolicy.Statement;

  expect(byService).toMatchObject({
    Action: ['kms:Decrypt', 'kms:GenerateDataKey', 'kms:DescribeKey'],
    Condition: {
      StringEquals: {
        'kms:CallerAccount': { Ref: 'AWS::AccountId' },
        'kms:ViaService': { 'Fn::Sub': 'secretsmanager.${AWS::Region}.amazonaws.com' },
      },
    },
  });
});

test('an export that failed, is missing or was never started raises an alarm with a severity and a runbook entry', () => {
  const [exported, kept] = [read('exports.yml'), read('backup-account.yml')];
  const { ExportDroppedAlarm, ExportGroup } = exported.Resources;
  const { ExportMissingAlarm, ExportEnded, EndedExports, Exports } = kept.Resources;
  const runbook = readFileSync(join(root, 'docs/runbook.md'), 'utf8');

  for (const { Properties } of [ExportDroppedAlarm, ExportMissingAlarm]) {
    const [, name] = /-(\w+)$/.exec(Properties.AlarmName['Fn::Sub']) ?? [];
    expect(Properties.AlarmDescription).toMatch(/^Look today\. /);
    expect(Properties.AlarmDescription).toContain(`docs/runbook.md, ${name}.`);
    expect(runbook).toContain(`### ${name}\n\n**Look today.**`);
  }
  const [, names, body] = exported.Resources['Fn::ForEach::Exports'];
  expect(body['Export&{Table}'].Properties.GroupName).toEqual({ Ref: 'ExportGroup' });
  expect(ExportGroup.Type).toBe('AWS::Scheduler::ScheduleGroup');
  expect(kept.Parameters.Tables.Default).toBe(names.length);
  expect(Exports.Properties.NotificationConfiguration.EventBridgeConfiguration.EventBridgeEnabled).toBe(true);
  expect(ExportEnded.Properties.EventPattern.detail.object.key).toEqual([
    { suffix: '/manifest-summary.json' },
  ]);
  expect(EndedExports.Type).toBe('AWS::Logs::LogGroup');
  expect(ExportMissingAlarm.Properties.Metrics[1].MetricStat.Metric.MetricName).toBe('IncomingLogEvents');
  expect(ExportMissingAlarm.Properties).toMatchObject({
    Threshold: { Ref: 'Tables' },
    TreatMissingData: 'breaching',
  });
});
