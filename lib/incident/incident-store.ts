// Incidents: states that must never occur and need a person, each written once. For example: the network settled a
// payment that we had ended, or another amount; a payment cannot be resolved; an account does not add up.

import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import type { AccountRef } from '../base/account-ref.ts';
import type { NetworkEvent } from '../network/event.ts';
import { projection } from '../platform/expression.ts';
import { rowsOf } from '../platform/rows.ts';
import type { Action, Database, Row } from '../platform/table.ts';

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

/** `closedAt`: ISO, UTC. `closedBy`: an operator. */
export type Closing = { closedAt: string; closedBy: string; note: string };

/** `blankedAt`: when the personal data in the notice was blanked (ISO, UTC). */
export type KnownIncident = Incident & Partial<Closing> & { blankedAt?: string };

type Written = KnownIncident & { attempt?: string; closeAttempt?: string };

/** The fields of an incident in a list. */
const listed = [
  'id',
  'at',
  'kind',
  'cashoutId',
  'chargebackId',
  'account',
  'details',
  'closedAt',
  'closedBy',
] as const;
export type ListedIncident = Pick<KnownIncident, (typeof listed)[number]>;

export type Incidents = ReturnType<typeof makeIncidents>;

export function makeIncidents(db: Database) {
  const rows = rowsOf<Written, 'id'>(db, { table: 'INCIDENTS_TABLE', partition: 'id' });

  return {
    /** True if this call opened the incident, false if it already existed. */
    async insert(incident: Incident): Promise<boolean> {
      const attempt = db.token();
      const known = await rows.insertOrGet({ ...incident, attempt });
      // If it has this attempt's id, it is our own write, and its acknowledgement was lost.
      if (known && known.attempt !== attempt) return false;
      db.count('IncidentsOpened');
      if (incident.kind === 'other_amount_paid') db.count('OtherAmountsPaid');
      return true;
    },

    get: (id: string): Promise<KnownIncident | undefined> => rows.get({ id }),

    /** Newest first. The table has no index and incidents are rare, so the whole table is read. */
    async list(isWithClosed: boolean): Promise<ListedIncident[]> {
      const scan = {
        TableName: db.config.INCIDENTS_TABLE,
        ConsistentRead: true,
        ...projection(listed),
        ...(isWithClosed ? {} : { FilterExpression: 'attribute_not_exists(#closedAt)' }),
      };
      const found: Row[] = [];
      let after: Row | undefined;
      do {
        const page = await db.client.send(new ScanCommand({ ...scan, ExclusiveStartKey: after }));
        found.push(...(page.Items ?? []));
        after = page.LastEvaluatedKey;
      } while (after);
      return (found as ListedIncident[]).sort((one, other) => (one.at < other.at ? 1 : -1));
    },

    /** Closes it once, even under concurrent calls. */
    async close(id: string, closing: Closing): Promise<'closed' | 'closed_before' | 'not_found'> {
      const closeAttempt = db.token();
      const set = { ...closing, closeAttempt };
      const closed = await rows.update({ id }, { set, seen: { id, closedAt: undefined } });
      if (closed.done) return 'closed';
      if (!closed.row) return 'not_found';
      // After a lost acknowledgement the row has our own attempt id.
      return closed.row.closeAttempt === closeAttempt ? 'closed' : 'closed_before';
    },
  };
}

/** `insert` as a transaction action. The other actions must ensure that it happens once. */
export function incidentPut({ config }: Database, incident: Incident): Action {
  return { Put: { TableName: config.INCIDENTS_TABLE, Item: incident } };
}
