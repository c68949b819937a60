// The directory of all accounts, in shards, with the progress of each account's reconciliation. The transaction that
// opens an account adds it.

import { PutCommand } from '@aws-sdk/lib-dynamodb';
import type { AccountRef } from '../base/account-ref.ts';
import { change } from '../platform/expression.ts';
import { directoryKey, directoryShards } from '../platform/keys.ts';
import { keyedRowsOf } from '../platform/rows.ts';
import type { Database } from '../platform/table.ts';
import { updateRow } from '../platform/update-row.ts';
import type { Checkpoint } from './reconciliation.ts';

/** An account's hold minus its open work (cents), and when that difference was first found (ISO). */
export type HoldDifference = { cents: number; seq: number; at: string };
export type Listed = AccountRef & Checkpoint & { holdDifference?: HoldDifference };

/** The start of the next run: after this account of this shard. */
export type Position = { shard: string; after: string };

const positionKey = { pk: 'DIRECTORY', sk: 'POSITION' };

export type Directory = ReturnType<typeof makeDirectory>;

export function makeDirectory(db: Database) {
  const table = db.config.ACCOUNTS_TABLE;
  const rows = keyedRowsOf<Listed>(db, 'ACCOUNTS_TABLE');
  const positions = keyedRowsOf<Position>(db, 'ACCOUNTS_TABLE');

  return {
    shards: directoryShards,

    /**
     * Accounts of a shard in order of their keys, starting after a given one. A key is never empty, so a blank starts
     * at the first.
     */
    list: (shard: string, after: string, limit: number): Promise<Listed[]> =>
      rows.query({ pk: `DIRECTORY#${shard}`, sk: { above: after || ' ' } }, { limit }),

    /** If two runs overlap, only the first one moves it. */
    async moveCheckpoint(read: Listed, { seq, time, balanceCents }: Checkpoint): Promise<boolean> {
      const changes = { set: { seq, time, balanceCents }, seen: { seq: read.seq } };
      return (await rows.update(directoryKey(read), changes)).done;
    },

    /** Stores the difference of an account's hold. */
    async noteHold(read: Listed, holdDifference: HoldDifference): Promise<boolean> {
      const noted = change({ set: { holdDifference }, when: 'attribute_exists(#pk)' });
      return (await updateRow(db, table, directoryKey(read), noted)).done;
    },

    /** Removes that difference, because the hold agrees again. */
    async forgetHold(read: Listed, holdDifference: HoldDifference): Promise<boolean> {
      const forgotten = await rows.update(directoryKey(read), {
        remove: ['holdDifference'],
        seen: { holdDifference },
      });
      return forgotten.done;
    },

    readPosition: (): Promise<Position | undefined> => positions.get(positionKey),

    async writePosition(position: Position): Promise<void> {
      await db.client.send(new PutCommand({ TableName: table, Item: { ...position, ...positionKey } }));
    },
  };
}
