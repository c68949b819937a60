// Lists the PSPs that the settings may name. Each PSP needs entries in lib/network/registry.ts; otherwise the code does
// not compile.

/** Accepted values of PAYOUT_NETWORK. */
export const payoutPsps = ['efi', 'woovi'] as const;
/** Accepted values of REFUND_NETWORK. */
export const refundPsps = ['bcb'] as const;

export type PayoutPsp = (typeof payoutPsps)[number];
export type RefundPsp = (typeof refundPsps)[number];

/**
 * The properties of the networks for payouts. `certificate`: the PSP authenticates us by a certificate of ours, and not
 * only by a token. `pixApi`: the PSP has the Central Bank's Pix API, so payments can be received there. If the sandbox
 * pays, the only PSP is the PSP for refunds, which has both properties.
 */
export const payoutTraits: Record<'sandbox' | PayoutPsp, { certificate: boolean; pixApi: boolean }> = {
  sandbox: { certificate: true, pixApi: true },
  efi: { certificate: true, pixApi: true },
  woovi: { certificate: false, pixApi: false },
};
