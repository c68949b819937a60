// Counts each try of a call that DynamoDB throttles, fails or does not answer. The SDK tries again, so the caller of a
// store may notice none of them. The words are those of the SDK's types (client-dynamodb, models/errors).

import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { isTransportError } from './aws-client.ts';
import type { Metrics } from './metrics.ts';

const throttles = new Set([
  'ProvisionedThroughputExceededException',
  'RequestLimitExceeded',
  'ThrottlingException',
]);
/** The same as reasons of a transaction. A conflict is no fault: another transaction was writing the row. */
const throttledReasons = new Set(['ProvisionedThroughputExceeded', 'ThrottlingError']);

export function countDatabaseFaults(
  client: DynamoDBDocumentClient,
  count: Metrics['count'],
): DynamoDBDocumentClient {
  client.middlewareStack.add(
    (next) => async (call) => {
      try {
        const answer = await next(call);
        const { UnprocessedKeys: left = {} } = answer.output as { UnprocessedKeys?: object };
        if (Object.keys(left).length > 0) count('DatabaseFaults');
        return answer;
      } catch (error) {
        if (isFault(error)) count('DatabaseFaults');
        throw error;
      }
    },
    // Within the SDK's repetition, so that each try is seen.
    { step: 'finalizeRequest', priority: 'low', name: 'countDatabaseFaults' },
  );
  return client;
}

function isFault(error: unknown): boolean {
  if (error instanceof TransactionCanceledException)
    return (error.CancellationReasons ?? []).some(({ Code = '' }) => throttledReasons.has(Code));
  const { name, $fault } = error as { name?: string; $fault?: string };
  return throttles.has(name ?? '') || $fault === 'server' || isTransportError(error);
}
