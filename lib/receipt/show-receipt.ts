// Shows a receipt to the payer by the cashout's id, and to anybody else by the receipt's code.

import type { Identity } from '../access/tokens.ts';
import type { WithAccounts } from '../account/deps.ts';
import { refuse } from '../base/errors.ts';
import type { Cashout } from '../cashout/cashout.ts';
import type { WithCashouts } from '../cashout/deps.ts';
import { findCashout } from '../cashout/find-cashout.ts';
import { codeKeyOf, readReceiptCode, receiptCode } from '../cashout/receipt-code.ts';
import type { Base } from '../platform/deps.ts';
import { hasReceipt, type Receipt, receiptOf } from './receipt.ts';
import type { WithReceipts } from './sign-receipt.ts';

/** A receipt to show. `at`: time at which the row was read (ISO, UTC). */
export type Shown = { receipt: Receipt; code: string; jws: string; at: string };
type Deps = Base & WithAccounts & WithCashouts & WithReceipts;

export async function showOwnReceipt(deps: Deps, caller: Identity, id: number): Promise<Shown> {
  const { cashout } = await findCashout(deps, caller, id);
  if (!hasReceipt(cashout)) refuse('transaction_in_wrong_status');
  return show(deps, cashout);
}

/**
 * Shows a receipt by its code.
 * @returns undefined for a code that is not ours; then no table is read
 */
export async function showPublicReceipt(deps: Deps, code: string): Promise<Shown | undefined> {
  const id = readReceiptCode(code, codeKeyOf(deps.config));
  const cashout = id === undefined ? undefined : await deps.cashouts.get(id);
  return cashout && hasReceipt(cashout) ? show(deps, cashout) : undefined;
}

async function show(deps: Deps, cashout: Cashout): Promise<Shown> {
  const { config } = deps;
  const code = receiptCode(cashout.id, codeKeyOf(deps.config));
  const now = deps.now();
  const receipt = receiptOf({
    cashout,
    holder: await deps.holders.get(cashout.account),
    ourIspb: config.OUR_ISPB,
    address: `${config.BASE_URL}/receipts/${code}`,
    isTest: config.PAYOUT_NETWORK === 'sandbox',
  });
  return { receipt, code, jws: await deps.signReceipt(receipt, code, now), at: now.toISOString() };
}
