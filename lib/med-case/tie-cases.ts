// Shows the returns and the block of a reported payment on its cases, and records an event for each change. The row of
// the payment has the truth; a case has a copy.

import type { Base } from '../platform/deps.ts';
import type { WithEvents, WithQueues } from '../webhook/deps.ts';
import { makeEvent } from '../webhook/event.ts';
import { recordEvent } from '../webhook/record-event.ts';
import type { WithMedCases } from './deps.ts';
import type { MedCase } from './med-case.ts';
import { medClock, presentMedCase } from './present.ts';
import type { ReportedPayment } from './reported-payment-store.ts';

type Deps = Base & WithEvents & WithMedCases & WithQueues;

/** Copies the payment's returns and its block to each of its cases. A case that is created later copies them itself. */
export async function tieCases(deps: Deps, endToEndId: string): Promise<void> {
  const { caseIds } = await deps.medCases.getPayment(endToEndId);
  for (const id of caseIds) await tieCase(deps, endToEndId, id);
}

async function tieCase(deps: Deps, endToEndId: string, id: string): Promise<void> {
  const read = await deps.medCases.get(id);
  const payment = await deps.medCases.getPayment(endToEndId);
  if (!read) return;
  const medCase = { ...read, ...tiedTo(payment), updatedAt: deps.now().toISOString() };
  // The events are recorded before the case is written. If the run stops in between, the notice arrives again.
  await recordChanges(deps, medCase);
  if (isTied(read, payment) || (await deps.medCases.put(medCase, read, payment))) return;
  return tieCase(deps, endToEndId, id);
}

/** Returns the fields of a case that are copies of its payment's row. */
export const tiedTo = ({ returns, block }: ReportedPayment): Pick<MedCase, 'returns' | 'block'> => ({
  returns: [...returns],
  ...(block ? { block } : {}),
});

/** Returns whether the payment's row names the case, and the case has all returns and the block of the payment. */
export const isTied = ({ id, returns = [], block }: MedCase, payment: ReportedPayment): boolean =>
  payment.caseIds.includes(id) &&
  returns.length === payment.returns.length &&
  block?.turn === payment.block?.turn;

/** Records one event for each return of a case, and for the last change of its block. */
export async function recordChanges(deps: Deps, medCase: MedCase): Promise<void> {
  const { id, account, returns = [], block, updatedAt } = medCase;
  const changes = [
    ...returns.map(({ returnId, at }) => ({ id: `med-${id}-return-${returnId}`, at })),
    ...(block ? [{ id: `med-${id}-block-${block.turn}`, at: updatedAt }] : []),
  ];
  for (const one of changes) {
    const event = { account, ...one, type: 'med.changed', types: ['INTEGRATION'] } as const;
    await recordEvent(deps, makeEvent(event, presentMedCase(medCase, medClock(deps))));
  }
}
