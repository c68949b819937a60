// What the PSP has charged for a payment of an account, where the stage has accounts bear it: a debit, once per charge and
// never more than is available; and the way back.

import { cents } from '../base/money.ts';
import { type Incident, incidentPut } from '../incident/incident-store.ts';
import { type Causes, type Leg, post } from '../ledger/posting-store.ts';
import type { FeeCharged } from '../network/event.ts';
import { putMarker, readMarker } from '../platform/marker-store.ts';
import { type Door, transact } from '../platform/table.ts';

export type Fees = ReturnType<typeof makeFees>;

const markerOf = (feeId: string) => `fee#${feeId}`;

export function makeFees(door: Door, now: () => Date) {
  /** False when the charge came meanwhile, or was cancelled out before. */
  async function cancelOut(charge: string, undoing: string): Promise<boolean> {
    const marker = putMarker(door, markerOf(charge), now().toISOString(), { undoneBy: undoing });
    return (await transact(door, [marker])).done;
  }

  return {
    /** A charge is given back only to whoever has borne it. */
    async post(event: FeeCharged): Promise<'posted' | 'nothing' | 'account_closed' | 'insufficient_funds'> {
      const { feeId, undoes, account, type, transactionId, endToEndId } = event;
      const charged = undoes === undefined ? undefined : await readMarker(door, markerOf(undoes));
      // Told before its charge: neither is posted.
      if (undoes !== undefined && !charged)
        return (await cancelOut(undoes, feeId)) ? 'nothing' : this.post(event);
      if (undoes !== undefined && charged?.charged !== true) return 'nothing';
      const amountCents = cents(event.amountCents);
      const isBack = undoes !== undefined;
      const leg: Leg = {
        account,
        entry: {
          type,
          direction: isBack ? 'CREDIT' : 'DEBIT',
          amountCents,
          identification: endToEndId,
          ...(transactionId === undefined ? {} : { transactionId }),
        },
        add: { availableCents: isBack ? amountCents : -amountCents },
      };
      const once: Causes = (time, [code]) => [
        putMarker(door, markerOf(feeId), time.toISOString(), { charged: true, amountCents, code }),
      ];
      const posted = await post(door, now, once, [leg]);
      if (posted.kind === 'ended') return 'posted';
      return posted.kind === 'moved' ? 'nothing' : posted.kind;
    },

    /** The number of its entry, and when that was made (ISO, UTC); none where it was not posted. */
    async findEntry({ feeId }: FeeCharged): Promise<{ code: number; at: string } | undefined> {
      const { code, at } = (await readMarker(door, markerOf(feeId))) ?? {};
      return typeof code === 'number' ? { code, at: String(at) } : undefined;
    },

    /** The house bears it after all: it is not posted when it is told again. */
    async leave({ feeId }: FeeCharged, incident: Incident): Promise<void> {
      const marker = putMarker(door, markerOf(feeId), incident.at, { incident: incident.id });
      const left = await transact(door, [marker, incidentPut(door, incident)]);
      if (left.done) door.count('IncidentsOpened');
    },
  };
}
