// Defines the rules of an account: its company's own conditions for cashouts, in addition to the contract. The rules
// are stored on the account's own row, because every create reads that row and every hold writes it.

import type { Cents } from '../base/money.ts';
import { addSeconds } from '../base/time.ts';
import type { ApprovalRules } from './approvals.ts';
import type { DuplicateRule } from './duplicates.ts';
import type { LimitRules } from './limits.ts';

export type Rules = ApprovalRules &
  LimitRules & {
    /** Seconds after which a NEW cashout ends as CANCELLED. Applies to cashouts created while the rule is set. */
    expireNewSeconds?: number | undefined;
    /** Only payees in the account's list are paid. */
    onlyListedPayees?: true | undefined;
    duplicates?: DuplicateRule | undefined;
    /**
     * The company gets an event when the available balance falls below this amount. The rule never affects a cashout.
     */
    lowBalanceCents?: Cents | undefined;
    /** What a MED report names is blocked at once, up to the available balance (lib/med-case/block.ts). */
    blocksReported?: true | undefined;
  };

/** Returns when a cashout that becomes NEW now expires. Returns an empty object without the rule. */
export function expiryOf({ expireNewSeconds }: Rules, now: Date): { expiresAt?: string } {
  return expireNewSeconds === undefined ? {} : { expiresAt: addSeconds(now, expireNewSeconds) };
}

const secondsOfHour = 3_600;

export const secondsOf = (hours: number) => hours * secondsOfHour;

export const hoursOf = (seconds: number) => seconds / secondsOfHour;
