// Creates a client that counts by table what DynamoDB charges for its calls.

import { openClient } from './clients.ts';

type Units = { calls: number; reads: number; writes: number };
type Consumed = { TableName?: string; CapacityUnits?: number };

export function countUnits() {
  const client = openClient();
  let counts: Record<string, Units> = {};
  client.middlewareStack.add(
    (next, context) => async (args) => {
      const name = String(context.commandName);
      const input = { ...(args.input as object), ReturnConsumedCapacity: 'TOTAL' };
      const answer = await next({ ...args, input } as typeof args);
      const { ConsumedCapacity: used } = answer.output as { ConsumedCapacity?: Consumed | Consumed[] };
      for (const { TableName = '', CapacityUnits = 0 } of used ? [used].flat() : []) {
        const table = TableName.replace(/^pix-cashout-test-\w+-/, '');
        counts[table] ??= { calls: 0, reads: 0, writes: 0 };
        counts[table].calls += 1;
        counts[table][/^(Get|BatchGet|Query)/.test(name) ? 'reads' : 'writes'] += CapacityUnits;
      }
      return answer;
    },
    { step: 'initialize', name: 'count', priority: 'high' },
  );
  const units = {
    /** Returns what was counted since the last call. */
    take(): Record<string, Units> {
      const taken = counts;
      counts = {};
      return taken;
    },
  };
  return { client, units };
}
