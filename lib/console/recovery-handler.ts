// Handles requests and cancellations of recoveries in the console. A page shows first what will be requested. A one-time
// code or a passkey confirms exactly that.

import { errorBody, isDefinite, refuse } from '../base/errors.ts';
import { findPayment, findRecovery } from '../funds-recovery/find-recovery.ts';
import { cancelRecovery, requestRecovery } from '../funds-recovery/request-recovery.ts';
import { details, situation } from '../funds-recovery/schemas.ts';
import { isSeenRecovery, type SeenRecovery } from '../sign-in/session.ts';
import type { SignedIn } from '../sign-in/sign-in.ts';
import { beginStepUp } from '../sign-in/step-up.ts';
import type { ActDeps } from './deps.ts';
import { finishStep } from './finish-step.ts';
import { type Context, type Frame, formOf } from './frame-handler.ts';
import { keepProof } from './keep-proof.ts';
import { drawNotRecovered, drawRecoveryCheck } from './recovery-pages.ts';
import type { Page, View } from './shell.ts';

const one = '/console/cashouts/:id{[0-9]{1,16}}/recovery' as const;

export function addRecoveries({ act, lead }: Frame, deps: ActDeps): void {
  const idOf = ({ req }: Context): number => {
    const id = Number(req.param('id'));
    return Number.isSafeInteger(id) ? id : refuse('transaction_not_found');
  };

  /** Draws what will be done, and starts a step-up for exactly that. */
  async function check(
    { session, caller }: SignedIn,
    view: View,
    seen: SeenRecovery,
    wrong?: 'wrong code' | 'wrong passkey',
  ): Promise<Page> {
    const cashout = await findPayment(deps, caller, seen.recovery);
    return drawRecoveryCheck(view, cashout, seen, await beginStepUp(deps, session, [seen]), wrong);
  }

  act(one, async (signedIn, view, context) => {
    const form = await formOf(context);
    const id = idOf(context);
    const { endToEndId = '' } = await findPayment(deps, signedIn.caller, id);
    const [what, told] = [situation.safeParse(form.get('situation')), details.safeParse(form.get('details'))];
    if (!what.success || !told.success) return drawNotRecovered(view, id, view.words.wrongRecovery);
    const asked = { situation: what.data, details: told.data };
    return check(signedIn, view, { recovery: id, act: 'request', end_to_end_id: endToEndId, ...asked });
  });

  act(`${one}/cancel`, async (signedIn, view, context) => {
    const id = idOf(context);
    const known = await findRecovery(deps, signedIn.caller, id);
    const { endToEndId: end_to_end_id, situation, details } = known;
    return check(signedIn, view, { recovery: id, act: 'cancel', end_to_end_id, situation, details });
  });

  act(`${one}/decide`, async (signedIn, view, context) => {
    const { caller, session } = signedIn;
    const proved = await finishStep(deps, session, context, isSeenRecovery);
    const [seen] = proved.kind === 'over' ? [] : proved.items;
    if (proved.kind === 'over' || !seen)
      return drawNotRecovered(view, idOf(context), view.words.recoveryOver);
    const { recovery: id, act: what, situation, details } = seen;
    if (proved.kind !== 'proved') return check(signedIn, view, seen, proved.kind);
    context.env.event.subject = { cashoutId: id };
    await keepProof(deps, `recovery-${id}`, proved.proof);
    try {
      if (what === 'cancel') await cancelRecovery(deps, caller, id);
      else await requestRecovery(deps, caller, id, { situation, details });
    } catch (error) {
      if (!isDefinite(error) || ['transaction_not_found', 'too_many_requests'].includes(error.code))
        throw error;
      return drawNotRecovered(view, id, errorBody(error.code, [], error.said).body.message);
    }
    return lead(context, `/console/cashouts/${id}#recovery`);
  });
}
