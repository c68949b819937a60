// Cashouts that may be the same payout twice: same account, payee and amount, within a time.

export const duplicateActions = ['tell', 'hold', 'refuse'] as const;

/** `action`: the answer tells it, the cashout waits for an approval, or it is refused. */
export type DuplicateRule = { withinSeconds: number; action: (typeof duplicateActions)[number] };
