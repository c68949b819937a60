// Holds money for cashouts before the payment is sent to the network. One transaction writes the hold, the recipient
// and the end-to-end id. Concurrent cashouts of one account share a transaction, with one write of the balance.

import { accountKey } from '../base/account-ref.ts';
import { askedOf } from '../cashout/asked-words.ts';
import { type Cashout, type CashoutChange, transitions } from '../cashout/cashout.ts';
import type { Hold, Reservation } from '../cashout/hold.ts';
import type { HoldRefusal } from '../cashout/judge.ts';
import { type Beside, movedRow, moveTo } from '../cashout/move-to.ts';
import { writeRow } from '../cashout/row-store.ts';
import { freezersOf } from '../freeze/freeze.ts';
import { frozenByNone } from '../freeze/freeze-store.ts';
import { contention } from '../platform/cancellations.ts';
import { change } from '../platform/expression.ts';
import { balanceKey } from '../platform/keys.ts';
import { type Action, type Broken, type Database, type Transacted, transactOnce } from '../platform/table.ts';
import { together } from '../platform/together.ts';
import type { WriteLocks } from '../platform/write-locks.ts';
import { type Choice, makeChoice } from './hold-choice-store.ts';

export type Reserved =
  | { kind: 'reserved'; cashout: Cashout }
  | { kind: HoldRefusal }
  | { kind: 'moved'; current: Cashout | undefined };

/**
 * Holds the amount, and fixes recipient and end-to-end id on the row. Refuses if the account is closed, a freeze
 * applies, a rule of the account forbids the payment, or the available balance is too low.
 */
export function makeReserve(
  db: Database,
  locks: WriteLocks,
): (cashout: Cashout, reservation: Reservation) => Promise<Reserved> {
  const reserve = together<Hold, Reserved>(db, {
    rowOf: ({ cashout }) => accountKey(cashout.account),
    causeOf: ({ cashout }) => cashout.id,
    // A group needs one action for each row, and one for the balance.
    actionsOf: (holds) => holds + 1,
    locks,
    doAll: (holds) => holdInTurn(db, holds),
    async doOne(one) {
      const [answer] = (await holdInTurn(db, [one])) ?? [];
      return answer ?? Promise.reject(contention('too many conflicting writes to account'));
    },
  });
  return (cashout, reservation) => reserve({ cashout, reservation });
}

/** Maximum number of consecutive transactions that fail because of other writes of the balance. */
const missesMax = 3;

/**
 * Holds, in order, the cashouts that the balance covers and the rules allow, and refuses the other cashouts. A refusal
 * is decided from the rows that a failed transaction returns.
 * @returns no result for cashouts whose writes conflicted; undefined if the balance changed too often
 */
async function holdInTurn(
  db: Database,
  holds: readonly Hold[],
): Promise<(Reserved | undefined)[] | undefined> {
  const answers = new Map<Hold, Reserved>();
  const open = () => holds.filter((one) => !answers.has(one));
  const choice = await makeChoice(db, holds);
  let misses = 0;
  for (let chosen = await choice.fitting(holds); open().length > 0; chosen = await choice.fitting(open())) {
    if (chosen.length === 0) {
      for (const one of open()) answers.set(one, { kind: choice.whyNot(one) });
      break;
    }
    const result = await hold(db, chosen, choice);
    if (result.done) {
      for (const one of chosen) answers.set(one, reserved(one, choice));
      misses = 0;
      // Money may have arrived in the meantime, so the remaining cashouts are tried again.
      choice.forget();
      continue;
    }
    if (isKeptOut(result)) break;
    misses += 1;
    if (misses > missesMax) return undefined;
    for (const [index, one] of chosen.entries())
      if (result.broken[index]) answers.set(one, movedTo(result.broken[index]));
    choice.learn(chosen, result.broken.slice(chosen.length));
  }
  return holds.map((one) => answers.get(one));
}

/** Returns whether a transaction failed only because of a conflict. Then its conditions were not checked. */
function isKeptOut(result: Transacted): boolean {
  return !result.done && result.broken.length === 0;
}

function reserved({ cashout, reservation }: Hold, choice: Choice): Reserved {
  const one = { cashout, reservation };
  const pendingEvents = [...cashout.pendingEvents, ...changesOf(one)];
  const row = movedRow(cashout, startOf(one));
  return { kind: 'reserved', cashout: { ...row, ...reservation, ...choice.countedOf(one), pendingEvents } };
}

/** Returns whether a hold also starts a scheduled cashout. */
const isStart = ({ cashout }: Hold) => cashout.status === 'NEW';

const startOf = (one: Hold): Pick<Beside, 'remove' | 'to'> =>
  isStart(one) ? { remove: ['calledAt'], to: moveTo(one.cashout, transitions.NEW.start, 'stays') } : {};

/** Returns the changes that a hold records: the start of a scheduled cashout, and a recipient in this institution. */
const changesOf = (one: Hold): CashoutChange[] => [
  ...(isStart(one) ? (['approved'] as const) : []),
  ...(one.reservation.recipient.ownAccount ? (['internal_approved'] as const) : []),
];

function movedTo({ row }: NonNullable<Broken>): Reserved {
  return { kind: 'moved', current: row as Cashout | undefined };
}

/** Holds the money of all given cashouts of one account, or of none. */
function hold(db: Database, holds: readonly Hold[], choice: Choice): Promise<Transacted> {
  const [{ cashout }] = holds as [Hold];
  const amount = holds.reduce((sum, one) => sum + one.cashout.request.amountCents, 0);
  const unfrozen = frozenByNone([...new Set(holds.flatMap((one) => freezersOf(one.cashout)))]);
  const { rules } = choice;
  const update = change({
    add: { availableCents: -amount, heldCents: amount },
    when: [
      '#availableCents >= :amount AND #status = :active',
      rules ? '#rules = :rules' : 'attribute_not_exists(#rules)',
      unfrozen.when,
    ].join(' AND '),
    values: { amount, active: 'ACTIVE', ...(rules ? { rules } : {}), ...unfrozen.values },
  });
  return transactOnce(db, [
    ...holds.map((one) => fixRecipient(db, one, choice)),
    { Update: { TableName: db.config.ACCOUNTS_TABLE, Key: balanceKey(cashout.account), ...update } },
    ...choice.actionsOf(holds),
  ]);
}

function fixRecipient(db: Database, one: Hold, choice: Choice): Action {
  const { cashout, reservation } = one;
  const changes = changesOf(one);
  const unreserved = '#status = :before AND attribute_not_exists(#reservedAt)';
  return writeRow(db, cashout, {
    ...startOf(one),
    set: { ...reservation, ...choice.countedOf(one), ...askedOf(cashout) },
    append: changes.length > 0 ? { pendingEvents: changes } : {},
    when: isStart(one) ? `${unreserved} AND attribute_exists(#calledAt)` : unreserved,
    values: { before: cashout.status },
  });
}
