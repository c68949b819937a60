// Posts to the ledger. One transaction writes the balance row and the statement entries of each account, and the row
// that causes the posting. The transaction fails if an account got another posting after its balance was read.

import type { Account } from '../account/account.ts';
import { type Fallen, lowChange } from '../account/low-balance.ts';
import { accountKey } from '../base/account-ref.ts';
import type { Cents } from '../base/money.ts';
import { contention } from '../platform/cancellations.ts';
import { change } from '../platform/expression.ts';
import { balanceKey } from '../platform/keys.ts';
import {
  type Action,
  type Broken,
  backOffConflict,
  conflictTriesMax,
  type Database,
  type Row,
  readRows,
  transactOnce,
} from '../platform/table.ts';
import { borderOf, staysInside } from './border.ts';
import type { Entry } from './entry.ts';
import { entryItems } from './entry-item.ts';
import { conditionOf, isImposed, isRefund, type Leg, sumOf, whyRefused } from './legs.ts';

export type Posted = { kind: 'ended' } | (NotPosted & MayLand);

type NotPosted =
  /** An account of the posting is closed or unknown. */
  | { kind: 'account_closed' }
  | { kind: 'insufficient_funds' }
  /**
   * A condition of a causing write failed, because its row was changed. `cause`: index of the first such write.
   * `moved`: the result for each causing write.
   */
  | { kind: 'moved'; current: Row | undefined; cause?: number; moved?: readonly Broken[] };

/** An earlier try got no answer and may still take effect (table.ts). */
type MayLand = { mayLand?: true };

/**
 * Builds the database actions that cause a posting. Called for each try, with the time of that try.
 * @param codes for each leg, the number of its entry in its account's statement
 * @param available for each leg, its account's available cents, as read before the posting. If an imposed debit takes
 * more, the posting succeeds only with exactly this amount; otherwise the amount may have changed since the read
 */
export type Causes = (
  time: Date,
  codes: readonly number[],
  available: readonly number[],
) => readonly Action[];

/**
 * Prepares the database actions that append to feeds, to which other transactions append too. The ends of the feeds are
 * read before each try. If another transaction appended in the meantime, the posting is tried again. Only a posting
 * with such actions reports the accounts that have `fallen` below their rule low_balance.
 */
export type Appends = () => Promise<
  (time: Date, codes: readonly number[], fallen: readonly Fallen[]) => readonly Action[]
>;

const nothing: Appends = async () => () => [];

/**
 * Posts the legs with the writes that cause them. Legs of one account share one write of its balance. If another
 * posting took the next number, the balance is read again and the new next number is used. If a causing write fails,
 * the result is `moved`.
 */
export async function post(
  db: Database,
  now: () => Date,
  causes: Causes,
  legs: readonly Leg[],
  { appends = nothing, tries = conflictTriesMax }: { appends?: Appends; tries?: number } = {},
): Promise<Posted> {
  const parts = [...Map.groupBy(legs, ({ account }) => accountKey(account)).values()];
  const isInside = staysInside(legs.map(movedBy));
  const keys = parts.map(([leg]) => ({
    table: db.config.ACCOUNTS_TABLE,
    key: balanceKey((leg as Leg).account),
  }));
  let landing: MayLand = {};
  for (let attempt = 1; ; attempt++) {
    const [rows, append] = await Promise.all([readRows(db, keys), appends()]);
    const balances = rows as Account[];
    if (!parts.every((_, index) => balances[index])) return { kind: 'account_closed', ...landing };
    const time = now();
    const available = legs.map(
      (leg) => balances[parts.findIndex((part) => part.includes(leg))]?.availableCents ?? 0,
    );
    const codes = codesOf(legs, parts, balances);
    const caused = causes(time, codes, available);
    const lows = parts.map((part, index) => lowOf(part, balances[index] as Account, appends !== nothing));
    const fallen = lows.filter((low) => typeof low === 'object');
    const actions = parts.flatMap((part, index) =>
      postPart(db, time, part, balances[index] as Account, { isInside, low: lows[index] }),
    );
    // Only one try is made: after a conflict another posting has probably taken the number, so the balance must be read
    // again.
    const result = await transactOnce(db, [...caused, ...actions, ...append(time, codes, fallen)]);
    if (result.done) return { kind: 'ended' };
    if (result.mayLand) landing = { mayLand: true };
    const moved = result.broken.slice(0, caused.length);
    const cause = moved.findIndex(Boolean);
    if (cause >= 0) return { kind: 'moved', current: moved[cause]?.row, cause, moved, ...landing };
    // After a conflict, missing funds are no reason to refuse: an earlier try may have succeeded and used the missing
    // money.
    const why = parts.map((part, index) => whyRefused(part, balances[index] as Account)).find(Boolean);
    if (result.broken.some(Boolean) && why) return { kind: why, ...landing };
    if (attempt === tries) throw contention('too many conflicting writes to account');
    await backOffConflict(db, attempt);
  }
}

type Low = Fallen | 'rises' | undefined;

/**
 * Returns how this posting changes the state of the rule low_balance. If this posting cannot report that the balance
 * fell, the next posting that can report it does.
 */
function lowOf(part: readonly Leg[], balance: Account, canTell: boolean): Low {
  const availableCents = (balance.availableCents + sumOf(part, 'availableCents')) as Cents;
  const belowCents = balance.rules?.lowBalanceCents;
  const lowState = lowChange(balance, availableCents);
  if (lowState !== 'falls') return lowState;
  if (belowCents === undefined || !canTell) return undefined;
  const { account } = part[0] as Leg;
  return { account, availableCents, belowCents, seq: balance.seq + part.length };
}

/** Returns, for each leg, the number of its entry in the statement. */
function codesOf(legs: readonly Leg[], parts: readonly Leg[][], balances: readonly Account[]): number[] {
  const codes = new Map<Leg, number>();
  for (const [index, part] of parts.entries())
    for (const [place, leg] of part.entries()) codes.set(leg, (balances[index]?.seq ?? 0) + 1 + place);
  return legs.map((leg) => codes.get(leg) as number);
}

const movedBy = ({ account, entry }: Leg) => ({
  account: accountKey(account),
  cents: entry.direction === 'CREDIT' ? entry.amountCents : -entry.amountCents,
});

/**
 * Builds the writes for one account's legs: the entries, each with the balance after it, and one write of the balance.
 */
function postPart(
  { config }: Database,
  now: Date,
  part: readonly Leg[],
  balance: Account,
  { isInside, low }: { isInside: boolean; low: Low },
): Action[] {
  const [{ account }] = part as [Leg];
  // Clocks differ between machines, but an entry must never be earlier than the previous entry.
  const time = new Date(Math.max(now.getTime(), Date.parse(balance.lastTime))).toISOString();
  const border = isInside ? undefined : borderOf(account, time);
  let { seq, postedCents } = balance;
  const entries = part.map(({ entry }): Entry => {
    seq += 1;
    postedCents = (postedCents +
      (entry.direction === 'CREDIT' ? entry.amountCents : -entry.amountCents)) as Cents;
    return { ...entry, seq, time, balanceCents: postedCents };
  });
  const halves = ['availableCents', 'heldCents'] as const;
  const add = Object.fromEntries(
    halves.map((half) => [half, sumOf(part, half)]).filter(([, sum]) => sum !== 0),
  );
  const refunds = sumOf(part.filter(isRefund), 'heldCents');
  const blocked = sumOf(part.filter(isImposed), 'heldCents');
  const imposed = part.filter(isImposed).reduce((sum, { entry }) => sum + entry.amountCents, 0);
  const sum = imposed > 0 ? { imposedCents: (balance.imposedCents ?? 0) + imposed } : {};
  const update = change({
    set: { seq, postedCents, lastTime: time, ...sum, ...(typeof low === 'object' ? { isLow: true } : {}) },
    remove: low === 'rises' ? ['isLow'] : [],
    add,
    count: {
      ...(refunds === 0 ? {} : { heldForRefundsCents: refunds }),
      ...(blocked === 0 ? {} : { heldForReportsCents: blocked }),
    },
    ...conditionOf(part, balance),
  });
  return [
    { Update: { TableName: config.ACCOUNTS_TABLE, Key: balanceKey(account), ...update } },
    ...entryItems(account, entries, border).map((Item) => ({
      Put: {
        TableName: config.STATEMENT_TABLE,
        Item,
        ConditionExpression: 'attribute_not_exists(account)',
      },
    })),
  ];
}
