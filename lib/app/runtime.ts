// Builds the base of all dependencies, once per container: settings, clock, ids, log, metrics and the DynamoDB client.

import { setTimeout as pause } from 'node:timers/promises';
import type { S3Client } from '@aws-sdk/client-s3';
import type { SQSClient } from '@aws-sdk/client-sqs';
import { makeWatches, type Watches } from '../account/watch-store.ts';
import { randomIds } from '../base/ids.ts';
import type { ReadSecrets } from '../network/psp-client.ts';
import type { Config } from '../platform/config.ts';
import { countDatabaseFaults } from '../platform/database-faults.ts';
import type { Base } from '../platform/deps.ts';
import { lambdaLog } from '../platform/log.ts';
import { lambdaMetrics, noMetrics } from '../platform/metrics.ts';
import { type Database, documentClient } from '../platform/table.ts';
import { makeTraces } from '../platform/traces.ts';
import type { Provider } from '../sign-in/provider.ts';
import type { Deps } from './deps.ts';

/** The dependencies that a test may replace. All others are the code that Lambda runs. */
export type World = Partial<
  Pick<Deps, 'now' | 'pause' | 'ids' | 'log' | 'metrics' | 'traces' | 'queues' | 'outbound'>
> & {
  client?: ReturnType<typeof documentClient>;
  sqs?: SQSClient;
  s3?: S3Client;
  readSecrets?: ReadSecrets;
  makeProvider?: (config: Config) => Provider;
};

export type Runtime = Base & {
  db: Database;
  watches: Watches;
  world: World;
};

export function makeRuntime(config: Config, world: World = {}): Runtime {
  const ids = world.ids ?? randomIds;
  const now = world.now ?? (() => new Date());
  const wait = world.pause ?? pause;
  const metrics = world.metrics ?? (config.STAGE === 'local' ? noMetrics : lambdaMetrics(config.STAGE));
  const db = {
    client: world.client ?? countDatabaseFaults(documentClient(), metrics.count),
    config,
    now,
    pause: wait,
    fraction: ids.fraction,
    token: ids.uuid,
    count: metrics.count,
  };
  return {
    config,
    now,
    pause: wait,
    ids,
    log: world.log ?? lambdaLog(config.STAGE),
    metrics,
    traces: world.traces ?? makeTraces(config),
    db,
    watches: makeWatches(db, now),
    world,
  };
}
