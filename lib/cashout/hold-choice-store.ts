// Which cashouts of a group one transaction can hold: what the balance covers, what no freeze stops, and what the
// rules of the account let through. It goes by what was read, and by what failed transactions return.

import type { Account } from '../account/account.ts';
import { freezersOf } from '../freeze/freeze.ts';
import { actionsMax } from '../platform/expression.ts';
import { balanceKey, listedPayeeKey } from '../platform/keys.ts';
import { readAll } from '../platform/open-rows.ts';
import { type Action, type Broken, type Database, type Row, readRows } from '../platform/table.ts';
import { isApproved, requirementOf } from '../rules/approvals.ts';
import { count, roomOf } from '../rules/count-store.ts';
import { type Count, countsOf, limitAt, sumCounts } from '../rules/limits.ts';
import { checkListed } from '../rules/listed-payee-store.ts';
import { listableNames, payeeId, payeeOf } from '../rules/payees.ts';
import type { Rules } from '../rules/rules.ts';
import type { OwnFailure } from './failures.ts';
import type { Hold } from './hold.ts';

export type HoldRefusal = Extract<
  OwnFailure,
  'insufficient_funds' | 'account_closed' | 'frozen' | `rule_${string}`
>;

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

  const countsOfHold = ({ cashout: { request }, reservation: { recipient, reservedAt } }: Hold): Count[] =>
    rules ? countsOf(rules, request.amountCents, payeeOf(request.pixKey, recipient), reservedAt) : [];
  /** Only the row of a payee tells whether it is new: as long as that is not known, the transaction decides. */
  const roomFor = (one: Count, { reservation }: Hold) =>
    one.name === 'new_payee' && !counted.has(one.sk)
      ? Number.POSITIVE_INFINITY
      : roomOf(one, counted.get(one.sk), reservation.reservedAt);
  const listedName = (one: Hold) => namesOf(one).find((payee) => listed.get(payee));

  /** Why a cashout alone is not held, if there is a reason. */
  function refusalOf(one: Hold): HoldRefusal | undefined {
    if (balance === undefined || (balance !== 'unknown' && balance.status !== 'ACTIVE'))
      return 'account_closed';
    if (balance !== 'unknown' && isFrozen(balance, one)) return 'frozen';
    const refusal = rules && ruleAgainst(rules, one);
    if (refusal) return refusal;
    if (rules?.onlyListedPayees && !listedName(one)) return 'rule_payees';
    const full = countsOfHold(one).find((each) => each.cents > roomFor(each, one));
    if (full) return `rule_${full.name}`;
    const isCovered = balance === 'unknown' || one.cashout.request.amountCents <= balance.availableCents;
    return isCovered ? undefined : 'insufficient_funds';
  }

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
      const chosen: Hold[] = [];
      for (const one of open) {
        const { amountCents } = one.cashout.request;
        const counts = countsOfHold(one);
        const room = (each: Count) => rooms.get(each.sk) ?? roomFor(each, one);
        if (refusalOf(one) || amountCents > left || counts.some((each) => each.cents > room(each))) continue;
        if (rules && chosen.length + 2 + actionsOf([...chosen, one]).length > actionsMax) break;
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

const namesOf = ({ cashout, reservation }: Hold): string[] =>
  listableNames(cashout.request.pixKey, reservation.recipient).map(payeeId);

const isFrozen = (balance: Account, { cashout }: Hold) =>
  freezersOf(cashout).some((name) => balance.freezes?.has(name));

/** The rules that need no counting. An approval from before a change of its rule was judged by the rule of its time. */
function ruleAgainst(rules: Rules, { cashout, reservation }: Hold): HoldRefusal | undefined {
  const { request, createdBy, approvedBy = '', approvedAt: at = '', approvals } = cashout;
  const given = approvals ?? [{ by: approvedBy, at }];
  const isJudged = rules.approvalsChangedAt === undefined || at <= rules.approvalsChangedAt;
  if (!isJudged && !isApproved(requirementOf(rules, request.amountCents), given, createdBy))
    return 'rule_approvals';
  const most = limitAt(rules, 'per_transfer', reservation.reservedAt);
  return most !== undefined && request.amountCents > most ? 'rule_per_transfer' : undefined;
}
