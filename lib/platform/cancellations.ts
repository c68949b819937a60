// Why DynamoDB did not take a write: somebody else was there, it had too much to do, or the write is wrong in itself.

import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';

const passing = new Set(['TransactionConflict', 'ThrottlingError', 'ProvisionedThroughputExceeded']);

/** Whether a transaction met a conflict or a throttle. What else failed decides nothing: not every row was looked at. */
export function isPassing(error: unknown): boolean {
  return codesOf(error).some((code) => passing.has(code));
}

/** Whether DynamoDB takes a write for wrong in itself, and will however often it is asked. */
export function isInvalid(error: unknown): boolean {
  if (error instanceof Error && error.name === 'ValidationException') return true;
  return codesOf(error).includes('ValidationError');
}

function codesOf(error: unknown): string[] {
  if (!(error instanceof TransactionCanceledException)) return [];
  return (error.CancellationReasons ?? []).map(({ Code = 'None' }) => Code);
}
