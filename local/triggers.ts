// Acts as AWS between tables, queues and Lambdas. Starts a reader for each stream and queue that triggers a function,
// with AWS's event formats.

import { type Bell, makeBell } from './bell.ts';
import { readQueue } from './queue-trigger.ts';
import { readStream } from './stream-trigger.ts';
import type { TriggerOptions } from './trigger-options.ts';

export type Triggers = {
  /**
   * Tells the triggers that a function has ended. Must be called after every function, because the function may have
   * written records to the streams.
   */
  wake(): void;
  stop(): Promise<void>;
};

/** Starts every stream and queue trigger of the service. Without a client for streams, the streams are not read. */
export function startTriggers(given: TriggerOptions): Triggers {
  const { service } = given;
  const stopping = new AbortController();
  const readers: Promise<void>[] = [];
  const bells: Bell[] = [];
  const wake = () => {
    for (const bell of bells) bell.ring();
  };
  const options: TriggerOptions = {
    ...given,
    invoke: (key, event) => given.invoke(key, event).finally(wake),
  };

  for (const [key, { events = [] }] of Object.entries(service.functions)) {
    for (const { sqs, stream } of events) {
      if (sqs) {
        readers.push(readQueue(options, key, sqs, stopping.signal));
      }
      if (stream && options.streams) {
        const bell = makeBell();
        bells.push(bell);
        readers.push(readStream(options, options.streams, key, stream, bell, stopping.signal));
      }
    }
  }
  return {
    wake,
    async stop() {
      stopping.abort();
      wake();
      await Promise.all(readers);
    },
  };
}
