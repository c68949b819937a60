// Incidents: what must never happen and needs a person, written once. For example: the network settled a
// payment that we had ended, or another amount; a payment cannot be resolved; an account does not add up.

import type { AccountRef } from '../base/account-ref.ts';
import type { NetworkEvent } from '../network/event.ts';
import { rowsOf } from '../platform/rows.ts';
import type { Action, Database } from '../platform/table.ts';

export type Incident = {
  id: string;
  at: string;
  kind:
    | 'contradicting_outcome'
    | 'unresolved_payment'
    | 'other_amount_paid'
    | 'network_event_not_applied'
    | 'unassigned_payment'
    | 'account_overdrawn'
    | 'ledger_difference'
    | 'psp_difference';
  cashoutId?: number;
  chargebackId?: number;
  account?: AccountRef;
  details: string;
  /** The network's notice, for the person who resolves the incident. */
  event?: NetworkEvent;
};

type Written = Incident & { attempt?: string };

export type Incidents = ReturnType<typeof makeIncidents>;

export function makeIncidents(db: Database) {
  const rows = rowsOf<Written, 'id'>(db, { table: 'INCIDENTS_TABLE', partition: 'id' });

  return {
    /** True if this call opened the incident, false if it was there before. */
    async insert(incident: Incident): Promise<boolean> {
      const attempt = db.token();
      const known = await rows.insertOrGet({ ...incident, attempt });
      // If it names this attempt, it is our own write, whose acknowledgement was lost.
      if (known && known.attempt !== attempt) return false;
      db.count('IncidentsOpened');
      if (incident.kind === 'other_amount_paid') db.count('OtherAmountsPaid');
      return true;
    },
  };
}

/** The same write as a transaction action. The other actions must make sure that it happens once. */
export function incidentPut({ config }: Database, incident: Incident): Action {
  return { Put: { TableName: config.INCIDENTS_TABLE, Item: incident } };
}
