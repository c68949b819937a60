// What the network has told us and we have applied: a marker is put in the very transaction it guards, so a notice
// that comes twice moves money once.

import { GetCommand } from '@aws-sdk/lib-dynamodb';
import type { Action, Door, Row } from './table.ts';

/** @param id 'return#…' or 'cash-in#…' with the network's own id; `about` is kept with it */
export function putMarker({ config }: Door, id: string, at: string, about: object = {}): Action {
  const Item = { ...about, id, at };
  return { Put: { TableName: config.MARKERS_TABLE, Item, ConditionExpression: 'attribute_not_exists(id)' } };
}

export async function readMarker({ client, config }: Door, id: string): Promise<Row | undefined> {
  const get = new GetCommand({ TableName: config.MARKERS_TABLE, Key: { id }, ConsistentRead: true });
  return (await client.send(get)).Item;
}
