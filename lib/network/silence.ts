// A PSP that does not answer. Payments there wait, and one at a time tries the PSP. What is stored here times the work. It
// is no evidence about a payment.

import { addSeconds } from '../base/time.ts';

/** The PSP gave no answer: no connection, nothing in time, or only the answer of a gateway in front of it. */
export class NoAnswer extends Error {
  constructor(cause: unknown) {
    super(`the PSP does not answer: ${cause instanceof Error ? cause.message : cause}`, { cause });
  }
}

/**
 * Returns whether an answer is that of a gateway that reaches no PSP, or of a PSP that takes no requests (RFC 9110, 15.6.3
 * to 15.6.5). A 500 may be about one payment only.
 */
export const isOfGateway = (status: number): boolean => status === 502 || status === 503 || status === 504;

/** Different payments or refunds in a row that get no answer, until the PSP counts as silent. */
export const unansweredMost = 5;

/** Minimum and maximum time between two tries (seconds). It doubles with each try. */
const [probeSecondsMin, probeSecondsMax] = [2, 15];

/**
 * The last try of a PSP that does not answer. At `nextAt` another company than `by` may try it, and the same one at
 * `againAt`, so that payments which get no answer from a sound PSP stop nobody else for long. Times are ISO, UTC.
 */
export type Probe = { by: string; tries: number; nextAt: string; againAt: string };

/** The beginning and the end of a PSP's last silence (ISO, UTC). */
type Heard = { since: string; at: string };

/** `silentSince`, `probe`: while the PSP does not answer. `heard`: its last silence. */
export type SilenceFields = { silentSince?: string; probe?: Probe; heard?: Heard };

/** Returns the next try, by a company, after a request without an answer or after a try. */
export function probeAfter(before: Probe | undefined, companyId: string, now: Date): Probe {
  const tries = (before?.tries ?? -1) + 1;
  const wait = Math.min(probeSecondsMax, probeSecondsMin * 2 ** Math.min(tries, 10));
  return { by: companyId, tries, nextAt: addSeconds(now, wait), againAt: addSeconds(now, 2 * wait) };
}

/** Returns whether a company may try a silent PSP now. */
export const mayProbe = ({ by, nextAt, againAt }: Probe, companyId: string, now: Date): boolean =>
  now.toISOString() >= (by === companyId ? againAt : nextAt);

/** Time after the end of a silence for which waiting payments are woken. By then each has come by itself (seconds). */
const wakingSeconds = 900;
/** Payments that are woken in the first minute after a silence. The number doubles each minute, while the PSP answers. */
const wokenFirst = 600;

/** Time in which every container learns that the PSP answers (seconds; psp-row-store.ts). */
const learnedSeconds = 20;

/** Returns by when every container knows that a silence has ended (ISO, UTC). Until then payments may wait in vain. */
export const learnedBy = ({ at }: Heard): string => addSeconds(new Date(at), learnedSeconds);

/** Payments that are woken each minute during a silence, so that one of them tries the PSP. */
const wokenMeanwhile = 4;

/**
 * Returns how many waiting payments to wake in this minute: a few during a silence, and after it a number that doubles each
 * minute, up to `most`.
 */
export function wakesAt({ silentSince, heard }: SilenceFields, now: Date, most: number): number {
  if (silentSince !== undefined) return wokenMeanwhile;
  if (heard === undefined) return 0;
  const seconds = (now.getTime() - Date.parse(heard.at)) / 1_000;
  if (seconds < 0 || seconds > wakingSeconds) return 0;
  return Math.min(most, wokenFirst * 2 ** Math.floor(seconds / 60));
}
