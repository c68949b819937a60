// Handles the decisions of people about payments: what an approval confirms, the approval, and the rejection. Only forms
// of our own pages, sent by a browser, are accepted.

import { approveCashout } from '../approval/approve-cashout.ts';
import { presentApproved } from '../approval/approve-handler.ts';
import { decideMany } from '../approval/decide-many-handler.ts';
import { rejectCashout } from '../approval/reject-cashout.ts';
import { words } from '../base/field-schemas.ts';
import type { Cashout } from '../cashout/cashout.ts';
import { presentCashout } from '../cashout/present.ts';
import { countRequests } from '../http/limit-client.ts';
import { isSeenCashout } from '../sign-in/session.ts';
import type { SignedIn } from '../sign-in/sign-in.ts';
import { beginStepUp } from '../sign-in/step-up.ts';
import { approvable, decisionMost, drawDecision, drawResults, loadDecision } from './decide-pages.ts';
import type { ActDeps } from './deps.ts';
import { finishStep } from './finish-step.ts';
import { type Context, type Frame, formOf } from './frame-handler.ts';
import { keepProof } from './keep-proof.ts';
import { overPage } from './message-pages.ts';

const reasonMost = 200;

export function addDecisions({ act }: Frame, deps: ActDeps): void {
  /**
   * Loads the payments with their payees, and starts a step-up for exactly the payments that are shown. Each payment
   * counts as a request.
   */
  const look = async ({ caller, session }: SignedIn, { env }: Context, ids: readonly number[]) => {
    await countRequests(deps, env.event, Math.max(0, ids.length - 1));
    const shown = await loadDecision(deps, caller, ids);
    const seen = approvable(shown).map(({ id, content_digest }) => ({ id, content_digest }));
    // Only payments that the person may see are logged. The ids of other payments come only from the form.
    env.event.subjects = shown.flatMap((one) => ('waiting' in one ? [{ cashoutId: one.id }] : []));
    return { shown, step: seen.length > 0 ? await beginStepUp(deps, session, seen) : undefined };
  };

  act('/console/confirm', async (signedIn, view, context) => {
    const { shown, step } = await look(signedIn, context, idsOf(await formOf(context)));
    return drawDecision(view, shown, step);
  });

  act('/console/decide', async (signedIn, view, context) => {
    const { caller, session } = signedIn;
    const proved = await finishStep(deps, session, context, isSeenCashout);
    if (proved.kind === 'over') return overPage(view);
    if (proved.kind !== 'proved') {
      // The payments may have changed since they were last shown, so the page starts a new step-up.
      const { shown, step } = await look(
        signedIn,
        context,
        proved.items.map(({ id }) => id),
      );
      return drawDecision(view, shown, step, proved.kind);
    }
    const decided = new Map<number, Cashout>();
    const { rest } = await decideMany(deps, context.env.event, proved.items, async (id, digest) => {
      await keepProof(deps, id, proved.proof);
      const approved = await approveCashout(deps, caller, id, digest);
      decided.set(id, approved);
      return presentApproved(approved);
    });
    return drawResults(view, rest.results, decided, true);
  });

  act('/console/reject', async (signedIn, view, context) => {
    const { caller } = signedIn;
    const form = await formOf(context);
    const text = form.get('reason') ?? '';
    const reason = words(reasonMost).safeParse(text);
    if (!reason.success) {
      const { shown, step } = await look(signedIn, context, idsOf(form));
      return drawDecision(view, shown, step, undefined, { text, isWrong: true });
    }
    const items = idsOf(form).map((id) => ({ id, content_digest: '' }));
    const decided = new Map<number, Cashout>();
    const { rest } = await decideMany(deps, context.env.event, items, async (id) => {
      const rejected = await rejectCashout(deps, caller, id, reason.data);
      decided.set(id, rejected);
      return presentCashout(rejected, 'lookup');
    });
    return drawResults(view, rest.results, decided, false);
  });
}

/** Reads the ids of the cashouts in a form, without duplicates. */
function idsOf(form: URLSearchParams): number[] {
  const ids = form.getAll('cashout').flatMap((id) => (/^\d{1,16}$/.test(id) ? [Number(id)] : []));
  return [...new Set(ids.filter(Number.isSafeInteger))].slice(0, decisionMost);
}
