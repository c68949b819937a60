// Computes the operation id of a settled payment: a UUID made from our reference, so that every look-up returns the
// same id.

import { createHash } from 'node:crypto';

export function operationIdOf(reference: string): string {
  const hex = createHash('sha256').update(`operation ${reference}`).digest('hex');
  return hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-4$3-a$4-$5');
}
