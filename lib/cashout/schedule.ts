// Schedules cashouts that start later (an extension: docs/decisions/product/schedules.md): the start, the second try,
// and what each cashout waits for. A scheduled cashout is NEW until its money is held.

import { saoPauloDay } from '../base/time.ts';

/** The additional fields of a scheduled cashout. All times are ISO, UTC. */
export type Scheduling = {
  /**
   * Time of the start, if the cashout is approved by then. Every scheduled cashout has this field, and it never
   * changes.
   */
  startsAt?: string;
  /** The cashout is approved, and the owner of its PIX key must still be looked up. */
  verifies?: true;
  /**
   * The owner of the PIX key at the approval. `isMissing`: the key had no owner. If both `legalId` and `isMissing` are
   * absent, the network does not report the owner. `isSilent`: answers must not reveal whether the key exists.
   */
  owner?: { legalId?: string; isMissing?: true; isSilent?: true };
  /** Time at which the cashout was given to the workers to start. */
  calledAt?: string;
  /**
   * Time at which a start failed. With `retriesAt`: the start is tried again at that time, for example because funds
   * were missing. Without `retriesAt`: the cashout waits for more approvals.
   */
  postponedAt?: string;
  retriesAt?: string;
};

/** The state of a scheduled cashout. In the first three states the contract's status is NEW. */
export type ScheduleState = 'AWAITING_APPROVAL' | 'SCHEDULED' | 'POSTPONED' | 'STARTED' | 'CANCELLED';

type Waiting = Scheduling & { status: string; approvedAt?: string; expiresAt?: string; reservedAt?: string };

/** Times of the day in São Paulo, HH:MM: the start if the caller gave only a day, and the second try. */
export type ScheduleTimes = { SCHEDULE_STARTS_AT: string; SCHEDULE_RETRIES_AT: string };

/**
 * Returns when the cashout starts (ISO, UTC).
 * @param scheduledFor a day in São Paulo (YYYY-MM-DD), or an instant (ISO, UTC)
 */
export function startOf(scheduledFor: string, { SCHEDULE_STARTS_AT: at }: ScheduleTimes): string {
  return scheduledFor.length > 10 ? scheduledFor : timeOf(scheduledFor, at);
}

/**
 * Returns the time of the second try, on the day of the start. If that time is not after the start, callers make no
 * second try.
 */
export function retryOf(startsAt: string, { SCHEDULE_RETRIES_AT: at }: ScheduleTimes): string {
  return timeOf(saoPauloDay(startsAt), at);
}

/**
 * Converts a day and a time in São Paulo to an instant. The zone has been UTC-3 all year since 2019 (lib/base/time.ts).
 */
const timeOf = (day: string, time: string) => new Date(`${day}T${time}:00-03:00`).toISOString();

export function stateOf({ status, approvedAt, postponedAt, reservedAt }: Waiting): ScheduleState {
  if (reservedAt) return 'STARTED';
  if (status === 'CANCELLED') return 'CANCELLED';
  if (!approvedAt) return 'AWAITING_APPROVAL';
  return postponedAt ? 'POSTPONED' : 'SCHEDULED';
}

/** Returns whether a cashout is approved and has not started yet. */
export const isApprovedAhead = ({ status, startsAt, approvedAt }: Waiting): boolean =>
  status === 'NEW' && startsAt !== undefined && approvedAt !== undefined;

/** Returns whether a worker must process the cashout: to look up the key's owner, or because its start is due. */
export const isForWorkers = ({ status, verifies, calledAt }: Waiting): boolean =>
  status === 'NEW' && (verifies !== undefined || calledAt !== undefined);

/** Returns when a NEW cashout without other work is due: at its start if it is approved, otherwise at its expiry. */
export const waitsUntil = (row: Waiting): string | undefined =>
  isApprovedAhead(row) ? (row.retriesAt ?? row.startsAt) : row.expiresAt;

/** Time for which the look-up of a payee is repeated if it gets no answer, counted from the start (ms). */
const patienceMs = 3_600_000;

/** Returns whether the cashout must end because the look-up of its payee still gets no answer. */
export function isGivenUp({ startsAt, calledAt, retriesAt }: Scheduling, now: Date): boolean {
  const since = calledAt ?? retriesAt ?? startsAt;
  return since !== undefined && now.getTime() >= Date.parse(since) + patienceMs;
}
