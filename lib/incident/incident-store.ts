// Incidents: what must never happen and needs a person, written once. For example: the network settled a
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

/** `blankedAt`: since when the notice names nobody (ISO, UTC). */
export type KnownIncident = Incident & Partial<Closing> & { blankedAt?: string };

type Written = KnownIncident & { attempt?: string; closeAttempt?: string };

/** What a list has of an incident. */
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

    get: (id: string): Promise<KnownIncident | undefined> => rows.get({ id }),

    /** Newest first. The table has no index and incidents are rare, so all of it is read. */
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

    /** It is closed once, whoever else closes it at the same time. */
    async close(id: string, closing: Closing): Promise<'closed' | 'closed_before' | 'not_found'> {
      const closeAttempt = db.token();
      const set = { ...closing, closeAttempt };
      const closed = await rows.update({ id }, { set, seen: { id, closedAt: undefined } });
      if (closed.done) return 'closed';
      if (!closed.row) return 'not_found';
      // After a lost acknowledgement the row has our own attempt.
      return closed.row.closeAttempt === closeAttempt ? 'closed' : 'closed_before';
    },
  };
}

/** The same write as a transaction action. The other actions must make sure that it happens once. */
export function incidentPut({ config }: Database, incident: Incident): Action {
  return { Put: { TableName: config.INCIDENTS_TABLE, Item: incident } };
}
