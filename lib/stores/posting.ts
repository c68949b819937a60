// Posts to the ledger: balance row and statement entry of each account, and the row that causes the posting, in
// one transaction on the sequences that were read.

import type { AccountRef, Cashout } from '../cashout.ts';
import type { Account, Entry, EntryDraft } from '../ledger.ts';
import type { Cents } from '../money.ts';
import { change } from './expression.ts';
import { balanceKey } from './keys.ts';
import { entryItem } from './statement.ts';
import { type Action, backOff, type Door, isPassing, readRows, type Transacted, transact } from './table.ts';

/** One account's part in a posting. */
export type Leg = {
  account: AccountRef;
  entry: EntryDraft;
  /** What the posting does to the two halves of the balance; together they are the entry's amount. */
  add: { availableCents: number } | { heldCents: number };
};

export type Posted =
  | { kind: 'ended' }
  | { kind: 'payee_closed' }
  /** `cause`: which of the causing writes no longer held. */
  | { kind: 'moved'; current: Cashout | undefined; cause?: number };

const tries = 12;

/**
 * Posts the legs together with the writes that cause them. A posting that lost the race for a sequence reads
 * again and takes the next one; a cause that no longer holds comes back as `moved`.
 */
export async function post(
  door: Door,
  now: () => Date,
  causes: readonly Action[],
  legs: readonly Leg[],
): Promise<Posted> {
  const keys = legs.map((leg) => ({ table: door.config.ACCOUNTS_TABLE, key: balanceKey(leg.account) }));
  for (let attempt = 1; ; attempt++) {
    const balances = (await readRows(door, keys)) as Account[];
    if (!legs.every((_, index) => balances[index])) return { kind: 'payee_closed' };
    const actions = legs.flatMap((leg, index) => postLeg(door, now(), leg, balances[index] as Account));
    // After a conflict the sequence that was read is most likely taken: it is read again, not tried again.
    const result = await transact(door, [...causes, ...actions], 1).catch((error): Transacted => {
      if (!isPassing(error)) throw error;
      return { done: false, broken: [] };
    });
    if (result.done) return { kind: 'ended' };
    const cause = result.broken.slice(0, causes.length).findIndex(Boolean);
    if (cause >= 0)
      return { kind: 'moved', current: result.broken[cause]?.row as Cashout | undefined, cause };
    const isRefused = ({ entry }: Leg, index: number) =>
      entry.direction === 'CREDIT' && balances[index]?.status !== 'ACTIVE';
    if (legs.some(isRefused)) return { kind: 'payee_closed' };
    if (attempt === tries) throw new Error('account too busy to post');
    await backOff(door, attempt);
  }
}

function postLeg({ config }: Door, now: Date, { account, entry, add }: Leg, balance: Account): Action[] {
  const isCredit = entry.direction === 'CREDIT';
  // Clocks differ between machines: an entry is never earlier than the one before it.
  const time = new Date(Math.max(now.getTime(), Date.parse(balance.lastTime))).toISOString();
  const balanceCents = (balance.postedCents + (isCredit ? entry.amountCents : -entry.amountCents)) as Cents;
  const posted: Entry = { ...entry, seq: balance.seq + 1, time, balanceCents };
  const update = change({
    set: { seq: posted.seq, postedCents: balanceCents, lastTime: time },
    add,
    // A closed account takes no credit; a debit was held while it was open.
    when: isCredit ? '#seq = :read AND #status = :active' : '#seq = :read',
    values: isCredit ? { read: balance.seq, active: 'ACTIVE' } : { read: balance.seq },
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
