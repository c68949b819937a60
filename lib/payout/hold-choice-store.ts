// Which cashouts of a group one transaction can hold: what the balance covers, what no freeze stops, and what the
// rules of the account let through. It goes by what was read, and by what failed transactions return.

import type { Account } from '../account/account.ts';
import { mayApprove, type Policy } from '../account/policy.ts';
import type { Hold } from '../cashout/hold.ts';
import { approvalsOf, countsOfOne, type HoldRefusal, judge, namesOf } from '../cashout/judge.ts';
import { actionsMax } from '../platform/expression.ts';
import { balanceKey, listedPayeeKey, policyKey } from '../platform/keys.ts';
import { readAll } from '../platform/open-rows.ts';
import { type Action, type Broken, type Database, type Row, readRows } from '../platform/table.ts';
import { count } from '../rules/count-store.ts';
import { type Count, roomOf, sumCounts } from '../rules/limits.ts';
import { checkListed } from '../rules/listed-payee-store.ts';
import type { Rules } from '../rules/rules.ts';

export type Choice = Awaited<ReturnType<typeof makeChoice>>;

/** @param holds of one account. If they were created under rules, the rules are read first. */
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
  /** By place: the row in which a limit has counted. Absent: not known. */
  const counted = new Map<string, Row | undefined>();
  /** By payee: whether the account's list has it. */
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
  /** Only the row of a payee tells whether it is new: as long as that is not known, the transaction decides. */
  const remainingOf = (one: Count, { reservation }: Hold) =>
    one.name === 'new_payee' && !counted.has(one.sk)
      ? Number.POSITIVE_INFINITY
      : roomOf(one, counted.get(one.sk), reservation.reservedAt);
  const listedName = (one: Hold) => namesOf(one).find((payee) => listed.get(payee));

  /** Why a cashout alone is not held, if there is a reason. */
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
    /** Of the account, as the transaction must find them. */
    get rules() {
      return rules;
    },

    actionsOf,

    /** What a hold notes on the cashout's row, so that a release takes it back. */
    countedOf(one: Hold): { countedIn?: string[] } {
      const places = countsOfHold(one).map(({ sk }) => sk);
      return places.length > 0 ? { countedIn: places } : {};
    },

    /** Those that can be held together, in order; the first ones if one transaction cannot have them all. */
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
        // The rows with this one, the balance, and what the rules want.
        if (chosen.length + 2 + places.size > actionsMax) break;
        left -= amountCents;
        for (const each of counts) rooms.set(each.sk, room(each) - each.cents);
        chosen.push(one);
      }
      return chosen;
    },

    /** Why a cashout does not fit, even alone: insufficient funds if there is no other reason. */
    whyNot: (one: Hold): HoldRefusal => refusalOf(one) ?? 'insufficient_funds',

    /** @param broken of a failed transaction: of the balance, then of `actionsOf` */
    learn(chosen: readonly Hold[], [ofBalance, ...ofActions]: readonly Broken[]): void {
      const counts = sumCounts(chosen.flatMap(countsOfHold));
      for (const [index, { sk }] of counts.entries())
        if (ofActions[index]) counted.set(sk, ofActions[index].row);
      for (const [index, payee] of listedNames(chosen).entries())
        if (ofActions[counts.length + index]) listed.set(payee, false);
      if (ofBalance) know(ofBalance.row);
      else balance = 'unknown';
    },

    /** After a hold: money and room may have come in meanwhile. */
    forget(): void {
      balance = 'unknown';
      counted.clear();
    },
  };
}

/** Of those who approved scheduled cashouts, who still may approve. */
async function readApprovers(db: Database, holds: readonly Hold[]): Promise<ReadonlySet<string>> {
  const scheduled = holds.map(({ cashout }) => cashout).filter(({ startsAt }) => startsAt !== undefined);
  const [first] = scheduled;
  if (!first) return new Set();
  const { account, companyId } = first;
  const users = [...new Set(scheduled.flatMap(approvalsOf).map(({ by }) => by))];
  const table = db.config.ACCOUNTS_TABLE;
  const policies = await readAll(
    db,
    users.map((userId) => ({ table, key: policyKey(userId, account) })),
  );
  return new Set(
    users.filter((userId, index) => mayApprove({ userId, companyId }, policies[index] as Policy | undefined)),
  );
}
