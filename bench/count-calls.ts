// What a client's calls cost: which they were, how many round trips they take in sequence, and what DynamoDB charges for
// them, index writes included.

import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';

export type Count = { calls: string[]; hops: number; reads: number; writes: number };

type Capacity = { TableName?: string; CapacityUnits?: number };

/** Counts from now on. */
export function countCalls(client: DynamoDBDocumentClient) {
  let count: Count = { calls: [], hops: 0, reads: 0, writes: 0 };
  let open = 0;
  client.middlewareStack.add(
    (next, context) => async (args) => {
      const name = String(context.commandName).replace(/(Item)?Command$/, '');
      count.calls.push(name);
      // A call that starts while none is open begins a new round trip.
      if (open === 0) count.hops += 1;
      open += 1;
      try {
        const input = { ...args.input, ReturnConsumedCapacity: 'INDEXES' };
        const answer = await next({ ...args, input });
        const { ConsumedCapacity: used } = answer.output as { ConsumedCapacity?: Capacity | Capacity[] };
        for (const { TableName = '', CapacityUnits = 0 } of used ? [used].flat() : []) {
          // What the sandbox network keeps is not ours to pay.
          if (TableName.endsWith('sandbox-network')) continue;
          count[/^(Get|BatchGet|Query)/.test(name) ? 'reads' : 'writes'] += CapacityUnits;
        }
        return answer;
      } finally {
        open -= 1;
      }
    },
    { step: 'initialize', name: 'count', priority: 'high' },
  );
  return {
    /** What has been counted since the last time. */
    take(): Count {
      const taken = count;
      count = { calls: [], hops: 0, reads: 0, writes: 0 };
      return taken;
    },
    stop: () => void client.middlewareStack.remove('count'),
  };
}
