// What every queue message passes. Each record stands alone: one that fails goes back to its queue, and after
// its last receive to the dead-letter queue, while its neighbours are done. No early time-out here: a worker
// that takes too long must die with its Lambda, not go on in the container's next invocation.

import type { SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import type * as z from 'zod';
import type { Deps } from '../deps.ts';

export function queueHandler<Message extends z.ZodType>(
  deps: Deps,
  name: string,
  schema: Message,
  run: (message: z.output<Message>) => Promise<void>,
) {
  return async ({ Records }: SQSEvent): Promise<SQSBatchResponse> => {
    const results = await Promise.allSettled(Records.map(runRecord));
    const failures = results.flatMap((result, index) => {
      if (result.status === 'fulfilled') return [];
      deps.log.error('message failed', { queue: name }, result.reason);
      return [{ itemIdentifier: (Records[index] as SQSRecord).messageId }];
    });
    return { batchItemFailures: failures };
  };

  // A version this code does not know is left for newer code, or for the dead-letter queue: never dropped.
  async function runRecord(record: SQSRecord): Promise<void> {
    await run(schema.parse(JSON.parse(record.body)));
  }
}
