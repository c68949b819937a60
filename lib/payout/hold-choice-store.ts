// Chooses the cashouts of a group that one transaction can hold: the balance covers them, no freeze stops them, and the
// account's rules allow them. The choice uses the rows that were read, and the rows that DynamoDB returns when a
// transaction fails.

import type { Account } from '../account/account.ts';
import { findApprovers } from '../account/approver-store.ts';
import type { Hold } from '../cashout/hold.ts';
import { approvalsOf, countsOfOne, type HoldRefusal, judge, namesOf } from '../cashout/judge.ts';
import { actionsMax } from '../platform/expression.ts';
import { balanceKey, listedPayeeKey } from '../platform/keys.ts';
import { readAll } from '../platform/open-rows.ts';
import { type Action, type Broken, type Database, type Row, readRows } from '../platform/table.ts';
import { count } from '../rules/count-store.ts';
import { type Count, roomOf, sumCounts } from '../rules/limits.ts';
import { checkListed } from '../rules/listed-payee-store.ts';
import type { Rules } from '../rules/rules.ts';

export type Choice = Awaited<ReturnType<typeof makeChoice>>;

/**
 * Prepares the choice. The rules are read first if the cashouts were created under rules.
 * @param holds of one account
 */
export async function makeChoice(db: Database, holds: readonly Hold[]) {
  const [{ cashout: first }] = holds as [Hold];
  const { account } = first;
  let balance: Account | 'unknown' | undefined = 'unknown';
  let rules: Rules | undefined;
  if (holds.some(({ cashout }) => cashout.requires)) {
    const table = db.config.ACCOUNTS_TABLE;
    know((await readRows(db, [{ table, key: balanceKey(account) }]))[0]);
  }
  const approvers = await readApprovers(db, holds);
  /** The counters of the limits, by sort key. A counter that was not read is absent. */
  const counted = new Map<string, Row | undefined>();
  /** For each payee that was read, whether it is in the account's list. */
  const listed = new Map<string, boolean>();

  function know(row: Row | undefined): void {
    balance = row as Account | undefined;
    rules = balance?.rules;
  }

  async function readList(open: readonly Hold[]): Promise<void> {
    const unknown = [...new Set(open.flatMap(namesOf))].filter((payee) => !listed.has(payee));
    const table = db.config.ACCOUNTS_TABLE;
    const rows = await readAll(
      db,
      unknown.map((payee) => ({ table, key: listedPayeeKey(account, payee) })),
    );
    for (const [index, payee] of unknown.entries()) listed.set(payee, rows[index]?.isListed === true);
  }

  const countsOfHold = (one: Hold): Count[] => countsOfOne(one, rules);
  /**
   * Returns the cents left in a limit. Only the payee's counter shows whether the payee is new. If that counter was not
   * read, the limit counts as infinite here and the transaction's condition decides.
   */
  const remainingOf = (one: Count, { reservation }: Hold) =>
    one.name === 'new_payee' && !counted.has(one.sk)
      ? Number.POSITIVE_INFINITY
      : roomOf(one, counted.get(one.sk), reservation.reservedAt);
  const listedName = (one: Hold) => namesOf(one).find((payee) => listed.get(payee));

  /** Returns why a cashout cannot be held even alone; undefined if it can be held. */
  const refusalOf = (one: Hold): HoldRefusal | undefined =>
    judge(one.cashout.startsAt ? 'start' : 'hold', one, {
      balance,
      rules,
      isListed: (payee) => listed.get(payee) === true,
      remainingOf: (each) => remainingOf(each, one),
      mayApprove: (userId) => approvers.has(userId),
    }).refusals[0];

  function actionsOf(chosen: readonly Hold[]): Action[] {
    const counts = sumCounts(chosen.flatMap(countsOfHold));
    const at = chosen[0]?.reservation.reservedAt ?? '';
    return [
      ...counts.map((one) => count(db, account, one, at)),
      ...listedNames(chosen).map((payee) => checkListed(db, account, payee)),
    ];
  }

  const listedNames = (chosen: readonly Hold[]) =>
    rules?.onlyListedPayees ? [...new Set(chosen.flatMap((one) => listedName(one) ?? []))] : [];

  return {
    /** The account's rules. The transaction fails if they have changed. */
    get rules() {
      return rules;
    },

    actionsOf,

    /**
     * Returns the field that the hold stores on the cashout's row. A release uses it to subtract the counted amounts
     * again.
     */
    countedOf(one: Hold): { countedIn?: string[] } {
      const places = countsOfHold(one).map(({ sk }) => sk);
      return places.length > 0 ? { countedIn: places } : {};
    },

    /**
     * Returns the cashouts that can be held together, in order. If they do not fit into one transaction, returns only
     * the first of them.
     */
    async fitting(open: readonly Hold[]): Promise<Hold[]> {
      if (rules?.onlyListedPayees) await readList(open);
      let left = balance === 'unknown' || !balance ? Number.POSITIVE_INFINITY : balance.availableCents;
      const rooms = new Map<string, number>();
      const places = new Set<string>();
      const chosen: Hold[] = [];
      for (const one of open) {
        const { amountCents } = one.cashout.request;
        const counts = countsOfHold(one);
        const room = (each: Count) => rooms.get(each.sk) ?? remainingOf(each, one);
        if (refusalOf(one) || amountCents > left || counts.some((each) => each.cents > room(each))) continue;
        for (const place of [...counts.map(({ sk }) => sk), ...listedNames([one])]) places.add(place);
        // The transaction needs one action for each row, one for the balance, and the actions of the rules.
        if (chosen.length + 2 + places.size > actionsMax) break;
        left -= amountCents;
        for (const each of counts) rooms.set(each.sk, room(each) - each.cents);
        chosen.push(one);
      }
      return chosen;
    },

    /** Returns why a cashout cannot be held even alone. Without another reason, the funds are insufficient. */
    whyNot: (one: Hold): HoldRefusal => refusalOf(one) ?? 'insufficient_funds',

    /**
     * Keeps the rows that a failed transaction returned.
     * @param broken the results of the conditions: first of the balance, then of the actions of `actionsOf` in their
     * order
     */
    learn(chosen: readonly Hold[], [ofBalance, ...ofActions]: readonly Broken[]): void {
      const counts = sumCounts(chosen.flatMap(countsOfHold));
      for (const [index, { sk }] of counts.entries())
        if (ofActions[index]) counted.set(sk, ofActions[index].row);
      for (const [index, payee] of listedNames(chosen).entries())
        if (ofActions[counts.length + index]) listed.set(payee, false);
      if (ofBalance) know(ofBalance.row);
      else balance = 'unknown';
    },

    /**
     * Drops the rows that were read before a hold. Since then, money may have arrived and limits may have been
     * released.
     */
    forget(): void {
      balance = 'unknown';
      counted.clear();
    },
  };
}

/** Returns the users who approved scheduled cashouts and could still approve them. */
async function readApprovers(db: Database, holds: readonly Hold[]): Promise<ReadonlySet<string>> {
  const scheduled = holds.map(({ cashout }) => cashout).filter(({ startsAt }) => startsAt !== undefined);
  const [first] = scheduled;
  if (!first) return new Set();
  return findApprovers(
    db,
    first,
    scheduled.flatMap(approvalsOf).map(({ by }) => by),
  );
}
