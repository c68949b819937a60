// Lists the PSPs that the settings may name. Each PSP needs entries in lib/network/registry.ts; otherwise the code does
// not compile.

/** Accepted values of PAYOUT_NETWORK. */
export const payoutPsps = ['efi', 'woovi'] as const;
/** Accepted values of REFUND_NETWORK. */
export const refundPsps = ['bcb'] as const;

/** PSPs that authenticate us by a token. They do not have a certificate of ours. */
export const tokenPsps: readonly string[] = ['woovi'] satisfies PayoutPsp[];

export type PayoutPsp = (typeof payoutPsps)[number];
export type RefundPsp = (typeof refundPsps)[number];
