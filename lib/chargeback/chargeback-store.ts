// Chargeback rows: reads, and the writes that move no money. A pointer item leads from the network's id of a
// refund to its row. The steps that move money are in chargeback-ledger-store.ts.

import { GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { AccountRef } from '../base/account-ref.ts';
import { type DueKey, type Listing, listDue } from '../platform/due.ts';
import { change } from '../platform/expression.ts';
import { readOpenRows } from '../platform/open-rows.ts';
import { conditionFailed, type Database, withoutConflict } from '../platform/table.ts';
import type { Chargeback } from './chargeback.ts';

export const chargebackKey = (id: number) => ({ pk: `CHARGEBACK#${id}` });
export const returnKey = (returnId: string) => ({ pk: `RETURN#${returnId}` });

export type Chargebacks = ReturnType<typeof makeChargebacks>;

export function makeChargebacks(db: Database) {
  const table = db.config.CHARGEBACKS_TABLE;

  async function get(id: number): Promise<Chargeback | undefined> {
    const read = new GetCommand({ TableName: table, Key: chargebackKey(id), ConsistentRead: true });
    return (await db.client.send(read)).Item as Chargeback | undefined;
  }

  async function move(read: Chargeback, update: ReturnType<typeof change>): Promise<Chargeback | undefined> {
    const write = new UpdateCommand({
      TableName: table,
      Key: chargebackKey(read.id),
      ReturnValues: 'ALL_NEW',
      ...update,
    });
    try {
      const { Attributes } = await withoutConflict(db, () => db.client.send(write));
      return Attributes as Chargeback;
    } catch (error) {
      if (!conditionFailed(error)) throw error;
      return undefined;
    }
  }

  return {
    get,

    async findByReturnId(returnId: string): Promise<Chargeback | undefined> {
      const read = new GetCommand({ TableName: table, Key: returnKey(returnId), ConsistentRead: true });
      const { Item } = await db.client.send(read);
      // No chargeback has the id 0: a missing one costs the same reads as another company's.
      return get((Item?.id as number | undefined) ?? 0);
    },

    /** Takes the next look-up at the network: only one of several workers gets it. */
    claimPoll: (read: Chargeback, nextPollAt: string, dueAt: string) =>
      move(
        read,
        change({
          set: { nextPollAt, dueAt },
          add: { polls: 1 },
          when: '#status = :pending AND #ask = :ask AND #polls = :polls',
          values: { pending: 'PENDING', ask: read.ask, polls: read.polls },
        }),
      ),

    /** Notes that a caller has seen it as PENDING. */
    show: (read: Chargeback) =>
      move(
        read,
        change({
          set: { shown: true },
          when: '#status = :pending AND #ask = :ask',
          values: { pending: 'PENDING', ask: read.ask },
        }),
      ),

    /** Notes that its acceptance was recorded as an event, and its end was not. */
    noteAcceptance: (read: Chargeback) =>
      move(
        read,
        change({
          set: { acceptanceTold: true },
          when: '#status = :pending AND #ask = :ask',
          values: { pending: 'PENDING', ask: read.ask },
        }),
      ),

    /** Notes that its end was recorded as an event: the row leaves the due index. */
    strikeEvent: (read: Chargeback) =>
      move(
        read,
        change({
          set: { owesEvent: false },
          remove: ['lane', 'dueAt'],
          when: '#status = :status',
          values: { status: read.status },
        }),
      ),

    resume: (read: Chargeback, dueAt: string) =>
      move(
        read,
        change({
          set: { dueAt },
          add: { resumes: 1 },
          when: '#dueAt = :seen',
          values: { seen: read.dueAt },
        }),
      ),

    /** Every chargeback of these accounts with open work, due or not. */
    listOpen: (of: readonly AccountRef[]) =>
      readOpenRows(db, table, 'chargeback', 'pk', of) as Promise<Chargeback[]>,

    /** Ids of one lane that are due. */
    async listDue(listing: Listing): Promise<({ id: number } & DueKey)[]> {
      return listDue(db, table, listing, ({ pk }) => ({ id: Number(String(pk).split('#')[1]) }));
    },
  };
}
