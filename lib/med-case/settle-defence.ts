// Ends the defence of a MED case when the PSP's list shows it, or sends it again if the list does not. Called for each
// report that a list has, so every five minutes.

import type { WithNetwork } from '../network/deps.ts';
import type { MedReported } from '../network/event.ts';
import type { Base } from '../platform/deps.ts';
import type { WithEvents } from '../webhook/deps.ts';
import { afterReport } from './defence.ts';
import { defenceIncident } from './defence-incident.ts';
import type { WithIncidents, WithMedCases } from './deps.ts';
import type { MedCase } from './med-case.ts';
import { endDefence, sendDefence } from './send-defence.ts';
import { tiedTo } from './tie-cases.ts';

/** Settles the defence of a report's case. Does nothing if the case has no defence, or if its defence has ended. */
export async function settleDefence(
  deps: Base & WithEvents & WithMedCases & WithIncidents & WithNetwork,
  told: MedReported,
): Promise<void> {
  const medCase = await noteListed(deps, told);
  const defence = medCase?.defence;
  if (!medCase || !defence) return;
  const next = afterReport(medCase, told.report, deps.now());
  if (next === undefined) return;
  if (next !== 'send') return void (await endDefence(deps, medCase, next));
  const send = medCase.place === undefined ? undefined : deps.network.at?.(medCase.place)?.defence;
  if (send) return void (await sendDefence(deps, { ...medCase, defence }, send, true));
  // The account is not in the list of PSPs any more.
  await deps.incidents.insert(defenceIncident({ ...medCase, defence }, deps.now()));
  await endDefence(deps, medCase, { ...defence, state: 'BY_HAND' });
}

/**
 * Keeps what a list tells of a report that is otherwise unchanged: the account whose list it is, and when the PSP
 * received a defence.
 * @returns the case as it is then
 */
async function noteListed(
  deps: Base & WithMedCases,
  { report, place }: MedReported,
): Promise<MedCase | undefined> {
  for (;;) {
    const first = await deps.medCases.get(report.id);
    if (!first || isNoted(first, { report, place })) return first;
    const payment = await deps.medCases.getPayment(first.payment.endToEndId);
    const read = (await deps.medCases.get(report.id)) ?? first;
    const { defendedAt = read.report.defendedAt, defence = read.report.defence } = report;
    const shown = { ...read.report, ...(defendedAt ? { defendedAt } : {}), ...(defence ? { defence } : {}) };
    const listed = { ...read, ...(place === undefined ? {} : { place }) };
    const medCase = { ...listed, report: shown, ...tiedTo(payment) };
    if (await deps.medCases.put(medCase, read, payment)) return medCase;
  }
}

const isNoted = (medCase: MedCase, { report, place }: Pick<MedReported, 'report' | 'place'>): boolean =>
  (place === undefined || medCase.place !== undefined) &&
  (report.defendedAt === undefined || medCase.report.defendedAt !== undefined);
