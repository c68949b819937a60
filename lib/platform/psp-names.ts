// The PSPs that the settings may name. Each has its rows in lib/network/registry.ts: a name without them does not compile.

/** In PAYOUT_NETWORK. */
export const payoutPsps = ['efi'] as const;
/** In REFUND_NETWORK. */
export const refundPsps = ['bcb'] as const;

export type PayoutPsp = (typeof payoutPsps)[number];
export type RefundPsp = (typeof refundPsps)[number];
