// The rules of an account: what its company's cashouts must keep besides the contract. Without a rule, the contract
// alone decides. They are on the account's own row, which every create reads, and which every hold writes.

import type { Cents } from '../base/money.ts';
import { addSeconds } from '../base/time.ts';
import type { ApprovalRules } from './approvals.ts';
import type { DuplicateRule } from './duplicates.ts';
import type { LimitRules } from './limits.ts';

export type Rules = ApprovalRules &
  LimitRules & {
    /** Seconds after which a NEW cashout ends CANCELLED. It counts for cashouts created under the rule. */
    expireNewSeconds?: number | undefined;
    /** Only payees that the account's list has are paid. */
    onlyListedPayees?: true | undefined;
    duplicates?: DuplicateRule | undefined;
    /** Its company is told when less than this is available. No cashout is judged by it. */
    lowBalanceCents?: Cents | undefined;
  };

/** When a cashout that is NEW now expires, if the rules say so. */
export function expiryOf({ expireNewSeconds }: Rules, now: Date): { expiresAt?: string } {
  return expireNewSeconds === undefined ? {} : { expiresAt: addSeconds(now, expireNewSeconds) };
}

const secondsOfHour = 3_600;

/** The seconds of an operator's hours. */
export const secondsOf = (hours: number) => hours * secondsOfHour;

/** The hours of such seconds. */
export const hoursOf = (seconds: number) => seconds / secondsOfHour;
