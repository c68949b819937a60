// The public code of a receipt: the cashout's id and a tag that only we can make, so it cannot be guessed and no row is
// needed for it. The id says nothing about an account; the receipt shows it too, as code_transaction.

import { createHmac, timingSafeEqual } from 'node:crypto';
import { invariant } from '../base/errors.ts';
import type { Config } from '../platform/config.ts';

/** An id has 53 bits. */
const idBytes = 7;
const tagBytes = 16;
const form = /^[\w-]{31}$/;

/** Thirty-one characters. @param key RECEIPT_CODE_KEY: printed addresses work as long as it stays */
export function receiptCode(id: number, key: string): string {
  const named = Buffer.alloc(8);
  named.writeBigUInt64BE(BigInt(id));
  return Buffer.concat([named.subarray(8 - idBytes), tagOf(id, key)]).toString('base64url');
}

/** The cashout's id; undefined if the code is not ours, which takes no read of a table. */
export function readReceiptCode(code: string, key: string): number | undefined {
  const bytes = bytesOf(code);
  const id = idOfReceiptCode(code);
  const isOurs = timingSafeEqual(bytes.subarray(idBytes), tagOf(id, key));
  // One receipt has one code: the last character of base64 has bits that are not read.
  return isOurs && receiptCode(id, key) === code ? id : undefined;
}

const bytesOf = (code: string): Buffer =>
  form.test(code) ? Buffer.from(code, 'base64url') : Buffer.alloc(idBytes + tagBytes);

/** The id that a code claims; 0 if it has not the form of one. Nothing proves that the code is ours. */
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
