// Decides whether a cashout may be scheduled for the day or time that a caller asks for.

import { refuse } from '../base/errors.ts';
import { addSeconds } from '../base/time.ts';
import type { Base } from '../platform/deps.ts';
import type { AskedCashout } from './cashout.ts';
import { startOf } from './schedule.ts';

const secondsOfDay = 86_400;

/**
 * Checks the requested start. Refuses a start in the past and a start too far ahead.
 * @returns when the cashout starts (ISO, UTC); undefined if it is not scheduled
 */
export function acceptSchedule(
  { config, now }: Base,
  { scheduledFor }: Pick<AskedCashout, 'scheduledFor'>,
): string | undefined {
  if (scheduledFor === undefined) return undefined;
  const startsAt = startOf(scheduledFor, config);
  if (startsAt <= now().toISOString())
    refuseStart(`must be in the future; a day starts at ${config.SCHEDULE_STARTS_AT} in São Paulo`);
  if (startsAt > addSeconds(now(), config.SCHEDULE_DAYS_MAX * secondsOfDay))
    refuseStart(`must be at most ${config.SCHEDULE_DAYS_MAX} days ahead`);
  return startsAt;
}

export function refuseStart(message: string): never {
  refuse('validation_error', [{ field: 'scheduled_for', message }]);
}
