// Finds a payment that a page shows only if the person may see it.

import { Refusal } from '../base/errors.ts';
import type { Cashout } from '../cashout/cashout.ts';

/** Returns the payment, or undefined if it does not exist or the person may not see its account. */
export async function ifSeen(finding: Promise<Cashout>): Promise<Cashout | undefined> {
  try {
    return await finding;
  } catch (error) {
    if (error instanceof Refusal && error.code === 'transaction_not_found') return undefined;
    throw error;
  }
}
