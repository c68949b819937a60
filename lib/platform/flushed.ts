// Writes the metrics and traces of each invocation, and counts the answers that report a failure.

import type { Context } from 'aws-lambda';
import type { Metrics } from './metrics.ts';

/** Returns whether the answer of an API or a queue handler reports a failure of this service. */
function isFailed(result: unknown): boolean {
  const { statusCode = 0, batchItemFailures = [] } = (result ?? {}) as {
    statusCode?: number;
    batchItemFailures?: unknown[];
  };
  return statusCode >= 500 || batchItemFailures.length > 0;
}

/** Time before the Lambda's timeout at which an invocation writes its metrics (ms). */
const marginMs = 100;

type Writers = { metrics: Metrics; traces?: Pick<Metrics, 'flush'> | undefined };

/**
 * Wraps a handler, so that the metrics and traces of an invocation are written when it ends, fails or is about to time
 * out.
 */
export function flushed<Event, Result>(
  { metrics, traces }: Writers,
  handler: (event: Event, context: Context) => Promise<Result>,
) {
  return async (event: Event, context: Context): Promise<Result> => {
    const wait = Math.max(0, context.getRemainingTimeInMillis() - marginMs);
    const flush = () => {
      metrics.flush();
      traces?.flush();
    };
    const timer = setTimeout(flush, wait);
    try {
      const result = await handler(event, context);
      // Only answers are counted here; Lambda itself counts errors that are thrown.
      if (isFailed(result)) metrics.count('InvocationsFailed');
      return result;
    } finally {
      clearTimeout(timer);
      flush();
    }
  };
}
