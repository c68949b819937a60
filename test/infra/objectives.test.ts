// The alarms of the objectives. Their burn rates are those of the SRE workbook ("Alerting on SLOs"), and their
// expressions are evaluated over events.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, inject, test } from 'vitest';
import { parse } from 'yaml';
import { cloudformationTags } from '../../local/cloudformation-tags.ts';
import { root } from '../../local/service.ts';
import { type Alarm, minutesToAlarm, timesRaised, type Written } from '../support/evaluate-alarm.ts';
import { filtered } from '../support/metric-filters.ts';

const service = inject('service');
const { Resources } = service.resources;
const stages = parse(readFileSync(join(root, 'infra/stages/default.yml'), 'utf8'), {
  customTags: cloudformationTags,
});

/** Burn rates of the workbook: the fastest and the middle one page, the slowest opens a ticket. */
const published = { fastest: 14.4, middle: 6, slow: 3 };
const answered = { rate: published.fastest, periods: 2 };
const inTime = { rate: published.middle, periods: 3 };
const objectives = [
  { name: 'CreationsFailing', metric: 'CreationsAnswered', percent: stages.creationsAnswered, ...answered },
  { name: 'DecisionsFailing', metric: 'DecisionsAnswered', percent: stages.decisionsAnswered, ...answered },
  { name: 'TokensFailing', metric: 'TokensAnswered', percent: stages.tokensAnswered, ...answered },
  { name: 'CashoutsLate', metric: 'CashoutInTime', percent: stages.finalInTime, ...inTime },
  { name: 'DeliveriesLate', metric: 'DeliveryInTime', percent: stages.deliveredInTime, ...inTime },
];
const all = objectives.flatMap((one) => [
  { ...one, minutes: 5, of: 12 },
  { ...one, name: `${one.name}Slowly`, rate: published.slow, periods: 3, minutes: 60, of: 24 },
]);
const alarmOf = (name: string) => Resources[`${name}Alarm`]?.Properties as unknown as Alarm;
const dayMinutes = 24 * 60;

describe.each(all)('the objective $name', ({ name, metric, percent, rate, periods, minutes, of }) => {
  const alarm = alarmOf(name);
  /** Each minute has a thousand events, of which so many are bad. Their average is that of one value between 0 and 1. */
  const everyMinute =
    (bad: (minute: number) => number) =>
    (minute: number): Written[] => [{ metric, value: 1 - bad(minute) / 1_000 }];
  const allowed = rate * (1 - percent / 100) * 1_000;

  test('the objective has a burn rate of the SRE workbook, in some of so many periods', () => {
    expect([alarm.Threshold, alarm.ComparisonOperator]).toEqual([rate, 'GreaterThanThreshold']);
    expect([alarm.EvaluationPeriods, alarm.DatapointsToAlarm]).toEqual([of, periods]);
    expect(alarm.Metrics?.map(({ MetricStat }) => MetricStat?.Period).filter(Boolean)).toEqual([
      minutes * 60,
    ]);
  });

  test('the objective’s alarm is raised just above the share of bad events that its burn rate allows', () => {
    const above = everyMinute((minute) => (minute < 0 ? 0 : allowed * 1.001));

    expect(
      minutesToAlarm(
        alarm,
        everyMinute(() => allowed * 0.999),
        dayMinutes,
      ),
    ).toBeUndefined();
    expect(minutesToAlarm(alarm, above, dayMinutes)).toBe(periods * minutes);
  });

  test('the objective’s alarm is not raised by fewer bad periods, by none, or if nothing happens', () => {
    const bad = (minute: number) => (minute >= 0 && minute < (periods - 2) * minutes + 1 ? 1_000 : 0);

    for (const quiet of [everyMinute(bad), everyMinute(() => 0), () => []])
      expect(minutesToAlarm(alarm, quiet, dayMinutes)).toBeUndefined();
  });
});

test.each([1, 5, 12, 17])('an outage tells people once, if there is a call every %d minutes', (every) => {
  for (const { name, metric } of objectives) {
    const failing = (minute: number) =>
      minute % every === 0 ? [{ metric, value: minute >= 0 && minute < 600 ? 0 : 1 }] : [];
    expect([name, timesRaised(alarmOf(name), failing, dayMinutes)]).toEqual([name, 1]);
  }
});

test('a single bad event raises no alarm of an objective, even if it is the only event', () => {
  for (const { name, metric } of all) {
    const once = (minute: number) => (minute === 0 ? [{ metric, value: 0 }] : []);
    expect([name, minutesToAlarm(alarmOf(name), once, dayMinutes)]).toEqual([name, undefined]);
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
