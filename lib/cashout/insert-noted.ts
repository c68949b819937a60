// Inserts a cashout. If the account has a rule about duplicates, a note is written with the row, so that of two
// simultaneous cashouts the second finds the first.

import { invariant, refuseSaying } from '../base/errors.ts';
import type { Base } from '../platform/deps.ts';
import type { Action } from '../platform/table.ts';
import type { WithPayouts } from '../rules/deps.ts';
import type { DuplicateRule } from '../rules/duplicates.ts';
import type { Payout } from '../rules/payout-store.ts';
import { expiryOf, type Rules } from '../rules/rules.ts';
import type { Cashout } from './cashout.ts';
import type { Inserted } from './cashout-store.ts';
import type { WithCashouts } from './deps.ts';
import { payeeAsked } from './duplicate.ts';
import { type Earlier, findDuplicate } from './find-duplicate.ts';
import { movedRow, moveTo } from './move-to.ts';

/** Writes the row, its note if there is a note, and the other writes of the call. */
export type Insert = (cashout: Cashout, note?: Action) => Promise<Inserted>;

type Result = { inserted: Cashout; existing?: never } | { inserted?: never; existing: Cashout };

/**
 * Inserts the cashout.
 * @param rules of the account; without a rule about duplicates, only the row is written
 * @param actionOn the action on an earlier payout; by default that of the rule
 * @returns the written row, which may name an earlier cashout; or the existing row, if its id was already used
 */
export async function insertNoted(
  deps: Base & WithPayouts & WithCashouts,
  insert: Insert,
  cashout: Cashout,
  rules: Rules | undefined,
  actionOn: (rule: DuplicateRule, earlier: Earlier) => DuplicateRule['action'] = ({ action }) => action,
): Promise<Result> {
  const { createAttempt } = cashout;
  const rule = rules?.duplicates;
  const payout = rule && payoutOf(cashout);
  let [row, seen] = [cashout, undefined as number | undefined];
  async function attempt(): Promise<Result | undefined> {
    const put = await insert(row, payout && deps.payouts.note(payout, rule, seen));
    if (put.inserted) return { inserted: row };
    // The row contains our own attempt id, so this call wrote it and the acknowledgement was lost. The caller gets the
    // answer of a first call.
    if (put.existing?.createAttempt === createAttempt) return { inserted: rule ? put.existing : row };
    if (put.existing) return { existing: put.existing };
    invariant(rules && rule, 'only a note finds an earlier cashout');
    seen = put.earlier;
    const earlier = await findDuplicate(deps, rule, seen, cashout.createdAt);
    row = earlier ? duplicateOf(cashout, earlier.id, actionOn(rule, earlier), rules) : cashout;
    return undefined;
  }
  if (payout) return deps.payouts.underLock(payout, async () => (await attempt()) ?? attempt());
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
  // The cashout now waits for approval like any NEW cashout, so it needs an expiry. A scheduled cashout already has an
  // expiry.
  const expiry = expiryOf(rules, new Date(cashout.createdAt));
  return { ...expiry, ...row, ...waits, pendingEvents: ['created'] };
}
