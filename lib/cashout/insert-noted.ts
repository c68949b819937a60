// Inserts a cashout. Under the account's rule about duplicates its row is written with a note of it, so that of two at
// once one sees the other.

import { invariant, refuseSaying } from '../base/errors.ts';
import type { Action } from '../platform/table.ts';
import type { DuplicateRule } from '../rules/duplicates.ts';
import type { Payout } from '../rules/payout-store.ts';
import { expiryOf, type Rules } from '../rules/rules.ts';
import type { Cashout } from './cashout.ts';
import type { Inserted } from './cashout-store.ts';
import type { Core } from './deps.ts';
import { payeeAsked } from './duplicate.ts';
import { findDuplicate } from './find-duplicate.ts';
import { movedRow, moveTo } from './move-to.ts';

/** Writes the row, a note of it if there is one, and anything else that the call must write with it. */
export type Insert = (cashout: Cashout, note?: Action) => Promise<Inserted>;

type Result = { inserted: Cashout; existing?: never } | { inserted?: never; existing: Cashout };

/**
 * @param rules of the account; without one about duplicates the row alone is written
 * @returns the row as it was written, which may tell of an earlier one; or the one that has its id already
 */
export async function insertNoted(
  deps: Core,
  insert: Insert,
  cashout: Cashout,
  rules: Rules | undefined,
): Promise<Result> {
  const { createAttempt } = cashout;
  const rule = rules?.duplicates;
  const payout = rule && payoutOf(cashout);
  let [row, seen] = [cashout, undefined as number | undefined];
  async function attempt(): Promise<Result | undefined> {
    const put = await insert(row, payout && deps.payouts.note(payout, rule, seen));
    if (put.inserted) return { inserted: row };
    // A row with our own attempt is our own write, whose acknowledgement was lost: we answer as the first call.
    if (put.existing?.createAttempt === createAttempt) return { inserted: rule ? put.existing : row };
    if (put.existing) return { existing: put.existing };
    invariant(rules && rule, 'only a note finds an earlier cashout');
    seen = put.earlier;
    const earlier = await findDuplicate(deps, rule, seen, cashout.createdAt);
    row = earlier === undefined ? cashout : duplicateOf(cashout, earlier, rule.action, rules);
    return undefined;
  }
  if (payout) return deps.payouts.inTurn(payout, async () => (await attempt()) ?? attempt());
  const result = await attempt();
  invariant(result, 'without a note no other cashout is found');
  return result;
}

function payoutOf({ id: cashoutId, account, createdAt: at, request }: Cashout): Payout {
  return { account, payee: payeeAsked(request), amountCents: request.amountCents, cashoutId, at };
}

function duplicateOf(
  cashout: Cashout,
  possibleDuplicateOf: number,
  action: DuplicateRule['action'],
  rules: Rules,
): Cashout {
  if (action === 'refuse')
    refuseSaying('possible_duplicate', {
      detail: `Transaction may be a duplicate of ${possibleDuplicateOf}`,
    });
  if (action === 'tell' || !cashout.approvedAt) return { ...cashout, possibleDuplicateOf };
  const {
    approvedAt: _,
    approvedBy: __,
    approvedName: ___,
    endToEndId: ____,
    verifies: _____,
    ...unapproved
  } = cashout;
  const waits = { waitsFor: 'duplicate', possibleDuplicateOf } as const;
  const row = movedRow(unapproved, { to: moveTo(unapproved, 'NEW', 'stays') });
  // It waits like any other that is not approved; a scheduled one has its expiry already.
  const expiry = expiryOf(rules, new Date(cashout.createdAt));
  return { ...expiry, ...row, ...waits, pendingEvents: ['created'] };
}
