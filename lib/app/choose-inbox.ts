// Chooses who lists what was received, by configuration: the PSP that refunds lists payments, the one that pays returns of
// its payouts and reports. The sandbox lists nothing.

import type { NetworkInbox, Skipped } from '../network/inbox.ts';
import type { ReadSecret } from '../network/psp-client.ts';
import { payoutInboxes, refundInboxes } from '../network/registry.ts';
import type { Config } from '../platform/config.ts';
import type { Log } from '../platform/log.ts';
import type { Metrics } from '../platform/metrics.ts';
import { type PspSettings, pspAccounts } from './psp-accounts.ts';

type Options = {
  config: Pick<Config, 'PAYOUT_NETWORK' | 'REFUND_NETWORK'> & PspSettings;
  readSecret: ReadSecret;
  now: () => Date;
  log: Log;
  count: Metrics['count'];
};

export function chooseInbox({
  config,
  readSecret,
  now,
  log,
  count: counts,
}: Options): NetworkInbox | undefined {
  const { PAYOUT_NETWORK, REFUND_NETWORK } = config;
  if (REFUND_NETWORK === 'sandbox') return undefined;
  const at = pspAccounts({ config, readSecret, now });
  const skipped: Skipped = (outcome, count = 1) => {
    log.error('unreadable PSP items skipped', { outcome, count }, undefined);
    counts('NetworkItemsSkipped', count);
  };
  const received = refundInboxes[REFUND_NETWORK](at.refunds.call, skipped);
  const ofPayouts =
    PAYOUT_NETWORK === 'sandbox' ? {} : payoutInboxes[PAYOUT_NETWORK]?.(at.payouts.call, skipped);
  return { listReports: async () => [], ...received, ...ofPayouts };
}
