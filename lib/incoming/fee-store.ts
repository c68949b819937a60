// Posts a PSP's fees for an account's payments, in stages where accounts bear these fees. A charge is debited once,
// and never more than is available. The reversal of a charge is credited.

import { cents } from '../base/money.ts';
import { type Incident, incidentPut } from '../incident/incident-store.ts';
import type { Leg } from '../ledger/legs.ts';
import { type Causes, post } from '../ledger/posting-store.ts';
import type { FeeCharged } from '../network/event.ts';
import { putMarker, readMarker } from '../platform/marker-store.ts';
import { type Database, transact } from '../platform/table.ts';

export type Fees = ReturnType<typeof makeFees>;

const markerOf = (feeId: string) => `fee#${feeId}`;

export function makeFees(db: Database, now: () => Date) {
  /**
   * Marks a charge, so that it is never posted. Returns false if the charge was posted in the meantime or is already
   * marked.
   */
  async function cancelOut(charge: string, undoing: string): Promise<boolean> {
    const marker = putMarker(db, markerOf(charge), now().toISOString(), { undoneBy: undoing });
    return (await transact(db, [marker])).done;
  }

  return {
    /** Posts a charge or its reversal. A reversal is posted only if the account was charged. */
    async post(event: FeeCharged): Promise<'posted' | 'nothing' | 'account_closed' | 'insufficient_funds'> {
      const { feeId, undoes, account, type, transactionId, endToEndId, place } = event;
      const charged = undoes === undefined ? undefined : await readMarker(db, markerOf(undoes));
      // The reversal arrived before its charge, so neither of them is posted.
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
          ...(place ? { place } : {}),
        },
        add: { availableCents: isBack ? amountCents : -amountCents },
      };
      const once: Causes = (time, [code]) => [
        putMarker(db, markerOf(feeId), time.toISOString(), { charged: true, amountCents, code }),
      ];
      const posted = await post(db, now, once, [leg]);
      if (posted.kind === 'ended') return 'posted';
      return posted.kind === 'moved' ? 'nothing' : posted.kind;
    },

    /** Returns the number and the time (ISO, UTC) of a fee's entry, or undefined if the fee was not posted. */
    async findEntry({ feeId }: FeeCharged): Promise<{ code: number; at: string } | undefined> {
      const { code, at } = (await readMarker(db, markerOf(feeId))) ?? {};
      return typeof code === 'number' ? { code, at: String(at) } : undefined;
    },

    /** Records that this institution bears the fee. The fee is not posted if its notice arrives again. */
    async leave({ feeId }: FeeCharged, incident: Incident): Promise<void> {
      const marker = putMarker(db, markerOf(feeId), incident.at, { incident: incident.id });
      const left = await transact(db, [marker, incidentPut(db, incident)]);
      if (left.done) db.count('IncidentsOpened');
    },
  };
}
