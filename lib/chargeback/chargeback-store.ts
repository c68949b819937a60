// Chargeback rows: what is read of them, and the looks at the network. A pointer item leads from the network's id of
// a refund to its row. The steps that move money are in chargeback-ledger.ts.

import { GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { AccountRef } from '../base/account-ref.ts';
import { type DueKey, type Listing, listDue } from '../platform/due.ts';
import { change } from '../platform/expression.ts';
import { readOpenRows } from '../platform/open-rows.ts';
import { conditionFailed, type Door, withoutConflict } from '../platform/table.ts';
import type { Chargeback } from './chargeback.ts';

export const chargebackKey = (id: number) => ({ pk: `CHARGEBACK#${id}` });
export const returnKey = (returnId: string) => ({ pk: `RETURN#${returnId}` });

export type Chargebacks = ReturnType<typeof makeChargebacks>;

export function makeChargebacks(door: Door) {
  const table = door.config.CHARGEBACKS_TABLE;

  async function get(id: number): Promise<Chargeback | undefined> {
    const read = new GetCommand({ TableName: table, Key: chargebackKey(id), ConsistentRead: true });
    return (await door.client.send(read)).Item as Chargeback | undefined;
  }

  async function move(read: Chargeback, update: ReturnType<typeof change>): Promise<Chargeback | undefined> {
    const write = new UpdateCommand({
      TableName: table,
      Key: chargebackKey(read.id),
      ReturnValues: 'ALL_NEW',
      ...update,
    });
    try {
      const { Attributes } = await withoutConflict(door, () => door.client.send(write));
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
      const { Item } = await door.client.send(read);
      // No chargeback has the id 0: what is not there costs the same reads as what is somebody else's.
      return get((Item?.id as number | undefined) ?? 0);
    },

    /** Takes the next look at the network: of several workers one gets it, and none before its time. */
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

    /** Somebody is told of it while it is PENDING. */
    show: (read: Chargeback) =>
      move(
        read,
        change({
          set: { shown: true },
          when: '#status = :pending AND #ask = :ask',
          values: { pending: 'PENDING', ask: read.ask },
        }),
      ),

    /** Its debit has been recorded, and its end has not. */
    noteAcceptance: (read: Chargeback) =>
      move(
        read,
        change({
          set: { acceptanceTold: true },
          when: '#status = :pending AND #ask = :ask',
          values: { pending: 'PENDING', ask: read.ask },
        }),
      ),

    /** Its end has been recorded: nothing is owed any more. */
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

    /** Every chargeback of these accounts to which something is still owed, due or not. */
    listOpen: (of: readonly AccountRef[]) =>
      readOpenRows(door, table, 'chargeback', 'pk', of) as Promise<Chargeback[]>,

    /** Ids in one lane whose time has come. */
    async listDue(listing: Listing): Promise<({ id: number } & DueKey)[]> {
      return listDue(door, table, listing, ({ pk }) => ({ id: Number(String(pk).split('#')[1]) }));
    },
  };
}
