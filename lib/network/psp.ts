// Defines the functions that a PSP may have. The file with the PSP's name in the PSP's folder (such as efi/efi.ts)
// exports each function that the PSP has. registry.ts lists all PSPs.

import type { ReadBalance } from './balance.ts';
import type { SendDefence } from './defence.ts';
import type { FetchCharge } from './fetch-charge.ts';
import type { PayoutInbox, RefundInbox, Skipped } from './inbox.ts';
import type { Payouts, Refunds } from './port.ts';
import type { PayoutBooks, RefundBooks } from './psp-books.ts';
import type { CallPsp } from './psp-client.ts';
import type { Errors, States } from './psp-words.ts';
import type { Recoveries } from './recoveries.ts';

/** The PSP's words that are evidence of an outcome, for the tables in docs/psp.md. */
type Words = { states: States; errors: Errors };

export type Psp = {
  /**
   * Makes the payouts of the PSP.
   * @param payerKey the PIX key of our paying account at the PSP
   * @param fetchCharge reads a charge from its issuer
   */
  payouts: (call: CallPsp, payerKey: string, fetchCharge: FetchCharge) => Payouts;
  payoutInbox: (call: CallPsp, skipped: Skipped, now: () => Date) => PayoutInbox;
  payoutBooks: (call: CallPsp) => PayoutBooks;
  payoutBalance: (call: CallPsp) => ReadBalance;
  /** Makes the function that sends a company's defence about a report (MED). */
  defence: (call: CallPsp) => SendDefence;
  /** Recovers payouts that were a fraud. */
  recoveries: (call: CallPsp) => Recoveries;
  /** Names our account, or returns undefined if the PSP does not name it. `key`: our PIX key there. */
  identity: (call: CallPsp, key: string) => Promise<string | undefined>;
  refunds: (call: CallPsp) => Refunds;
  refundInbox: (call: CallPsp, skipped: Skipped) => RefundInbox;
  refundBooks: (call: CallPsp) => RefundBooks;
  words: { payout?: Words; refund?: Words };
};
