// Adds point-in-time recovery to the embedded engine, which has none. It restores what the tables contained when the
// test called `remember`.

import { DeleteTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { SQSClient } from '@aws-sdk/client-sqs';
import { PutCommand, ScanCommand } from '@aws-sdk/lib-dynamodb';
import { createResources } from '../../local/resources.ts';
import type { Restoring } from '../../operate/drill/restoring.ts';
import { drilledTables } from '../../operate/drill/tables.ts';
import { engineClient, openClient } from './clients.ts';
import type { Stack } from './stack.ts';

type Rows = Record<string, unknown>[];
export type Shelf = Restoring & {
  /** Stores the present content of the tables as their content at this second. */
  remember(at: Date): Promise<void>;
  /** Returns the rows of a table at a second. A test may change them. */
  rowsAt(table: string, at: Date): Rows;
  /** Every table that was restored. `removed` lists every table that was removed. */
  restored: string[];
  removed: string[];
};

export function openShelf(stack: Stack): Shelf {
  const clients = { dynamo: engineClient(DynamoDBClient), sqs: engineClient(SQSClient) };
  const client = openClient();
  const seconds = new Map<number, Map<string, Rows>>();
  const copies = new Map<string, { of: string; at: Date }>();
  const [restored, removed]: [string[], string[]] = [[], []];
  const rowsAt = (table: string, at: Date) => seconds.get(at.getTime())?.get(table) ?? [];
  return {
    restored,
    removed,
    rowsAt,

    async remember(at) {
      const tables = drilledTables(stack.service).map(async ({ name }) => {
        const { Items = [], LastEvaluatedKey } = await client.send(new ScanCommand({ TableName: name }));
        if (LastEvaluatedKey) throw new Error(`${name} is too large for a shelf`);
        return [name, Items] as const;
      });
      seconds.set(at.getTime(), new Map(await Promise.all(tables)));
    },

    windowOf: async () => {
      const known = [...seconds.keys()];
      return { from: new Date(Math.min(...known)), to: new Date(Math.max(...known)) };
    },
    bytesOf: async () => 2 ** 29,
    findCopy: async (name) => {
      const copy = copies.get(name);
      return copy && { ...copy, isReady: true, bytes: 0 };
    },

    async restore(table, copy, at) {
      const found = Object.entries(stack.service.resources.Resources).find(
        ([, { Properties }]) => Properties.TableName === table,
      );
      if (!found) throw new Error(`there is no ${table}`);
      const [id, resource] = found;
      const own = { ...resource, Properties: { ...resource.Properties, TableName: copy } };
      await createResources(
        { ...stack.service, resources: { Resources: { [id]: own }, extensions: {} } },
        clients,
      );
      for (const Item of rowsAt(table, at)) await client.send(new PutCommand({ TableName: copy, Item }));
      copies.set(copy, { of: table, at });
      restored.push(copy);
    },

    missingIn: async () => ['point-in-time recovery'],

    async remove(copy) {
      await clients.dynamo.send(new DeleteTableCommand({ TableName: copy }));
      copies.delete(copy);
      removed.push(copy);
    },

    listCopies: async () => [...copies.keys()],
  };
}
