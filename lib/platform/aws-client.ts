// Configures every AWS client: short timeouts that throw (by default the SDK only warns) and few retries, so that all
// tries of a call end well before the timeout of the Lambda. The SDK itself reads AWS_ENDPOINT_URL.

// The service itself never long-polls a queue, so the same timeouts serve DynamoDB and SQS.
export const awsClientSettings = {
  maxAttempts: 3,
  requestHandler: { connectionTimeout: 1_000, requestTimeout: 2_000, throwOnRequestTimeout: true },
};

const transportErrors = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
]);
const passingErrors = new Set([
  'TimeoutError',
  'AbortError',
  'RequestTimeout',
  'InternalServerError',
  'ServiceUnavailable',
  'LimitExceededException',
  'ProvisionedThroughputExceededException',
  'RequestLimitExceeded',
  'RequestThrottled',
  'ThrottlingException',
  'TransactionConflictException',
  'TransactionCanceledException',
  'TransactionInProgressException',
]);

/**
 * Returns whether an error shows that a dependency could not be reached, was overloaded or failed, or that writes
 * conflicted. All other errors are bugs in our own code.
 */
export function isDependencyFault(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { name, $fault } = error as Error & { $fault?: string };
  return passingErrors.has(name) || isTransportError(error) || $fault === 'server';
}

/** Returns whether no answer came: the connection failed, or the time for an answer was over. */
export function isTransportError(error: unknown): boolean {
  const { name, code = '' } = (error ?? {}) as { name?: string; code?: string };
  return name === 'TimeoutError' || transportErrors.has(code);
}
