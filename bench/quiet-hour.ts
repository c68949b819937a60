// Measures what the scheduled functions use in an hour without callers, and counts everything that is billed. Their
// dependencies are those of a stage with real money: a PSP with empty lists, and our certificate at that PSP.

import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { PspSecret } from '../lib/network/psp-client.ts';
import type { Log } from '../lib/platform/log.ts';
import type { MetricName } from '../lib/platform/metrics.ts';
import type { InProcess } from '../local/in-process.ts';
import { schedulesOf } from '../local/schedules.ts';
import type { Service } from '../local/service.ts';
import { assumed, meteredWorld } from './metered-world.ts';

/**
 * The average of one run. `milliseconds` is the elapsed time, including waits. `cpu` is the computing time on a whole
 * core.
 */
type Run = { milliseconds: number; cpu: number; reads: number; writes: number; logBytes: number };
/** `metrics`: the metrics that its runs wrote. */
export type Scheduled = Run & { key: string; everyMinutes: number; metrics: MetricName[] };

type Quiet = {
  stage: Pick<InProcess, 'invoke' | 'with'>;
  service: Service;
  psp: { seen: readonly unknown[]; secret: PspSecret };
  /** The clock of the service and of the PSP. */
  clock: { now: Date };
  /** The client of the engine that contains the tables. Without it, the endpoint of the environment is used. */
  client?: DynamoDBDocumentClient;
};

/** The stage uses the address that AWS assigns, without a domain of our own. */
export const quietSettings = { BASE_URL: 'https://quiet.execute-api.us-east-1.amazonaws.com' };

/** Within this period, all runs of a function are equal, so one run per period is enough. */
const stepMinutes = 5;

/**
 * @param service the service as it is deployed
 * @throws if a run fails or logs an error, because such a run has another cost
 */
export async function quietHour({ stage, service, psp, clock, client }: Quiet): Promise<Scheduled[]> {
  const { counted, wire, written, world, logged } = meteredWorld(client);
  const failures: Error[] = [];
  const log: Log = {
    ...world.log,
    error: (message, fields, cause) =>
      void failures.push(new Error(`${message}: ${JSON.stringify(fields)}`, { cause })),
  };
  const readSecrets = async () => ({ main: psp.secret });
  const deps = stage.with({ ...world, log, readSecrets, now: () => clock.now });
  const hour = clock.now.getTime();

  /** @param minute the minute of the hour; a negative number means a run before the hour */
  async function run(key: string, minute: number): Promise<Run> {
    clock.now = new Date(hour + 60_000 * minute);
    counted.take();
    wire.logBytes = 0;
    const asked = psp.seen.length;
    const [startedAt, cpu] = [performance.now(), process.cpuUsage()];
    await logged(() => stage.invoke(key, {}, deps));
    const spent = process.cpuUsage(cpu);
    const waited = assumed.psp * (psp.seen.length - asked);
    const milliseconds = performance.now() - startedAt + waited;
    const [failure] = failures;
    if (failure) throw new Error(`the function ${key} logs an error`, { cause: failure });
    const { reads, writes } = counted.take();
    return {
      milliseconds,
      cpu: (spent.user + spent.system) / 1_000,
      reads,
      writes,
      logBytes: wire.logBytes,
    };
  }

  const all: Scheduled[] = [];
  for (const { key, everyMs } of schedulesOf(service)) {
    const everyMinutes = everyMs / 60_000;
    // The first run finds new data. It takes place before the measured runs, so that those find only known data.
    await run(key, -everyMinutes);
    written.clear();
    const runs: Run[] = [];
    for (let minute = 0; minute < 60; minute += Math.max(everyMinutes, stepMinutes))
      runs.push(await run(key, minute));
    all.push({ key, everyMinutes, metrics: [...written], ...averageOf(runs) });
  }
  return all;
}

function averageOf(runs: readonly Run[]): Run {
  const of = (name: keyof Run) => runs.reduce((sum, one) => sum + one[name], 0) / runs.length;
  return {
    milliseconds: of('milliseconds'),
    cpu: of('cpu'),
    reads: of('reads'),
    writes: of('writes'),
    logBytes: of('logBytes'),
  };
}
