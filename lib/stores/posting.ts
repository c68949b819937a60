// Posts to the ledger: balance row and statement entry of each account, and the row that causes the posting, in
// one transaction on the sequences that were read.

import type { AccountRef } from '../cashout.ts';
import type { Account, Entry, EntryDraft } from '../ledger.ts';
import type { Cents } from '../money.ts';
import { change } from './expression.ts';
import { balanceKey } from './keys.ts';
import { entryItem } from './statement.ts';
import {
  type Action,
  backOffConflict,
  type Door,
  isPassing,
  type Row,
  readRows,
  type Transacted,
  transact,
} from './table.ts';

/** One account's part in a posting. */
export type Leg = {
  account: AccountRef;
  entry: EntryDraft;
  /**
   * What the posting does to the two halves of the balance; together they are the entry's amount. Taken from what
   * is available, it needs that much there.
   */
  add: { availableCents: number } | { heldCents: number };
  /** A credit that a closed account takes too: its own money coming back. */
  intoClosed?: true;
};

export type Posted =
  | { kind: 'ended' }
  /** An account of the posting is closed or unknown. */
  | { kind: 'account_closed' }
  | { kind: 'insufficient_funds' }
  /** `cause`: which of the causing writes no longer held. */
  | { kind: 'moved'; current: Row | undefined; cause?: number };

const tries = 12;

/** The writes that cause a posting, at the time it is tried: what they write of the time is never older. */
export type Causes = (time: Date) => readonly Action[];

/**
 * Posts the legs together with the writes that cause them. A posting that lost the race for a sequence reads
 * again and takes the next one; a cause that no longer holds comes back as `moved`.
 */
export async function post(
  door: Door,
  now: () => Date,
  causes: Causes,
  legs: readonly Leg[],
): Promise<Posted> {
  const keys = legs.map((leg) => ({ table: door.config.ACCOUNTS_TABLE, key: balanceKey(leg.account) }));
  for (let attempt = 1; ; attempt++) {
    const balances = (await readRows(door, keys)) as Account[];
    if (!legs.every((_, index) => balances[index])) return { kind: 'account_closed' };
    const time = now();
    const caused = causes(time);
    const actions = legs.flatMap((leg, index) => postLeg(door, time, leg, balances[index] as Account));
    // After a conflict the sequence that was read is most likely taken: it is read again, not tried again.
    const result = await transact(door, [...caused, ...actions], 1).catch((error): Transacted => {
      if (!isPassing(error)) throw error;
      return { done: false, broken: [] };
    });
    if (result.done) return { kind: 'ended' };
    const cause = result.broken.slice(0, caused.length).findIndex(Boolean);
    if (cause >= 0) return { kind: 'moved', current: result.broken[cause]?.row, cause };
    // A conflict refuses nothing: an earlier try may have landed, and taken what is missing now.
    const isRefused = result.broken.some(Boolean);
    const why = legs.map((leg, index) => whyRefused(leg, balances[index] as Account)).find(Boolean);
    if (isRefused && why) return { kind: why };
    if (attempt === tries) throw new Error('account too busy to post');
    await backOffConflict(door, attempt);
  }
}

/** Cents that have to be available: a debit of held money took them when it was held. */
function neededCents({ add }: Leg): number {
  return 'availableCents' in add ? Math.max(0, -add.availableCents) : 0;
}

/** Money held while the account was open may leave it afterwards, and its own money may come back. */
function needsOpen(leg: Leg): boolean {
  return leg.entry.direction === 'CREDIT' ? !leg.intoClosed : neededCents(leg) > 0;
}

function whyRefused(leg: Leg, balance: Account): 'account_closed' | 'insufficient_funds' | undefined {
  const needed = neededCents(leg);
  if (needsOpen(leg) && balance.status !== 'ACTIVE') return 'account_closed';
  return balance.availableCents < needed ? 'insufficient_funds' : undefined;
}

function postLeg({ config }: Door, now: Date, leg: Leg, balance: Account): Action[] {
  const { account, entry, add } = leg;
  const isCredit = entry.direction === 'CREDIT';
  // Clocks differ between machines: an entry is never earlier than the one before it.
  const time = new Date(Math.max(now.getTime(), Date.parse(balance.lastTime))).toISOString();
  const balanceCents = (balance.postedCents + (isCredit ? entry.amountCents : -entry.amountCents)) as Cents;
  const posted: Entry = { ...entry, seq: balance.seq + 1, time, balanceCents };
  const update = change({
    set: { seq: posted.seq, postedCents: balanceCents, lastTime: time },
    add,
    ...conditionOf(leg, balance.seq),
  });
  return [
    { Update: { TableName: config.ACCOUNTS_TABLE, Key: balanceKey(account), ...update } },
    {
      Put: {
        TableName: config.STATEMENT_TABLE,
        Item: entryItem(account, posted),
        ConditionExpression: 'attribute_not_exists(account)',
      },
    },
  ];
}

/** Nobody posted since the balance was read; and the account is open, and has enough, where that matters. */
function conditionOf(leg: Leg, read: number) {
  const needed = neededCents(leg);
  const parts = ['#seq = :read'];
  if (needsOpen(leg)) parts.push('#status = :active');
  if (needed > 0) parts.push('#availableCents >= :needed');
  return {
    when: parts.join(' AND '),
    values: { read, ...(needsOpen(leg) ? { active: 'ACTIVE' } : {}), ...(needed > 0 ? { needed } : {}) },
  };
}
