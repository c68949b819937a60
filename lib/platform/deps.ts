// The dependencies of operations. Each folder with stores defines what its operations need, in addition to those of the
// folders below; lib/app builds all of them. A test passes the same real stores with its own clock, ids and network.

import type { Ids } from '../base/ids.ts';
import type { BacklogSlots } from './backlog-slots.ts';
import type { Config } from './config.ts';
import type { Files } from './files.ts';
import type { Log } from './log.ts';
import type { Metrics } from './metrics.ts';
import type { Outbound } from './outbound.ts';
import type { Traces } from './traces.ts';
import type { WorkQueues } from './work-queues.ts';

/** The dependencies of every function, even if it reads no table. */
export type Base = {
  config: Config;
  /** The current time. All code that depends on the time must use it. */
  now: () => Date;
  /** Waits before a conflicting write is tried again. */
  pause: (milliseconds: number) => Promise<void>;
  ids: Ids;
  log: Log;
  metrics: Metrics;
  /** Absent if nothing is traced. */
  traces?: Traces | undefined;
};

export type WithQueues = { queues: WorkQueues };

export type WithBacklogs = { backlogSlots: BacklogSlots };

/** The files in S3. */
export type WithFiles = { files: Files };

/** Calls to addresses chosen by others: webhooks, and the charges of dynamic codes. */
export type WithOutbound = { outbound: Outbound };
