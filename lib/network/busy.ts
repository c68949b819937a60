// The PSP asks us to wait: it has too many requests of ours, or is overloaded. The answer says nothing about a payment.

/** The PSP asks us to wait. `seconds`: for how long. */
export class Busy extends Error {
  readonly seconds: number;
  constructor(seconds: number) {
    super(`the PSP asks us to wait for ${seconds} seconds`);
    this.seconds = seconds;
  }
}

/** Seconds to wait if the PSP names none, and the most that are believed. */
const [usualSeconds, secondsMax] = [30, 900];

/** Returns for how many seconds an answer asks us to wait; undefined if it does not. */
export function busySecondsOf({
  status,
  retryAfter,
}: {
  status: number;
  retryAfter?: number;
}): number | undefined {
  if (status === 429) return within(retryAfter ?? usualSeconds);
  return status === 503 && retryAfter !== undefined ? within(retryAfter) : undefined;
}

const within = (seconds: number) => Math.min(secondsMax, Math.max(1, Math.ceil(seconds)));

/**
 * Reads the header Retry-After (RFC 9110, 10.2.3): seconds, or a date.
 * @returns seconds from now; undefined if the header cannot be read
 */
export function readRetryAfter(header: string | undefined, now: Date): number | undefined {
  if (header === undefined) return undefined;
  if (/^\d{1,9}$/.test(header.trim())) return Number(header.trim());
  // A date begins with the name of a day. Date.parse also reads other texts.
  const at = /^[A-Z][a-z]+,? /.test(header) ? Date.parse(header) : Number.NaN;
  return Number.isNaN(at) ? undefined : Math.max(0, (at - now.getTime()) / 1_000);
}
