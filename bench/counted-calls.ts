// A client that notes what DynamoDB bills for its calls: consumed units by table, index writes included. It can hold
// each answer back until as much time has passed as the call takes elsewhere.

import { setTimeout as pause } from 'node:timers/promises';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { documentClient } from '../lib/stores/table.ts';

export type Units = { reads: number; writes: number };
/** `byTable`: by the end of the table's name, after the stage's. */
export type Counted = Units & { calls: string[]; byTable: Record<string, Units> };

type Consumed = { TableName?: string; CapacityUnits?: number };

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
      const name = String(context.commandName).replace(/(Item)?Command$/, '');
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
      for (const { TableName = '', CapacityUnits = 0 } of perTable)
        note(name, tableOf(TableName), CapacityUnits);
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
    const kind = /^(Get|BatchGet|Query)/.test(call) ? 'reads' : 'writes';
    counted[kind] += units;
    counted.byTable[table] ??= { reads: 0, writes: 0 };
    counted.byTable[table][kind] += units;
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

function tableOf(name: string): string {
  return /^pix-cashout-[^-]+-(.*)$/.exec(name)?.[1] ?? name;
}
