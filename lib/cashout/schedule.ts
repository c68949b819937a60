// Cashouts that start later (an extension: docs/decisions/product/schedules.md): start, second try, and the event that
// each one waits for. A scheduled cashout is NEW until its money is held.

import { saoPauloDay } from '../base/time.ts';

/** The additional fields of a scheduled cashout. Times are ISO, UTC. */
export type Scheduling = {
  /** When it starts if it is approved by then. Every scheduled cashout has it, and it never changes. */
  startsAt?: string;
  /** It is approved, and its key's owner must still be looked up. */
  verifies?: true;
  /**
   * The key's owner at the approval. `isMissing`: the key had no owner. Neither: the network does not give the owner.
   * `isSilent`: no answer may reveal that the key exists.
   */
  owner?: { legalId?: string; isMissing?: true; isSilent?: true };
  /** When it was given to the workers to start. */
  calledAt?: string;
  /**
   * When a start failed. With `retriesAt`: no funds, and it is tried again then. Without: it waits for more approvals.
   */
  postponedAt?: string;
  retriesAt?: string;
};

/** The state of a scheduled cashout. In the first three the contract's status is NEW. */
export type ScheduleState = 'AWAITING_APPROVAL' | 'SCHEDULED' | 'POSTPONED' | 'STARTED' | 'CANCELLED';

type Waiting = Scheduling & { status: string; approvedAt?: string; expiresAt?: string; reservedAt?: string };

/** Times of the day in São Paulo, HH:MM: the start if only a day was given, and the second try. */
export type ScheduleTimes = { SCHEDULE_STARTS_AT: string; SCHEDULE_RETRIES_AT: string };

/** @param scheduledFor a day in São Paulo (YYYY-MM-DD), or an instant (ISO, UTC) */
export function startOf(scheduledFor: string, { SCHEDULE_STARTS_AT: at }: ScheduleTimes): string {
  return scheduledFor.length > 10 ? scheduledFor : timeOf(scheduledFor, at);
}

/** The second try: later on the day of the start; undefined if that time has passed by the start. */
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

/** Whether a worker must process it: to look up the key's owner, or because its start is due. */
export const isForWorkers = ({ status, verifies, calledAt }: Waiting): boolean =>
  status === 'NEW' && (verifies !== undefined || calledAt !== undefined);

/** When a NEW cashout without other work is due: at its start if it is approved, otherwise at its expiry. */
export const waitsUntil = (row: Waiting): string | undefined =>
  isApprovedAhead(row) ? (row.retriesAt ?? row.startsAt) : row.expiresAt;

/** How long the payee is looked up after the start, if there is no answer (ms). */
const patienceMs = 3_600_000;

/** Whether the cashout ends because the look-up of its payee still gets no answer. */
export function isGivenUp({ startsAt, calledAt, retriesAt }: Scheduling, now: Date): boolean {
  const since = calledAt ?? retriesAt ?? startsAt;
  return since !== undefined && now.getTime() >= Date.parse(since) + patienceMs;
}
