// A client that notes what DynamoDB bills for its calls: consumed units by table, index writes included. It can hold
// each answer back until as much time has passed as the call takes elsewhere.

import { setTimeout as pause } from 'node:timers/promises';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { documentClient } from '../lib/stores/table.ts';

export type Units = { reads: number; writes: number };
/** `byTable`: by the end of the table's name, after the stage's; and what of it was an index's, under "<table> index". */
export type Counted = Units & { calls: string[]; byTable: Record<string, Units> };

type Consumed = {
  TableName?: string;
  CapacityUnits?: number;
  GlobalSecondaryIndexes?: Record<string, { CapacityUnits?: number }>;
};

const nothing = (): Counted => ({ calls: [], reads: 0, writes: 0, byTable: {} });

/**
 * @param endpoint of its engine; the environment's when absent
 * @param leastMs what a call takes at least, by its name ("TransactWrite", "BatchGet", ...) and table
 */
export function countedCalls(endpoint?: string, leastMs?: (call: string, table: string) => number) {
  const client = documentClient(new DynamoDBClient(endpoint ? { endpoint } : {}));
  let counted = nothing();
  client.middlewareStack.add(
    (next, context) => async (args) => {
      const name = String(context.commandName).replace(/(Items?)?Command$/, '');
      const startedAt = performance.now();
      const input = { ...(args.input as object), ReturnConsumedCapacity: 'INDEXES' };
      const answer = await next({ ...args, input } as typeof args).catch((error) => {
        // A condition that fails is a write that is billed; what it consumed is not in the answer.
        counted.calls.push(`${name} failed: ${error.name}`);
        throw error;
      });
      const { ConsumedCapacity: used } = answer.output as { ConsumedCapacity?: Consumed | Consumed[] };
      const perTable = used ? [used].flat() : [];
      counted.calls.push(name);
      for (const { TableName = '', CapacityUnits = 0, GlobalSecondaryIndexes = {} } of perTable) {
        const table = tableOf(TableName);
        note(name, table, CapacityUnits);
        for (const index of Object.values(GlobalSecondaryIndexes))
          noteIn(`${table} index`, name, index.CapacityUnits ?? 0);
      }
      const least = leastMs?.(name, tableOf(perTable[0]?.TableName ?? '')) ?? 0;
      const left = least - (performance.now() - startedAt);
      if (left > 0) await pause(left);
      return answer;
    },
    { step: 'initialize', name: 'countedCalls', priority: 'high' },
  );

  function note(call: string, table: string, units: number): void {
    // What the sandbox network keeps is not ours to pay.
    if (table === 'sandbox-network') return;
    counted[kindOf(call)] += units;
    noteIn(table, call, units);
  }

  function noteIn(name: string, call: string, units: number): void {
    counted.byTable[name] ??= { reads: 0, writes: 0 };
    counted.byTable[name][kindOf(call)] += units;
  }

  return {
    client,
    /** What has been counted since the last time. */
    take(): Counted {
      const taken = counted;
      counted = nothing();
      return taken;
    },
  };
}

const kindOf = (call: string) => (/^(Get|BatchGet|Query)/.test(call) ? 'reads' : 'writes');

function tableOf(name: string): string {
  return /^pix-cashout-[^-]+-(.*)$/.exec(name)?.[1] ?? name;
}
