// Evaluates an alarm as CloudWatch does, over what functions have written minute by minute. Of AWS's rules about missing
// data: an alarm looks at more periods than it evaluates (two more, in AWS's examples), and takes the newest periods
// with data; it fills in missing ones only if fewer have data than it evaluates. Source:
// https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/alarms-and-missing-data.html

import type { MetricName } from '../../lib/platform/metrics.ts';

/** What one run has written: its metrics, and whether it threw. */
export type Run = { key: string; counted: readonly (readonly [MetricName, number])[]; threw: boolean };

type Measured = { Namespace: string; MetricName: string; Dimensions?: { Name: string; Value: unknown }[] };
type Settings = { Statistic?: string; Period?: number };
export type Alarm = Partial<Measured> &
  Settings & {
    Metrics?: {
      Id: string;
      Expression?: string;
      MetricStat?: { Metric: Measured; Stat: string; Period: number };
    }[];
    EvaluationPeriods: number;
    DatapointsToAlarm?: number;
    Threshold: number;
    ComparisonOperator: string;
    TreatMissingData: string;
  };

/** Number of periods that are looked at, besides those that are evaluated. */
const morePeriods = 2;

const statistics: Record<string, (values: readonly number[]) => number> = {
  Sum: (values) => values.reduce((sum, value) => sum + value, 0),
  Maximum: (values) => Math.max(...values),
  Minimum: (values) => Math.min(...values),
  SampleCount: (values) => values.length,
};
const comparisons: Record<string, (value: number, threshold: number) => boolean> = {
  GreaterThanOrEqualToThreshold: (value, threshold) => value >= threshold,
  GreaterThanThreshold: (value, threshold) => value > threshold,
  LessThanOrEqualToThreshold: (value, threshold) => value <= threshold,
  LessThanThreshold: (value, threshold) => value < threshold,
};

function valuesOf({ Namespace, MetricName, Dimensions = [] }: Measured, runs: readonly Run[]): number[] {
  if (Namespace !== 'AWS/Lambda')
    return runs.flatMap(({ counted }) =>
      counted.flatMap(([name, value]) => (name === MetricName ? [value] : [])),
    );
  const [name] = Dimensions;
  const own = runs.filter(({ key }) => String(name?.Value).endsWith(`-${key}`));
  if (MetricName === 'Errors') return own.map(({ threw }) => Number(threw));
  if (MetricName === 'Invocations') return own.map(() => 1);
  throw new Error(`the metric ${MetricName} of AWS is not known here`);
}

function statisticOf(measured: Measured, name: string, runs: readonly Run[]): number | undefined {
  const values = valuesOf(measured, runs);
  const statistic = statistics[name];
  if (!statistic) throw new Error(`the statistic ${name} is not known here`);
  return values.length > 0 ? statistic(values) : undefined;
}

/** Returns the value of one period. The expressions of the alarms are also valid JavaScript. */
function pointOf(alarm: Alarm, runs: readonly Run[]): number | undefined {
  const { Metrics = [], Namespace, MetricName, Dimensions, Statistic = '' } = alarm;
  if (Namespace && MetricName)
    return statisticOf({ Namespace, MetricName, ...(Dimensions ? { Dimensions } : {}) }, Statistic, runs);
  const { Expression = '' } = Metrics.find(({ Expression }) => Expression) ?? {};
  const inputs = Metrics.flatMap(({ Id, MetricStat }) =>
    MetricStat ? [[Id, statisticOf(MetricStat.Metric, MetricStat.Stat, runs)] as const] : [],
  );
  const FILL = (value: number | undefined, other: number) => value ?? other;
  const MAX = (values: readonly number[]) => Math.max(...values);
  const IF = (is: boolean, one: number, other: number) => (is ? one : other);
  const names = [...inputs.map(([id]) => id), 'FILL', 'MAX', 'IF'];
  return new Function(...names, `return ${Expression}`)(...inputs.map(([, value]) => value), FILL, MAX, IF);
}

const periodOf = ({ Period, Metrics = [] }: Alarm) =>
  (Period ?? Metrics.find(({ MetricStat }) => MetricStat)?.MetricStat?.Period ?? 0) / 60;

/** Returns whether the alarm is raised by these periods, the newest last. */
function isRaised(alarm: Alarm, points: readonly (number | undefined)[]): boolean {
  const { EvaluationPeriods: periods, DatapointsToAlarm = periods, Threshold, TreatMissingData } = alarm;
  const compare = comparisons[alarm.ComparisonOperator];
  const real = points.filter((point) => point !== undefined).slice(-periods);
  const breaching = real.filter((point) => compare?.(point, Threshold)).length;
  const filled = TreatMissingData === 'breaching' ? periods - real.length : 0;
  return breaching + filled >= DatapointsToAlarm;
}

/**
 * Returns the minutes from minute 0 to the alarm, undefined if it is not raised before `until`.
 * @param runsAt the runs of a minute, which may be before minute 0
 * @param phase how many minutes before minute 0 a period of the alarm began
 */
function minutesTo(
  alarm: Alarm,
  runsAt: (minute: number) => readonly Run[],
  until: number,
  phase: number,
): number | undefined {
  const period = periodOf(alarm);
  const looked = alarm.EvaluationPeriods + morePeriods;
  const known = new Map<number, number | undefined>();
  const pointAt = (begin: number) => {
    if (!known.has(begin)) {
      const minutes = Array.from({ length: period }, (_, index) => begin + index);
      known.set(begin, pointOf(alarm, minutes.flatMap(runsAt)));
    }
    return known.get(begin);
  };
  for (let end = period - phase; end <= until; end += period) {
    const begins = Array.from({ length: looked }, (_, index) => end - (looked - index) * period);
    if (isRaised(alarm, begins.map(pointAt))) return end;
  }
  return undefined;
}

/** Returns the longest time to the alarm (minutes), whenever its periods begin; undefined if it may not be raised. */
export function longestTo(
  alarm: Alarm,
  runsAt: (minute: number) => readonly Run[],
  until: number,
): number | undefined {
  const phases = Array.from({ length: periodOf(alarm) }, (_, phase) => phase);
  const all = phases.map((phase) => minutesTo(alarm, runsAt, until, phase));
  return all.includes(undefined) ? undefined : Math.max(...(all as number[]));
}

/** Returns whether the alarm is never raised within the time, whenever its periods begin. */
export function staysQuiet(alarm: Alarm, runsAt: (minute: number) => readonly Run[], until: number): boolean {
  const phases = Array.from({ length: periodOf(alarm) }, (_, phase) => phase);
  return phases.every((phase) => minutesTo(alarm, runsAt, until, phase) === undefined);
}
