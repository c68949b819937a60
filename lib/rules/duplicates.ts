// Cashouts that may be the same payout twice: same account, payee and amount, within a time.

import { addSeconds } from '../base/time.ts';

export const duplicateActions = ['tell', 'hold', 'refuse'] as const;

/** `action`: the answer tells it, the cashout waits for an approval, or it is refused. */
export type DuplicateRule = { withinSeconds: number; action: (typeof duplicateActions)[number] };

/** An earlier cashout that was noted at this time or later is a possible duplicate (ISO, UTC). */
export const duplicateSince = ({ withinSeconds }: DuplicateRule, at: string): string =>
  addSeconds(new Date(at), -withinSeconds);
