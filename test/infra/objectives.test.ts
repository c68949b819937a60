// The alarms of the two objectives. Their windows and burn rates are compared with the table in the SRE workbook ("Alerting on
// SLOs"), and their expressions are evaluated with numbers.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, inject, test } from 'vitest';
import { parseDocument } from 'yaml';
import { root } from '../../local/service.ts';

const { Resources } = inject('service').resources;
type Query = { Id: string; Expression?: string; MetricStat?: { Period: number; Stat: string } };
type Window = { Metrics: Query[]; Threshold: number; EvaluationPeriods: number; ComparisonOperator: string };

/** The rows of the workbook: hours of the long and the short window, share of the month's budget, burn rate. */
const published = {
  fast: [
    { long: 1, short: 5 / 60, budget: 0.02, rate: 14.4 },
    { long: 6, short: 30 / 60, budget: 0.05, rate: 6 },
  ],
  slow: [{ long: 24, short: 2, budget: 0.1, rate: 3 }],
};
const monthHours = 30 * 24;

const stages = parseDocument(readFileSync(join(root, 'infra/stages/default.yml'), 'utf8')).toJS();
const objectives = [
  {
    fast: 'CallsFailing',
    objective: stages.callsAnswered,
    numbers: (bad: number, all: number) => ({ bad, asked: all }),
  },
  {
    fast: 'CashoutsTakeLong',
    objective: stages.finalInTime,
    numbers: (bad: number, all: number) => ({ bad, good: all - bad }),
  },
];
const textOf = (rule: unknown) => (rule as { 'Fn::Sub': string })['Fn::Sub'];
type Numbers = Record<string, number | undefined>;

/** Returns the windows of an alarm in pairs, as in its rule. */
function pairsOf(name: string): [Window, Window][] {
  const rule = textOf(Resources[`${name}Alarm`]?.Properties.AlarmRule);
  const one = String.raw`ALARM\("\$\{(\w+)\}"\) AND ALARM\("\$\{(\w+)\}"\)`;
  expect(rule).toMatch(new RegExp(String.raw`^(${one}|\(${one}\) OR \(${one}\))$`));
  const windowOf = (id = '') => Resources[id]?.Properties as unknown as Window;
  return [...rule.matchAll(new RegExp(one, 'g'))].map(([, long, short]) => [windowOf(long), windowOf(short)]);
}

const hoursOf = ({ Metrics, EvaluationPeriods }: Window) => {
  const periods = Metrics.flatMap(({ MetricStat }) => MetricStat?.Period ?? []);
  expect([periods.length, new Set(periods).size, EvaluationPeriods]).toEqual([2, 1, 1]);
  return (periods[0] ?? 0) / 3600;
};

/** Returns the value that CloudWatch compares with the threshold. The expressions used here are also valid JavaScript. */
function rateOf({ Metrics }: Window, numbers: Numbers): number {
  const { Expression = '' } = Metrics.find(({ Expression }) => Expression) ?? {};
  const names = Metrics.flatMap(({ Id, MetricStat }) => (MetricStat ? [Id] : []));
  const FILL = (value: number | undefined, other: number) => value ?? other;
  const IF = (is: boolean, one: number, other: number) => (is ? one : other);
  return new Function(...names, 'FILL', 'IF', `return ${Expression}`)(
    ...names.map((name) => numbers[name]),
    FILL,
    IF,
  );
}

const isOn = (window: Window, numbers: Numbers) => rateOf(window, numbers) > window.Threshold;
const all = objectives.flatMap((one) => [
  { ...one, name: one.fast, table: published.fast },
  { ...one, name: `${one.fast}Slowly`, table: published.slow },
]);

describe.each(all)('the objective $name', ({ name, objective, numbers, table }) => {
  test('the objective has the windows and burn rates that the SRE workbook recommends', () => {
    const pairs = pairsOf(name);

    expect(
      pairs.map(([long, short]) => ({
        long: hoursOf(long),
        short: hoursOf(short),
        rate: long.Threshold,
        other: short.Threshold,
      })),
    ).toEqual(table.map(({ long, short, rate }) => ({ long, short, rate, other: rate })));
    for (const { long, budget, rate } of table) expect((rate * long) / monthHours).toBeCloseTo(budget, 10);
    for (const one of pairs.flat()) expect(one.ComparisonOperator).toBe('GreaterThanThreshold');
  });

  test('the alarm is raised just above the share of bad events that its burn rate allows', () => {
    for (const [long, short] of pairsOf(name)) {
      const allowed = long.Threshold * (1 - objective / 100) * 100_000;
      for (const window of [long, short]) {
        expect(isOn(window, numbers(Math.floor(allowed * 0.999), 100_000))).toBe(false);
        expect(isOn(window, numbers(Math.ceil(allowed * 1.001), 100_000))).toBe(true);
      }
    }
  });

  test('the alarm needs five bad events in the long window, however few events there are in total', () => {
    for (const [long] of pairsOf(name)) {
      expect([1, 4, 5].map((bad) => isOn(long, numbers(bad, bad)))).toEqual([false, false, true]);
    }
  });

  test('the alarm is not raised if nothing happens, no event is bad, or nothing was counted', () => {
    for (const window of pairsOf(name).flat()) {
      expect([numbers(0, 0), numbers(0, 1_000), {}].map((given) => isOn(window, given))).toEqual([
        false,
        false,
        false,
      ]);
    }
  });
});

test('a cashout that never ends counts as a bad event, even if there are no good events', () => {
  for (const [long] of pairsOf('CashoutsTakeLong')) expect(isOn(long, { bad: 5 })).toBe(true);
});

test('the objectives in the code equal those in docs/operating.md', () => {
  const operating = readFileSync(join(root, 'docs/operating.md'), 'utf8');

  for (const { objective } of objectives) expect(operating).toContain(`${objective} %`);
});
