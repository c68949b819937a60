// What must never happen and needs a person: the network settled a payment that we had ended, one cannot be resolved,
// an account does not add up. Written once each, beside an error in the log.

import type { AccountRef } from '../cashout.ts';
import type { NetworkEvent } from '../network-event.ts';
import { type Action, type Door, putIfAbsent } from './table.ts';

export type Incident = {
  id: string;
  at: string;
  kind: 'contradicting_outcome' | 'unresolved_payment' | 'network_event_not_applied' | 'ledger_difference';
  cashoutId?: number;
  chargebackId?: number;
  account?: AccountRef;
  details: string;
  /** What the network told us, so that a person has all there is to act on. */
  event?: NetworkEvent;
};

export type Incidents = ReturnType<typeof makeIncidents>;

export function makeIncidents(door: Door) {
  return {
    async insert(incident: Incident): Promise<void> {
      await putIfAbsent(door, door.config.INCIDENTS_TABLE, incident, 'id');
    },
  };
}

/** The same, as a part of a transaction that is done once. */
export function incidentPut({ config }: Door, incident: Incident): Action {
  return { Put: { TableName: config.INCIDENTS_TABLE, Item: incident } };
}
