// How long an alarm of the stage takes, over what is written minute by minute.

import { expect, inject, test } from 'vitest';
import type { Losses } from '../../../infra/losses/loss.ts';
import type { MetricName } from '../../../lib/platform/metrics.ts';
import { disasterTemplates } from '../../support/disaster-templates.ts';
import { type Alarm, minutesToAlarm, type Timeline, type Written } from '../../support/evaluate-alarm.ts';

const templates = [inject('service').resources, ...disasterTemplates];
const untilMinutes = 4 * 24 * 60;

export function alarmOf(name: string): Alarm {
  const id = `${name}Alarm`;
  const found = templates.find(({ Resources }) => id in Resources)?.Resources[id]?.Properties;
  if (!found) throw new Error(`there is no alarm ${name}`);
  const alarm = found as unknown as Alarm;
  const { Ref } = alarm.Threshold as { Ref?: string };
  const Threshold = Ref
    ? disasterTemplates.find(({ Parameters }) => Ref in Parameters)?.Parameters[Ref]?.Default
    : alarm.Threshold;
  return { ...alarm, Threshold: Number(Threshold) };
}

/** Returns the minutes to the alarm, undefined if it is not raised within days. */
export const minutesTo = (name: string, writtenAt: Timeline) =>
  minutesToAlarm(alarmOf(name), writtenAt, untilMinutes);

export const isQuiet = (name: string, writtenAt: Timeline) => minutesTo(name, writtenAt) === undefined;

/** Returns what was counted, as AWS gets it. */
export const writtenOf = (counted: readonly (readonly [MetricName, number])[]): Written[] =>
  counted.map(([metric, value]) => ({ metric, value }));

/** Something that happens once, in minute 0. */
export const once =
  (written: readonly Written[]): Timeline =>
  (minute) =>
    minute === 0 ? written : [];

/** Something that goes on from minute 0. */
export const since =
  (written: readonly Written[], before: readonly Written[] = []): Timeline =>
  (minute) =>
    minute < 0 ? before : written;

/** Something good each minute, and from minute 0 something bad ten times at the end of each hour. */
export const hourly =
  (bad: readonly Written[], good: readonly Written[]): Timeline =>
  (minute) => [
    ...good,
    ...(minute >= 0 && minute % 60 === 59 ? Array.from({ length: 10 }, () => bad).flat() : []),
  ];

/** Tests that each cause raises the alarm of its loss after the minutes that the table says. */
export function testMinutes<Name extends string>(
  losses: Record<Name, Losses[string]>,
  causes: Record<Name, () => Timeline | Promise<Timeline>>,
): void {
  test.each(Object.keys(causes) as Name[])(
    'the loss %s raises its alarm within the minutes that the table says',
    async (name) => {
      const { alarm, minutes } = losses[name];

      expect(minutesTo(alarm, await causes[name]())).toBe(minutes);
    },
  );
}
