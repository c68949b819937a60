// When to ask again about what is still under way: about when this service itself asks the network again.

import type { Config } from '../platform/config.ts';

/** Between two looks at a chargeback, as the contract has it (spec: Limits). */
const chargebackSecondsMin = 30;
/** Of a cashout. The service may wait longer, but the network may call it before. */
const cashoutSecondsMax = 30;

/**
 * The header Retry-After where a cashout is PROCESSING or a chargeback PENDING; nothing where there is nothing to wait for.
 * @param row its tries are those to learn what became of a cashout, as far as they are known
 */
export function retryAfter(config: Config, row: { status: string; tries?: number }): Record<string, string> {
  if (row.status === 'PROCESSING') return { 'retry-after': String(cashoutSeconds(config, row.tries)) };
  return row.status === 'PENDING' ? { 'retry-after': String(chargebackSeconds(config)) } : {};
}

/** The waits of the service double with each try (lib/cashout/retry-later.ts). */
function cashoutSeconds({ RETRY_FIRST_SECONDS: first }: Config, tries = 0): number {
  return Math.max(first, Math.min(cashoutSecondsMax, first * 2 ** Math.min(20, Math.max(0, tries - 1))));
}

/** Nobody waits half a minute for the network that a machine of one's own makes up. */
function chargebackSeconds({ STAGE, CHARGEBACK_POLL_SECONDS: seconds }: Config): number {
  return STAGE === 'local' ? seconds : Math.max(seconds, chargebackSecondsMin);
}
