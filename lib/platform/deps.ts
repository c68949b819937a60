// What operations are handed. Each folder with stores says what its operations need of its own, on top of what those below it
// need; lib/app makes the whole. A test passes the same real stores, with its own clock, ids and network.

import type { Ids } from '../base/ids.ts';
import type { BacklogSlots } from './backlog-slots.ts';
import type { Config } from './config.ts';
import type { Files } from './files.ts';
import type { Log } from './log.ts';
import type { Metrics } from './metrics.ts';
import type { Outbound } from './outbound.ts';
import type { Traces } from './traces.ts';
import type { WorkQueues } from './work-queues.ts';

/** What every function has, even one that reads no table. */
export type Base = {
  config: Config;
  /** The current time. Everything that depends on time asks here. */
  now: () => Date;
  /** Waits before a contended write is tried again. */
  pause: (milliseconds: number) => Promise<void>;
  ids: Ids;
  log: Log;
  metrics: Metrics;
  /** Absent where nothing is traced. */
  traces?: Traces | undefined;
};

export type WithQueues = { queues: WorkQueues };

export type WithBacklogs = { backlogSlots: BacklogSlots };

/** The files in S3. */
export type WithFiles = { files: Files };

/** Calls to addresses that others chose: webhooks, and the charges of dynamic codes. */
export type WithOutbound = { outbound: Outbound };
