// Holds money for cashouts, before the network hears of them: recipient, end-to-end id and hold in one transaction. Those
// of one account that come at once share it, with one write of the balance.

import type { Cashout, CashoutChange } from '../cashout.ts';
import { freezersOf } from '../freeze.ts';
import { type Account, accountKey } from '../ledger.ts';
import type { Recipient } from '../pix/network.ts';
import { change } from './expression.ts';
import { frozenByNone } from './freezes.ts';
import { balanceKey } from './keys.ts';
import { type Action, type Door, type Transacted, transact } from './table.ts';
import { together } from './together.ts';

export type Reservation = {
  recipient: Recipient;
  endToEndId: string;
  reservedAt: string;
  reserveAttempt: string;
  dueAt: string;
  /** Counted anew: a try before the reservation was only a look-up of the recipient. */
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
 * Holds the amount and fixes recipient and end-to-end id on the row. Refuses when the account is closed, frozen for
 * whoever is behind the cashout, or has too little available.
 */
export function makeReserve(door: Door): (cashout: Cashout, reservation: Reservation) => Promise<Reserved> {
  const reserve = together<Hold, Reserved>(door, {
    rowOf: ({ cashout }) => accountKey(cashout.account),
    causeOf: ({ cashout }) => cashout.id,
    async doAll(holds) {
      return (await hold(door, holds)).done ? holds.map(reserved) : undefined;
    },
    async doOne(one) {
      const result = await hold(door, [one]);
      return result.done ? reserved(one) : whyNot(one, result.broken);
    },
  });
  return (cashout, reservation) => reserve({ cashout, reservation });
}

function reserved({ cashout, reservation }: Hold): Reserved {
  return { kind: 'reserved', cashout: { ...cashout, ...reservation } };
}

function whyNot(
  { cashout }: Hold,
  [moved, refused]: Extract<Transacted, { done: false }>['broken'],
): Reserved {
  if (moved) return { kind: 'moved', current: moved.row as Cashout | undefined };
  const balance = refused?.row as Account | undefined;
  if (balance?.status !== 'ACTIVE') return { kind: 'account_closed' };
  const isFrozen = freezersOf(cashout).some((name) => balance.freezes?.has(name));
  return { kind: isFrozen ? 'frozen' : 'insufficient_funds' };
}

/** All of them, of one account, or none. */
function hold(door: Door, holds: readonly Hold[]): Promise<Transacted> {
  const { ACCOUNTS_TABLE, CASHOUTS_TABLE } = door.config;
  const [{ cashout }] = holds as [Hold];
  const amount = holds.reduce((sum, one) => sum + one.cashout.request.amountCents, 0);
  const unfrozen = frozenByNone([...new Set(holds.flatMap((one) => freezersOf(one.cashout)))]);
  const update = change({
    add: { availableCents: -amount, heldCents: amount },
    when: `#availableCents >= :amount AND #status = :active AND ${unfrozen.when}`,
    values: { amount, active: 'ACTIVE', ...unfrozen.values },
  });
  return transact(door, [
    ...holds.map((one) => fixRecipient(CASHOUTS_TABLE, one)),
    { Update: { TableName: ACCOUNTS_TABLE, Key: balanceKey(cashout.account), ...update } },
  ]);
}

function fixRecipient(TableName: string, { cashout, reservation }: Hold): Action {
  const isOwn = reservation.recipient.ownAccount !== undefined;
  const update = change({
    set: reservation,
    append: isOwn ? { owedEvents: ['internal_approved' satisfies CashoutChange] } : {},
    when: '#status = :processing AND attribute_not_exists(#reservedAt)',
    values: { processing: 'PROCESSING' },
  });
  return { Update: { TableName, Key: { id: cashout.id }, ...update } };
}
