// Stores the counters of an account's limits. They are written in the transaction that holds or releases the money.

import type { AccountRef } from '../base/account-ref.ts';
import { change } from '../platform/expression.ts';
import { countKey } from '../platform/keys.ts';
import type { Action, Database } from '../platform/table.ts';
import { type Count, type Counted, isOfPayee, newSince } from './limits.ts';

/** Counters of days and nights are deleted after a month. The row of a payee is kept. */
const keptSeconds = 31 * 86_400;

/**
 * Builds the database action that adds an amount to a counter. The action fails if the limit does not allow the amount.
 * The limit for new payees does not apply to a payee that is no longer new.
 * @param at time of the hold (ISO, UTC)
 */
export function count({ config }: Database, account: AccountRef, one: Count, at: string): Action {
  const room = one.limitCents - one.cents;
  const isPayee = one.name === 'new_payee';
  const update = change({
    count: { cents: one.cents },
    first: firstOf(one, at),
    when: [
      ...(room >= 0 ? ['attribute_not_exists(#cents) OR #cents <= :room'] : []),
      ...(isPayee ? ['#since <= :newSince'] : []),
    ].join(' OR '),
    values: { ...(room >= 0 ? { room } : {}), ...(isPayee ? { newSince: newSince(at) } : {}) },
  });
  return { Update: { TableName: config.ACCOUNTS_TABLE, Key: countKey(account, one.sk), ...update } };
}

/**
 * Builds the database action that subtracts an amount from a counter. The action never fails, so that it cannot block
 * the end of a transfer.
 */
export function uncount(
  { config }: Database,
  account: AccountRef,
  { sk, cents }: Counted,
  at: string,
): Action {
  const update = change({ count: { cents: -cents }, first: firstOf({ sk }, at) });
  return { Update: { TableName: config.ACCOUNTS_TABLE, Key: countKey(account, sk), ...update } };
}

/** Returns the first content of a counter's row. */
function firstOf({ sk }: Pick<Counted, 'sk'>, at: string) {
  const expiresAt = Math.floor(Date.parse(at) / 1000) + keptSeconds;
  return isOfPayee(sk) ? { since: at } : { since: at, expiresAt };
}
