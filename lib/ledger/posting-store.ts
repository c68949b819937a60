// Posts to the ledger: balance row and statement entries of each account, and the row that causes the
// posting, in one transaction, on the condition that the sequences are as they were read.

import type { Account } from '../account/account.ts';
import { type AccountRef, accountKey } from '../base/account-ref.ts';
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
import type { Entry, EntryDraft } from './entry.ts';
import { entryItem } from './statement-store.ts';

/** One entry of a posting. */
export type Leg = {
  account: AccountRef;
  entry: EntryDraft;
  /** The change of the balance's halves: the entry's amount. A debit of `availableCents` needs it there. */
  add: { availableCents: number } | { heldCents: number };
  /** A credit that a closed account accepts too: its own money coming back. */
  intoClosed?: true;
};

/** A debit that has happened in the network. It needs no funds; only it may take `available` below zero. */
const isImposed = ({ entry }: Leg) => entry.imposed === true;

export type Posted =
  | { kind: 'ended' }
  /** An account of the posting is closed or unknown. */
  | { kind: 'account_closed' }
  | { kind: 'insufficient_funds' }
  /** A causing write's condition failed. `cause`: the index of the first such write; `moved`: for each write. */
  | { kind: 'moved'; current: Row | undefined; cause?: number; moved?: readonly Broken[] };

/**
 * Builds the writes that cause a posting, again for each try, with the time of that try.
 * @param codes for each leg, the number of its entry in its account's statement
 * @param available for each leg, its account's available cents before; exact if an imposed leg takes more
 */
export type Causes = (
  time: Date,
  codes: readonly number[],
  available: readonly number[],
) => readonly Action[];

/**
 * Posts the legs with the writes that cause them; legs of one account share one write of its balance. If the
 * sequence was taken meanwhile, it reads again and takes the next. A failed causing write is `moved`.
 */
export async function post(
  db: Database,
  now: () => Date,
  causes: Causes,
  legs: readonly Leg[],
  tries = conflictTriesMax,
): Promise<Posted> {
  const parts = [...Map.groupBy(legs, ({ account }) => accountKey(account)).values()];
  const isInside = staysInside(legs.map(movedBy));
  const keys = parts.map(([leg]) => ({
    table: db.config.ACCOUNTS_TABLE,
    key: balanceKey((leg as Leg).account),
  }));
  for (let attempt = 1; ; attempt++) {
    const balances = (await readRows(db, keys)) as Account[];
    if (!parts.every((_, index) => balances[index])) return { kind: 'account_closed' };
    const time = now();
    const available = legs.map(
      (leg) => balances[parts.findIndex((part) => part.includes(leg))]?.availableCents ?? 0,
    );
    const caused = causes(time, codesOf(legs, parts, balances), available);
    const actions = parts.flatMap((part, index) =>
      postPart(db, time, part, balances[index] as Account, isInside),
    );
    // One try: after a conflict the sequence that was read is most likely taken, and must be read again.
    const result = await transactOnce(db, [...caused, ...actions]);
    if (result.done) return { kind: 'ended' };
    const moved = result.broken.slice(0, caused.length);
    const cause = moved.findIndex(Boolean);
    if (cause >= 0) return { kind: 'moved', current: moved[cause]?.row, cause, moved };
    // A conflict is no refusal: an earlier try may have succeeded and taken the money that is missing now.
    const why = parts.map((part, index) => whyRefused(part, balances[index] as Account)).find(Boolean);
    if (result.broken.some(Boolean) && why) return { kind: why };
    if (attempt === tries) throw contention('too many conflicting writes to account');
    await backOffConflict(db, attempt);
  }
}

/** The number of each leg's entry in the statement. */
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

/** Cents that must be available. A debit of held money needs none: the hold took them. */
function neededCents(part: readonly Leg[]): number {
  const asked = part.filter((leg) => !isImposed(leg));
  return Math.max(0, -sumOf(asked, 'availableCents'));
}

function sumOf(part: readonly Leg[], half: 'availableCents' | 'heldCents'): number {
  return part.reduce((sum, { add }) => sum + ((add as Record<string, number>)[half] ?? 0), 0);
}

/** Whether the account must be open. Held money may leave a closed account; its own money may come back. */
function needsOpen(part: readonly Leg[]): boolean {
  return (
    neededCents(part) > 0 || part.some(({ entry, intoClosed }) => entry.direction === 'CREDIT' && !intoClosed)
  );
}

function whyRefused(
  part: readonly Leg[],
  balance: Account,
): 'account_closed' | 'insufficient_funds' | undefined {
  if (needsOpen(part) && balance.status !== 'ACTIVE') return 'account_closed';
  const needed = neededCents(part);
  // A posting that needs no funds is never refused for want of them, even with a balance below zero.
  return needed > 0 && balance.availableCents < needed ? 'insufficient_funds' : undefined;
}

/** One account's legs: its entries, each with the balance after it, and one write of the balance. */
function postPart(
  { config }: Database,
  now: Date,
  part: readonly Leg[],
  balance: Account,
  isInside: boolean,
): Action[] {
  const [{ account }] = part as [Leg];
  // Clocks differ between machines: an entry is never earlier than the one before it.
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
  const imposed = part.filter(isImposed).reduce((sum, { entry }) => sum + entry.amountCents, 0);
  const sum = imposed > 0 ? { imposedCents: (balance.imposedCents ?? 0) + imposed } : {};
  const update = change({
    set: { seq, postedCents, lastTime: time, ...sum },
    add,
    ...conditionOf(part, balance),
  });
  return [
    { Update: { TableName: config.ACCOUNTS_TABLE, Key: balanceKey(account), ...update } },
    ...entries.map((entry) => ({
      Put: {
        TableName: config.STATEMENT_TABLE,
        Item: entryItem(account, entry, border),
        ConditionExpression: 'attribute_not_exists(account)',
      },
    })),
  ];
}

/** Nothing was posted since the balance was read; if needed, the account is open and has the funds. */
function conditionOf(part: readonly Leg[], { seq: read, availableCents }: Account) {
  const needed = neededCents(part);
  const imposed = part.some(isImposed) ? -sumOf(part, 'availableCents') : undefined;
  const isEnough = imposed !== undefined && imposed <= availableCents;
  const conditions = ['#seq = :read'];
  // The exact balance is required only if the debit overdraws it, because that is reported. Otherwise `>=` is
  // enough, so that constant new holds cannot keep the debit out.
  if (imposed !== undefined) conditions.push(`#availableCents ${isEnough ? '>=' : '='} :available`);
  if (needsOpen(part)) conditions.push('#status = :active');
  if (needed > 0) conditions.push('#availableCents >= :needed');
  return {
    when: conditions.join(' AND '),
    values: {
      read,
      ...(imposed === undefined ? {} : { available: isEnough ? imposed : availableCents }),
      ...(needsOpen(part) ? { active: 'ACTIVE' } : {}),
      ...(needed > 0 ? { needed } : {}),
    },
  };
}
