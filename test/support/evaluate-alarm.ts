// Evaluates an alarm as CloudWatch does, over what was written minute by minute. Of AWS's rules about missing
// data: an alarm looks at more periods than it evaluates (two more, in AWS's examples), and takes the newest periods
// with data; it fills in missing ones only if fewer have data than it evaluates. Sources:
// https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/alarms-and-missing-data.html, and
// https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/alarm-evaluation-window.html about the sliding window.

/** One value of a metric. `of`: the function’s key or the queue’s logical id, for a metric of AWS. */
export type Written = { metric: string; value: number; of?: string };
/** What is written in each minute. Minute 0 is that of the loss. */
export type Timeline = (minute: number) => readonly Written[];

type Measured = { Namespace: string; MetricName: string; Dimensions?: { Name: string; Value: unknown }[] };
type Settings = { Statistic?: string; ExtendedStatistic?: string; Period?: number };
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
  Average: (values) => values.reduce((sum, value) => sum + value, 0) / values.length,
  // So few values are written here that their 99th percentile is the greatest.
  p99: (values) => Math.max(...values),
};
const comparisons: Record<string, (value: number, threshold: number) => boolean> = {
  GreaterThanOrEqualToThreshold: (value, threshold) => value >= threshold,
  GreaterThanThreshold: (value, threshold) => value > threshold,
  LessThanOrEqualToThreshold: (value, threshold) => value <= threshold,
  LessThanThreshold: (value, threshold) => value < threshold,
};

function valuesOf({ MetricName, Dimensions = [] }: Measured, written: readonly Written[]): number[] {
  const [{ Name = '', Value = '' } = {}] = Dimensions;
  const [id] = (Value as { 'Fn::GetAtt'?: string[] })['Fn::GetAtt'] ?? [];
  const isOf = ({ of }: Written) =>
    !/^(FunctionName|QueueName)$/.test(Name) || id === of || String(Value).endsWith(`-${of}`);
  return written.flatMap((one) => (one.metric === MetricName && isOf(one) ? [one.value] : []));
}

function statisticOf(measured: Measured, name: string, written: readonly Written[]): number | undefined {
  const values = valuesOf(measured, written);
  const statistic = statistics[name];
  if (!statistic) throw new Error(`the statistic ${name} is not known here`);
  return values.length > 0 ? statistic(values) : undefined;
}

/** Returns the value of one period. The expressions of the alarms are also valid JavaScript. */
function pointOf(alarm: Alarm, written: readonly Written[]): number | undefined {
  const { Metrics = [], Namespace, MetricName, Dimensions, Statistic, ExtendedStatistic = '' } = alarm;
  if (Namespace && MetricName)
    return statisticOf(
      { Namespace, MetricName, ...(Dimensions ? { Dimensions } : {}) },
      Statistic ?? ExtendedStatistic,
      written,
    );
  const { Expression = '' } = Metrics.find(({ Expression }) => Expression) ?? {};
  const inputs = Metrics.flatMap(({ Id, MetricStat }) =>
    MetricStat ? [[Id, statisticOf(MetricStat.Metric, MetricStat.Stat, written)] as const] : [],
  );
  const FILL = (value: number | undefined, other: number) => value ?? other;
  const MAX = (values: readonly number[]) => Math.max(...values);
  const IF = (is: boolean, one: number, other: number) => (is ? one : other);
  const PERIOD = () => periodOf(alarm) * 60;
  const names = [...inputs.map(([id]) => id), 'FILL', 'MAX', 'IF', 'PERIOD'];
  const value = new Function(...names, `return ${Expression}`)(
    ...inputs.map(([, value]) => value),
    ...[FILL, MAX, IF, PERIOD],
  );
  return Number.isNaN(value) ? undefined : value;
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

/** Returns what is written of the alarm's metrics. Each minute is computed once, because many periods contain it. */
function onlyRead({ MetricName, Metrics = [] }: Alarm, writtenAt: Timeline): Timeline {
  const names = new Set([MetricName, ...Metrics.map(({ MetricStat }) => MetricStat?.Metric.MetricName)]);
  const known = new Map<number, readonly Written[]>();
  return (minute) => {
    const found = known.get(minute) ?? writtenAt(minute).filter(({ metric }) => names.has(metric));
    known.set(minute, found);
    return found;
  };
}

const dayMinutes = 24 * 60;

/**
 * Returns the first minute from `from` on at which the alarm is raised (or not raised), undefined if not before `until`.
 * The window slides, as it does by default: it ends at the minute of the evaluation. An alarm over more than a day is
 * evaluated once an hour.
 * @param writtenAt what is written in a minute, which may be before minute 0
 */
function minuteOf(
  alarm: Alarm,
  writtenAt: Timeline,
  { from, until, raised }: { from: number; until: number; raised: boolean },
): number | undefined {
  const period = periodOf(alarm);
  const looked = alarm.EvaluationPeriods + morePeriods;
  const step = period * alarm.EvaluationPeriods > dayMinutes ? 60 : 1;
  const known = new Map<number, number | undefined>();
  const written = onlyRead(alarm, writtenAt);
  const pointAt = (begin: number) => {
    if (!known.has(begin)) {
      const minutes = Array.from({ length: period }, (_, index) => begin + index);
      known.set(begin, pointOf(alarm, minutes.flatMap(written)));
    }
    return known.get(begin);
  };
  for (let end = Math.ceil(from / step) * step; end <= until; end += step) {
    const begins = Array.from({ length: looked }, (_, index) => end - (looked - index) * period);
    if (isRaised(alarm, begins.map(pointAt)) === raised) return end;
  }
  return undefined;
}

/** Returns the minute of the alarm; undefined if it is not raised before `until`. */
export const minutesToAlarm = (alarm: Alarm, writtenAt: Timeline, until: number): number | undefined =>
  minuteOf(alarm, writtenAt, { from: 1, until, raised: true });

/** Returns how often the alarm is raised within the time, which is how often people are told. */
export function timesRaised(alarm: Alarm, writtenAt: Timeline, until: number): number {
  for (let [times, from] = [0, 1]; ; times++) {
    const begin = minuteOf(alarm, writtenAt, { from, until, raised: true });
    if (begin === undefined) return times;
    const end = minuteOf(alarm, writtenAt, { from: begin, until, raised: false });
    if (end === undefined) return times + 1;
    from = end;
  }
}

/** Returns the minute from `from` on at which the alarm has ended. */
export const endOf = (alarm: Alarm, writtenAt: Timeline, from: number, until: number): number | undefined =>
  minuteOf(alarm, writtenAt, { from, until, raised: false });
