// Why DynamoDB rejected a write: a conflict, throttling, or an invalid request.

import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';

const passing = new Set(['TransactionConflict', 'ThrottlingError', 'ProvisionedThroughputExceeded']);

/** Whether a transaction met a conflict or a throttle: its failed conditions are then not reliable. */
export function isPassing(error: unknown): boolean {
  return codesOf(error).some((code) => passing.has(code));
}

/** Whether DynamoDB rejects the request itself as invalid: trying again cannot help. */
export function isInvalid(error: unknown): boolean {
  if (error instanceof Error && error.name === 'ValidationException') return true;
  return codesOf(error).includes('ValidationError');
}

function codesOf(error: unknown): string[] {
  if (!(error instanceof TransactionCanceledException)) return [];
  return (error.CancellationReasons ?? []).map(({ Code = 'None' }) => Code);
}
