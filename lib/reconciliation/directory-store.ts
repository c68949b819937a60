// Stores the directory of all accounts, in shards, with the progress of each account's reconciliation. The transaction
// that opens an account also adds it to the directory.

import { PutCommand } from '@aws-sdk/lib-dynamodb';
import type { AccountRef } from '../base/account-ref.ts';
import { change } from '../platform/expression.ts';
import { directoryKey, directoryShards } from '../platform/keys.ts';
import { keyedRowsOf } from '../platform/rows.ts';
import type { Database } from '../platform/table.ts';
import { updateRow } from '../platform/update-row.ts';
import type { Checkpoint } from './reconciliation.ts';

/**
 * An account's held money minus its open work (cents). `at`: time at which this difference was first found (ISO, UTC).
 * `seq`: number of the last entry that was added up at that time.
 */
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
     * Lists accounts of a shard in the order of their keys, after the key `after`. An empty `after` starts at the first
     * account, because a key is never empty.
     */
    list: (shard: string, after: string, limit: number): Promise<Listed[]> =>
      rows.query({ pk: `DIRECTORY#${shard}`, sk: { above: after || ' ' } }, { limit }),

    /** Moves the checkpoint of an account. If two runs overlap, only the first run moves it. */
    async moveCheckpoint(read: Listed, { seq, time, balanceCents }: Checkpoint): Promise<boolean> {
      const changes = { set: { seq, time, balanceCents }, seen: { seq: read.seq } };
      return (await rows.update(directoryKey(read), changes)).done;
    },

    /** Stores the difference between an account's hold and its open work. */
    async noteHold(read: Listed, holdDifference: HoldDifference): Promise<boolean> {
      const noted = change({ set: { holdDifference }, when: 'attribute_exists(#pk)' });
      return (await updateRow(db, table, directoryKey(read), noted)).done;
    },

    /** Removes the stored difference, because the hold and the open work agree again. */
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
