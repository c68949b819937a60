// Stores markers of network notices that were applied. A marker is written in the same transaction as the money, so a
// notice that arrives twice moves money once.

import { GetCommand } from '@aws-sdk/lib-dynamodb';
import type { Action, Database, Row } from './table.ts';

/** The content of a marker. The amount is absent if the notice was left to a person, and in markers of older returns. */
export type MarkerNote = {
  at: string;
  amountCents?: number;
  endToEndId?: string;
  /** The returned cashout, if the notice is a return. Markers of older returns do not contain it. */
  cashoutId?: number;
  /** Name of our account at the PSP that has received the payment. Older markers do not contain it. */
  receivedAt?: string;
  isLeftToPerson: boolean;
  /** Whether an operator has assigned the payment to an account. */
  isAssigned: boolean;
};

export type Markers = ReturnType<typeof makeMarkers>;

/**
 * Builds the database action that writes a marker.
 * @param id such as 'return#…' or 'cash-in#…', with the network's id
 * @param about content that is stored in the marker
 */
export function putMarker({ config }: Database, id: string, at: string, about: object = {}): Action {
  const Item = { ...about, id, at };
  return { Put: { TableName: config.MARKERS_TABLE, Item, ConditionExpression: 'attribute_not_exists(id)' } };
}

export async function readMarker({ client, config }: Database, id: string): Promise<Row | undefined> {
  const get = new GetCommand({ TableName: config.MARKERS_TABLE, Key: { id }, ConsistentRead: true });
  return (await client.send(get)).Item;
}

export function makeMarkers(db: Database) {
  return {
    /**
     * Reads a marker.
     * @param id as for putMarker
     */
    async get(id: string): Promise<MarkerNote | undefined> {
      const row = await readMarker(db, id);
      if (!row) return undefined;
      const { amountCents, endToEndId, cashoutId, receivedAt, assigned } = {
        ...row,
        ...(row.payment as object | undefined),
      } as Row;
      return {
        at: String(row.at),
        isLeftToPerson: row.incident !== undefined && row.payment === undefined,
        isAssigned: assigned === true,
        ...(typeof amountCents === 'number' ? { amountCents } : {}),
        ...(typeof endToEndId === 'string' ? { endToEndId } : {}),
        ...(typeof cashoutId === 'number' ? { cashoutId } : {}),
        ...(typeof receivedAt === 'string' ? { receivedAt } : {}),
      };
    },
  };
}
