// Ends the defence of a MED case when the PSP's list shows it, or sends it again if the list does not. Called for each
// report that a list has, so every five minutes.

import type { WithNetwork } from '../network/deps.ts';
import type { MedReported } from '../network/event.ts';
import { afterReport } from './defence.ts';
import { defenceIncident } from './defence-incident.ts';
import type { Core, WithIncidents } from './deps.ts';
import { endDefence, sendDefence } from './send-defence.ts';

/** Settles the defence of a report's case. Does nothing if the case has no defence, or if its defence has ended. */
export async function settleDefence(
  deps: Core & WithIncidents & WithNetwork,
  { report, place: listedAt }: MedReported,
): Promise<void> {
  await noteShown(deps, report);
  const medCase = await deps.medCases.get(report.id);
  const defence = medCase?.defence;
  if (!medCase || !defence) return;
  const next = afterReport(medCase, report, deps.now());
  if (next === undefined) return;
  if (next !== 'send') return void (await endDefence(deps, medCase, next));
  const place = medCase.place ?? listedAt;
  const send = place === undefined ? undefined : deps.network.at?.(place)?.defence;
  if (send) return void (await sendDefence(deps, { ...medCase, defence }, send, true));
  // The account is not in the list of PSPs any more.
  await deps.incidents.insert(defenceIncident({ ...medCase, defence }, deps.now()));
  await endDefence(deps, medCase, { ...defence, state: 'BY_HAND' });
}

/** Keeps when the PSP received a defence, even if it shows this in a report that is otherwise unchanged. */
async function noteShown(deps: Core, { id, defendedAt, defence }: MedReported['report']): Promise<void> {
  if (defendedAt === undefined) return;
  for (;;) {
    const first = await deps.medCases.get(id);
    if (!first || first.report.defendedAt !== undefined) return;
    const payment = await deps.medCases.getPayment(first.payment.endToEndId);
    const read = (await deps.medCases.get(id)) ?? first;
    const report = { ...read.report, defendedAt, ...(defence === undefined ? {} : { defence }) };
    const medCase = { ...read, report, returns: [...payment.returns], updatedAt: deps.now().toISOString() };
    if (await deps.medCases.put(medCase, read, payment)) return;
  }
}
