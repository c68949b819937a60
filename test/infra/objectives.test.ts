// The alarms of the objectives. Their burn rates are those of the SRE workbook ("Alerting on SLOs"), and their
// expressions are evaluated over events.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, inject, test } from 'vitest';
import { parse } from 'yaml';
import { cloudformationTags } from '../../local/cloudformation-tags.ts';
import { root } from '../../local/service.ts';
import { type Alarm, longestTo, staysQuiet, type Written } from '../support/evaluate-alarm.ts';
import { filtered } from '../support/metric-filters.ts';

const service = inject('service');
const { Resources } = service.resources;
const stages = parse(readFileSync(join(root, 'infra/stages/default.yml'), 'utf8'), {
  customTags: cloudformationTags,
});

/** Burn rates of the workbook: the fastest pages, the slowest opens a ticket. */
const published = { fast: 14.4, slow: 3 };
const objectives = [
  { name: 'CreationsFailing', metric: 'CreationsAnswered', percent: stages.creationsAnswered },
  { name: 'DecisionsFailing', metric: 'DecisionsAnswered', percent: stages.decisionsAnswered },
  { name: 'TokensFailing', metric: 'TokensAnswered', percent: stages.tokensAnswered },
  { name: 'CashoutsTakeLong', metric: 'CashoutInTime', percent: stages.finalInTime },
  { name: 'DeliveriesTakeLong', metric: 'DeliveryInTime', percent: stages.deliveredInTime },
];
const all = objectives.flatMap(({ name, ...one }) => [
  { ...one, name, rate: published.fast, minutes: 5, of: 6 },
  { ...one, name: `${name}Slowly`, rate: published.slow, minutes: 60, of: 24 },
]);
const alarmOf = (name: string) => Resources[`${name}Alarm`]?.Properties as unknown as Alarm;
const dayMinutes = 24 * 60;

describe.each(all)('the objective $name', ({ name, metric, percent, rate, minutes, of }) => {
  const alarm = alarmOf(name);
  /** Each minute has a thousand events, of which so many are bad. */
  const everyMinute =
    (bad: (minute: number) => number) =>
    (minute: number): Written[] => [
      { metric, value: 1 - bad(minute) / 1_000 },
      // The average of a thousand zeros and ones is that of two values with the same sum.
      { metric, value: 1 - bad(minute) / 1_000 },
    ];
  const allowed = rate * (1 - percent / 100) * 1_000;

  test('the objective has the burn rate of the SRE workbook, in three of so many periods', () => {
    expect([alarm.Threshold, alarm.ComparisonOperator]).toEqual([rate, 'GreaterThanThreshold']);
    expect([alarm.EvaluationPeriods, alarm.DatapointsToAlarm]).toEqual([of, 3]);
    expect(alarm.Metrics?.map(({ MetricStat }) => MetricStat?.Period).filter(Boolean)).toEqual([
      minutes * 60,
    ]);
  });

  test('the objective’s alarm is raised just above the share of bad events that its burn rate allows', () => {
    expect(
      staysQuiet(
        alarm,
        everyMinute(() => allowed * 0.999),
        dayMinutes,
      ),
    ).toBe(true);
    expect(
      longestTo(
        alarm,
        everyMinute((minute) => (minute < 0 ? 0 : allowed * 1.001)),
        dayMinutes,
      ),
    ).toBe(4 * minutes - 1);
  });

  test('the objective’s alarm is not raised by bad events in two periods alone, by none, or if nothing happens', () => {
    const bad = (minute: number) => (minute >= 0 && minute < minutes + 1 ? 1_000 : 0);

    for (const quiet of [everyMinute(bad), everyMinute(() => 0), () => []])
      expect(staysQuiet(alarm, quiet, dayMinutes)).toBe(true);
  });
});

test('a single bad event raises no alarm of an objective, even if it is the only event', () => {
  for (const { name, metric } of all) {
    const once = (minute: number) => (minute === 0 ? [{ metric, value: 0 }] : []);
    expect([name, staysQuiet(alarmOf(name), once, dayMinutes)]).toEqual([name, true]);
  }
});

test('the objectives in the code equal those in docs/operating.md', () => {
  const operating = readFileSync(join(root, 'docs/operating.md'), 'utf8');

  for (const { metric, percent } of objectives)
    expect(operating).toMatch(new RegExp(`\\| \`${metric}\` +\\| ${percent} % `));
});

describe('the access log', () => {
  const posts = Object.values(service.functions)
    .filter(({ canary }) => canary)
    .flatMap(({ events = [] }) => events.flatMap(({ httpApi }) => (httpApi ? [String(httpApi)] : [])))
    .filter((route) => route.startsWith('POST '));

  test.each([...posts, 'POST /oauth2/token'])(
    'a call %s counts for one objective, by its answer',
    (route) => {
      const [answered, failed] = ['200', '503'].map((status) => filtered(Resources, { route, status }));

      expect(answered).toHaveLength(1);
      expect(failed).toEqual([{ ...answered?.[0], value: 0 }]);
    },
  );

  test('a refused call is an answered one', () => {
    expect(filtered(Resources, { route: 'POST /create-cashout', status: '429' })).toEqual([
      { metric: 'CreationsAnswered', value: 1 },
    ]);
  });

  test('calls that neither pay nor lead to a payment count for no objective', () => {
    for (const route of ['GET /v3/accounts', 'POST /v3/cashouts/preflight', 'POST /api/webhooks', '$default'])
      expect(filtered(Resources, { route, status: '503' })).toEqual([]);
  });
});
