// Simulates DynamoDB's latency and conflicts in front of the embedded engine. Every call has a latency, and if two
// transactions write the same item at once, the second is cancelled. The engine itself answers at once, one call after
// another.

import { TransactionCanceledException, TransactionConflictException } from '@aws-sdk/client-dynamodb';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { SlowTime } from './slow-time.ts';

/** The median in milliseconds. A call takes between half and one and a half times this time. */
export type Latency = { read: number; write: number; transaction: number };

export type Weather = {
  latency: Latency;
  pause: SlowTime['pause'];
  /** The items that a transaction of any container is writing now. */
  held: Set<string>;
  /**
   * The number of transactions that were sent. `conflicts` counts the cancelled ones: by a conflict, or because a row
   * had changed.
   */
  transactions: number;
  conflicts: number;
  /** The number of writes of single items, including failed writes. */
  singles: number;
  /** The consumed read capacity of the service's own tables. */
  readUnits: number;
  writeUnits: number;
};

export function newWeather(latency: Latency, { pause }: Pick<SlowTime, 'pause'>): Weather {
  return {
    latency,
    pause,
    held: new Set(),
    transactions: 0,
    conflicts: 0,
    singles: 0,
    readUnits: 0,
    writeUnits: 0,
  };
}

type Keyed = { TableName?: string; Key?: object; Item?: Record<string, unknown> };
type Consumed = { TableName?: string; CapacityUnits?: number };
type Input = { TransactItems?: Record<string, Keyed>[] } & Keyed;

/** Returns a client with the simulated latency and conflicts. */
export function expose(client: DynamoDBDocumentClient, weather: Weather): DynamoDBDocumentClient {
  const { pause } = weather;
  client.middlewareStack.add(
    (next, context) => async (args) => {
      const name = String(context.commandName);
      const kind = /Transact/.test(name)
        ? 'transaction'
        : /^(Get|BatchGet|Query)/.test(name)
          ? 'read'
          : 'write';
      const half = (weather.latency[kind] * (0.5 + Math.random())) / 2;
      const input = { ...(args.input as object), ReturnConsumedCapacity: 'INDEXES' } as Input;
      const items = itemsOf(input);
      const isTransaction = kind === 'transaction';
      if (isTransaction) weather.transactions += 1;
      else if (kind === 'write') weather.singles += 1;
      if (kind !== 'read' && items.some((item) => weather.held.has(item))) {
        if (isTransaction) weather.conflicts += 1;
        const error = isTransaction ? cancelled(items, weather.held) : conflict();
        await pause(2 * half);
        throw error;
      }
      if (isTransaction) for (const item of items) weather.held.add(item);
      try {
        await pause(half);
        const answer = await next({ ...args, input } as typeof args);
        note(weather, kind === 'read', answer.output as { ConsumedCapacity?: Consumed | Consumed[] });
        await pause(half);
        return answer;
      } catch (error) {
        if (isTransaction) weather.conflicts += 1;
        throw error;
      } finally {
        if (isTransaction) for (const item of items) weather.held.delete(item);
      }
    },
    { step: 'initialize', name: 'weather', priority: 'low' },
  );
  return client;
}

function note(
  weather: Weather,
  isRead: boolean,
  { ConsumedCapacity: used }: { ConsumedCapacity?: Consumed | Consumed[] },
) {
  for (const { CapacityUnits = 0 } of used ? [used].flat() : []) {
    if (isRead) weather.readUnits += CapacityUnits;
    else weather.writeUnits += CapacityUnits;
  }
}

/** Returns the names of the items in a write. Actions without a key cannot conflict. */
function itemsOf({ TransactItems, ...single }: Input): string[] {
  const writes = TransactItems ? TransactItems.flatMap((action) => Object.values(action)) : [single];
  return writes.flatMap(({ TableName, Key, Item }) => {
    const key = Key ?? (Item && { pk: Item.pk ?? Item.account ?? Item.id, sk: Item.sk ?? Item.position });
    return key ? [`${TableName} ${JSON.stringify(key)}`] : [];
  });
}

function cancelled(items: readonly string[], held: ReadonlySet<string>): Error {
  const CancellationReasons = items.map((item) => ({
    Code: held.has(item) ? 'TransactionConflict' : 'None',
  }));
  const message = 'Transaction cancelled, please refer cancellation reasons for specific reasons';
  return new TransactionCanceledException({ $metadata: {}, message, CancellationReasons });
}

function conflict(): Error {
  const message = 'Transaction is ongoing for the item';
  return new TransactionConflictException({ $metadata: {}, message });
}
