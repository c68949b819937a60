// What must never happen and needs a person: the network settled a payment that we had ended, or one cannot be
// resolved. Written once each, beside an error in the log.

import { PutCommand } from '@aws-sdk/lib-dynamodb';
import type { NetworkEvent } from '../network-event.ts';
import { conditionFailed, type Door } from './table.ts';

export type Incident = {
  id: string;
  at: string;
  kind: 'contradicting_outcome' | 'unresolved_payment' | 'network_event_not_applied';
  cashoutId?: number;
  details: string;
  /** What the network told us, so that a person has all there is to act on. */
  event?: NetworkEvent;
};

export type Incidents = ReturnType<typeof makeIncidents>;

export function makeIncidents(door: Door) {
  return {
    async insert(incident: Incident): Promise<void> {
      const put = {
        TableName: door.config.INCIDENTS_TABLE,
        Item: incident,
        ConditionExpression: 'attribute_not_exists(id)',
      };
      try {
        await door.client.send(new PutCommand(put));
      } catch (error) {
        if (!conditionFailed(error)) throw error;
      }
    },
  };
}
