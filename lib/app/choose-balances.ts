// Chooses the accounts at PSPs whose balances are read, by configuration: those at which payouts are or were made. The
// sandbox has no balance.

import type { BalanceAt } from '../network/balance.ts';
import { placeOf } from '../network/place.ts';
import type { ReadSecret } from '../network/psp-client.ts';
import { payoutBalances } from '../network/registry.ts';
import { type PspSettings, pspAccounts } from './psp-accounts.ts';

type Options = { config: PspSettings; readSecret: ReadSecret; now: () => Date };

export const chooseBalances = (options: Options): BalanceAt[] =>
  pspAccounts(options).paying.flatMap((account) => {
    const read = payoutBalances[account.network]?.(account.call);
    return read ? [{ place: placeOf(account.network, account), read }] : [];
  });
