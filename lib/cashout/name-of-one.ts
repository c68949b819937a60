// Reads the names of a cashout other than its id: settlement code, end-to-end id and receipt code. Each name contains
// the id, so no index is needed to find the row. The name must then be compared with that row. The exception is an
// end-to-end id that a PSP has assigned: it does not contain the id, so network-id-store.ts stores its cashout.

import { cashoutIdIn } from '../network/end-to-end-id.ts';
import type { Config } from '../platform/config.ts';
import type { Cashout } from './cashout.ts';
import { idOfCode } from './receipt.ts';
import { codeKeyOf, idOfReceiptCode, receiptCode } from './receipt-code.ts';

export type NameOfOne = { codeTransaction: string } | { endToEndId: string } | { receiptCode: string };

/**
 * Returns the id in a name, or undefined if the text cannot be the name of a cashout. A cashout with this id may not
 * exist.
 */
export function idIn(name: NameOfOne): number | undefined {
  if ('codeTransaction' in name) return idOfCode(name.codeTransaction);
  if ('endToEndId' in name) return cashoutIdIn(name.endToEndId);
  // A receipt code can contain larger numbers than the largest id.
  const id = idOfReceiptCode(name.receiptCode);
  return Number.isSafeInteger(id) ? id : undefined;
}

export function isNamed(cashout: Cashout, name: NameOfOne, config: Config): boolean {
  if ('codeTransaction' in name) return cashout.codeTransaction === name.codeTransaction;
  if ('endToEndId' in name) return cashout.endToEndId === name.endToEndId;
  return receiptCode(cashout.id, codeKeyOf(config)) === name.receiptCode;
}

/** Returns the name or id in a text that a user typed or pasted. The address of a receipt counts as its code. */
export function readName(text: string): NameOfOne | { id: number } | undefined {
  const name = formOf(text);
  const isName = name && ('id' in name || 'endToEndId' in name || idIn(name) !== undefined);
  return isName ? name : undefined;
}

function formOf(text: string): NameOfOne | { id: number } | undefined {
  if (/^\d{1,16}$/.test(text) && Number.isSafeInteger(Number(text))) return { id: Number(text) };
  if (/^PX-/.test(text)) return { codeTransaction: text };
  if (/^E\w{31}$/.test(text)) return { endToEndId: text };
  const [, code] = /^(?:https?:.*\/receipts\/)?([\w-]{31})\/?$/.exec(text) ?? [];
  return code === undefined ? undefined : { receiptCode: code };
}
