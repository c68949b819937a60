// Compares the first and the last window of a load. Each compared value is one number per window.

import { quantile } from '../samples.ts';
import type { Answered, Group } from './asking.ts';
import type { Books } from './books.ts';
import { growing, type Size } from './engine-files.ts';
import type { Idle } from './idle.ts';
import type { Held } from './probe.ts';
import type { ProcessName, Sample, Samples } from './sampling.ts';
import type { Ended } from './scene.ts';
import { type Compared, compare, mean, type Window, within } from './windows.ts';

/**
 * Measurements of the stack's processes at the end of a window. Heaps are measured only after the first and the last
 * window.
 */
export type Mark = { window: Window; cpuSeconds: number; heaps: Held[]; megabytes?: number };

export type Measured = Samples & {
  windows: readonly Window[];
  marks: readonly Mark[];
  answered: readonly Answered[];
  ended: readonly Ended[];
  late: number;
  books: Books;
  idle: Idle;
  /**
   * Deliveries to receivers that always fail. `own` counts those of the permanent webhook, `deleted` those of deleted
   * webhooks.
   */
  waiting: { own: number; deleted: number; pointers: number };
  calls: Readonly<Record<string, number>>;
  lengths: { warmUp: number; load: number; window: number; idle: number };
};

/**
 * A line of the results: its name, its unit, and the values of the windows. `isJudged` means that the value must not
 * grow.
 */
export type Line = { name: string; unit: string; compared: Compared; isJudged: boolean; samples?: number };

export function linesOf(measured: Measured): Line[] {
  return [
    ...memoryLines(measured),
    ...handleLines(measured),
    ...rowLines(measured),
    ...queueLines(measured),
    ...timeLines(measured),
  ];
}

const line = (name: string, unit: string, compared: Compared, isJudged = true, samples?: number): Line => ({
  name,
  unit,
  compared,
  isJudged,
  ...(samples === undefined ? {} : { samples }),
});

/** Returns the minimum of a window, which is the memory after most garbage was collected. */
function memoryLines({ each, windows, marks }: Measured): Line[] {
  const least = (window: Window, of: ProcessName) =>
    Math.min(...within(each, window).map(({ megabytes }) => megabytes[of]));
  const processes: ProcessName[] = ['service', 'DynamoDB engine', 'supervisor'];
  const heaps = marks.filter((mark) => mark.heaps.length > 0);
  const held = (of: (one: Held) => number) => (window: Window) =>
    (heaps.find((mark) => mark.window === window)?.heaps ?? []).reduce((sum, one) => sum + of(one), 0);
  const ends = [windows[0], windows.at(-1)].filter((window) => window !== undefined);
  const all = ({ megabytes }: Sample) => Object.values(megabytes).reduce((sum, one) => sum + one, 0);
  return [
    line(
      'memory of all processes, least RSS of the window',
      'MB',
      compare(windows, (window) => Math.min(...within(each, window).map(all))),
    ),
    ...processes.map((name) =>
      line(
        `memory of the ${name}, least RSS of the window`,
        'MB',
        compare(windows, (one) => least(one, name)),
      ),
    ),
    line(
      'heap of all threads after a collection',
      'MB',
      compare(
        ends,
        held((one) => one.heapBytes / 2 ** 20),
      ),
    ),
    line(
      'memory of the service after a collection (RSS)',
      'MB',
      compare(ends, (window) => heaps.find((mark) => mark.window === window)?.megabytes ?? Number.NaN),
    ),
    line(
      'timers, sockets and requests of all threads',
      '',
      compare(
        ends,
        held((one) => one.resources),
      ),
    ),
  ];
}

function handleLines({ each, windows }: Measured): Line[] {
  const processes: ProcessName[] = ['service', 'DynamoDB engine', 'supervisor'];
  return processes.map((name) => {
    const of = (window: Window) => mean(within(each, window).map(({ handles }) => handles[name]));
    return line(`open handles of the ${name}, mean`, '', compare(windows, of));
  });
}

function rowLines({ each, sizes, windows, marks, answered }: Measured): Line[] {
  const names = Object.keys(each[0]?.rows ?? {});
  const rows = names.map((name) =>
    line(
      `${name}, mean`,
      'rows',
      compare(windows, (window) => mean(within(each, window).map((one) => one.rows[name] ?? 0))),
    ),
  );
  const at = (time: number) =>
    sizes.reduce((best, one) => (Math.abs(one.at - time) < Math.abs(best.at - time) ? one : best));
  const grown = (window: Window, of: (size: Size) => number, tables: readonly string[]) => {
    const [from, to] = [at(window.from).sizes, at(window.to).sizes];
    const sum = (one: Record<string, Size>) =>
      tables.reduce((total, name) => total + of(one[name] as Size), 0);
    const cashouts = (to.cashouts?.rows ?? 0) - (from.cashouts?.rows ?? 0);
    return (sum(to) - sum(from)) / cashouts;
  };
  const waitingOf = (window: Window) => within(each, window).at(-1)?.waiting ?? 0;
  const cpu = (window: Window) => {
    const index = marks.findIndex((mark) => mark.window === window);
    const used = (marks[index]?.cpuSeconds ?? 0) - (marks[index - 1]?.cpuSeconds ?? 0);
    return (used * 1_000) / within(answered, window).length;
  };
  return [
    ...rows,
    line(
      'rows for each cashout, all growing tables',
      'rows',
      compare(windows, (one) => grown(one, ({ rows }) => rows, growing)),
    ),
    line(
      'bytes for each cashout, all growing tables',
      'bytes',
      compare(windows, (one) => grown(one, ({ bytes }) => bytes, growing)),
    ),
    line(
      'deliveries that wait for receivers that never answer well',
      'rows',
      compare(windows, waitingOf),
      false,
    ),
    line('CPU of the stack for each request', 'ms', compare(windows, cpu)),
  ];
}

function queueLines({ queues, windows }: Measured): Line[] {
  const names = [...new Set(queues.flatMap((one) => Object.keys(one.queues)))].sort();
  return names.flatMap((name) => {
    const of = (key: 'messages' | 'ageMs') => (window: Window) =>
      mean(within(queues, window).map((one) => one.queues[name]?.[key] ?? 0));
    return [
      line(`queue ${name}: messages, mean`, '', compare(windows, of('messages'))),
      line(`queue ${name}: age of the oldest, mean`, 'ms', compare(windows, of('ageMs'))),
    ];
  });
}

const groups: Group[] = ['cashout calls', 'reads', 'refusals', 'webhook changes', 'sandbox'];

function timeLines({ answered, ended, windows }: Measured): Line[] {
  const of = (all: readonly { at: number; ms: number }[], name: string, share: number, isJudged: boolean) => {
    const samples = Math.min(...windows.map((window) => within(all, window).length));
    const value = (window: Window) =>
      quantile(
        within(all, window).map(({ ms }) => ms),
        share,
      );
    return line(`${name}, p${share * 100}`, 'ms', compare(windows, value), isJudged, samples);
  };
  const grouped = groups.flatMap((group) => {
    const all = answered.filter((one) => one.group === group);
    return [of(all, group, 0.5, false), of(all, group, 0.99, group === 'cashout calls' || group === 'reads')];
  });
  return [
    of(answered, 'all requests', 0.5, true),
    of(answered, 'all requests', 0.99, true),
    ...grouped,
    of(ended, 'create until the webhook says SUCCESS', 0.5, true),
    of(ended, 'create until the webhook says SUCCESS', 0.99, true),
  ];
}
