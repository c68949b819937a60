// Makes the public code of a receipt from the cashout's id and an authentication tag. The code cannot be guessed
// without the key, and no row is stored for it. The id reveals nothing about the account, and the receipt itself shows
// the id as code_transaction.

import { createHmac, timingSafeEqual } from 'node:crypto';
import { invariant } from '../base/errors.ts';
import type { Config } from '../platform/config.ts';

/** Number of bytes for an id, which has 53 bits. */
const idBytes = 7;
const tagBytes = 16;
const form = /^[\w-]{31}$/;

/**
 * Returns the code, which has 31 characters.
 * @param key RECEIPT_CODE_KEY; if the key changes, addresses on printed receipts stop working
 */
export function receiptCode(id: number, key: string): string {
  const named = Buffer.alloc(8);
  named.writeBigUInt64BE(BigInt(id));
  return Buffer.concat([named.subarray(8 - idBytes), tagOf(id, key)]).toString('base64url');
}

/** Returns the cashout's id, or undefined if the tag does not match the key. No table is read. */
export function readReceiptCode(code: string, key: string): number | undefined {
  const bytes = bytesOf(code);
  const id = idOfReceiptCode(code);
  const isOurs = timingSafeEqual(bytes.subarray(idBytes), tagOf(id, key));
  // The last base64 character contains unused bits, so several codes could give the same bytes. Only the code that
  // `receiptCode` makes is accepted.
  return isOurs && receiptCode(id, key) === code ? id : undefined;
}

const bytesOf = (code: string): Buffer =>
  form.test(code) ? Buffer.from(code, 'base64url') : Buffer.alloc(idBytes + tagBytes);

/** Returns the id in a code without a check of the tag; 0 if the format is wrong. */
export const idOfReceiptCode = (code: string): number =>
  Number(Buffer.concat([Buffer.alloc(1), bytesOf(code).subarray(0, idBytes)]).readBigUInt64BE());

function tagOf(id: number, key: string): Buffer {
  return createHmac('sha256', Buffer.from(key, 'base64'))
    .update(`receipt:${id}`)
    .digest()
    .subarray(0, tagBytes);
}

export function codeKeyOf({ RECEIPT_CODE_KEY: key = '' }: Config): string {
  const isWhole = Buffer.from(key, 'base64').length === 32;
  invariant(isWhole, 'a function that reads codes of receipts has RECEIPT_CODE_KEY, of 32 bytes');
  return key;
}
