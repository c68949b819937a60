// PSP fees for an account's payments, in stages where accounts bear them: a debit, once per charge and never
// more than is available; and its reversal.

import { cents } from '../base/money.ts';
import { type Incident, incidentPut } from '../incident/incident-store.ts';
import { type Causes, type Leg, post } from '../ledger/posting-store.ts';
import type { FeeCharged } from '../network/event.ts';
import { putMarker, readMarker } from '../platform/marker-store.ts';
import { type Door, transact } from '../platform/table.ts';

export type Fees = ReturnType<typeof makeFees>;

const markerOf = (feeId: string) => `fee#${feeId}`;

export function makeFees(door: Door, now: () => Date) {
  /** Marks a charge so that it is never posted. False when it was posted meanwhile, or marked before. */
  async function cancelOut(charge: string, undoing: string): Promise<boolean> {
    const marker = putMarker(door, markerOf(charge), now().toISOString(), { undoneBy: undoing });
    return (await transact(door, [marker])).done;
  }

  return {
    /** Posts a charge or its reversal. A reversal is posted only if the account has borne the charge. */
    async post(event: FeeCharged): Promise<'posted' | 'nothing' | 'account_closed' | 'insufficient_funds'> {
      const { feeId, undoes, account, type, transactionId, endToEndId } = event;
      const charged = undoes === undefined ? undefined : await readMarker(door, markerOf(undoes));
      // The reversal came before its charge: neither is posted.
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

    /** The number of its entry, and the entry's time (ISO, UTC); undefined if it was not posted. */
    async findEntry({ feeId }: FeeCharged): Promise<{ code: number; at: string } | undefined> {
      const { code, at } = (await readMarker(door, markerOf(feeId))) ?? {};
      return typeof code === 'number' ? { code, at: String(at) } : undefined;
    },

    /** This institution bears the fee: it is not posted when the notice comes again. */
    async leave({ feeId }: FeeCharged, incident: Incident): Promise<void> {
      const marker = putMarker(door, markerOf(feeId), incident.at, { incident: incident.id });
      const left = await transact(door, [marker, incidentPut(door, incident)]);
      if (left.done) door.count('IncidentsOpened');
    },
  };
}
