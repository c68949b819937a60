// Adds an imposed return to the MED cases of its payment. Every case about the payment shows the return, even a case
// that is opened later. The code that debits the account calls this file after the debit, each time the notice arrives.

import type { WithAccounts } from '../account/deps.ts';
import type { Base } from '../platform/deps.ts';
import type { WithEvents, WithQueues } from '../webhook/deps.ts';
import { alignBlock } from './align-block.ts';
import type { WithMedCases } from './deps.ts';
import type { MedReturn } from './med-case.ts';
import { tieCases } from './tie-cases.ts';

/** Maximum number of returns of one payment. With more returns, a case could become too large to write or to list. */
const returnsMax = 100;

/**
 * Adds a return to the cases of its payment, whatever the order of returns and reports. Each id is added once, and the
 * first notice of a return is kept.
 * @param endToEndId of the received payment
 */
export async function noteMedReturn(
  deps: Base & WithAccounts & WithEvents & WithMedCases & WithQueues,
  endToEndId: string,
  returned: MedReturn,
): Promise<void> {
  const payment = await deps.medCases.getPayment(endToEndId);
  const isKnown = payment.returns.some(({ returnId }) => returnId === returned.returnId);
  if (!isKnown && payment.returns.length >= returnsMax) {
    return deps.log.error(
      'return not shown on its MED case, the payment has too many returns',
      {},
      undefined,
    );
  }
  if (!(await deps.medCases.putReturn(payment, returned))) return noteMedReturn(deps, endToEndId, returned);
  // A case that is created after this read finds the return itself.
  await tieCases(deps, endToEndId);
  await alignBlock(deps, endToEndId);
}
