// Chooses the books to reconcile ours with, by configuration: those of payouts and those of refunds, if a PSP has each.
// The sandbox has none to list.

import type { PspBooks } from '../network/psp-books.ts';
import { makePspClient, type ReadSecret } from '../network/psp-client.ts';
import { payoutBooks, refundBooks } from '../network/registry.ts';
import type { Config } from '../platform/config.ts';

type Options = {
  config: Pick<Config, 'PAYOUT_NETWORK' | 'REFUND_NETWORK' | 'PSP_URL'>;
  readSecret: ReadSecret;
  now: () => Date;
};

export function chooseBooks({ config, readSecret, now }: Options): PspBooks | undefined {
  const { PAYOUT_NETWORK, REFUND_NETWORK, PSP_URL: url = '' } = config;
  if (PAYOUT_NETWORK === 'sandbox' || REFUND_NETWORK === 'sandbox') return undefined;
  const [ofPayouts, ofRefunds] = [payoutBooks[PAYOUT_NETWORK], refundBooks[REFUND_NETWORK]];
  if (!ofPayouts || !ofRefunds) return undefined;
  const call = makePspClient({ url, readSecret, now });
  return { ...ofRefunds(call), ...ofPayouts(call) };
}
