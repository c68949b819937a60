// Stores received payments whose notice does not identify an account. The money stays at the PSP until a person assigns
// the payment (npm run admin -- payment assign). A payment is stored as its own marker, together with its incident.

import type { AccountRef } from '../base/account-ref.ts';
import type { PaymentReceived } from '../network/event.ts';
import { change } from '../platform/expression.ts';
import { cashInMarker, returnMarker } from '../platform/keys.ts';
import { readMarker } from '../platform/marker-store.ts';
import type { Action, Database } from '../platform/table.ts';
import { updateRow } from '../platform/update-row.ts';
import type { ImposedReturn } from './payment.ts';

/** A payment without an account. The key and txid that the payer named are a hint for a person, and no evidence. */
export type UnassignedPayment = Omit<PaymentReceived, 'account'> & {
  named?: { key?: string; txid?: string };
};

export type WaitingPayment = {
  payment: UnassignedPayment;
  incidentId: string;
  /** The account to which a person has assigned the payment. The payment's notice is then sent again, and credits it. */
  assignedTo?: AccountRef;
};

export type WaitingPayments = ReturnType<typeof makeWaitingPayments>;

export function makeWaitingPayments(db: Database) {
  const table = db.config.MARKERS_TABLE;

  /** Changes a waiting payment. Returns false if the payment does not wait, or was changed in the meantime. */
  async function update(endToEndId: string, changes: ReturnType<typeof change>): Promise<boolean> {
    return (await updateRow(db, table, { id: cashInMarker(endToEndId) }, changes)).done;
  }

  return {
    async find(endToEndId: string): Promise<WaitingPayment | undefined> {
      const { waiting, incident, assignedTo } = (await readMarker(db, cashInMarker(endToEndId))) ?? {};
      if (!waiting) return undefined;
      return {
        payment: waiting,
        incidentId: incident,
        ...(assignedTo ? { assignedTo } : {}),
      } as WaitingPayment;
    },

    /**
     * Assigns the payment. It may be assigned again until it is credited.
     * @param seen the account to which it was assigned when it was read
     */
    assign(endToEndId: string, account: AccountRef, seen: AccountRef | undefined): Promise<boolean> {
      const asRead = seen ? '#assignedTo = :seen' : 'attribute_not_exists(#assignedTo)';
      // Our own write may be repeated after its acknowledgement was lost.
      const when = `attribute_exists(#waiting) AND (${asRead} OR #assignedTo = :account)`;
      const values = { account, ...(seen ? { seen } : {}) };
      return update(endToEndId, change({ set: { assignedTo: account }, when, values }));
    },

    /**
     * Stores a return with its waiting payment. The return is applied after the payment is credited.
     * @returns false if the payment does not wait
     */
    async keepReturn(endToEndId: string, one: ImposedReturn): Promise<boolean> {
      const { waiting, keptReturns } = (await readMarker(db, cashInMarker(endToEndId))) ?? {};
      if (!waiting) return false;
      const kept = (keptReturns ?? []) as ImposedReturn[];
      if (kept.some(({ returnId }) => returnId === one.returnId)) return true;
      const seen = keptReturns
        ? { when: '#keptReturns = :kept', values: { kept } }
        : { when: 'attribute_not_exists(#keptReturns)' };
      const changes = change({
        set: { keptReturns: [...kept, one] },
        ...seen,
        when: `attribute_exists(#waiting) AND ${seen.when}`,
      });
      // Another return was stored in the meantime, or the payment was credited. So the payment is read again.
      return (await update(endToEndId, changes)) || this.keepReturn(endToEndId, one);
    },

    async keptReturns(endToEndId: string): Promise<readonly ImposedReturn[]> {
      const marker = await readMarker(db, cashInMarker(endToEndId));
      return (marker?.keptReturns ?? []) as ImposedReturn[];
    },
  };
}

/**
 * Makes the actions, the cause first, for the transaction that credits a waiting payment to its assigned account. A
 * payment with the id of a return (D…) is a returned cashout. For such a payment, the marker of the return is written
 * too, so that the return is not credited a second time. If the return was left to a person, its marker already
 * exists.
 */
export function creditWaiting({ config }: Database, payment: PaymentReceived, at: string): Action[] {
  const { endToEndId, account } = payment;
  const TableName = config.MARKERS_TABLE;
  const update = change({
    set: { payment, at },
    remove: ['waiting'],
    when: '#assignedTo = :account AND attribute_exists(#waiting)',
    values: { account },
  });
  const credit: Action = { Update: { TableName, Key: { id: cashInMarker(endToEndId) }, ...update } };
  const returned: Action = {
    Put: {
      TableName,
      Item: { id: returnMarker(endToEndId), at, endToEndId },
      ConditionExpression: 'attribute_not_exists(id) OR attribute_exists(incident)',
    },
  };
  return endToEndId.startsWith('D') ? [credit, returned] : [credit];
}
