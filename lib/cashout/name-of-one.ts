// What names one cashout besides its id: the code of its settlement, its end-to-end id, the code of its receipt. Each has the id
// in it, so that no index is needed, and is compared with the row that has this id.

import { cashoutIdIn } from '../network/end-to-end-id.ts';
import type { Config } from '../platform/config.ts';
import type { Cashout } from './cashout.ts';
import { idOfCode } from './receipt.ts';
import { codeKeyOf, readReceiptCode } from './receipt-code.ts';

export type NameOfOne = { codeTransaction: string } | { endToEndId: string } | { receiptCode: string };

/** The id in a name, which may be nobody's; undefined: no cashout is named so. */
export function idIn(name: NameOfOne, config: Config): number | undefined {
  if ('codeTransaction' in name) return idOfCode(name.codeTransaction);
  // Its tag proves that it is ours.
  if ('receiptCode' in name) return readReceiptCode(name.receiptCode, codeKeyOf(config));
  return cashoutIdIn(name.endToEndId);
}

export function isNamed(cashout: Cashout, name: NameOfOne): boolean {
  if ('codeTransaction' in name) return cashout.codeTransaction === name.codeTransaction;
  return 'receiptCode' in name || cashout.endToEndId === name.endToEndId;
}
