// Payments that have arrived, and whose account cannot be told from the notice. The money waits at the PSP until a
// person says whose it is (npm run admin -- payment assign). Each is the payment's marker, with its incident.

import type { AccountRef } from '../base/account-ref.ts';
import type { PaymentReceived } from '../network/event.ts';
import { change } from '../platform/expression.ts';
import { readMarker } from '../platform/marker-store.ts';
import type { Action, Door } from '../platform/table.ts';
import { updateRow } from '../platform/update-row.ts';
import type { ImposedReturn } from './payment.ts';

/** What is known of it: all but whose it is. What the payer has named tells a person more than it may tell us. */
export type UnassignedPayment = Omit<PaymentReceived, 'account'> & {
  named?: { key?: string; txid?: string };
};

export type WaitingPayment = {
  payment: UnassignedPayment;
  incidentId: string;
  /** Whose it is, once a person has said so; it is credited by the notice that follows. */
  assignedTo?: AccountRef;
};

const markerId = (endToEndId: string) => `cash-in#${endToEndId}`;

export type WaitingPayments = ReturnType<typeof makeWaitingPayments>;

export function makeWaitingPayments(door: Door) {
  const table = door.config.MARKERS_TABLE;

  /** False when the payment does not wait, or not so any more. */
  async function update(endToEndId: string, changes: ReturnType<typeof change>): Promise<boolean> {
    return (await updateRow(door, table, { id: markerId(endToEndId) }, changes)).done;
  }

  return {
    async find(endToEndId: string): Promise<WaitingPayment | undefined> {
      const { waiting, incident, assignedTo } = (await readMarker(door, markerId(endToEndId))) ?? {};
      if (!waiting) return undefined;
      return {
        payment: waiting,
        incidentId: incident,
        ...(assignedTo ? { assignedTo } : {}),
      } as WaitingPayment;
    },

    /** It may be assigned anew until it has been credited. */
    assign: (endToEndId: string, account: AccountRef): Promise<boolean> =>
      update(
        endToEndId,
        change({
          set: { assignedTo: account },
          when: 'attribute_exists(#waiting)',
        }),
      ),

    /**
     * A return of a payment that waits: kept with it, and applied once it has been credited.
     * @returns false when the payment does not wait
     */
    async keepReturn(endToEndId: string, one: ImposedReturn): Promise<boolean> {
      const { waiting, keptReturns } = (await readMarker(door, markerId(endToEndId))) ?? {};
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
      // Another was kept meanwhile, or the payment was credited: the next look tells.
      return (await update(endToEndId, changes)) || this.keepReturn(endToEndId, one);
    },

    async keptReturns(endToEndId: string): Promise<readonly ImposedReturn[]> {
      const marker = await readMarker(door, markerId(endToEndId));
      return (marker?.keptReturns ?? []) as ImposedReturn[];
    },
  };
}

/**
 * Actions for the transaction that credits a waiting payment to the account it was assigned to, its cause first. A
 * payment under the id of a return (D…) is a payout that came back. The marker of that return is put as well, so that it
 * is not credited a second time; a return that was left to a person has its marker already.
 */
export function creditWaiting({ config }: Door, payment: PaymentReceived, at: string): Action[] {
  const { endToEndId, account } = payment;
  const TableName = config.MARKERS_TABLE;
  const update = change({
    set: { payment, at },
    remove: ['waiting'],
    when: '#assignedTo = :account AND attribute_exists(#waiting)',
    values: { account },
  });
  const credit: Action = { Update: { TableName, Key: { id: markerId(endToEndId) }, ...update } };
  const returned: Action = {
    Put: {
      TableName,
      Item: { id: `return#${endToEndId}`, at, endToEndId },
      ConditionExpression: 'attribute_not_exists(id) OR attribute_exists(incident)',
    },
  };
  return endToEndId.startsWith('D') ? [credit, returned] : [credit];
}
