// Defines the rule about duplicates: cashouts that may be the same payout twice, because they have the same account,
// payee and amount within a period.

import { addSeconds } from '../base/time.ts';

export const duplicateActions = ['tell', 'hold', 'refuse'] as const;

/**
 * The rule. `action`: `tell` reports the duplicate in the answer, `hold` makes the cashout wait for an approval,
 * `refuse` refuses it.
 */
export type DuplicateRule = { withinSeconds: number; action: (typeof duplicateActions)[number] };

/**
 * Returns the start of the period. An earlier cashout noted at or after this time is a possible duplicate (ISO, UTC).
 */
export const duplicateSince = ({ withinSeconds }: DuplicateRule, at: string): string =>
  addSeconds(new Date(at), -withinSeconds);
