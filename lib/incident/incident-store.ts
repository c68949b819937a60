// What must never happen and needs a person: the network settled a payment that we had ended, or in another amount,
// one cannot be resolved, an account does not add up. Written once each, beside an error in the log.

import { PutCommand } from '@aws-sdk/lib-dynamodb';
import type { AccountRef } from '../base/account-ref.ts';
import type { NetworkEvent } from '../network/event.ts';
import { type Action, conditionFailed, type Door } from '../platform/table.ts';

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
  /** What the network told us, so that a person has all there is to act on. */
  event?: NetworkEvent;
};

export type Incidents = ReturnType<typeof makeIncidents>;

export function makeIncidents(door: Door) {
  return {
    /** Whether it is this write that opened it. */
    async insert(incident: Incident): Promise<boolean> {
      const put = new PutCommand({
        TableName: door.config.INCIDENTS_TABLE,
        Item: incident,
        ConditionExpression: 'attribute_not_exists(id)',
        ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
      });
      try {
        await door.client.send(put);
      } catch (error) {
        const failed = conditionFailed(error);
        if (!failed) throw error;
        // Written before; at our own time, it is our own write, whose acknowledgement was lost.
        if (failed.row?.at !== incident.at) return false;
      }
      door.count('IncidentsOpened');
      if (incident.kind === 'other_amount_paid') door.count('OtherAmountsPaid');
      return true;
    },
  };
}

/** The same, as a part of a transaction that is done once. */
export function incidentPut({ config }: Door, incident: Incident): Action {
  return { Put: { TableName: config.INCIDENTS_TABLE, Item: incident } };
}
