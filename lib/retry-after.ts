// When to ask again about what is still under way: as soon as this service itself asks the network again.

import type { Config } from './config.ts';

/** Between two looks at a chargeback, as the contract has it (spec: Limits). */
const chargebackSecondsMin = 30;

/** The header Retry-After where a cashout is PROCESSING or a chargeback PENDING; nothing where there is nothing to wait for. */
export function retryAfter(config: Config, { status }: { status: string }): Record<string, string> {
  if (status === 'PROCESSING') return { 'retry-after': String(config.RETRY_FIRST_SECONDS) };
  return status === 'PENDING' ? { 'retry-after': String(chargebackSeconds(config)) } : {};
}

/** Nobody waits half a minute for the network that a machine of one's own makes up. */
function chargebackSeconds({ STAGE, CHARGEBACK_POLL_SECONDS: seconds }: Config): number {
  return STAGE === 'local' ? seconds : Math.max(seconds, chargebackSecondsMin);
}
