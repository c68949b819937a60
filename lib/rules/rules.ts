// The rules of an account: its company's own conditions for cashouts, besides the contract. They are on the account's
// own row, because every create reads it and every hold writes it.

import type { Cents } from '../base/money.ts';
import { addSeconds } from '../base/time.ts';
import type { ApprovalRules } from './approvals.ts';
import type { DuplicateRule } from './duplicates.ts';
import type { LimitRules } from './limits.ts';

export type Rules = ApprovalRules &
  LimitRules & {
    /** Seconds after which a NEW cashout ends CANCELLED. Applies to cashouts created while the rule was set. */
    expireNewSeconds?: number | undefined;
    /** Only payees in the account's list are paid. */
    onlyListedPayees?: true | undefined;
    duplicates?: DuplicateRule | undefined;
    /** The company gets an event when the available balance is below this. It never affects a cashout. */
    lowBalanceCents?: Cents | undefined;
  };

/** When a cashout that becomes NEW now expires; empty without such a rule. */
export function expiryOf({ expireNewSeconds }: Rules, now: Date): { expiresAt?: string } {
  return expireNewSeconds === undefined ? {} : { expiresAt: addSeconds(now, expireNewSeconds) };
}

const secondsOfHour = 3_600;

export const secondsOf = (hours: number) => hours * secondsOfHour;

export const hoursOf = (seconds: number) => seconds / secondsOfHour;
