// Where money moves. Each movement is one transaction over the balance row, the statement entry and the row
// that caused it, so that at every instant available + held = sum of the account's entries.

import {
  type AccountRef,
  type Cashout,
  type CashoutChange,
  type CashoutFailure,
  codeTransactionOf,
} from '../cashout.ts';
import { freezersOf } from '../freeze.ts';
import { type Account, accountKey, type EntryDraft } from '../ledger.ts';
import type { Recipient } from '../pix/network.ts';
import type { QrCode, QrPayment } from '../qr-code.ts';
import { type Ending, endingChange, failureAttributes } from './ending.ts';
import { change } from './expression.ts';
import { frozenByNone } from './freezes.ts';
import { balanceKey } from './keys.ts';
import { putMarker } from './markers.ts';
import { type Leg, type Posted, post } from './posting.ts';
import { payQrCode } from './qr-codes.ts';
import { type Action, type Door, transact } from './table.ts';

export type Reservation = {
  recipient: Recipient;
  endToEndId: string;
  reservedAt: string;
  reserveAttempt: string;
  dueAt: string;
  /** Counted anew: a try before the reservation was only a look-up of the recipient. */
  tries: 0;
};

/** What the network has told of a payment with its outcome. */
export type Settlement = { operationId: string; endToEndId?: string; recipient?: Recipient };

export type Reserved =
  | { kind: 'reserved'; cashout: Cashout }
  | { kind: 'insufficient_funds' }
  | { kind: 'account_closed' }
  | { kind: 'frozen' }
  | { kind: 'moved'; current: Cashout | undefined };

export type Ledger = ReturnType<typeof makeLedger>;

export function makeLedger(door: Door, now: () => Date) {
  const { ACCOUNTS_TABLE: accounts, CASHOUTS_TABLE: cashouts } = door.config;

  const updateCashout = (cashout: Cashout, update: ReturnType<typeof change>): Action => ({
    Update: { TableName: cashouts, Key: { id: cashout.id }, ...update },
  });
  const updateBalance = (account: AccountRef, update: ReturnType<typeof change>): Action => ({
    Update: { TableName: accounts, Key: balanceKey(account), ...update },
  });

  return {
    /**
     * Holds the amount and fixes recipient and end-to-end id on the row, before the network hears of it.
     * Refuses when the account is closed, frozen for whoever is behind the cashout, or has too little available.
     */
    async reserve(cashout: Cashout, reservation: Reservation): Promise<Reserved> {
      const amount = cashout.request.amountCents;
      const freezers = freezersOf(cashout);
      const unfrozen = frozenByNone(freezers);
      const result = await transact(door, [
        updateCashout(
          cashout,
          change({
            set: reservation,
            append: reservation.recipient.ownAccount
              ? { owedEvents: ['internal_approved' satisfies CashoutChange] }
              : {},
            when: '#status = :processing AND attribute_not_exists(#reservedAt)',
            values: { processing: 'PROCESSING' },
          }),
        ),
        updateBalance(
          cashout.account,
          change({
            add: { availableCents: -amount, heldCents: amount },
            when: `#availableCents >= :amount AND #status = :active AND ${unfrozen.when}`,
            values: { amount, active: 'ACTIVE', ...unfrozen.values },
          }),
        ),
      ]);
      if (result.done) return { kind: 'reserved', cashout: { ...cashout, ...reservation } };
      const [moved, refused] = result.broken;
      if (moved) return { kind: 'moved', current: moved.row as Cashout | undefined };
      const balance = refused?.row as Account | undefined;
      if (balance?.status !== 'ACTIVE') return { kind: 'account_closed' };
      const isFrozen = freezers.some((name) => balance.freezes?.has(name));
      return { kind: isFrozen ? 'frozen' : 'insufficient_funds' };
    },

    /**
     * The payment is out: the hold becomes a debit, and a recipient of ours is credited in the same write. A QR code
     * of theirs that asked for just this amount is PAID with it, unless somebody has paid it before.
     */
    async settle(
      cashout: Cashout,
      { operationId, ...told }: Settlement,
      ending: (time: Date) => Ending,
      qrCode?: QrCode,
    ): Promise<Posted> {
      const { amountCents, tag } = cashout.request;
      const codeTransaction = codeTransactionOf(cashout.id);
      const settled = (time: Date) =>
        updateCashout(
          cashout,
          change({
            ...endingChange('succeed', { codeTransaction, operationId, ...told }, ending(time)),
            when: '#status = :processing AND attribute_exists(#reservedAt)',
            values: { processing: 'PROCESSING' },
          }),
        );
      const endToEndId = told.endToEndId ?? cashout.endToEndId;
      const shared = {
        amountCents,
        codeTransaction,
        transactionId: cashout.id,
        ...(endToEndId ? { identification: endToEndId } : {}),
      };
      const debit: Leg = {
        account: cashout.account,
        // The tag is the payer's own reference: the payee never sees it.
        entry: { ...shared, type: 'PIX_CASHOUT', direction: 'DEBIT', ...(tag ? { tag } : {}) },
        add: { heldCents: -amountCents },
      };
      const payee = cashout.recipient?.ownAccount;
      if (!payee) return post(door, now, (time) => [settled(time)], [debit]);
      const code = qrCode ? { qrCodeId: qrCode.id } : {};
      const credit: Leg = {
        account: payee,
        entry: { ...shared, ...code, type: 'PIX_CASHIN', direction: 'CREDIT' },
        add: { availableCents: amountCents },
      };
      const legs = [debit, credit];
      if (qrCode?.status === 'ACTIVE' && qrCode.valueCents === amountCents) {
        const pay = (time: Date) => payQrCode(door, qrCode.id, amountCents, paymentOf(cashout, time));
        const posted = await post(door, now, (time) => [settled(time), pay(time)], legs);
        if (posted.kind !== 'moved' || posted.cause !== 1) return posted;
      }
      return post(door, now, (time) => [settled(time)], legs);
    },

    /** The payment will not happen: the hold is given back, nothing shows on the statement. */
    async release(cashout: Cashout, failure: CashoutFailure, ending: Ending): Promise<Posted> {
      const amount = cashout.request.amountCents;
      const result = await transact(door, [
        updateCashout(
          cashout,
          change({
            ...endingChange(failure.command, failureAttributes(failure), ending),
            when: '#status = :processing AND attribute_exists(#reservedAt)',
            values: { processing: 'PROCESSING' },
          }),
        ),
        updateBalance(
          cashout.account,
          change({
            add: { availableCents: amount, heldCents: -amount },
            when: '#heldCents >= :amount',
            values: { amount },
          }),
        ),
      ]);
      if (result.done) return { kind: 'ended' };
      if (!result.broken[0]) throw new Error(`cashout ${cashout.id} holds more than its account does`);
      return { kind: 'moved', current: result.broken[0].row as Cashout | undefined };
    },

    /** Puts money into an open account without a transfer behind it, once per occasion. */
    async credit(account: AccountRef, entry: EntryDraft, occasion: string): Promise<void> {
      const leg: Leg = {
        account,
        entry: { ...entry, direction: 'CREDIT' },
        add: { availableCents: entry.amountCents },
      };
      const once = (time: Date) => [putMarker(door, `credit#${occasion}`, time.toISOString())];
      const posted = await post(door, now, once, [leg]);
      // The marker is there: an earlier try has landed, and its answer was lost.
      if (posted.kind === 'ended' || posted.kind === 'moved') return;
      throw new Error(`account ${accountKey(account)} takes no credit`);
    },
  };
}

function paymentOf({ id, account, endToEndId }: Cashout, time: Date): QrPayment {
  return {
    endToEndId: endToEndId ?? '',
    transactionId: id,
    cashoutId: id,
    paidAt: time.toISOString(),
    payer: { account },
  };
}
