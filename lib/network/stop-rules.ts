// Decides when a payment may try a PSP that refuses us, and which company's refusals stop nobody else.

import { addSeconds } from '../base/time.ts';
import type { Question } from './own-fault.ts';

/** Wait before one payment may try the PSP again (seconds). It doubles with each refused try. */
const [probeSecondsMin, probeSecondsMax] = [30, 300];

/**
 * A PSP that refuses us, so payouts there wait. `since`: the first refusal; `refusedAt`: the last one (ISO, UTC).
 * `question`: the request that was refused. `word`: the PSP's word. `companyId`: of the first refused payment. At
 * `probeAt` the payment `probedBy` may try again, so that as few payments as possible are held meanwhile. At `othersAt`
 * another payment may, because the PSP may refuse only that one.
 */
export type Stop = {
  since: string;
  question: Question;
  word: string;
  refusedAt: string;
  tries: number;
  probeAt: string;
  isProbing: boolean;
  probedBy: number;
  companyId: string;
  othersAt: string;
};

/** A company whose payment alone was refused. Until `until`, its refusals do not stop the payouts of others. */
export type Doubt = { companyId: string; until: string };
const doubtSeconds = 86_400;
const doubtsMax = 20;
/** Minimum and maximum time until another payment may try (seconds). It grows with the age of the stop. */
const [othersSecondsMin, othersSecondsMax] = [330, 3_600];

/** Returns how long a payment waits before it may try the PSP again, after this number of tries (seconds). */
export const probeSeconds = (tries: number): number =>
  Math.min(probeSecondsMax, probeSecondsMin * 2 ** Math.min(tries, 10));

/** Returns when another payment may try after a refusal. */
export function nextOthersAt(since: string, now: Date): string {
  const age = (now.getTime() - Date.parse(since)) / 1_000;
  return addSeconds(now, Math.min(othersSecondsMax, Math.max(othersSecondsMin, age)));
}

/** Returns the doubts that still count. */
export const openDoubts = (doubts: readonly Doubt[] = [], now: Date): Doubt[] =>
  doubts.filter(({ until }) => until > now.toISOString());

/** Returns the doubts with one more company. */
export function doubtsWith(doubts: readonly Doubt[] | undefined, companyId: string, now: Date): Doubt[] {
  const rest = openDoubts(doubts, now).filter((one) => one.companyId !== companyId);
  return [...rest, { companyId, until: addSeconds(now, doubtSeconds) }].slice(-doubtsMax);
}
