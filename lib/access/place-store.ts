// Stores the places of a client: one row, in a part of the accounts table that has neither balances nor secrets.

import { GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { placesKey } from '../platform/keys.ts';
import type { Database } from '../platform/table.ts';
import type { Places } from './place.ts';

export type SeenPlaces = ReturnType<typeof makeSeenPlaces>;

export function makeSeenPlaces(db: Database) {
  const { ACCOUNTS_TABLE: TableName } = db.config;
  return {
    async get(clientId: string): Promise<Places> {
      const { Item } = await db.client.send(new GetCommand({ TableName, Key: placesKey(clientId) }));
      return (Item?.places ?? {}) as Places;
    },

    /** Replaces the places. If two writes meet, one of them is lost, and its place is noted the next time. */
    async put(clientId: string, places: Places): Promise<void> {
      await db.client.send(new PutCommand({ TableName, Item: { ...placesKey(clientId), places } }));
    },
  };
}
