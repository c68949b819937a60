// Stores the QR codes of our accounts. The sandbox creates the codes (the adapter of a real network would create them
// too). Network events mark the codes as paid; chargebacks lock and unlock them.

import type { Cents } from '../base/money.ts';
import { change } from '../platform/expression.ts';
import { rowsOf } from '../platform/rows.ts';
import type { Action, Database } from '../platform/table.ts';
import type { QrCode, QrPayment } from './qr-code.ts';

export type QrCodes = ReturnType<typeof makeQrCodes>;

export function makeQrCodes(db: Database) {
  const rows = rowsOf<QrCode, 'id'>(db, { table: 'QR_CODES_TABLE', partition: 'id' });

  return {
    get: (id: number): Promise<QrCode | undefined> => rows.get({ id }),

    /** Inserts a QR code. Returns false if its id is already used. */
    insert: (qrCode: QrCode): Promise<boolean> => rows.insert(qrCode),
  };
}

function updateQrCode({ config }: Database, id: number, update: ReturnType<typeof change>): Action {
  return { Update: { TableName: config.QR_CODES_TABLE, Key: { id }, ...update } };
}

/** Makes the action that marks the code as PAID by its first payment of exactly the code's amount. */
export function payQrCode(db: Database, id: number, amountCents: Cents, payment: QrPayment): Action {
  const paid = { status: 'PAID', valueCents: amountCents, remainingCents: amountCents, payment };
  return updateQrCode(db, id, change({ set: paid, when: '#status = :active', values: { active: 'ACTIVE' } }));
}

/**
 * Makes the action that subtracts a chargeback's amount from the remaining amount, and blocks other chargebacks until
 * this chargeback has ended.
 */
export function lockQrCode(db: Database, taking: Taking): Action {
  return takeFromQrCode(db, taking, { pendingChargeback: taking.id });
}

/**
 * Makes the action that subtracts a chargeback's amount without a lock, for a chargeback that is created and ended in
 * one write.
 */
export function chargeBackQrCode(db: Database, taking: Taking): Action {
  return takeFromQrCode(db, taking, { status: 'CHARGEBACK' });
}

/**
 * The fields of a chargeback that concern its QR code. `earlier`: the newest chargeback of the code before this one, if
 * any. The write fails if another chargeback is the newest by then.
 */
type Taking = {
  id: number;
  earlier?: number;
  request: { qrCodeId: number; amountCents: Cents };
};

function takeFromQrCode(db: Database, { id, earlier, request }: Taking, set: Partial<QrCode>): Action {
  const { qrCodeId, amountCents } = request;
  const isFirst = earlier === undefined;
  const unchanged = isFirst ? 'attribute_not_exists(#latestChargeback)' : '#latestChargeback = :earlier';
  return updateQrCode(
    db,
    qrCodeId,
    change({
      set: { ...set, latestChargeback: id },
      add: { remainingCents: -amountCents },
      when: `#status IN (:paid, :chargeback) AND attribute_not_exists(#pendingChargeback) AND #remainingCents >= :amount AND ${unchanged}`,
      values: {
        paid: 'PAID',
        chargeback: 'CHARGEBACK',
        amount: amountCents,
        ...(isFirst ? {} : { earlier }),
      },
    }),
  );
}

/**
 * Makes the action that subtracts money of the payment that was returned without our chargeback. The remaining amount
 * may be below zero while a chargeback holds its amount, which is added back if the chargeback fails.
 */
export function takeBackFromQrCode(db: Database, id: number, amountCents: Cents): Action {
  return updateQrCode(
    db,
    id,
    change({
      set: { status: 'CHARGEBACK' },
      add: { remainingCents: -amountCents },
      when: '#status IN (:paid, :chargeback)',
      values: { paid: 'PAID', chargeback: 'CHARGEBACK' },
    }),
  );
}

/**
 * Makes the action that ends a chargeback. A success sets the status. Any other end adds the amount back. A chargeback
 * that is `undone` does not exist for callers, so the chargeback before it is the newest again.
 */
export function unlockQrCode(
  db: Database,
  { id, earlier, request }: Taking,
  end: 'succeeded' | 'failed' | 'undone',
): Action {
  const back = end === 'undone' && earlier !== undefined ? { latestChargeback: earlier } : {};
  const isOnly = end === 'undone' && earlier === undefined;
  return updateQrCode(
    db,
    request.qrCodeId,
    change({
      set: end === 'succeeded' ? { status: 'CHARGEBACK' } : back,
      add: end === 'succeeded' ? {} : { remainingCents: request.amountCents },
      remove: ['pendingChargeback', ...(isOnly ? ['latestChargeback'] : [])],
      when: '#pendingChargeback = :chargeback',
      values: { chargeback: id },
    }),
  );
}
