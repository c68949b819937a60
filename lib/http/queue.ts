// Handles the messages of every queue. Each message fails alone: it returns to its queue, and after its last receive it
// moves to the dead-letter queue. The rest of the batch is processed. The only timeout is the Lambda's timeout: a
// worker that takes too long must end with its Lambda, and must not continue in the container's next invocation.

import type { SQSBatchItemFailure, SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import type * as z from 'zod';
import type { Base } from '../platform/deps.ts';
import type { LogFields } from '../platform/log.ts';

/**
 * Makes the handler of a queue.
 * @param about the row of a message, for the log when the message fails
 */
export function queueHandler<Message extends z.ZodType>(
  deps: Base,
  name: string,
  schema: Message,
  run: (message: z.output<Message>) => Promise<void>,
  about: (message: z.output<Message>) => LogFields = () => ({}),
) {
  return async ({ Records }: SQSEvent): Promise<SQSBatchResponse> => {
    // Short messages are processed first, so that they do not wait for connections and CPU behind messages with many
    // ids.
    const shortestFirst = Records.toSorted((one, other) => one.body.length - other.body.length);
    const running = new Map(shortestFirst.map((record) => [record, runRecord(record)]));
    const results = await Promise.all(Records.map((record) => running.get(record)));
    const failures = results.flatMap((failed) => failed ?? []);
    return { batchItemFailures: failures };
  };

  // A message of an unknown version fails too. It stays in the queue for newer code or moves to the dead-letter queue,
  // and is never dropped.
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
