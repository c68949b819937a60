// Why DynamoDB rejected a write: a conflict, throttling, or an invalid request.

import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';

const passing = new Set(['TransactionConflict', 'ThrottlingError', 'ProvisionedThroughputExceeded']);

/** Whether a transaction met a conflict or a throttle: its failed conditions are then not reliable. */
export function isPassing(error: unknown): boolean {
  return codesOf(error).some((code) => passing.has(code));
}

/** Whether the SDK had sent a transaction before: it had no answer, or one that asked it to come again. */
export function wasRepeated(error: unknown): boolean {
  return error instanceof TransactionCanceledException && (error.$metadata.attempts ?? 1) > 1;
}

/** For a write that others' writes of the same row have kept out as often as it may be tried. */
export function contention(what: string): Error {
  return Object.assign(new Error(what), { name: 'Contention' });
}

/** Whether a write was kept out by others: trying again later helps. */
export function isContention(error: unknown): boolean {
  return isPassing(error) || (error instanceof Error && error.name === 'Contention');
}

/** Whether DynamoDB rejects the request itself as invalid: trying again cannot help. */
export function isInvalid(error: unknown): boolean {
  if (error instanceof Error && error.name === 'ValidationException') return true;
  return codesOf(error).includes('ValidationError');
}

/** Which actions of a transaction DynamoDB named as invalid. */
export function invalidPlaces(error: unknown): number[] {
  return codesOf(error).flatMap((code, place) => (code === 'ValidationError' ? [place] : []));
}

function codesOf(error: unknown): string[] {
  if (!(error instanceof TransactionCanceledException)) return [];
  return (error.CancellationReasons ?? []).map(({ Code = 'None' }) => Code);
}
