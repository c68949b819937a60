// Defines the dependencies of operations. Each folder with stores defines what its operations need, in addition to the
// dependencies of the folders below it. lib/app builds all dependencies. A test passes the same real stores with its
// own clock, ids and network.

import type { Ids } from '../base/ids.ts';
import type { BacklogSlots } from './backlog-slots.ts';
import type { Config } from './config.ts';
import type { Files } from './files.ts';
import type { Log } from './log.ts';
import type { Metrics } from './metrics.ts';
import type { Outbound } from './outbound.ts';
import type { Traces } from './traces.ts';
import type { WorkQueues } from './work-queues.ts';

/** The dependencies of every function, even of a function that reads no table. */
export type Base = {
  config: Config;
  /** Returns the current time. All code that depends on the time must use this function. */
  now: () => Date;
  /** Waits before a write that conflicted is tried again. */
  pause: (milliseconds: number) => Promise<void>;
  ids: Ids;
  log: Log;
  metrics: Metrics;
  /** Absent if traces are switched off. */
  traces?: Traces | undefined;
};

export type WithQueues = { queues: WorkQueues };

export type WithBacklogs = { backlogSlots: BacklogSlots };

/** The dependency of operations that read or write files in S3. */
export type WithFiles = { files: Files };

/**
 * The dependency of operations that call addresses that others have chosen: of webhooks, and of charges of dynamic QR
 * codes.
 */
export type WithOutbound = { outbound: Outbound };
