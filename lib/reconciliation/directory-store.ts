// The directory of all accounts, lane by lane, with how far each has been reconciled. The transaction that
// opens an account adds it.

import { GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import type { AccountRef } from '../base/account-ref.ts';
import { change } from '../platform/expression.ts';
import { directoryKey, directoryLanes } from '../platform/keys.ts';
import { type Database, queryUpTo } from '../platform/table.ts';
import { updateRow } from '../platform/update-row.ts';
import type { Checkpoint } from './reconciliation.ts';

/** An account's hold minus its open work (cents), and when that difference was first seen (ISO). */
export type HoldDifference = { cents: number; seq: number; at: string };
export type Listed = AccountRef & Checkpoint & { holdDifference?: HoldDifference };

/** Where the next run begins: after this account of this lane. */
export type Place = { lane: string; after: string };

const placeKey = { pk: 'DIRECTORY', sk: 'PLACE' };

export type Directory = ReturnType<typeof makeDirectory>;

export function makeDirectory(db: Database) {
  const table = db.config.ACCOUNTS_TABLE;

  /** @returns whether the account was still as it was read */
  async function move(read: Listed, update: ReturnType<typeof change>): Promise<boolean> {
    return (await updateRow(db, table, directoryKey(read), update)).done;
  }

  return {
    lanes: directoryLanes,

    /** Accounts of a lane in order of their keys, after one of them. */
    async list(lane: string, after: string, limit: number): Promise<Listed[]> {
      const rows = await queryUpTo(db, limit, {
        TableName: table,
        KeyConditionExpression: 'pk = :lane AND sk > :after',
        // A key is never empty, and nothing sorts before the blank.
        ExpressionAttributeValues: { ':lane': `DIRECTORY#${lane}`, ':after': after || ' ' },
        ConsistentRead: true,
      });
      return rows as Listed[];
    },

    /** Only the first of two overlapping runs moves it. */
    moveCheckpoint: (read: Listed, { seq, time, balanceCents }: Checkpoint): Promise<boolean> =>
      move(
        read,
        change({ set: { seq, time, balanceCents }, when: '#seq = :read', values: { read: read.seq } }),
      ),

    /** Stores the difference of an account's hold. */
    noteHold: (read: Listed, holdDifference: HoldDifference): Promise<boolean> =>
      move(read, change({ set: { holdDifference }, when: 'attribute_exists(#pk)' })),

    /** Removes that difference: the hold agrees again. */
    forgetHold: (read: Listed, noted: HoldDifference): Promise<boolean> =>
      move(read, change({ remove: ['holdDifference'], when: '#holdDifference = :noted', values: { noted } })),

    async readPlace(): Promise<Place | undefined> {
      const { Item } = await db.client.send(
        new GetCommand({ TableName: table, Key: placeKey, ConsistentRead: true }),
      );
      return Item as Place | undefined;
    },

    async writePlace(place: Place): Promise<void> {
      await db.client.send(new PutCommand({ TableName: table, Item: { ...place, ...placeKey } }));
    },
  };
}
