// Settles cashouts whose payment is out: hold to debit, statement entry and SUCCESS in one transaction. Those of one
// account that come at once share it, with one write of the balance.

import { type Cashout, codeTransactionOf } from '../cashout.ts';
import { accountKey } from '../ledger.ts';
import type { Recipient } from '../pix/network.ts';
import type { QrCode, QrPayment } from '../qr-code.ts';
import { type Ending, endingChange } from './ending.ts';
import { change } from './expression.ts';
import { type Leg, type Posted, post } from './posting.ts';
import { payQrCode } from './qr-codes.ts';
import type { Action, Door } from './table.ts';
import { together } from './together.ts';

/** What the network has told of a payment with its outcome. */
export type Settlement = { operationId: string; endToEndId?: string; recipient?: Recipient };

type Settling = {
  cashout: Cashout;
  settlement: Settlement;
  ending: (time: Date) => Ending;
  /** The code of a payee of ours that the transfer pays. */
  qrCode?: QrCode | undefined;
};

/**
 * The hold becomes a debit, and a recipient of ours is credited in the same write. A QR code of theirs that asked for
 * just this amount is PAID with it, unless somebody has paid it before.
 */
export function makeSettle(door: Door, now: () => Date): (settling: Settling) => Promise<Posted> {
  const settleOut = together<Settling, Posted>(door, {
    rowOf: ({ cashout }) => accountKey(cashout.account),
    causeOf: ({ cashout }) => cashout.id,
    async doAll(all) {
      const posted = await settle(all);
      return posted.kind === 'ended' ? all.map(() => posted) : undefined;
    },
    doOne: (one) => settle([one]),
  });

  function settle(all: readonly Settling[]): Promise<Posted> {
    return post(door, now, (time) => all.map((one) => settled(door, one, time)), all.map(debit));
  }

  async function settleWithin(one: Settling, payee: Leg['account']): Promise<Posted> {
    const { cashout, qrCode } = one;
    const { amountCents } = cashout.request;
    const code = qrCode ? { qrCodeId: qrCode.id } : {};
    const credit: Leg = {
      account: payee,
      entry: { ...sharedEntry(one), ...code, type: 'PIX_CASHIN', direction: 'CREDIT' },
      add: { availableCents: amountCents },
    };
    const legs = [debit(one), credit];
    if (qrCode?.status === 'ACTIVE' && qrCode.valueCents === amountCents) {
      const pay = (time: Date) => payQrCode(door, qrCode.id, amountCents, paymentOf(cashout, time));
      const posted = await post(door, now, (time) => [settled(door, one, time), pay(time)], legs);
      if (posted.kind !== 'moved' || posted.cause !== 1) return posted;
    }
    return post(door, now, (time) => [settled(door, one, time)], legs);
  }

  return (one) => {
    const payee = one.cashout.recipient?.ownAccount;
    return payee ? settleWithin(one, payee) : settleOut(one);
  };
}

/** The row's own part: SUCCESS, with what the network has told. */
function settled({ config }: Door, { cashout, settlement, ending }: Settling, time: Date): Action {
  const attributes = { codeTransaction: codeTransactionOf(cashout.id), ...settlement };
  const update = change({
    ...endingChange('succeed', attributes, ending(time)),
    when: '#status = :processing AND attribute_exists(#reservedAt)',
    values: { processing: 'PROCESSING' },
  });
  return { Update: { TableName: config.CASHOUTS_TABLE, Key: { id: cashout.id }, ...update } };
}

function debit(one: Settling): Leg {
  const { account, request } = one.cashout;
  // The tag is the payer's own reference: the payee never sees it.
  const tag = request.tag ? { tag: request.tag } : {};
  return {
    account,
    entry: { ...sharedEntry(one), type: 'PIX_CASHOUT', direction: 'DEBIT', ...tag },
    add: { heldCents: -request.amountCents },
  };
}

/** What payer and payee both see. */
function sharedEntry({ cashout, settlement }: Settling) {
  const endToEndId = settlement.endToEndId ?? cashout.endToEndId;
  return {
    amountCents: cashout.request.amountCents,
    codeTransaction: codeTransactionOf(cashout.id),
    transactionId: cashout.id,
    ...(endToEndId ? { identification: endToEndId } : {}),
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
