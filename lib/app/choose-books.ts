// Chooses the PSP's books to compare with ours, by configuration. There are books only if one account makes all payouts
// and refunds, and its PSP has books of both kinds. With two accounts, neither statement has all movements. The sandbox
// has no books.

import type { PspBooks } from '../network/psp-books.ts';
import type { ReadSecret } from '../network/psp-client.ts';
import { payoutBalances, payoutBooks, refundBooks } from '../network/registry.ts';
import type { Config } from '../platform/config.ts';
import { type PspSettings, pspAccounts } from './psp-accounts.ts';

type Options = {
  config: Pick<Config, 'PAYOUT_NETWORK' | 'REFUND_NETWORK'> & PspSettings;
  readSecret: ReadSecret;
  now: () => Date;
};

export function chooseBooks({ config, readSecret, now }: Options): PspBooks | undefined {
  const { PAYOUT_NETWORK, REFUND_NETWORK } = config;
  if (PAYOUT_NETWORK === 'sandbox' || REFUND_NETWORK === 'sandbox') return undefined;
  const [ofPayouts, ofRefunds] = [payoutBooks[PAYOUT_NETWORK], refundBooks[REFUND_NETWORK]];
  const balance = payoutBalances[PAYOUT_NETWORK];
  const { payouts, former, all } = pspAccounts({ config, readSecret, now });
  if (!ofPayouts || !ofRefunds || !balance || former || all.length > 1) return undefined;
  return { ...ofRefunds(payouts.call), ...ofPayouts(payouts.call), balance: balance(payouts.call) };
}
