// The PSPs that the settings may name. Each needs its rows in lib/network/registry.ts; otherwise the code does not
// compile.

/** Values of PAYOUT_NETWORK. */
export const payoutPsps = ['efi'] as const;
/** Values of REFUND_NETWORK. */
export const refundPsps = ['bcb'] as const;

export type PayoutPsp = (typeof payoutPsps)[number];
export type RefundPsp = (typeof refundPsps)[number];
