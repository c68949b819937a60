// Takes a company's defence in a MED case, from the company or from operators, and sends it to the PSP whose list has
// the report. The defence is written before it is sent, once for ever. Without a clear answer it stays PENDING, and
// settle-defence.ts sends it again.

import type { Identity } from '../access/tokens.ts';
import type { WithAccounts } from '../account/deps.ts';
import { requirePermissions } from '../account/policy.ts';
import { invariant, refuse } from '../base/errors.ts';
import type { WithNetwork } from '../network/deps.ts';
import type { Base } from '../platform/deps.ts';
import type { WithEvents } from '../webhook/deps.ts';
import { isSameDefence, whyNotDefended } from './defence.ts';
import { defenceIncident } from './defence-incident.ts';
import type { WithIncidents, WithMedCases } from './deps.ts';
import { findWithPolicy } from './find-med-case.ts';
import { byOperators, type MedCase, type MedDefence } from './med-case.ts';
import { sendDefence } from './send-defence.ts';
import { tiedTo } from './tie-cases.ts';

const tries = 20;

type DefendingDeps = Base & WithAccounts & WithEvents & WithMedCases & WithIncidents & WithNetwork;
type Asked = Pick<MedDefence, 'position' | 'text'>;

/**
 * Gives a defence. The same defence again answers the case as it is now, and sends nothing. Refused: a caller without
 * REFUND, another defence, a case that is over, and a case whose time for the analysis is over. Nothing is sent then.
 */
export const defendMedCase = (
  deps: DefendingDeps,
  caller: Identity,
  id: string,
  asked: Asked,
): Promise<MedCase> =>
  giveDefence(deps, { ...asked, by: caller.userId }, async () => {
    const { row, policy } = await findWithPolicy(deps, caller, id);
    requirePermissions(policy, ['REFUND']);
    return row;
  });

/** Gives a defence for the company, as `defendMedCase` does, at an operator's call. */
export const defendForCompany = (deps: DefendingDeps, id: string, asked: Asked): Promise<MedCase> =>
  giveDefence(
    deps,
    { ...asked, by: byOperators },
    async () => (await deps.medCases.get(id)) ?? refuse('med_not_found'),
  );

/** @param find finds the case, or refuses. It is called before each write. */
async function giveDefence(
  deps: DefendingDeps,
  { by, ...asked }: Asked & Pick<MedDefence, 'by'>,
  find: () => Promise<MedCase>,
): Promise<MedCase> {
  for (let attempt = 1; attempt <= tries; attempt++) {
    const found = await find();
    const { id } = found;
    // The payment is read before the case. A write of the case after that changes the payment's row, so this write fails.
    const payment = await deps.medCases.getPayment(found.payment.endToEndId);
    const read = (await deps.medCases.get(id)) ?? found;
    if (read.defence) {
      if (!isSameDefence(read.defence, asked)) refuse('med_defence_differs');
      return read;
    }
    const now = deps.now();
    const refusal = whyNotDefended(read, now);
    if (refusal) refuse(refusal);
    const send = read.place === undefined ? undefined : deps.network.at?.(read.place)?.defence;
    const defence: MedDefence = {
      position: asked.position,
      text: asked.text,
      state: send ? 'PENDING' : 'BY_HAND',
      at: now.toISOString(),
      by,
    };
    const given = { ...read, ...tiedTo(payment), defence, updatedAt: now.toISOString() };
    const incident = send ? undefined : defenceIncident(given, now);
    if (!(await deps.medCases.put(given, read, payment, incident))) continue;
    return send ? sendDefence(deps, given, send, false) : given;
  }
  invariant(false, `a MED case changed ${tries} times while its defence was written`);
}
