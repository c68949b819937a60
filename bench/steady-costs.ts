// Computes what a stage with real money costs per month without callers: schedules, empty queues, alarms, keys and
// secrets.

import { type MetricName, metricUnits } from '../lib/platform/metrics.ts';
import { readService } from '../local/read-service.ts';
import { schedulesOf } from '../local/schedules.ts';
import type { Service } from '../local/service.ts';
import { markdownTable } from '../tools/markdown-table.ts';
import { billedMs, gigabyteSecondsOf, lambdaLines } from './bill.ts';
import { usd } from './bill-table.ts';
import { assumed } from './metered-world.ts';
import { type Line, totalOf, usdOf } from './prices.ts';
import { quietHour, type Scheduled } from './quiet-hour.ts';
import { openQuietStage } from './quiet-stage.ts';
import { figure } from './results.ts';

const monthMinutes = 730 * 60;
/**
 * The minutes for which SQS may reuse a data key (its guide: KmsDataKeyReusePeriodSeconds). DynamoDB is assumed to do
 * the same.
 */
const keyReuseMinutes = 5;
/**
 * The number of pollers that Lambda runs per queue (its guide, services-sqs-scaling). Each poller is assumed to wait 20
 * seconds per call.
 */
const pollers = 5;
const pollsPerMinute = 60 / 20;

export type Steady = { scheduled: Scheduled[]; lines: Line[] };

export async function steadyBill(): Promise<Steady> {
  const service = readService('production');
  // At noon UTC, São Paulo has the same day in this run and in the run before.
  const clock = { now: new Date(new Date().setUTCHours(36, 0, 0, 0)) };
  const { stage, psp, close } = await openQuietStage(() => clock.now);
  try {
    const scheduled = await quietHour({ stage, service, psp, clock });
    return { scheduled, lines: [...standing(service), ...schedules(service, scheduled)] };
  } finally {
    await close();
  }
}

/** Lists the resources that cost money because they exist, even without use. */
function standing({ functions, resources }: Service): Line[] {
  const all = Object.values(resources.Resources);
  const numberOf = (type: string) => all.filter(({ Type }) => Type === type).length;
  const mappings = Object.values(functions).flatMap(({ events = [] }) => events.filter(({ sqs }) => sqs));
  const alarmed = all
    .filter(({ Type }) => Type === 'AWS::CloudWatch::Alarm')
    .reduce(
      (sum, { Properties }) => sum + (JSON.stringify(Properties).match(/"MetricStat"/g)?.length ?? 1),
      0,
    );
  // Each canary has an alarm of its own, on two metrics (infra/versions.ts).
  const canaries = Object.values(functions).filter(({ canary }) => canary).length;
  const periods = monthMinutes / keyReuseMinutes;
  // Per period, a queue needs two key requests for its sender and one for its receiver (SQS's FAQ). A table needs one
  // for its user.
  const keyRequests = periods * (3 * mappings.length + numberOf('AWS::DynamoDB::Table'));
  const polls = mappings.length * pollers * pollsPerMinute * monthMinutes;
  return [
    { item: 'CloudWatch, alarms', price: 'alarm', count: alarmed },
    { item: 'CloudWatch, alarms of canaries', price: 'alarm', count: 2 * canaries },
    { item: 'CloudWatch, dashboard', price: 'dashboard', count: numberOf('AWS::CloudWatch::Dashboard') },
    { item: 'Secrets Manager', price: 'secret', count: numberOf('AWS::SecretsManager::Secret') },
    { item: 'KMS, keys', price: 'key', count: numberOf('AWS::KMS::Key') },
    { item: 'KMS, data keys', price: 'keyRequest', count: keyRequests },
    { item: 'SQS, receives that find nothing', price: 'queue', count: polls },
  ];
}

function schedules({ functions, provider }: Service, scheduled: readonly Scheduled[]): Line[] {
  const sum = (of: (one: Scheduled) => number) =>
    scheduled.reduce((total, one) => total + (of(one) * monthMinutes) / one.everyMinutes, 0);
  const runs = sum(() => 1);
  const gigabyteSeconds = sum((one) => {
    const setting = { memorySize: functions[one.key]?.memorySize ?? provider.memorySize };
    return gigabyteSecondsOf(billedMs(one, setting), setting);
  });
  return [
    { item: 'CloudWatch, metrics of the schedules', price: 'metric', count: metricsOf(scheduled) },
    { item: 'EventBridge, schedules', price: 'schedule', count: runs },
    ...lambdaLines(runs, gigabyteSeconds),
    { item: 'DynamoDB, reads of the schedules', price: 'read', count: sum(({ reads }) => reads) },
    { item: 'DynamoDB, writes of the schedules', price: 'write', count: sum(({ writes }) => writes) },
    { item: 'CloudWatch, log lines of the schedules', price: 'logs', count: sum(({ logBytes }) => logBytes) },
  ];
}

/** Counts the metrics that are written. A metric is billed for the hours in which it is sent. */
function metricsOf(scheduled: readonly Scheduled[]): number {
  const shares = new Map<MetricName, number>();
  for (const { metrics, everyMinutes } of scheduled)
    for (const name of metrics)
      shares.set(name, Math.max(shares.get(name) ?? 0, Math.min(1, 60 / everyMinutes)));
  return [...shares.values()].reduce((sum, share) => sum + share, 0);
}

/** @param cashoutUsd the cost of one cashout alone, in dollars */
export function steadyText({ scheduled, lines }: Steady, cashoutUsd: number): string {
  const rows = scheduled.map(({ key, everyMinutes, milliseconds, reads, writes }) => [
    key,
    String(everyMinutes),
    ...[milliseconds, reads, writes].map(figure),
  ]);
  return `A month in which nobody calls, in a stage with real money. A metric is billed for the hours in which it is sent, so the others
of the ${Object.keys(metricUnits).length} metrics add at most USD ${usd(usdOf({ item: '', price: 'metric', count: Object.keys(metricUnits).length - metricsOf(scheduled) }))} with calls:

${markdownTable(
  ['USD a month', 'count', 'USD'],
  [
    ...lines.map((line) => [line.item, figure(Math.round(line.count)), usd(usdOf(line))]),
    ['**total**', '', `**${usd(totalOf(lines))}**`],
  ],
)}

Its scheduled functions are run at the minutes of an hour in which nobody calls (every five at most), with one account, at a PSP that
answers after ${assumed.psp} ms and has nothing to tell; on average of their runs:

${markdownTable(['function', 'every so many minutes', 'ms', 'read units', 'write units'], rows)}

${syntheticText(cashoutUsd)}`;
}

/** Estimates the cost of the synthetic payment without running it, because it pays through the public address. */
function syntheticText(cashoutUsd: number): string {
  const synthetic = schedulesOf(readService('staging')).find(({ key }) => key === 'synthetic');
  if (!synthetic) throw new Error('the stage staging has no synthetic payment');
  const cashouts = (60_000 * monthMinutes) / synthetic.everyMs;
  return `The synthetic payment of staging (${'`synthetic`'}) is off here. It sends ${figure(cashouts)} cashouts a month, one by one:
USD ${usd(cashouts * cashoutUsd)} on paper, and the seconds that it waits for them.`;
}
