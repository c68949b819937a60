// A payment that a page may do without.

import { Refusal } from '../base/errors.ts';
import type { Cashout } from '../cashout/cashout.ts';

/** @returns undefined if it does not exist, or is of no account that the person may see */
export async function ifSeen(finding: Promise<Cashout>): Promise<Cashout | undefined> {
  try {
    return await finding;
  } catch (error) {
    if (error instanceof Refusal && error.code === 'transaction_not_found') return undefined;
    throw error;
  }
}
