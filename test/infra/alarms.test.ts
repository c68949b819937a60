import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, inject, test } from 'vitest';
import { type MetricName, metricNamespace, metricUnits, serviceName } from '../../lib/platform/metrics.ts';
import { root } from '../../local/service.ts';
import { disasterTemplates } from '../support/disaster-templates.ts';

const service = inject('service');
const resources = Object.entries(service.resources.Resources);
const ofType = (type: string) => resources.filter(([, { Type }]) => Type === type);

type Dimension = { Name: string; Value: unknown };
type Metric = { Namespace: string; MetricName: string; Dimensions?: Dimension[] };
type Alarm = Partial<Metric> & {
  AlarmName: string;
  AlarmDescription: string;
  AlarmActions?: unknown;
  OKActions?: unknown;
  TreatMissingData: string;
  Threshold: number;
  Metrics?: { Id: string; Expression?: string; MetricStat?: { Metric: Metric } }[];
};

/**
 * Metrics that say how things are, and not only that something happened: ages, what is left, and that all is well. They
 * are never written about what could not be read.
 */
const states: readonly string[] = [
  ...Object.entries(metricUnits).flatMap(([name, unit]) => (unit === 'Seconds' ? [name] : [])),
  ...([
    'PspRoom',
    'ReconcileAccounts',
    'ReconcileDifferences',
    'PspDifferences',
    'CertificateDaysLeft',
    'AddressAnswered',
    'SyntheticPassed',
  ] satisfies MetricName[]),
];

const textOf = (value: unknown) => JSON.stringify(value);
const alarmsOf = (type: string) =>
  ofType(type).map(([id, { Properties }]) => ({
    id,
    name: id.replace(/Alarm$/, ''),
    alarm: Properties as unknown as Alarm,
  }));
const alarms = alarmsOf('AWS::CloudWatch::Alarm');
const severities = {
  'Page now.': [{ Ref: 'PagesTopic' }],
  'Look today.': [{ Ref: 'AlarmsTopic' }],
} as const;
type Severity = keyof typeof severities;
const severityOf = ({ AlarmDescription }: Alarm) =>
  AlarmDescription.replace(/^(\w+ \w+\.).*$/, '$1') as Severity;

const metricsOf = ({ Namespace, MetricName, Dimensions, Metrics = [] }: Alarm): Metric[] => [
  ...Metrics.flatMap(({ MetricStat }) => MetricStat?.Metric ?? []),
  ...(Namespace && MetricName ? [{ Namespace, MetricName, Dimensions: Dimensions ?? [] }] : []),
];

const dashboard = service.resources.Resources.Dashboard?.Properties.DashboardBody as { 'Fn::Sub': string };
type Widget = { properties: { title: string; metrics: unknown[][] } };
/** What a search finds: {namespace,dimension,service} MetricName="name" service="value". */
const search = /^SEARCH\('\{(\w+),(\w+),service\} MetricName="(\w+)" service="([\w-]+)"', '\w+', 60\)$/;
const searched = (expression: string): Metric => {
  const [, Namespace = '', Name = '', MetricName = '', Value] = search.exec(expression) ?? [];
  return {
    Namespace,
    MetricName,
    Dimensions: [
      { Name: 'service', Value },
      { Name, Value: 'each' },
    ],
  };
};
const { widgets } = JSON.parse(dashboard['Fn::Sub']) as { widgets: Widget[] };
/** A metric as in a widget: namespace, name, dimensions by name and value, and optional settings. */
const shown: Metric[] = widgets
  .flatMap(({ properties }) => properties.metrics)
  // A sum or a ratio only names other metrics of its widget.
  .filter(([first]) => !/^[a-z]+ [/+] [a-z]+$/.test((first as { expression?: string }).expression ?? ''))
  .map((metric) => {
    const [{ expression = undefined } = {}] = metric as { expression?: string }[];
    if (expression !== undefined) return searched(expression);
    const [Namespace, MetricName, ...pairs] = metric.filter((part) => typeof part === 'string') as string[];
    const Dimensions = pairs.flatMap((Name, at) => (at % 2 === 0 ? [{ Name, Value: pairs[at + 1] }] : []));
    return { Namespace: Namespace ?? '', MetricName: MetricName ?? '', Dimensions };
  });

const everywhere = [...alarms.flatMap(({ alarm }) => metricsOf(alarm)), ...shown];
const functionNames = Object.values(service.functions).map(({ name }) => name);
const queueIds = ofType('AWS::SQS::Queue').map(([id]) => id);
const isDeadLetter = (id: string) => /DeadLetter|Failures/.test(id);
/** Returns the alarms on a metric of a queue. */
const onQueue = (id: string, metric: string) =>
  alarms.filter(
    ({ alarm }) =>
      alarm.MetricName === metric && textOf(alarm.Dimensions).includes(textOf([id, 'QueueName'])),
  );

/** The rules that page people by a topic of their own (test/infra/keys.test.ts). */
const paging = ofType('AWS::Events::Rule').map(([name, { Properties }]) => ({
  name,
  alarm: { AlarmDescription: Properties.Description } as Alarm,
}));

/** The alarms in the templates that people deploy by hand. */
const byHand = disasterTemplates.flatMap(({ Resources }) =>
  Object.entries(Resources)
    .filter(([, { Type }]) => Type === 'AWS::CloudWatch::Alarm')
    .map(([id, { Properties }]) => ({
      name: id.replace(/Alarm$/, ''),
      alarm: Properties as unknown as Alarm,
    })),
);

describe('the alarms and the dashboard', () => {
  test('the alarms and the dashboard use only those of our metrics that the service counts, with the right dimensions', () => {
    const own = everywhere.filter(({ Namespace }) => !/^AWS\/|\//.test(Namespace));

    expect(own.length).toBeGreaterThan(20);
    for (const { Namespace, MetricName, Dimensions } of own) {
      expect(Namespace).toBe(metricNamespace);
      expect(Object.keys(metricUnits)).toContain(MetricName);
      const dimensions = [{ Name: 'service', Value: serviceName('local') }];
      expect([dimensions, [...dimensions, { Name: 'network', Value: 'each' }]]).toContainEqual(Dimensions);
    }
  });

  test('besides the metrics of the service, the alarms and the dashboard use exactly those of the filters on the access log', () => {
    const filtered = ofType('AWS::Logs::MetricFilter').flatMap(
      ([, { Properties }]) =>
        Properties.MetricTransformations as { MetricNamespace: string; MetricName: string }[],
    );
    const named = (metrics: readonly Metric[]) =>
      new Set(
        metrics
          .filter(({ Namespace }) => Namespace.startsWith(`${metricNamespace}/`))
          .map(({ Namespace, MetricName }) => `${Namespace} ${MetricName}`),
      );
    const given = new Set(filtered.map((one) => `${one.MetricNamespace} ${one.MetricName}`));

    expect([...given].sort()).toEqual(
      ['CreationsAnswered', 'DecisionsAnswered', 'TokensAnswered'].map((name) => `PixCashout/local ${name}`),
    );
    expect([named(shown), named(alarms.flatMap(({ alarm }) => metricsOf(alarm)))]).toEqual([given, given]);
  });

  test('the alarms and the dashboard show every metric that the service counts', () => {
    const names = shown.filter(({ Namespace }) => Namespace === metricNamespace);

    expect(new Set(names.map(({ MetricName }) => MetricName))).toEqual(new Set(Object.keys(metricUnits)));
  });

  test('the alarms and the dashboard name only existing functions, queues and tables', () => {
    for (const { Dimensions = [] } of everywhere) {
      for (const { Name, Value } of Dimensions) {
        if (Name === 'FunctionName') expect(functionNames).toContain(Value);
        // A reference to a resource of this service by !Ref, !GetAtt or in !Sub.
        if (Name === 'QueueName' || Name === 'TableName') {
          const [id = ''] = /[A-Z]\w+(?:Queue|Table)\b/.exec(textOf(Value)) ?? [];
          expect(Object.keys(service.resources.Resources)).toContain(id);
        }
      }
    }
  });
});

describe('an alarm of the stage', () => {
  test.each(alarms)(
    '$name has its own name and severity, and notifies the topic of its severity when it starts and ends',
    ({ name, alarm }) => {
      expect(Object.keys(severities)).toContain(severityOf(alarm));
      expect(alarm).toMatchObject({
        AlarmName: `${serviceName('local')}-${name}`,
        AlarmDescription: expect.stringMatching(
          new RegExp(`^\\w+ \\w+\\. [A-Z].*\\. See docs/runbook\\.md, ${name}\\.$`),
        ),
        AlarmActions: severities[severityOf(alarm)],
        OKActions: severities[severityOf(alarm)],
      });
    },
  );

  test.each(alarms)(
    '$name treats missing data as a fault only if the missing data means that something stopped',
    ({ name, alarm }) => {
      expect(alarm.TreatMissingData).toBe(name.endsWith('Stopped') ? 'breaching' : 'notBreaching');
    },
  );

  test.each(
    alarms.filter(({ alarm }) => metricsOf(alarm).some(({ MetricName }) => states.includes(MetricName))),
  )('$name is raised if the state that it reads is missing, or says what else that means', ({ alarm }) => {
    if (alarm.TreatMissingData === 'breaching') return;
    expect(alarm.AlarmDescription).toMatch(/\. No data (means|raises) /);
    const others = [...alarm.AlarmDescription.matchAll(/ raises (\w+)/g)].map(([, name = '']) => name);
    for (const name of others) expect(alarms.map((one) => one.name)).toContain(name);
  });

  test('an alarm that stands in for missing data reads the same metric, and only counts whether it is there', () => {
    const standIns = { OldestProcessing: 'ResumeStalledStopped', ReconcileDifference: 'ReconcileStopped' };
    const written = { ResumeStalledStopped: 'OldestOpen', ReconcileStopped: 'ReconcileAccounts' };

    for (const [name, other] of Object.entries(standIns)) {
      const { alarm } = alarms.find((one) => one.name === name) ?? {};
      expect(alarm?.AlarmDescription).toContain(`No data raises ${other}.`);
    }
    for (const [name, MetricName] of Object.entries(written))
      expect(alarms.find((one) => one.name === name)?.alarm).toMatchObject({
        Namespace: metricNamespace,
        MetricName,
        Statistic: 'SampleCount',
        Threshold: 1,
        ComparisonOperator: 'LessThanThreshold',
        TreatMissingData: 'breaching',
      });
  });

  test.each(alarms)('$name compares one number, calculated from at most ten metrics', ({ alarm }) => {
    const { Metrics = [] } = alarm;

    expect(metricsOf(alarm).length).toBeGreaterThan(0);
    expect(metricsOf(alarm).length).toBeLessThanOrEqual(10);
    expect(Metrics.filter(({ Expression }) => Expression)).toHaveLength(Metrics.length > 0 ? 1 : 0);
    for (const { Id } of Metrics) expect(Id).toMatch(/^[a-z]\w*$/);
  });

  test.each(queueIds.filter(isDeadLetter))('an alarm exists for the first message in %s', (id) => {
    const found = onQueue(id, 'ApproximateNumberOfMessagesVisible').map(({ alarm }) => alarm.Threshold);
    expect(found).toEqual([1]);
  });

  test('an alarm exists for the age of the oldest message in each queue whose work no objective measures', () => {
    const measured = ['TransfersQueue', 'WebhookDeliveriesQueue'];
    const waited = queueIds.filter((id) => !isDeadLetter(id));

    expect(waited.filter((id) => onQueue(id, 'ApproximateAgeOfOldestMessage').length === 0).sort()).toEqual(
      measured,
    );
  });

  test.each(
    Object.entries(service.functions).filter(([, { events = [] }]) =>
      events.some(({ schedule }) => schedule),
    ),
  )('exactly one alarm is raised if the schedule of %s does not run to its end', (key) => {
    const name = key === 'watchAddress' ? 'AddressStopped' : `${key[0]?.toUpperCase()}${key.slice(1)}Stopped`;

    expect(alarms.filter((one) => one.name === name)).toHaveLength(1);
  });

  test('every alarm has a runbook paragraph that begins with its severity, and the runbook has no other paragraph', () => {
    const runbook = readFileSync(join(root, 'docs/runbook.md'), 'utf8');
    const [, ...paragraphs] = runbook.split(/^### /m);

    const headings = paragraphs.map((paragraph) => paragraph.split('\n')[0] ?? '');
    const all = [...alarms, ...paging, ...byHand];
    expect(headings.sort()).toEqual(all.map(({ name }) => name).sort());
    for (const paragraph of paragraphs) {
      const alarm = all.find(({ name }) => paragraph.startsWith(`${name}\n`))?.alarm as Alarm;
      expect(paragraph.split('\n')[2]).toMatch(new RegExp(`^\\*\\*${severityOf(alarm)}\\*\\* `));
      expect(paragraph).toMatch(/\*\*First:\*\*.+\*\*Do:\*\*.+\*\*Never:\*\*/s);
    }
  });
});

test('the runbook quotes only log lines that the service writes', () => {
  const source = ['lib', 'functions']
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((file) =>
        join(root, folder, file),
      ),
    )
    .filter((file) => file.endsWith('.ts'))
    .map((file) => readFileSync(file, 'utf8'))
    .join('\n');
  const runbook = readFileSync(join(root, 'docs/runbook.md'), 'utf8');

  const asked = [...runbook.matchAll(/message (?:=|like|in) (\[[^\]]+\]|'[^']+')/g)].flatMap(
    ([, given = '']) => [...given.matchAll(/'([^']+)'/g)].map(([, text = '']) => text),
  );
  expect(asked.length).toBeGreaterThan(20);
  expect(asked.filter((text) => !source.includes(text))).toEqual([]);
});

describe('an alarm topic', () => {
  test('an alarm topic is encrypted with a key that CloudWatch may use', () => {
    const { AlarmsTopic, PagesTopic, AlarmsKey } = service.resources.Resources;

    expect(AlarmsTopic?.Properties.KmsMasterKeyId).toEqual({ Ref: 'AlarmsKey' });
    expect(PagesTopic?.Properties.KmsMasterKeyId).toEqual({ Ref: 'AlarmsKey' });
    expect(textOf(AlarmsKey?.Properties.KeyPolicy)).toContain('cloudwatch.amazonaws.com');
  });
});
