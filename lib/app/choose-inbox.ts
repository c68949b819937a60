// Chooses the lists of received money, by configuration. Every PSP lists payments; the one for payouts also lists
// returns of payouts and reports. The sandbox has no lists.

import type { NetworkInbox, RefundInbox, Skipped } from '../network/inbox.ts';
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
  // Money may arrive at either PSP, because a returned payout arrives at the PSP that paid it.
  const received = asOne(at.all.map(({ call }) => refundInboxes[REFUND_NETWORK](call, skipped)));
  const ofPayouts =
    PAYOUT_NETWORK === 'sandbox' ? {} : payoutInboxes[PAYOUT_NETWORK]?.(at.payouts.call, skipped, now);
  return { listReports: async () => [], ...received, ...ofPayouts };
}

/** One inbox that reads the lists of all. */
const asOne = (inboxes: readonly RefundInbox[]): RefundInbox => ({
  async findReceived(endToEndId) {
    for (const inbox of inboxes) {
      const found = await inbox.findReceived(endToEndId);
      if (found) return found;
    }
    return undefined;
  },
  listReceived: async (range, only) =>
    (await Promise.all(inboxes.map((inbox) => inbox.listReceived(range, only)))).flat(),
});
