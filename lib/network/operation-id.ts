// The operation behind a settled payment, as a UUID from our reference: every look-up says the same.

import { createHash } from 'node:crypto';

export function operationIdOf(reference: string): string {
  const hex = createHash('sha256').update(`operation ${reference}`).digest('hex');
  return hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-4$3-a$4-$5');
}
