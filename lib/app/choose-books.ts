// Chooses the PSP's books to compare with ours, by configuration. There are books only if one account makes all payouts
// and refunds, and its PSP has books of both kinds. With two accounts, neither statement has all movements. The sandbox
// has no books.

import type { PspBooks } from '../network/psp-books.ts';
import { payoutBalances, payoutBooks, refundBooks } from '../network/registry.ts';
import type { Config } from '../platform/config.ts';
import { pspTraits } from '../platform/psp-names.ts';
import { type AccountOptions, pspAccounts } from './psp-accounts.ts';

type Options = AccountOptions & { config: Pick<Config, 'PAYOUT_NETWORK' | 'REFUND_NETWORK'> };

export function chooseBooks(options: Options): PspBooks | undefined {
  const { PAYOUT_NETWORK, REFUND_NETWORK } = options.config;
  const [account, ...others] = pspAccounts(options);
  if (!account || others.length > 0 || account.name !== PAYOUT_NETWORK || account.name !== REFUND_NETWORK)
    return undefined;
  const { psp, call } = account;
  const { pays } = pspTraits[psp];
  const [ofPayouts, ofRefunds] = [pays && payoutBooks[pays], refundBooks.bcb];
  const balance = pays && payoutBalances[pays];
  if (!ofPayouts || !ofRefunds || !balance) return undefined;
  return { ...ofRefunds(call), ...ofPayouts(call), balance: balance(call) };
}
