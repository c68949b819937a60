// Draws how the values of a load change over time, as lines of bars.

import { figure } from '../results.ts';
import { quantile } from '../samples.ts';
import type { Measured } from './compared.ts';
import { sparkline, within } from './windows.ts';

const bars = 60;

/**
 * Each line covers the time from the start of the load to its end. Its bars are scaled from the smallest to the largest
 * value.
 */
export function courses({ each, sizes, answered, ended, lengths, queues }: Measured): string[] {
  const stepMs = ((lengths.warmUp + lengths.load) * 1_000) / bars;
  const steps = Array.from({ length: bars }, (_, index) => ({
    name: '',
    from: index * stepMs,
    to: (index + 1) * stepMs,
  }));
  const course = <One extends { at: number }>(
    name: string,
    all: readonly One[],
    of: (some: One[]) => number,
  ) => {
    const values = steps
      .map((step) => within(all, step))
      .filter((some) => some.length > 0)
      .map(of);
    const range = `${figure(Math.min(...values))} to ${figure(Math.max(...values))}`;
    return `${name.padEnd(42)} ${sparkline(values)} ${range}`;
  };
  const p = (share: number) => (some: { ms: number }[]) =>
    quantile(
      some.map(({ ms }) => ms),
      share,
    );
  const last = <One>(some: One[]) => some.at(-1) as One;
  return [
    course('memory of the service, MB', each, (some) => last(some).megabytes.service),
    course('memory of the DynamoDB engine, MB', each, (some) => last(some).megabytes['DynamoDB engine']),
    course('open handles of the service', each, (some) => last(some).handles.service),
    course(
      'cashouts in the index of open work',
      each,
      (some) => last(some).rows['cashouts in the index of open work'] ?? 0,
    ),
    course('deliveries pending', each, (some) => last(some).rows['deliveries pending'] ?? 0),
    course('messages in all queues', queues, (some) =>
      Object.values(last(some).queues).reduce((sum, { messages }) => sum + messages, 0),
    ),
    course('rows of cashouts', sizes, (some) => last(some).sizes.cashouts?.rows ?? 0),
    course('files of the engines, MB', sizes, (some) => last(some).disk / 2 ** 20),
    course('all requests, p50 ms', answered, p(0.5)),
    course('all requests, p99 ms', answered, p(0.99)),
    course('create until SUCCESS is told, p50 ms', ended, p(0.5)),
  ];
}
