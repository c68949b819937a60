// Lists all PSPs by their names in the settings, with one table for each function. esbuild drops a table and its
// adapters from a bundle that does not use the table, but it never drops single rows of a table.

import { type PayoutPsp, type PspKind, pspTraits, type RefundPsp } from '../platform/psp-names.ts';
import * as bcb from './bcb/bcb.ts';
import * as efi from './efi/efi.ts';
import type { Psp } from './psp.ts';
import { type CallPsp, type ClientOptions, makePspClient } from './psp-client.ts';
import { makeTokenClient } from './token-client.ts';
import * as woovi from './woovi/woovi.ts';

type MakeClient = (options: ClientOptions) => CallPsp;

export const payouts: Record<PayoutPsp, Psp['payouts']> = { efi: efi.payouts, woovi: woovi.payouts };
export const refunds: Record<RefundPsp, Psp['refunds']> = { bcb: bcb.refunds };
export const refundInboxes: Record<RefundPsp, Psp['refundInbox']> = { bcb: bcb.refundInbox };

// For a PSP that lacks this function, the value is `undefined`.
export const payoutInboxes: Record<PayoutPsp, Psp['payoutInbox'] | undefined> = {
  efi: efi.payoutInbox,
  woovi: woovi.payoutInbox,
};
export const payoutBooks: Record<PayoutPsp, Psp['payoutBooks'] | undefined> = {
  efi: efi.payoutBooks,
  woovi: undefined,
};
export const payoutBalances: Record<PayoutPsp, Psp['payoutBalance'] | undefined> = {
  efi: efi.payoutBalance,
  woovi: woovi.payoutBalance,
};
export const defences: Record<PayoutPsp, Psp['defence'] | undefined> = {
  efi: efi.defence,
  woovi: undefined,
};
export const recoveries: Record<PayoutPsp, Psp['recoveries'] | undefined> = {
  efi: undefined,
  woovi: woovi.recoveries,
};
export const refundBooks: Record<RefundPsp, Psp['refundBooks'] | undefined> = { bcb: bcb.refundBooks };

export const words: Record<PspKind, Psp['words']> = {
  efi: efi.words,
  woovi: woovi.words,
  bcb: bcb.words,
};

/** Functions that name our account at the PSP, so that credentials of another account are noticed. */
export const identities: Record<PspKind, Psp['identity']> = {
  efi: bcb.identity,
  bcb: bcb.identity,
  woovi: woovi.identity,
};

/** Returns the function that makes the client of the PSP. */
export const clientOf = (psp: PspKind): MakeClient =>
  pspTraits[psp].certificate ? makePspClient : makeTokenClient;
