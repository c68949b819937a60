// Stops the payouts at a PSP that refuses us, and lets them go on when the PSP accepts us again. A fault of ours fails
// no payment: payments wait, and one payment at a time tries the PSP again.

import type { AnswerKind } from '../cashout/asked-words.ts';
import type { Cashout } from '../cashout/cashout.ts';
import type { WithNetwork } from '../network/deps.ts';
import type { Question } from '../network/own-fault.ts';
import type { Base } from '../platform/deps.ts';
import type { WithMoney } from './deps.ts';

type Deps = Base & WithMoney & WithNetwork;

/** What an answer to a question about a payment shows of the PSP. */
export type Answered = {
  kind: AnswerKind;
  code?: string;
  ownFault?: string;
  state?: 'waiting' | 'under way';
  undocumented?: string;
  isUnsent?: true;
  waitSeconds?: number;
  silence?: 'met' | 'known';
};

/** Returns whether a payment may be sent to its PSP now. */
export const mayAsk = ({ pspRows, network, now }: Deps, cashout: Cashout) =>
  pspRows.mayAsk(placeOf(network, cashout), cashout.id, now());

/** Notes an answer of the PSP. The first of several refusals opens an incident. */
export async function noteAnswer(
  deps: Deps,
  cashout: Cashout,
  { question, at: askedAt }: { question: Question; at: Date },
  { kind, ownFault: word, state, undocumented, isUnsent }: Answered,
): Promise<void> {
  const place = placeOf(deps.network, cashout);
  const now = deps.now();
  if (undocumented !== undefined && question !== 'find')
    await deps.incidents.insert({
      id: `cashout-${cashout.id}-undocumented`,
      at: now.toISOString(),
      kind: 'unresolved_payment',
      cashoutId: cashout.id,
      details: `${place} answers with a word whose meaning is not documented: ${undocumented}`,
    });
  if (word === undefined) {
    // A time-out, a broken answer or a reason that we found ourselves does not show that the PSP accepts us again.
    if ((kind !== 'unknown' || state) && !isUnsent)
      await deps.pspRows.answered(place, { question, askedAt, companyId: cashout.companyId }, now);
    return;
  }
  const { id, companyId } = cashout;
  const since = await deps.pspRows.refused(place, { question, word, id, companyId }, now);
  deps.metrics.count('PspRefusals', 1, place);
  deps.log.error('the PSP refuses us', { cashoutId: cashout.id, outcome: `${place}: ${word}` }, undefined);
  if (since === undefined)
    return void (await deps.incidents.insert({
      id: `cashout-${id}-undocumented`,
      at: now.toISOString(),
      kind: 'unresolved_payment',
      cashoutId: id,
      details: `${place} refuses this payment, but accepts those of other companies: ${word}`,
    }));
  await deps.incidents.insert({
    id: `payouts-${place}-${since}`,
    at: since,
    kind: 'payouts_stopped',
    cashoutId: cashout.id,
    details: `${place} refuses us: ${word}. Its payouts wait until it accepts one again`,
  });
}

/** Returns the PSP of a payment. A payment that is not held yet goes to the present PSP. */
export const placeOf = (network: WithNetwork['network'], { sentTo = network.payoutsAt }: Cashout) => sentTo;
