// Measures a stack from outside under load. Memory, handles and open rows are measured several times a second, queues
// more often.

import { megabytesOf, openHandles, type ProcessUse, processesBelow } from '../process-use.ts';
import type { EngineFiles, QueueState, Size } from './engine-files.ts';

export type Sample = {
  at: number;
  megabytes: Record<ProcessName, number>;
  handles: Record<ProcessName, number>;
  rows: Record<string, number>;
  /** The number of deliveries that wait for the receiver that always fails. */
  waiting: number;
};
type QueueSample = { at: number; queues: Record<string, QueueState> };
type SizeSample = { at: number; sizes: Record<string, Size>; disk: number };
export type ProcessName = 'service' | 'supervisor' | 'DynamoDB engine';

export type Samples = { each: Sample[]; queues: QueueSample[]; sizes: SizeSample[] };

const everyMs = 250;
/**
 * Most messages exist for less than a tenth of a second. The queues are read this often (ms) to count as many of them
 * as possible.
 */
const queuesEveryMs = 25;
const sizesEveryMs = 15_000;

/**
 * Returns the ids of the processes: the service with the queue engine in a thread, the helper process that stops the
 * engine, and the engine.
 */
export function processesOf(pid: number): Record<ProcessName, number> {
  const all = processesBelow(pid);
  const one = (isIt: (process: ProcessUse) => boolean) => all.find(isIt)?.pid ?? 0;
  return {
    service: pid,
    supervisor: one(({ command }) => command.includes('leash.ts')),
    'DynamoDB engine': one(({ command }) => /^\S*dynoxide/.test(command)),
  };
}

export function startSampling(
  pids: Record<ProcessName, number>,
  files: EngineFiles,
  never: readonly number[],
  now: () => number,
) {
  const samples: Samples = { each: [], queues: [], sizes: [] };
  const each = <Value>(of: (pid: number) => Value) =>
    Object.fromEntries(Object.entries(pids).map(([name, pid]) => [name, of(pid)])) as Record<
      ProcessName,
      Value
    >;
  const look = () =>
    samples.each.push({
      at: now(),
      megabytes: each(megabytesOf),
      handles: each(openHandles),
      rows: files.open(never),
      waiting: files.waiting(never),
    });
  const lookAtQueues = () => samples.queues.push({ at: now(), queues: files.queues() });
  const lookAtSizes = () => samples.sizes.push({ at: now(), sizes: files.sizes(), disk: files.disk() });
  lookAtSizes();
  const timers = [
    setInterval(look, everyMs),
    setInterval(lookAtQueues, queuesEveryMs),
    setInterval(lookAtSizes, sizesEveryMs),
  ];
  return {
    samples,
    lookAtSizes,
    stop(): void {
      for (const timer of timers) clearInterval(timer);
    },
  };
}
