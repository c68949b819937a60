// Computes when a caller should poll again: about when the service next asks the network.

import type { Config } from '../platform/config.ts';

/** Minimum number of seconds between two look-ups of a chargeback (spec: Limits). */
const chargebackSecondsMin = 30;
/**
 * Maximum number of seconds for a cashout, unless the first wait of the service is longer. The later waits of the
 * service may be longer, but the network may call back earlier.
 */
const cashoutSecondsMax = 30;

/**
 * Returns the header Retry-After (seconds) for a PROCESSING cashout or a PENDING chargeback, and no header for any
 * other row.
 * @param row `tries`: number of requests to the network for a cashout's result, if known
 */
export function retryAfter(config: Config, row: { status: string; tries?: number }): Record<string, string> {
  if (row.status === 'PROCESSING') return { 'retry-after': String(cashoutSeconds(config, row.tries)) };
  return row.status === 'PENDING' ? { 'retry-after': String(chargebackSeconds(config)) } : {};
}

/** Returns the seconds for a cashout. The service's own waits double with each try (lib/payout/retry-later.ts). */
function cashoutSeconds({ RETRY_FIRST_SECONDS: first }: Config, tries = 0): number {
  return Math.max(first, Math.min(cashoutSecondsMax, first * 2 ** Math.min(20, Math.max(0, tries - 1))));
}

/** Returns the seconds for a chargeback. Stage `local` has no minimum, because the sandbox answers sooner. */
function chargebackSeconds({ STAGE, CHARGEBACK_POLL_SECONDS: seconds }: Config): number {
  return STAGE === 'local' ? seconds : Math.max(seconds, chargebackSecondsMin);
}
