// Stores incidents: states that must never occur and need a person. Each incident is written once. Examples: the
// network settled a payment that we had ended, or settled another amount; a payment cannot be resolved; an account does
// not add up.

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
    | 'psp_difference'
    | 'payouts_stopped'
    | 'defence_by_hand'
    | 'recovery_by_hand';
  cashoutId?: number;
  chargebackId?: number;
  account?: AccountRef;
  details: string;
  /** The network's notice, for the person who resolves the incident. */
  event?: NetworkEvent;
};

/** The closing of an incident. `closedAt`: ISO, UTC. `closedBy`: an operator. */
export type Closing = { closedAt: string; closedBy: string; note: string };

/** The operator who works on an incident. `takenAt`: ISO, UTC. `takenBy`: an operator. */
type Taking = { takenAt: string; takenBy: string };

/** A stored incident. `blankedAt`: when the personal data in the notice was blanked (ISO, UTC). */
export type KnownIncident = Incident & Partial<Closing & Taking> & { blankedAt?: string };

type Written = KnownIncident & { attempt?: string; closeAttempt?: string };

/** The fields of an incident that a list shows. */
const listed = [
  'id',
  'at',
  'kind',
  'cashoutId',
  'chargebackId',
  'account',
  'details',
  'event',
  'takenBy',
  'closedAt',
  'closedBy',
] as const;
export type ListedIncident = Pick<KnownIncident, (typeof listed)[number]>;

export type Incidents = ReturnType<typeof makeIncidents>;

export function makeIncidents(db: Database) {
  const rows = rowsOf<Written, 'id'>(db, { table: 'INCIDENTS_TABLE', partition: 'id' });

  return {
    /** Inserts an incident. Returns whether this call opened it; false means that it already existed. */
    async insert(incident: Incident): Promise<boolean> {
      const attempt = db.token();
      const known = await rows.insertOrGet({ ...incident, attempt });
      // If the row contains this attempt's id, this call wrote it and the acknowledgement was lost.
      if (known && known.attempt !== attempt) return false;
      db.count('IncidentsOpened');
      if (incident.kind === 'other_amount_paid') db.count('OtherAmountsPaid');
      return true;
    },

    get: (id: string): Promise<KnownIncident | undefined> => rows.get({ id }),

    /** Lists incidents, newest first. The whole table is read, because it has no index and incidents are rare. */
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

    async take(id: string, taking: Taking): Promise<'taken' | 'closed_before' | 'not_found'> {
      const taken = await rows.update({ id }, { set: taking, seen: { id, closedAt: undefined } });
      if (taken.done) return 'taken';
      return taken.row ? 'closed_before' : 'not_found';
    },

    /** Closes an incident once, even if several calls close it at the same time. */
    async close(id: string, closing: Closing): Promise<'closed' | 'closed_before' | 'not_found'> {
      const closeAttempt = db.token();
      const set = { ...closing, closeAttempt };
      const closed = await rows.update({ id }, { set, seen: { id, closedAt: undefined } });
      if (closed.done) return 'closed';
      if (!closed.row) return 'not_found';
      // If the row contains our own attempt id, this call closed it and the acknowledgement was lost.
      return closed.row.closeAttempt === closeAttempt ? 'closed' : 'closed_before';
    },
  };
}

/**
 * Builds the database action that inserts an incident. The transaction's other actions must ensure that this happens
 * once.
 */
export function incidentPut({ config }: Database, incident: Incident): Action {
  return { Put: { TableName: config.INCIDENTS_TABLE, Item: incident } };
}
