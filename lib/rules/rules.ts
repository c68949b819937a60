// The rules of an account: what its company's cashouts must keep besides the contract. Without a rule, the contract
// alone decides. They are on the account's own row, which every create reads anyway.

import { addSeconds } from '../base/time.ts';

export type Rules = {
  /** Seconds after which a NEW cashout ends CANCELLED. It counts for cashouts created under the rule. */
  expireNewSeconds?: number | undefined;
};

/** When a cashout that is NEW now expires, if the rules say so. */
export function expiryOf({ expireNewSeconds }: Rules, now: Date): { expiresAt?: string } {
  return expireNewSeconds === undefined ? {} : { expiresAt: addSeconds(now, expireNewSeconds) };
}

const secondsOfHour = 3_600;

/** The rules as callers and operators see them: null where there is none. */
export function presentRules({ expireNewSeconds }: Rules = {}) {
  return {
    expire_new_after_hours: expireNewSeconds === undefined ? null : expireNewSeconds / secondsOfHour,
  };
}

/** The seconds of an operator's hours. */
export const secondsOf = (hours: number) => hours * secondsOfHour;
