// Chooses who lists received payments, by configuration: the PSP that refunds. The sandbox lists nothing.

import { makeBcbReceived } from '../network/bcb/received.ts';
import { makeEfiReports, type Skipped } from '../network/efi/reports.ts';
import { makeEfiSentReturns } from '../network/efi/sent-returns.ts';
import type { NetworkInbox } from '../network/inbox.ts';
import { makePspClient, type ReadSecret } from '../network/psp-client.ts';
import type { Config } from '../platform/config.ts';
import type { Log } from '../platform/log.ts';
import type { Metrics } from '../platform/metrics.ts';

type Options = {
  config: Pick<Config, 'PAYOUT_NETWORK' | 'REFUND_NETWORK' | 'PSP_URL'>;
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
  const { PAYOUT_NETWORK, REFUND_NETWORK, PSP_URL: url = '' } = config;
  if (REFUND_NETWORK === 'sandbox') return undefined;
  const call = makePspClient({ url, readSecret, now });
  const skipped: Skipped = (outcome, count = 1) => {
    log.error('unreadable PSP items skipped', { outcome, count }, undefined);
    counts('NetworkItemsSkipped', count);
  };
  const received = makeBcbReceived(call, skipped);
  if (PAYOUT_NETWORK !== 'efi') return { ...received, listReports: async () => [] };
  return {
    ...received,
    listReports: makeEfiReports(call, skipped),
    findSentReturns: makeEfiSentReturns(call),
  };
}
