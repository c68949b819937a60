// Settles cashouts that the network has paid. One transaction turns the hold into a debit and writes the statement
// entry, SUCCESS and the events. Concurrent cashouts of one account share a transaction, with one write of the balance.

import type { Fallen } from '../account/low-balance.ts';
import { accountKey } from '../base/account-ref.ts';
import type { Cashout, Receipt } from '../cashout/cashout.ts';
import { paidAt } from '../cashout/hold.ts';
import { payeesTransactionId } from '../cashout/idempotency.ts';
import type { EndedByPeople } from '../cashout/peoples-end.ts';
import { codeTransactionOf, payeesIds } from '../cashout/receipt.ts';
import type { Leg } from '../ledger/legs.ts';
import { packedMax } from '../ledger/packed-entries.ts';
import { type Appends, type Causes, type Posted, post } from '../ledger/posting-store.ts';
import type { Recipient } from '../network/port.ts';
import type { Action, Database } from '../platform/table.ts';
import { together } from '../platform/together.ts';
import type { WriteLocks } from '../platform/write-locks.ts';
import { isPaidBy, type QrCode, type QrPayment } from '../qr-code/qr-code.ts';
import { payQrCode } from '../qr-code/qr-code-store.ts';
import type { AccountEvent } from '../webhook/event.ts';
import type { FeedEnds, Feeds } from '../webhook/feed-store.ts';
import { lowBalanceEvent } from '../webhook/low-balance-event.ts';
import { type EndAttributes, endRow, eventsAtEnd, numbersAtEnd } from './end-store.ts';

/** The network's data about a settled payment. */
export type Settlement = EndedByPeople & { operationId: string; endToEndId?: string; recipient?: Recipient };

type Settling = {
  cashout: Cashout;
  settlement: Settlement;
  /** The payee's QR code that the transfer pays, if the payee is in this institution. */
  qrCode?: QrCode | undefined;
};

/** Fields that depend on entries and events: the debit's number, the payee's ids, and the numbers of the events. */
type EntryFields = { debitCode: number; receipt?: Receipt } & Pick<Cashout, 'feed'>;

/**
 * Turns the hold into a debit. The same transaction credits a recipient of this institution and records the events. A
 * QR code for exactly this amount becomes PAID, unless it was paid before.
 */
export function makeSettle(
  db: Database,
  now: () => Date,
  feeds: Feeds,
  locks: WriteLocks,
): (settling: Settling) => Promise<Posted> {
  const settleOut = together<Settling, Posted>(db, {
    rowOf: ({ cashout }) => accountKey(cashout.account),
    causeOf: ({ cashout }) => cashout.id,
    // The actions are one for each row, one for the balance, the items of the statement, and the page of the feed.
    actionsOf: (settlings) => settlings + 1 + Math.ceil(settlings / packedMax) + 1,
    locks,
    doAll: settleOpen,
    doOne: (one) => settle([one]),
  });

  function settle(all: readonly Settling[]): Promise<Posted> {
    const placesOf = (codes: readonly number[], index: number) => ({ debitCode: codes[index] as number });
    // The next free numbers of the feeds. They are read before each try, and both writes use them.
    let ends: FeedEnds = new Map();
    const causes: Causes = (time, codes) => {
      const numbers = numbersOf(ends, all);
      return all.map((one, index) =>
        settled(db, one, time, { ...placesOf(codes, index), ...numbers[index] }),
      );
    };
    const appends: Appends = async () => {
      ends = await feeds.readEnds([(all[0] as Settling).cashout.account]);
      return (time, codes, fallen) => {
        const events = all.flatMap((one, index) => eventsOf(one, time, placesOf(codes, index)));
        return feeds.append(ends, [...events, ...lowEvents(fallen, time)]);
      };
    };
    return post(db, now, causes, all.map(debit), { appends, tries: 1 });
  }

  /** Settles the cashouts. If some of them are no longer open, another transaction settles the others. */
  async function settleOpen(all: readonly Settling[]): Promise<(Posted | undefined)[]> {
    const answers = new Map<Settling, Posted>();
    for (let open = all; open.length > 0; open = all.filter((one) => !answers.has(one))) {
      const posted = await settle(open);
      const moved = posted.kind === 'moved' ? posted.moved : undefined;
      for (const [index, one] of open.entries())
        if (!moved) answers.set(one, posted);
        else if (moved[index]) answers.set(one, { kind: 'moved', current: moved[index].row });
    }
    return all.map((one) => answers.get(one));
  }

  async function settleWithin(one: Settling, payee: Leg['account']): Promise<Posted> {
    const { cashout, qrCode } = one;
    const { amountCents } = cashout.request;
    if (qrCode && isPaidBy(qrCode, amountCents)) {
      const posted = await creditWithin(one, payee, qrCode.id);
      if (posted.kind !== 'moved' || posted.cause !== 1) return posted;
    }
    return creditWithin(one, payee, undefined);
  }

  /**
   * Credits a payee in this institution.
   * @param qrCodeId the QR code that the payment pays; the write fails if the code was already paid
   */
  function creditWithin(one: Settling, payee: Leg['account'], qrCodeId: number | undefined): Promise<Posted> {
    const { cashout } = one;
    const { amountCents } = cashout.request;
    const transactionId = payeesTransactionId(cashout.id);
    const receipt = { transactionId, ...(qrCodeId === undefined ? {} : { qrCodeId }) };
    const placesOf = ([debitCode = 0, code = 0]: readonly number[]) => ({
      debitCode,
      receipt: { ...receipt, code },
    });
    let ends: FeedEnds = new Map();
    const causes: Causes = (time, codes) => {
      const [numbers] = numbersOf(ends, [one]);
      const row = settled(db, one, time, { ...placesOf(codes), ...numbers });
      if (qrCodeId === undefined) return [row];
      return [row, payQrCode(db, qrCodeId, amountCents, paymentOf(cashout, transactionId, time))];
    };
    const appends: Appends = async () => {
      ends = await feeds.readEnds([cashout.account, payee]);
      return (time, codes, fallen) =>
        feeds.append(ends, [...eventsOf(one, time, placesOf(codes)), ...lowEvents(fallen, time)]);
    };
    const credit: Leg = {
      account: payee,
      entry: {
        ...sharedEntry(one),
        ...payeesIds({ ...cashout, receipt }),
        type: 'PIX_CASHIN',
        direction: 'CREDIT',
        otherAccount: cashout.account,
      },
      add: { availableCents: amountCents },
    };
    return post(db, now, causes, [debit(one), credit], { appends });
  }

  return (one) => {
    const payee = one.cashout.recipient?.ownAccount;
    return payee ? settleWithin(one, payee) : settleOut(one);
  };
}

const lowEvents = (fallen: readonly Fallen[], time: Date) =>
  fallen.map((one) => lowBalanceEvent(one, time.toISOString()));

/** Returns the fields that SUCCESS adds to the row: the network's data and the numbers of its entries. */
function attributesOf({ cashout, settlement }: Settling, time: Date, fields: EntryFields): EndAttributes {
  const endedAt = time.toISOString();
  return { codeTransaction: codeTransactionOf(cashout.id), ...settlement, ...fields, endedAt };
}

const settled = (db: Database, one: Settling, time: Date, fields: EntryFields): Action =>
  endRow(db, one.cashout, 'succeed', attributesOf(one, time, fields));

const numbersOf = (ends: FeedEnds, all: readonly Settling[]) =>
  numbersAtEnd(
    ends,
    all.map(({ cashout }) => ({ cashout, command: 'succeed' })),
  );

const eventsOf = (one: Settling, time: Date, fields: EntryFields): AccountEvent[] =>
  eventsAtEnd(one.cashout, 'succeed', attributesOf(one, time, fields));

function debit(one: Settling): Leg {
  const [{ account, id, request }, place] = [one.cashout, paidAt(one.cashout)];
  const own = {
    codeTransaction: codeTransactionOf(id),
    transactionId: id,
    // The tag is only on the payer's entry, because it is the payer's own reference and is never shown to the payee.
    ...(request.tag ? { tag: request.tag } : {}),
    ...(place ? { place } : {}),
  };
  return {
    account,
    entry: { ...sharedEntry(one), ...own, type: 'PIX_CASHOUT', direction: 'DEBIT' },
    add: { heldCents: -request.amountCents },
  };
}

/** Returns what the payer's and the payee's entries share: the amount, and the network's id of the payment. */
function sharedEntry({ cashout, settlement }: Settling) {
  const endToEndId = settlement.endToEndId ?? cashout.endToEndId;
  return {
    amountCents: cashout.request.amountCents,
    ...(endToEndId ? { identification: endToEndId } : {}),
  };
}

function paymentOf({ id, account, endToEndId }: Cashout, transactionId: number, time: Date): QrPayment {
  return {
    endToEndId: endToEndId ?? '',
    transactionId,
    cashoutId: id,
    paidAt: time.toISOString(),
    payer: { account },
  };
}
