// Cashouts that start later (an extension: docs/decisions/product/schedules.md): when they start, when they are tried again, and what of them
// waits for what. A scheduled cashout is NEW until its money is held.

import { saoPauloDay } from '../base/time.ts';

/** What a scheduled cashout has on its row besides what every cashout has. Times are ISO, UTC. */
export type Scheduling = {
  /** When it starts, if it is approved by then. Present in every scheduled cashout, and never changed. */
  startsAt?: string;
  /** It is approved, and the owner of its key is not known yet. */
  verifies?: true;
  /**
   * Who owned the key when it was approved; nobody, if it is missing. Without both the network does not tell. `isSilent`: nobody was
   * told that there is such a key.
   */
  owner?: { legalId?: string; isMissing?: true; isSilent?: true };
  /** Since when the workers have it to start it. */
  calledAt?: string;
  /** When it could not start. With `retriesAt` it had no funds, and is tried again then; without, it waits for more approvals. */
  postponedAt?: string;
  retriesAt?: string;
};

/** Where a scheduled cashout stands. The contract's status is NEW in the first three. */
export type ScheduleState = 'AWAITING_APPROVAL' | 'SCHEDULED' | 'POSTPONED' | 'STARTED' | 'CANCELLED';

type Waiting = Scheduling & { status: string; approvedAt?: string; expiresAt?: string; reservedAt?: string };

/** The times of the day in São Paulo, HH:MM: of the start of those that name a day, and of the second try. */
export type ScheduleTimes = { SCHEDULE_STARTS_AT: string; SCHEDULE_RETRIES_AT: string };

/** @param scheduledFor a day in São Paulo (YYYY-MM-DD), or an instant (ISO, UTC) */
export function startOf(scheduledFor: string, { SCHEDULE_STARTS_AT: at }: ScheduleTimes): string {
  return scheduledFor.length > 10 ? scheduledFor : timeOf(scheduledFor, at);
}

/** The second try of one that starts at this time: later on the same day, or never. */
export function retryOf(startsAt: string, { SCHEDULE_RETRIES_AT: at }: ScheduleTimes): string {
  return timeOf(saoPauloDay(startsAt), at);
}

/** São Paulo has been UTC-3 all year since 2019 (lib/base/time.ts). */
const timeOf = (day: string, time: string) => new Date(`${day}T${time}:00-03:00`).toISOString();

export function stateOf({ status, approvedAt, postponedAt, reservedAt }: Waiting): ScheduleState {
  if (reservedAt) return 'STARTED';
  if (status === 'CANCELLED') return 'CANCELLED';
  if (!approvedAt) return 'AWAITING_APPROVAL';
  return postponedAt ? 'POSTPONED' : 'SCHEDULED';
}

/** Approved, and not started yet. */
export const isApprovedAhead = ({ status, startsAt, approvedAt }: Waiting): boolean =>
  status === 'NEW' && startsAt !== undefined && approvedAt !== undefined;

/** Whether a worker has to look at it: for the owner of its key, or because its start has come. */
export const isForWorkers = ({ status, verifies, calledAt }: Waiting): boolean =>
  status === 'NEW' && (verifies !== undefined || calledAt !== undefined);

/** Until when a NEW cashout without any work waits: for its start if it is approved, else for its expiry. */
export const waitsUntil = (row: Waiting): string | undefined =>
  isApprovedAhead(row) ? (row.retriesAt ?? row.startsAt) : row.expiresAt;

/** For how long a payee is looked up that gives no answer, once the cashout should have started. */
const patienceMs = 3_600_000;

/** Whether a payee that still gives no answer ends it. */
export function isGivenUp({ startsAt, calledAt, retriesAt }: Scheduling, now: Date): boolean {
  const since = calledAt ?? retriesAt ?? startsAt;
  return since !== undefined && now.getTime() >= Date.parse(since) + patienceMs;
}
