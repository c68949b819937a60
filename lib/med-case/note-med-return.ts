// Notes an imposed return of a payment. Every case about the payment shows it, even one opened later. The code that
// debits the account calls this afterwards, each time the notice comes.

import type { WithQueues } from '../webhook/deps.ts';
import { makeEvent } from '../webhook/event.ts';
import { recordEvent } from '../webhook/record-event.ts';
import type { Core } from './deps.ts';
import type { MedCase, MedReturn } from './med-case.ts';
import type { ReportedPayment } from './med-case-store.ts';
import { medClock, presentMedCase } from './present.ts';

/** Most returns of one payment. With more, a case could become too large to write or list. */
const returnsMax = 100;

/**
 * Adds a return to the cases of its payment, once by its id, whatever the order of returns and reports. The first
 * notice of a return is kept.
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
  // Any case created after this finds the return itself.
  const { caseIds } = await deps.medCases.getPayment(endToEndId);
  for (const id of caseIds) await tieReturns(deps, endToEndId, id);
}

async function tieReturns(deps: Core & WithQueues, endToEndId: string, id: string): Promise<void> {
  const read = await deps.medCases.get(id);
  const payment = await deps.medCases.getPayment(endToEndId);
  if (!read) return;
  const medCase = { ...read, returns: [...payment.returns], updatedAt: deps.now().toISOString() };
  // Events first: if the run stops here, the notice comes again.
  await recordReturns(deps, medCase);
  if (isTied(read, payment) || (await deps.medCases.put(medCase, read, payment))) return;
  return tieReturns(deps, endToEndId, id);
}

/** Whether the payment's row names the case, and the case contains all of its returns. */
export const isTied = ({ id, returns = [] }: MedCase, payment: ReportedPayment): boolean =>
  payment.caseIds.includes(id) && returns.length === payment.returns.length;

/** One event for each return of a case. */
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
