// Sends the defence of a MED case to the PSP, and writes what the PSP answers.

import { askNetwork } from '../network/ask-network.ts';
import type { DefenceOutcome, SendDefence } from '../network/defence.ts';
import type { Base } from '../platform/deps.ts';
import type { WithEvents } from '../webhook/deps.ts';
import { makeEvent } from '../webhook/event.ts';
import { recordEvent } from '../webhook/record-event.ts';
import { afterAnswer, whyToTell } from './defence.ts';
import { defenceRefusedIncident } from './defence-incident.ts';
import type { WithIncidents, WithMedCases } from './deps.ts';
import type { MedCase, MedDefence } from './med-case.ts';
import { medClock, presentMedCase } from './present.ts';
import { tiedTo } from './tie-cases.ts';

type Deps = Base & WithEvents & WithMedCases & WithIncidents;

/**
 * Sends the defence of a case, which is written already.
 * @param isAgain whether it may have been sent before
 * @returns the case with the answer; unchanged if there is no clear answer
 */
export async function sendDefence(
  deps: Deps,
  medCase: MedCase & { defence: MedDefence },
  send: SendDefence,
  isAgain: boolean,
): Promise<MedCase> {
  const { defence } = medCase;
  const { position, text } = defence;
  const order = { reportId: medCase.report.id, position, text };
  const outcome: DefenceOutcome = await askNetwork(deps, {}, () => send(order));
  const word = whyToTell(defence, outcome, deps.now());
  if (word !== undefined) await deps.incidents.insert(defenceRefusedIncident(medCase, word, deps.now()));
  const answered = afterAnswer(defence, outcome, isAgain);
  return answered ? endDefence(deps, medCase, answered) : medCase;
}

/**
 * Writes the end of a defence, and records an event about it. If a report changes the case meanwhile, the end is
 * written to the changed case. The first end stays, except that a defence which the PSP has is SENT.
 */
export async function endDefence(deps: Deps, seen: MedCase, ended: MedDefence): Promise<MedCase> {
  const payment = await deps.medCases.getPayment(seen.payment.endToEndId);
  const read = (await deps.medCases.get(seen.id)) ?? seen;
  const { state } = read.defence ?? ended;
  if (state === ended.state || state === 'SENT') return read;
  const now = deps.now().toISOString();
  const medCase: MedCase = { ...read, ...tiedTo(payment), defence: ended, updatedAt: now };
  await recordEnd(deps, medCase, ended);
  return (await deps.medCases.put(medCase, read, payment)) ? medCase : endDefence(deps, seen, ended);
}

/** The event is recorded before the write, so that it is not lost if the run stops in between. */
async function recordEnd(
  deps: Base & WithEvents,
  medCase: MedCase,
  { state, at }: MedDefence,
): Promise<void> {
  const { id, account } = medCase;
  const event = {
    account,
    id: `med-${id}-defence-${state.toLowerCase()}`,
    at,
    type: 'med.changed',
    types: ['INTEGRATION'],
  } as const;
  await recordEvent(deps, makeEvent(event, presentMedCase(medCase, medClock(deps))));
}
