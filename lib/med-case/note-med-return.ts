// Adds an imposed return to the MED cases of its payment. Every case about the payment shows the return, even a case
// that is opened later. The code that debits the account calls this file after the debit, each time the notice arrives.

import type { WithQueues } from '../webhook/deps.ts';
import { makeEvent } from '../webhook/event.ts';
import { recordEvent } from '../webhook/record-event.ts';
import type { Core } from './deps.ts';
import type { MedCase, MedReturn } from './med-case.ts';
import type { ReportedPayment } from './med-case-store.ts';
import { medClock, presentMedCase } from './present.ts';

/** Maximum number of returns of one payment. With more returns, a case could become too large to write or to list. */
const returnsMax = 100;

/**
 * Adds a return to the cases of its payment, whatever the order of returns and reports. Each id is added once, and the
 * first notice of a return is kept.
 * @param endToEndId of the received payment
 */
export async function noteMedReturn(
  deps: Core & WithQueues,
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
  const { caseIds } = await deps.medCases.getPayment(endToEndId);
  for (const id of caseIds) await tieReturns(deps, endToEndId, id);
}

async function tieReturns(deps: Core & WithQueues, endToEndId: string, id: string): Promise<void> {
  const read = await deps.medCases.get(id);
  const payment = await deps.medCases.getPayment(endToEndId);
  if (!read) return;
  const medCase = { ...read, returns: [...payment.returns], updatedAt: deps.now().toISOString() };
  // The events are recorded before the case is written. If the run stops in between, the notice arrives again.
  await recordReturns(deps, medCase);
  if (isTied(read, payment) || (await deps.medCases.put(medCase, read, payment))) return;
  return tieReturns(deps, endToEndId, id);
}

/** Returns whether the payment's row names the case, and the case contains all returns of the payment. */
export const isTied = ({ id, returns = [] }: MedCase, payment: ReportedPayment): boolean =>
  payment.caseIds.includes(id) && returns.length === payment.returns.length;

/** Records one event for each return of a case. */
export async function recordReturns(deps: Core & WithQueues, medCase: MedCase): Promise<void> {
  const { id, account, returns = [] } = medCase;
  for (const { returnId, at } of returns) {
    const event = {
      account,
      id: `med-${id}-return-${returnId}`,
      at,
      type: 'med.changed',
      types: ['INTEGRATION'],
    } as const;
    await recordEvent(deps, makeEvent(event, presentMedCase(medCase, medClock(deps))));
  }
}
