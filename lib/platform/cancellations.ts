// Why DynamoDB rejected a write: a conflict, throttling or an invalid request.

import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';

const passing = new Set(['TransactionConflict', 'ThrottlingError', 'ProvisionedThroughputExceeded']);

/** Whether a transaction failed by a conflict or throttling. Then its list of failed conditions is not reliable. */
export function isPassing(error: unknown): boolean {
  return codesOf(error).some((code) => passing.has(code));
}

/** Whether the SDK sent a transaction more than once, because it got no answer or a retryable one. */
export function wasRepeated(error: unknown): boolean {
  return error instanceof TransactionCanceledException && (error.$metadata.attempts ?? 1) > 1;
}

/** The error of a write that conflicted with other writes of the row at every allowed try. */
export function contention(what: string): Error {
  return Object.assign(new Error(what), { name: 'Contention' });
}

/** Whether a write failed by conflicts with other writes. A later try may succeed. */
export function isContention(error: unknown): boolean {
  return isPassing(error) || (error instanceof Error && error.name === 'Contention');
}

/** Whether DynamoDB rejected the request itself as invalid. Another try cannot succeed. */
export function isInvalid(error: unknown): boolean {
  if (error instanceof Error && error.name === 'ValidationException') return true;
  return codesOf(error).includes('ValidationError');
}

/** The indexes of a transaction's actions that DynamoDB named as invalid. */
export function invalidPlaces(error: unknown): number[] {
  return codesOf(error).flatMap((code, place) => (code === 'ValidationError' ? [place] : []));
}

function codesOf(error: unknown): string[] {
  if (!(error instanceof TransactionCanceledException)) return [];
  return (error.CancellationReasons ?? []).map(({ Code = 'None' }) => Code);
}
