// Settles cashouts that the network has paid: hold to debit, statement entry and SUCCESS in one transaction.
// Concurrent cashouts of one account share it, with one write of the balance.

import { accountKey } from '../base/account-ref.ts';
import { type Causes, type Leg, type Posted, post } from '../ledger/posting-store.ts';
import type { Recipient } from '../network/port.ts';
import { change } from '../platform/expression.ts';
import type { Action, Database } from '../platform/table.ts';
import { together } from '../platform/together.ts';
import type { Turns } from '../platform/turns.ts';
import { isPaidBy, type QrCode, type QrPayment } from '../qr-code/qr-code.ts';
import { payQrCode } from '../qr-code/qr-code-store.ts';
import type { Receipt } from './cashout.ts';
import { type Cashout, codeTransactionOf } from './cashout.ts';
import { type Ending, endingChange } from './end-store.ts';
import { payeesTransactionId } from './idempotency.ts';
import { payeesIds } from './receipt.ts';

/** What the network reports with a payment's outcome. */
export type Settlement = { operationId: string; endToEndId?: string; recipient?: Recipient };

type Settling = {
  cashout: Cashout;
  settlement: Settlement;
  ending: (time: Date) => Ending;
  /** The payee's QR code that the transfer pays, if the payee is in this institution. */
  qrCode?: QrCode | undefined;
};

/**
 * Turns the hold into a debit, and credits a recipient of this institution in the same write. Its QR code for
 * exactly this amount becomes PAID, unless it was paid before.
 */
export function makeSettle(
  db: Database,
  now: () => Date,
  turns: Turns,
): (settling: Settling) => Promise<Posted> {
  const settleOut = together<Settling, Posted>(db, {
    rowOf: ({ cashout }) => accountKey(cashout.account),
    causeOf: ({ cashout }) => cashout.id,
    // The rows, the balance, and their entries.
    actionsOf: (settlings) => settlings + 1 + settlings,
    turns,
    doAll: settleOpen,
    doOne: (one) => settle([one]),
  });

  function settle(all: readonly Settling[]): Promise<Posted> {
    const causes: Causes = (time, codes) =>
      all.map((one, index) => settled(db, one, time, { debitCode: codes[index] as number }));
    return post(db, now, causes, all.map(debit), 1);
  }

  /** Settles those that are still open, in one more transaction if some are not. */
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

  /** @param qrCodeId the code that the payment pays, and that must still be unpaid */
  function creditWithin(one: Settling, payee: Leg['account'], qrCodeId: number | undefined): Promise<Posted> {
    const { cashout } = one;
    const { amountCents } = cashout.request;
    const transactionId = payeesTransactionId(cashout.id);
    const receipt = { transactionId, ...(qrCodeId === undefined ? {} : { qrCodeId }) };
    const causes: Causes = (time, [debitCode = 0, code = 0]) => {
      const row = settled(db, one, time, { debitCode, receipt: { ...receipt, code } });
      if (qrCodeId === undefined) return [row];
      return [row, payQrCode(db, qrCodeId, amountCents, paymentOf(cashout, transactionId, time))];
    };
    const credit: Leg = {
      account: payee,
      entry: {
        ...sharedEntry(one),
        ...payeesIds({ ...cashout, receipt }),
        type: 'PIX_CASHIN',
        direction: 'CREDIT',
      },
      add: { availableCents: amountCents },
    };
    return post(db, now, causes, [debit(one), credit]);
  }

  return (one) => {
    const payee = one.cashout.recipient?.ownAccount;
    return payee ? settleWithin(one, payee) : settleOut(one);
  };
}

/** The write on the cashout's row: SUCCESS, the network's data, and the codes of its entries. */
function settled(
  { config }: Database,
  { cashout, settlement, ending }: Settling,
  time: Date,
  places: { debitCode: number; receipt?: Receipt },
): Action {
  const attributes = { codeTransaction: codeTransactionOf(cashout.id), ...settlement, ...places };
  const update = change({
    ...endingChange('succeed', attributes, ending(time)),
    when: '#status = :processing AND attribute_exists(#reservedAt)',
    values: { processing: 'PROCESSING' },
  });
  return { Update: { TableName: config.CASHOUTS_TABLE, Key: { id: cashout.id }, ...update } };
}

function debit(one: Settling): Leg {
  const { account, id, request } = one.cashout;
  const own = {
    codeTransaction: codeTransactionOf(id),
    transactionId: id,
    // The tag is the payer's own reference: the payee never sees it.
    ...(request.tag ? { tag: request.tag } : {}),
  };
  return {
    account,
    entry: { ...sharedEntry(one), ...own, type: 'PIX_CASHOUT', direction: 'DEBIT' },
    add: { heldCents: -request.amountCents },
  };
}

/** What payer and payee both see: the amount, and the network's id of the payment. */
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
