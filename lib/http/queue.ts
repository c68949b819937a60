// What every queue message passes. Each record is judged alone: one that fails goes back to its queue, and after
// its last receive to the dead-letter queue, while its neighbours are done. No early time-out here: a worker
// that takes too long must die with its Lambda, not go on in the container's next invocation.

import type { SQSBatchItemFailure, SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import type * as z from 'zod';
import type { Core } from '../app/deps.ts';
import type { LogFields } from '../platform/log.ts';

/** @param about the row that a message is about: for the line that says that it failed */
export function queueHandler<Message extends z.ZodType>(
  deps: Core,
  name: string,
  schema: Message,
  run: (message: z.output<Message>) => Promise<void>,
  about: (message: z.output<Message>) => LogFields = () => ({}),
) {
  return async ({ Records }: SQSEvent): Promise<SQSBatchResponse> => {
    const results = await Promise.all(Records.map(runRecord));
    const failures = results.flatMap((failed) => failed ?? []);
    return { batchItemFailures: failures };
  };

  // A version this code does not know is left for newer code, or for the dead-letter queue: never dropped.
  async function runRecord({ body, messageId }: SQSRecord): Promise<SQSBatchItemFailure | undefined> {
    let fields: LogFields = { queue: name };
    try {
      const message = schema.parse(JSON.parse(body));
      fields = { ...fields, ...about(message) };
      await run(message);
      return undefined;
    } catch (error) {
      deps.log.error('message failed', fields, error);
      deps.metrics.count('MessagesFailed');
      return { itemIdentifier: messageId };
    }
  }
}
