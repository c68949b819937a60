// Measures the cost of a client's calls: the calls themselves, their sequential round trips, and the units that
// DynamoDB bills per table, including index writes.

import { setTimeout as pause } from 'node:timers/promises';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { documentClient } from '../lib/platform/table.ts';

export type Units = { reads: number; writes: number };
/**
 * The keys of `byTable` are table names without the stage. The units of a table's indexes are under "<table> index".
 */
export type Count = Units & { calls: string[]; hops: number; byTable: Record<string, Units> };

type Consumed = {
  TableName?: string;
  CapacityUnits?: number;
  GlobalSecondaryIndexes?: Record<string, { CapacityUnits?: number }>;
};

/**
 * Returns the minimum time of a call in milliseconds, by the name of the call ("TransactWrite", "BatchGet", ...) and
 * the table.
 */
type LeastMs = (call: string, table: string) => number;

const nothing = (): Count => ({ calls: [], hops: 0, reads: 0, writes: 0, byTable: {} });
const kindOf = (call: string) => (/^(Get|BatchGet|Query)/.test(call) ? 'reads' : 'writes');
const tableOf = (name: string) => /^pix-cashout-[^-]+-(.*)$/.exec(name)?.[1] ?? name;

/**
 * Creates a separate client that counts its calls.
 * @param endpoint of its engine; without it, the endpoint of the environment
 */
export function countingClient(endpoint?: string) {
  const client = documentClient(new DynamoDBClient(endpoint ? { endpoint } : {}));
  return { client, ...countCalls(client) };
}

/**
 * Counts all calls of a client from now on.
 * @param leastMs delays each answer until the call has taken as long as it takes elsewhere
 */
export function countCalls(client: DynamoDBDocumentClient, leastMs?: LeastMs) {
  let count = nothing();
  let open = 0;
  client.middlewareStack.add(
    (next, context) => async (args) => {
      const name = String(context.commandName).replace(/(Items?)?Command$/, '');
      const startedAt = performance.now();
      // A call that starts while none is in progress begins a new round trip.
      if (open === 0) count.hops += 1;
      open += 1;
      try {
        const input = { ...(args.input as object), ReturnConsumedCapacity: 'INDEXES' };
        const answer = await next({ ...args, input } as typeof args);
        count.calls.push(name);
        const { ConsumedCapacity: used } = answer.output as { ConsumedCapacity?: Consumed | Consumed[] };
        const perTable = used ? [used].flat() : [];
        for (const one of perTable) note(name, one);
        const least = leastMs?.(name, tableOf(perTable[0]?.TableName ?? '')) ?? 0;
        const left = least - (performance.now() - startedAt);
        if (left > 0) await pause(left);
        return answer;
      } catch (error) {
        // A write with a failed condition is billed, but the answer does not contain its units.
        count.calls.push(`${name} failed: ${error instanceof Error ? error.name : ''}`);
        throw error;
      } finally {
        open -= 1;
      }
    },
    { step: 'initialize', name: 'countCalls', priority: 'high' },
  );

  function note(call: string, { TableName = '', CapacityUnits = 0, GlobalSecondaryIndexes = {} }: Consumed) {
    const table = tableOf(TableName);
    for (const { CapacityUnits: units = 0 } of Object.values(GlobalSecondaryIndexes))
      noteIn(`${table} index`, call, units);
    // The sandbox network's table is not part of our cost.
    if (table === 'sandbox-network') return;
    count[kindOf(call)] += CapacityUnits;
    noteIn(table, call, CapacityUnits);
  }

  function noteIn(name: string, call: string, units: number): void {
    count.byTable[name] ??= { reads: 0, writes: 0 };
    count.byTable[name][kindOf(call)] += units;
  }

  return {
    /** Returns the counts since the last call. */
    take(): Count {
      const taken = count;
      count = nothing();
      return taken;
    },
    stop: () => void client.middlewareStack.remove('countCalls'),
  };
}
