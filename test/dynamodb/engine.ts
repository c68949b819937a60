// A DynamoDB in the process of the tests. It answers the SDK's HTTP requests at once, from memory, without a
// connection. The embedded engine and its connections took half of the time of npm test. conformance.test.ts compares
// generated requests with the embedded engine, and the part `coverage` of npm run test:all compares all of every test.
//
// This engine has only the features that the service uses. It has no local indexes, no PartiQL, no backups and no
// throttling. Its indexes are always up to date. It accepts reserved words, which the embedded engine refuses.

import type { CreateTableCommandInput } from '@aws-sdk/client-dynamodb';
import { missingTable, query, type Read, readOne, readUnits, scan } from './reads.ts';
import { invalid, Refusal } from './refusal.ts';
import { streamOperations } from './stream.ts';
import { Table } from './table.ts';
import type { Item } from './values.ts';
import {
  type Kind,
  makeTransactions,
  refuseTwice,
  type TransactWrite,
  type Write,
  writeOne,
} from './writes.ts';

type Named = { TableName: string; ReturnConsumedCapacity?: string };
type Batch<Each> = { RequestItems: Record<string, Each>; ReturnConsumedCapacity?: string };
type Wanted = Omit<Read, 'TableName' | 'Key'> & { Keys: Item[] };
type Answer = { status: number; body: string };

const decoder = new TextDecoder();
const batchReadMax = 100;
const batchWriteMax = 25;
const batchReadBytes = 16 * 1024 * 1024;

/** The host in the endpoint of this engine. */
export const engineHost = 'dynamodb.in-process';

export function openEngine() {
  const tables = new Map<string, Table>();
  const tableOf = (name: string): Table => {
    const table = tables.get(name);
    if (!table) throw missingTable(name);
    return table;
  };
  const transact = makeTransactions(tableOf);

  const write =
    (kind: Kind) =>
    (input: Write & Named): object => {
      const { Attributes, units } = writeOne(kind, tableOf(input.TableName), input);
      return { ...(Attributes ? { Attributes } : {}), ...consumed(input, units) };
    };
  const readRows =
    (read: typeof query) =>
    (input: Read & Named): object => {
      const { units, ...answer } = read(tableOf(input.TableName), input);
      return { ...answer, ...consumed(input, units) };
    };

  const operations = {
    CreateTable(input: CreateTableCommandInput & Named) {
      if (tables.has(input.TableName))
        throw new Refusal('ResourceInUseException', `Table already exists: ${input.TableName}`);
      const table = new Table(input);
      tables.set(input.TableName, table);
      return { TableDescription: table.describe() };
    },
    DescribeTable: ({ TableName }: Named) => ({ Table: tableOf(TableName).describe() }),
    DeleteTable({ TableName }: Named) {
      const TableDescription = { ...tableOf(TableName).describe(), TableStatus: 'DELETING' };
      tables.delete(TableName);
      return { TableDescription };
    },
    ListTables: () => ({ TableNames: [...tables.keys()].sort() }),
    PutItem: write('Put'),
    UpdateItem: write('Update'),
    DeleteItem: write('Delete'),
    GetItem(input: Read & Named) {
      const { Item, units } = readOne(tableOf(input.TableName), input);
      return { ...(Item ? { Item } : {}), ...consumed(input, units) };
    },
    Query: readRows(query),
    Scan: readRows(scan),
    BatchGetItem(input: Batch<Wanted>) {
      const asked = Object.entries(input.RequestItems);
      const count = asked.reduce((sum, [, { Keys }]) => sum + Keys.length, 0);
      if (count > batchReadMax) throw invalid('Too many items requested for the BatchGetItem call');
      const Responses: Record<string, Item[]> = {};
      const UnprocessedKeys: Record<string, Wanted> = {};
      const used: [string, number][] = [];
      let bytes = 0;
      for (const [TableName, { Keys, ...rest }] of asked) {
        const table = tableOf(TableName);
        refuseTwice(
          Keys.map((key) => table.keyOf(key)),
          'Provided list of item keys contains duplicates',
        );
        Responses[TableName] = [];
        let units = 0;
        for (const [at, Key] of Keys.entries()) {
          const found = readOne(table, { TableName, Key, ...rest });
          bytes += found.bytes;
          if (bytes > batchReadBytes) {
            UnprocessedKeys[TableName] = { Keys: Keys.slice(at), ...rest };
            break;
          }
          units += found.units;
          if (found.Item) Responses[TableName].push(found.Item);
        }
        used.push([TableName, units]);
      }
      return { Responses, UnprocessedKeys, ...consumedBy(input, used) };
    },
    BatchWriteItem(input: Batch<{ PutRequest?: { Item: Item }; DeleteRequest?: { Key: Item } }[]>) {
      const asked = Object.entries(input.RequestItems);
      if (asked.reduce((sum, [, all]) => sum + all.length, 0) > batchWriteMax)
        throw invalid('Too many items requested for the BatchWriteItem call');
      const all = asked.map(([TableName, requests]) => ({ table: tableOf(TableName), TableName, requests }));
      for (const { table, requests } of all) {
        const keys = requests.map(({ PutRequest, DeleteRequest }) =>
          table.keyOf(PutRequest?.Item ?? DeleteRequest?.Key ?? {}),
        );
        refuseTwice(keys, 'Provided list of item keys contains duplicates');
        for (const { PutRequest, DeleteRequest } of requests)
          if (PutRequest) table.checkRow(PutRequest.Item);
          else table.checkKey(DeleteRequest?.Key ?? {});
      }
      const used = all.map(({ table, TableName, requests }): [string, number] => {
        const units = requests.map(({ PutRequest, DeleteRequest }) =>
          PutRequest
            ? writeOne('Put', table, { TableName, ...PutRequest }).units
            : writeOne('Delete', table, { TableName, ...DeleteRequest }).units,
        );
        return [TableName, units.reduce((sum, one) => sum + one, 0)];
      });
      return { UnprocessedItems: {}, ...consumedBy(input, used) };
    },
    TransactWriteItems: (input: TransactWrite & { ReturnConsumedCapacity?: string }) =>
      consumedBy(input, transact(input)),
    TransactGetItems(input: { TransactItems: { Get: Read }[]; ReturnConsumedCapacity?: string }) {
      const used: [string, number][] = [];
      const Responses = input.TransactItems.map(({ Get }) => {
        const table = tableOf(Get.TableName);
        const { Item, bytes } = readOne(table, Get);
        used.push([table.name, 2 * readUnits(bytes, true)]);
        return Item ? { Item } : {};
      });
      return { Responses, ...consumedBy(input, used) };
    },
    ...streamOperations(tableOf),
  };

  /** Returns the output of an operation. @throws a Refusal */
  const ask = (name: string, input: unknown): object => {
    if (!Object.hasOwn(operations, name))
      throw new Refusal('UnknownOperationException', `${name} is no operation of this engine`);
    return (operations[name as keyof typeof operations] as (input: unknown) => object)(input);
  };

  return {
    ask,
    /**
     * Answers a request.
     * @param target the header x-amz-target
     * @param body JSON
     */
    handle(target: string, body: string | Uint8Array): Answer {
      const text = typeof body === 'string' ? body : decoder.decode(body);
      try {
        return { status: 200, body: JSON.stringify(ask(target.split('.')[1] ?? '', JSON.parse(text))) };
      } catch (error) {
        return answerOf(error);
      }
    },
  };
}

/** Returns the answer that tells of a refusal. Throws every other error. */
export function answerOf(error: unknown): Answer {
  if (!(error instanceof Refusal)) throw error;
  const { type, message, more } = error;
  const text = type === 'TransactionCanceledException' ? { Message: message } : { message };
  const __type = `com.amazonaws.dynamodb.v20120810#${type}`;
  return { status: 400, body: JSON.stringify({ __type, ...text, ...more }) };
}

function consumed({ TableName, ReturnConsumedCapacity }: Named, CapacityUnits: number): object {
  if ((ReturnConsumedCapacity ?? 'NONE') === 'NONE') return {};
  return { ConsumedCapacity: { TableName, CapacityUnits } };
}

/** Returns the consumed units by table. */
function consumedBy(
  { ReturnConsumedCapacity }: { ReturnConsumedCapacity?: string },
  used: [string, number][],
): object {
  if ((ReturnConsumedCapacity ?? 'NONE') === 'NONE') return {};
  const sums = new Map<string, number>();
  for (const [name, units] of used) sums.set(name, (sums.get(name) ?? 0) + units);
  const all = [...sums].map(([TableName, CapacityUnits]) => ({ TableName, CapacityUnits }));
  return { ConsumedCapacity: all };
}
