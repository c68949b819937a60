// Reads from Linux which resources processes hold and use.

import { readdirSync, readFileSync } from 'node:fs';

export type ProcessUse = { pid: number; command: string; megabytes: number };

/** The usual value on Linux: the kernel counts CPU time in hundredths of a second. */
const ticksPerSecond = 100;

const read = (file: string): string => {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    // The process has ended in the meantime, so there is nothing to read.
    return '';
  }
};

/** Returns a process and all its descendants, each with its memory (RSS). */
export function processesBelow(pid: number): ProcessUse[] {
  const parents = new Map<number, number[]>();
  for (const name of readdirSync('/proc').filter((one) => /^\d+$/.test(one))) {
    const parent = Number(/^PPid:\s+(\d+)/m.exec(read(`/proc/${name}/status`))?.[1]);
    parents.set(parent, [...(parents.get(parent) ?? []), Number(name)]);
  }
  const below = (one: number): number[] => [one, ...(parents.get(one) ?? []).flatMap(below)];
  return below(pid).map((one) => ({
    pid: one,
    command: read(`/proc/${one}/cmdline`).replaceAll('\0', ' ').trim(),
    megabytes: megabytesOf(one),
  }));
}

/** Returns the memory of one process in megabytes (RSS). */
export function megabytesOf(pid: number): number {
  return Number(/^VmRSS:\s+(\d+)/m.exec(read(`/proc/${pid}/status`))?.[1] ?? 0) / 1024;
}

/** Counts the open files, sockets and pipes of one process. */
export function openHandles(pid: number): number {
  return readdirSync(`/proc/${pid}/fd`).length;
}

/**
 * Returns the CPU seconds of a process and its descendants so far. The time of an ended process counts for its parent.
 */
export function cpuSeconds(pid: number): number {
  const ticks = processesBelow(pid).map((one) => {
    const fields = read(`/proc/${one.pid}/stat`).split(') ')[1]?.split(' ') ?? [];
    return [11, 12, 13, 14].reduce((sum, index) => sum + Number(fields[index] ?? 0), 0);
  });
  return ticks.reduce((sum, one) => sum + one, 0) / ticksPerSecond;
}
