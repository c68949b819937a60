// Lists the PSPs that the settings may name. Each PSP needs entries in lib/network/registry.ts; otherwise the code does
// not compile.

/** PSPs with an API of their own for payouts. */
export type PayoutPsp = 'efi' | 'woovi';
/** The API for received payments and refunds. */
export type RefundPsp = 'bcb';

/** The PSPs of the list of a stage. `bcb`: any PSP with the Central Bank's Pix API, for refunds and received payments. */
export type PspKind = PayoutPsp | RefundPsp;

/**
 * The properties of PSPs. `certificate`: the PSP authenticates us by a certificate of ours, and not only by a token.
 * `pays`: the API with which it pays. `pixApi`: it has the Central Bank's Pix API, so payments can be received there.
 */
export const pspTraits: Readonly<
  Record<PspKind, { certificate: boolean; pays: PayoutPsp | undefined; pixApi: boolean }>
> = {
  efi: { certificate: true, pays: 'efi', pixApi: true },
  woovi: { certificate: false, pays: 'woovi', pixApi: false },
  bcb: { certificate: true, pays: undefined, pixApi: true },
};
