// Acts as EventBridge and invokes functions at their rates. The first two runs come one and ten seconds after the
// start, so that work left open by an earlier run continues at once, or as soon as it is due.

import { randomUUID } from 'node:crypto';
import type { FunctionEvent, Service } from './service.ts';

const millisecondsOf: Readonly<Record<string, number>> = { minute: 60_000, hour: 3_600_000, day: 86_400_000 };
const firstAfterMs = [1_000, 10_000];

type Options = {
  service: Service;
  invoke: (functionKey: string, event: unknown) => Promise<unknown>;
  onFault: (functionKey: string, error: unknown) => void;
};

/** @returns a function that stops the schedules */
export function startSchedules({ service, invoke, onFault }: Options): () => void {
  const timers: NodeJS.Timeout[] = [];
  for (const { key, everyMs } of schedulesOf(service)) {
    const run = () => void invoke(key, eventOf(service, key)).catch((error) => onFault(key, error));
    timers.push(setInterval(run, everyMs), ...firstAfterMs.map((after) => setTimeout(run, after)));
  }
  return () => timers.forEach(clearTimeout);
}

/** Lists the schedules that are enabled. */
export function schedulesOf({ functions }: Service): { key: string; everyMs: number }[] {
  return Object.entries(functions).flatMap(([key, { events = [] }]) =>
    events.flatMap(({ schedule }) => rates(schedule).map((rate) => ({ key, everyMs: every(rate) }))),
  );
}

function rates(schedule: FunctionEvent['schedule']): string[] {
  if (typeof schedule === 'string') return [schedule];
  return schedule?.enabled === false ? [] : (schedule?.rate ?? []);
}

/** @returns the milliseconds between two runs, for example of `rate(5 minutes)` */
function every(rate: string): number {
  const [, count, unit = ''] = /^rate\((\d+) (\w+?)s?\)$/.exec(rate) ?? [];
  const milliseconds = Number(count) * (millisecondsOf[unit] ?? Number.NaN);
  if (!(milliseconds > 0)) throw new Error(`The schedule ${rate} is not understood.`);
  return milliseconds;
}

function eventOf({ provider: { region } }: Service, key: string) {
  return {
    version: '0',
    id: randomUUID(),
    'detail-type': 'Scheduled Event',
    source: 'aws.events',
    account: '000000000000',
    time: new Date().toISOString().replace(/\.\d+/, ''),
    region,
    resources: [`arn:aws:events:${region}:000000000000:rule/${key}`],
    detail: {},
  };
}
