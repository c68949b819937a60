// Determines why DynamoDB rejected a write: a conflict, throttling or an invalid request.

import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';

const passing = new Set(['TransactionConflict', 'ThrottlingError', 'ProvisionedThroughputExceeded']);

/**
 * Returns whether a transaction failed because of a conflict or throttling. In that case, the error's list of failed
 * conditions is not reliable.
 */
export function isPassing(error: unknown): boolean {
  return codesOf(error).some((code) => passing.has(code));
}

/** Returns whether the SDK sent a transaction more than once, because DynamoDB gave no answer or a retryable answer. */
export function wasRepeated(error: unknown): boolean {
  return error instanceof TransactionCanceledException && (error.$metadata.attempts ?? 1) > 1;
}

/** Makes the error for a write that was given up, because every try conflicted with another write of the same row. */
export function contention(what: string): Error {
  return Object.assign(new Error(what), { name: 'Contention' });
}

/** Returns whether a write failed because it conflicted with other writes. A later try may succeed. */
export function isContention(error: unknown): boolean {
  return isPassing(error) || (error instanceof Error && error.name === 'Contention');
}

/** Returns whether DynamoDB rejected the request itself as invalid. Another try cannot succeed. */
export function isInvalid(error: unknown): boolean {
  if (error instanceof Error && error.name === 'ValidationException') return true;
  return codesOf(error).includes('ValidationError');
}

/** Returns the indexes of the transaction's actions that DynamoDB named as invalid. */
export function invalidPlaces(error: unknown): number[] {
  return codesOf(error).flatMap((code, place) => (code === 'ValidationError' ? [place] : []));
}

function codesOf(error: unknown): string[] {
  if (!(error instanceof TransactionCanceledException)) return [];
  return (error.CancellationReasons ?? []).map(({ Code = 'None' }) => Code);
}
