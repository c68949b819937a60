// What names one cashout besides its id: the code of its settlement, its end-to-end id, the code of its receipt. Each has the id
// in it, so that no index is needed, and is compared with the row that has this id.

import { cashoutIdIn } from '../network/end-to-end-id.ts';
import type { Config } from '../platform/config.ts';
import type { Cashout } from './cashout.ts';
import { idOfCode } from './receipt.ts';
import { codeKeyOf, idOfReceiptCode, receiptCode } from './receipt-code.ts';

export type NameOfOne = { codeTransaction: string } | { endToEndId: string } | { receiptCode: string };

/** The id in a name, which may be nobody's; undefined: no cashout is named so. */
export function idIn(name: NameOfOne): number | undefined {
  if ('codeTransaction' in name) return idOfCode(name.codeTransaction);
  if ('endToEndId' in name) return cashoutIdIn(name.endToEndId);
  // A code has room for more than an id has.
  const id = idOfReceiptCode(name.receiptCode);
  return Number.isSafeInteger(id) ? id : undefined;
}

export function isNamed(cashout: Cashout, name: NameOfOne, config: Config): boolean {
  if ('codeTransaction' in name) return cashout.codeTransaction === name.codeTransaction;
  if ('endToEndId' in name) return cashout.endToEndId === name.endToEndId;
  return receiptCode(cashout.id, codeKeyOf(config)) === name.receiptCode;
}

/** The name in a text that somebody has at hand, or an id. A receipt's address counts as its code. */
export function readName(text: string): NameOfOne | { id: number } | undefined {
  const name = formOf(text);
  return name && ('id' in name || idIn(name) !== undefined) ? name : undefined;
}

function formOf(text: string): NameOfOne | { id: number } | undefined {
  if (/^\d{1,16}$/.test(text) && Number.isSafeInteger(Number(text))) return { id: Number(text) };
  if (/^PX-/.test(text)) return { codeTransaction: text };
  if (/^E\w{31}$/.test(text)) return { endToEndId: text };
  const [, code] = /^(?:https?:.*\/receipts\/)?([\w-]{31})\/?$/.exec(text) ?? [];
  return code === undefined ? undefined : { receiptCode: code };
}
