// Defines the options of the triggers: the service and its resources, and a function that invokes Lambdas.

import type { DynamoDBStreamsClient } from '@aws-sdk/client-dynamodb-streams';
import type { SQSClient } from '@aws-sdk/client-sqs';
import type { Physical } from './resources.ts';
import type { Service } from './service.ts';

/** Runs one function with one event. It throws if the function throws. */
export type Invoke = (functionKey: string, event: unknown) => Promise<unknown>;

export type TriggerOptions = {
  service: Service;
  physical: Physical;
  sqs: SQSClient;
  streams?: DynamoDBStreamsClient;
  invoke: Invoke;
  /** Stores the position in each stream. Without it, no position is stored. */
  checkpoint?: {
    read(streamArn: string): string | undefined;
    write(streamArn: string, sequenceNumber: string): void;
  };
  /**
   * The maximum number of messages in flight per queue (40 by default). AWS would run up to maximumConcurrency workers.
   */
  messagesMax?: number;
  onFault?: (what: string, error: unknown) => void;
};
