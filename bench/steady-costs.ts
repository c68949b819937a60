// What a stage costs in a month in which nobody calls: schedules, empty queues, alarms, keys, secrets.

import { metricUnits } from '../lib/platform/metrics.ts';
import type { Service } from '../local/service.ts';
import { billedMs, lambdaLines, type Setting } from './bill.ts';
import type { Part } from './cashout-flow.ts';
import { meteredWorld } from './metered-world.ts';
import type { Line } from './prices.ts';
import type { Stage } from './stage.ts';

const monthMinutes = 730 * 60;
/** SQS may use a data key again for so long (its guide: KmsDataKeyReusePeriodSeconds), and so may DynamoDB. */
const keyReuseMinutes = 5;
/** Lambda polls a queue with five of these (its guide, services-sqs-scaling), and waits 20 seconds each time: assumed. */
const pollers = 5;
const pollsPerMinute = 60 / 20;

/** @param service as deployed; the schedules' functions are run once each, with nothing to do */
export async function steadyBill(stage: Stage, service: Service, setting: Setting): Promise<Line[]> {
  const functions = Object.entries(service.functions);
  const schedules = functions.flatMap(([key, { events = [] }]) =>
    events.flatMap(({ schedule }) => (schedule ? [{ key, everyMinutes: minutesOf(schedule) }] : [])),
  );
  const { counted, world, logged } = meteredWorld();
  const deps = stage.with(world);
  let [reads, writes, invocations, milliseconds] = [0, 0, 0, 0];
  for (const { key, everyMinutes } of schedules) {
    // What is new is old the second time.
    await logged(() => stage.invoke(key, {}, deps));
    counted.take();
    const [startedAt, cpu] = [performance.now(), process.cpuUsage()];
    await logged(() => stage.invoke(key, {}, deps));
    const spent = process.cpuUsage(cpu);
    const used = counted.take();
    const runs = monthMinutes / everyMinutes;
    const part = { milliseconds: performance.now() - startedAt, cpu: (spent.user + spent.system) / 1_000 };
    invocations += runs;
    milliseconds += runs * billedMs(part as Part, setting);
    reads += runs * used.reads;
    writes += runs * used.writes;
  }
  const resources = Object.values(service.resources.Resources);
  const numberOf = (type: string) => resources.filter(({ Type }) => Type === type).length;
  const mappings = functions.flatMap(([, { events = [] }]) => events.filter(({ sqs }) => sqs)).length;
  const alarmed = resources
    .filter(({ Type }) => Type === 'AWS::CloudWatch::Alarm')
    .reduce(
      (sum, { Properties }) => sum + (JSON.stringify(Properties).match(/"MetricStat"/g)?.length ?? 1),
      0,
    );
  const keys = numberOf('AWS::KMS::Key');
  const periods = monthMinutes / keyReuseMinutes;
  // Per period: two for who sends to a queue and one for who receives (SQS's FAQ), one for who uses a table.
  const keyRequests = periods * (3 * mappings + numberOf('AWS::DynamoDB::Table'));
  return [
    { item: 'CloudWatch, custom metrics', price: 'metric', count: Object.keys(metricUnits).length },
    { item: 'CloudWatch, alarms', price: 'alarm', count: alarmed },
    { item: 'CloudWatch, dashboard', price: 'dashboard', count: numberOf('AWS::CloudWatch::Dashboard') },
    { item: 'Secrets Manager', price: 'secret', count: numberOf('AWS::SecretsManager::Secret') },
    { item: 'KMS, keys', price: 'key', count: keys },
    { item: 'KMS, data keys', price: 'keyRequest', count: keyRequests },
    {
      item: 'SQS, receives that find nothing',
      price: 'queue',
      count: mappings * pollers * pollsPerMinute * monthMinutes,
    },
    { item: 'EventBridge, schedules', price: 'schedule', count: invocations },
    ...lambdaLines(invocations, milliseconds, setting),
    { item: 'DynamoDB, reads of the schedules', price: 'read', count: reads },
    { item: 'DynamoDB, writes of the schedules', price: 'write', count: writes },
  ];
}

function minutesOf(schedule: string | { rate: string[] }): number {
  const rate = typeof schedule === 'string' ? schedule : (schedule.rate[0] ?? '');
  const [, count, unit] = /^rate\((\d+) (minute|hour)s?\)$/.exec(rate) ?? [];
  if (!unit) throw new Error(`a schedule of ${rate} is not understood`);
  return Number(count) * (unit === 'hour' ? 60 : 1);
}
