// Chooses the books of each PSP to compare with ours, by configuration. The sandbox has no books.

import type { PspBooks } from '../network/psp-books.ts';
import { payoutBalances, payoutBooks, refundBooks } from '../network/registry.ts';
import { pspTraits } from '../platform/psp-names.ts';
import { type AccountOptions, pspAccounts } from './psp-accounts.ts';

export function chooseBooks(options: AccountOptions): PspBooks[] {
  return pspAccounts(options).map(({ name: place, psp, call }) => {
    const { pays, pixApi } = pspTraits[psp];
    const [paid, balance] = [pays && payoutBooks[pays]?.(call), pays && payoutBalances[pays]?.(call)];
    const received = pixApi ? refundBooks.bcb?.(call) : undefined;
    return {
      place,
      ...(balance ? { balance } : {}),
      ...(received ? { received, ...(paid ? { paid } : {}) } : {}),
    };
  });
}
