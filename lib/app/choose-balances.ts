// Chooses the accounts at PSPs whose balances are read, by configuration: those at which payouts are or were made. The
// sandbox has no balance.

import type { BalanceAt } from '../network/balance.ts';
import { payoutBalances } from '../network/registry.ts';
import { pspTraits } from '../platform/psp-names.ts';
import { type AccountOptions, pspAccounts } from './psp-accounts.ts';

export const chooseBalances = (options: AccountOptions): BalanceAt[] =>
  pspAccounts(options).flatMap(({ name: place, psp, call }) => {
    const { pays } = pspTraits[psp];
    const read = pays && payoutBalances[pays]?.(call);
    return read ? [{ place, read }] : [];
  });
