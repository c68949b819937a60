// What the network has told us and we have applied: a marker is put in the very transaction it guards, so a notice
// that comes twice moves money once.

import { GetCommand } from '@aws-sdk/lib-dynamodb';
import type { Action, Door, Row } from './table.ts';

/** What a marker tells of the money. Without an amount it was left to a person, or is of a return. */
export type MarkerNote = {
  at: string;
  amountCents?: number;
  endToEndId?: string;
  /** Of a return: the payout that has come back. Returns applied before this was kept have none. */
  cashoutId?: number;
  isLeftToPerson: boolean;
  /** A person has said whose the payment is. */
  isAssigned: boolean;
};

export type Markers = ReturnType<typeof makeMarkers>;

/** @param id 'return#…' or 'cash-in#…' with the network's own id; `about` is kept with it */
export function putMarker({ config }: Door, id: string, at: string, about: object = {}): Action {
  const Item = { ...about, id, at };
  return { Put: { TableName: config.MARKERS_TABLE, Item, ConditionExpression: 'attribute_not_exists(id)' } };
}

export async function readMarker({ client, config }: Door, id: string): Promise<Row | undefined> {
  const get = new GetCommand({ TableName: config.MARKERS_TABLE, Key: { id }, ConsistentRead: true });
  return (await client.send(get)).Item;
}

export function makeMarkers(door: Door) {
  return {
    /** @param id as it was put */
    async get(id: string): Promise<MarkerNote | undefined> {
      const row = await readMarker(door, id);
      if (!row) return undefined;
      const { amountCents, endToEndId, cashoutId, assigned } = {
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
      };
    },
  };
}
