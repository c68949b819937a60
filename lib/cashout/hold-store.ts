// Holds money for cashouts before the network is asked: recipient, end-to-end id and hold in one transaction.
// Concurrent cashouts of one account share it, with one write of the balance.

import type { Account } from '../account/account.ts';
import { accountKey } from '../base/account-ref.ts';
import { freezersOf } from '../freeze/freeze.ts';
import { frozenByNone } from '../freeze/freeze-store.ts';
import type { Recipient } from '../network/port.ts';
import { contention } from '../platform/cancellations.ts';
import { change } from '../platform/expression.ts';
import { balanceKey } from '../platform/keys.ts';
import { type Action, type Broken, type Database, type Transacted, transactOnce } from '../platform/table.ts';
import { together } from '../platform/together.ts';
import type { Turns } from '../platform/turns.ts';
import type { Cashout, CashoutChange } from './cashout.ts';

export type Reservation = {
  recipient: Recipient;
  endToEndId: string;
  reservedAt: string;
  reserveAttempt: string;
  dueAt: string;
  /** Reset: a try before the reservation only looked up the recipient. */
  tries: 0;
};

export type Reserved =
  | { kind: 'reserved'; cashout: Cashout }
  | { kind: 'insufficient_funds' }
  | { kind: 'account_closed' }
  | { kind: 'frozen' }
  | { kind: 'moved'; current: Cashout | undefined };

type Hold = { cashout: Cashout; reservation: Reservation };

/**
 * Holds the amount and fixes recipient and end-to-end id on the row. Refuses when the account is closed, when
 * a freeze applies to the cashout, or when too little is available.
 */
export function makeReserve(
  db: Database,
  turns: Turns,
): (cashout: Cashout, reservation: Reservation) => Promise<Reserved> {
  const reserve = together<Hold, Reserved>(db, {
    rowOf: ({ cashout }) => accountKey(cashout.account),
    causeOf: ({ cashout }) => cashout.id,
    // The rows, and the balance.
    actionsOf: (holds) => holds + 1,
    turns,
    doAll: (holds) => holdInTurn(db, holds),
    async doOne(one) {
      const result = await hold(db, [one]);
      if (result.done) return reserved(one);
      if (isKeptOut(result)) throw contention('too many conflicting writes to account');
      const [moved, refused] = result.broken;
      return moved ? movedTo(moved) : refusedBy(refused?.row as Account | undefined, one);
    },
  });
  return (cashout, reservation) => reserve({ cashout, reservation });
}

/** How many transactions in a row may fail because others changed the balance first. */
const missesMax = 3;

/**
 * Holds, in order, the cashouts that the balance covers, and refuses the rest. The balance that a failed
 * transaction returns decides.
 * @returns no answer for those that others' writes kept out; undefined when others changed the balance too often
 */
async function holdInTurn(
  db: Database,
  holds: readonly Hold[],
): Promise<(Reserved | undefined)[] | undefined> {
  const answers = new Map<Hold, Reserved>();
  const open = () => holds.filter((one) => !answers.has(one));
  let misses = 0;
  for (let chosen = holds; chosen.length > 0; ) {
    const result = await hold(db, chosen);
    if (result.done) {
      for (const one of chosen) answers.set(one, reserved(one));
      misses = 0;
      // Money may have come in meanwhile, so the rest is tried again.
      chosen = open();
      continue;
    }
    if (isKeptOut(result)) break;
    misses += 1;
    if (misses > missesMax) return undefined;
    for (const [index, one] of chosen.entries())
      if (result.broken[index]) answers.set(one, movedTo(result.broken[index]));
    const balance = result.broken[chosen.length]?.row as Account | undefined;
    chosen = balance ? fitting(open(), balance) : open();
    if (chosen.length === 0) for (const one of open()) answers.set(one, refusedBy(balance, one));
  }
  return holds.map((one) => answers.get(one));
}

/** Whether a transaction met others' writes: it says nothing about its conditions. */
function isKeptOut(result: Transacted): boolean {
  return !result.done && result.broken.length === 0;
}

/** The cashouts that the balance covers, one after the other. */
function fitting(holds: readonly Hold[], balance: Account): Hold[] {
  let left: number = balance.availableCents;
  return holds.filter((one) => {
    const { amountCents } = one.cashout.request;
    if (refusedBy(balance, one).kind !== 'insufficient_funds' || amountCents > left) return false;
    left -= amountCents;
    return true;
  });
}

function reserved({ cashout, reservation }: Hold): Reserved {
  const pendingEvents = [...cashout.pendingEvents, ...changesOf(reservation)];
  return { kind: 'reserved', cashout: { ...cashout, ...reservation, pendingEvents } };
}

/** The change that the reservation itself is: the recipient is in this institution. */
const changesOf = ({ recipient }: Reservation): CashoutChange[] =>
  recipient.ownAccount ? ['internal_approved'] : [];

function movedTo({ row }: NonNullable<Broken>): Reserved {
  return { kind: 'moved', current: row as Cashout | undefined };
}

/** Why a balance refused a cashout: insufficient funds if there is no other reason. */
function refusedBy(balance: Account | undefined, { cashout }: Hold): Reserved {
  if (balance?.status !== 'ACTIVE') return { kind: 'account_closed' };
  const isFrozen = freezersOf(cashout).some((name) => balance.freezes?.has(name));
  return { kind: isFrozen ? 'frozen' : 'insufficient_funds' };
}

/** Holds all of them, of one account, or none. */
function hold(db: Database, holds: readonly Hold[]): Promise<Transacted> {
  const { ACCOUNTS_TABLE, CASHOUTS_TABLE } = db.config;
  const [{ cashout }] = holds as [Hold];
  const amount = holds.reduce((sum, one) => sum + one.cashout.request.amountCents, 0);
  const unfrozen = frozenByNone([...new Set(holds.flatMap((one) => freezersOf(one.cashout)))]);
  const update = change({
    add: { availableCents: -amount, heldCents: amount },
    when: `#availableCents >= :amount AND #status = :active AND ${unfrozen.when}`,
    values: { amount, active: 'ACTIVE', ...unfrozen.values },
  });
  return transactOnce(db, [
    ...holds.map((one) => fixRecipient(CASHOUTS_TABLE, one)),
    { Update: { TableName: ACCOUNTS_TABLE, Key: balanceKey(cashout.account), ...update } },
  ]);
}

function fixRecipient(TableName: string, { cashout, reservation }: Hold): Action {
  const changes = changesOf(reservation);
  const update = change({
    set: reservation,
    append: changes.length > 0 ? { pendingEvents: changes } : {},
    when: '#status = :processing AND attribute_not_exists(#reservedAt)',
    values: { processing: 'PROCESSING' },
  });
  return { Update: { TableName, Key: { id: cashout.id }, ...update } };
}
