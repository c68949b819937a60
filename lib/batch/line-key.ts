// Computes the idempotency key of a line: its own key, or a key derived from the batch's key and the line's id. So a
// line is paid once, even if a batch is sent twice or a worker runs twice.

import { createHash } from 'node:crypto';
import type { BatchLine } from './read-lines.ts';

/**
 * Returns the key of a line. A derived key is a UUID version 4, like the keys of the create calls.
 * @param batchKey in any spelling
 * @param again number of the line's earlier cashouts, which have used up its own key
 */
export function lineKey(batchKey: string, { lineId, idempotencyKey }: BatchLine, again = 0): string {
  if (idempotencyKey && again === 0) return idempotencyKey;
  const name = ['batch line', batchKey.toLowerCase(), lineId, ...(again > 0 ? [again] : [])];
  const text = JSON.stringify(name);
  const hex = createHash('sha256').update(text).digest('hex').slice(0, 32).split('');
  hex[12] = '4';
  hex[16] = '89ab'[Number.parseInt(hex[16] as string, 16) % 4] as string;
  const all = hex.join('');
  return [all.slice(0, 8), all.slice(8, 12), all.slice(12, 16), all.slice(16, 20), all.slice(20)].join('-');
}
