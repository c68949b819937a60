// Chooses the books to reconcile ours with, by configuration: those of the one account that pays and gives back, if a PSP
// has both kinds. The sandbox has none to list, and with two accounts neither statement has all movements.

import type { PspBooks } from '../network/psp-books.ts';
import { makePspClient, type ReadSecret } from '../network/psp-client.ts';
import { payoutBooks, refundBooks } from '../network/registry.ts';
import type { Config } from '../platform/config.ts';

type Options = {
  config: Pick<Config, 'PAYOUT_NETWORK' | 'REFUND_NETWORK' | 'PSP_URL' | 'REFUND_PSP_URL'>;
  readSecret: ReadSecret;
  now: () => Date;
};

export function chooseBooks({ config, readSecret, now }: Options): PspBooks | undefined {
  const { PAYOUT_NETWORK, REFUND_NETWORK, PSP_URL: url = '', REFUND_PSP_URL } = config;
  if (PAYOUT_NETWORK === 'sandbox' || REFUND_NETWORK === 'sandbox') return undefined;
  const [ofPayouts, ofRefunds] = [payoutBooks[PAYOUT_NETWORK], refundBooks[REFUND_NETWORK]];
  if (!ofPayouts || !ofRefunds || REFUND_PSP_URL) return undefined;
  const call = makePspClient({ url, readSecret, now });
  return { ...ofRefunds(call), ...ofPayouts(call) };
}
