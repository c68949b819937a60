// Handles changes by two operators: one operator proposes, another operator confirms with a step-up.

import { isDefinite } from '../base/errors.ts';
import { finishStep } from '../console/finish-step.ts';
import { type Context, type Frame, formOf } from '../console/frame-handler.ts';
import { keepProof } from '../console/keep-proof.ts';
import type { View } from '../console/shell.ts';
import { namedKinds } from '../operating/admin-calls.ts';
import { isSeenProposal } from '../sign-in/session.ts';
import type { SignedIn } from '../sign-in/sign-in.ts';
import { beginStepUp } from '../sign-in/step-up.ts';
import { basisOf } from './basis.ts';
import { type ChangeCall, callOf, changeNamed } from './change-forms.ts';
import { drawProposal, drawProposals } from './change-pages.ts';
import type { DeskDeps } from './deps.ts';
import { drawDone, drawNothingFound, drawOver } from './desk-pages.ts';
import { type OperatorCalls, refusing } from './operator-calls.ts';
import { callIn, digestOf, isAnother, type Proposal } from './proposal.ts';
import { aboutProposal } from './proposal-route.ts';
import {
  beforeCall,
  changeIn,
  confirmProposal,
  mayConfirm,
  propose,
  readCall,
  withdrawProposal,
} from './propose.ts';
import { drawProposeForm } from './propose-pages.ts';

/**
 * Fields that a link to a form may fill in. Other fields must be typed, because a link on another site could set them.
 */
const naming = new Set<string>([...namedKinds, 'cashout', 'kind', 'id']);
const one = '/desk/proposals/:id{[0-9a-f]{40,60}}';

export function addProposals(
  { page, act, lead }: Frame,
  deps: DeskDeps,
  { administer }: OperatorCalls,
): void {
  const find = ({ req }: Context) => deps.proposals.get(req.param('id') ?? '');
  const isOwn = (proposal: Proposal, { session }: SignedIn) => !isAnother(proposal, session);

  page('/desk/propose', async (_, view, { req }) => {
    const { action, ...given } = req.query();
    const known = Object.entries(given).filter(([name]) => naming.has(name));
    const change = changeNamed(action);
    return change ? drawProposeForm(view, change, new URLSearchParams(known)) : drawNothingFound(view, '');
  });
  act('/desk/propose', async (signedIn, view, context) => {
    const form = await formOf(context);
    const change = changeNamed(form.get('action') ?? undefined);
    if (!change) return drawNothingFound(view, '');
    const call = callOf(change, form);
    const read = readCall(call);
    if (!read.success) {
      const wrong = read.error.issues.map(({ path, message }) => ({ field: String(path.at(-1)), message }));
      return drawProposeForm(view, change, form, wrong);
    }
    const { id } = await propose(deps, signedIn, call, read.data as ChangeCall);
    return lead(context, `/desk/proposals/${id}`);
  });

  page('/desk/proposals', async (_, view) => ({
    title: view.words.proposals,
    body: drawProposals(view, await deps.proposals.list(), deps.now()),
  }));
  page(one, async (signedIn, view, context) => {
    const proposal = await find(context);
    const proposed = proposal && changeIn(proposal);
    if (!proposed) return drawNothingFound(view, '');
    await aboutProposal(deps, signedIn, 'proposal show', { proposal, proposed });
    return drawProposal(view, proposal, { isOwn: isOwn(proposal, signedIn), now: deps.now() });
  });
  act(`${one}/withdraw`, async (signedIn, view, context) => {
    const proposal = await find(context);
    if (!proposal || !(await withdrawProposal(deps, signedIn, proposal))) return drawOver(view);
    return lead(context, `/desk/proposals/${proposal.id}`);
  });

  /**
   * Draws the proposal, with a step-up for exactly what is shown. The basis is read first: if it changes meanwhile, the
   * step-up is for the older values, and confirms nothing.
   */
  const look = async (
    signedIn: SignedIn,
    view: View,
    proposal: Proposal,
    wrong?: 'wrong code' | 'wrong passkey' | 'changed',
  ) => {
    const proposed = changeIn(proposal);
    if (!proposed || !(await mayConfirm(deps, signedIn, proposal))) return drawOver(view);
    await aboutProposal(deps, signedIn, 'proposal show', { proposal, proposed });
    const basis = await basisOf(deps, proposed);
    const seen = { proposal: proposal.id, content_digest: digestOf(proposal, basis) };
    const call = beforeCall(callIn(proposal));
    // If the thing no longer exists, the operator sees that when the change is refused. Without an answer nothing can be
    // confirmed, because the operator would not see what is replaced.
    const before =
      call &&
      (await administer(signedIn, call).catch((error) => {
        if (!isDefinite(error)) throw error;
        return undefined;
      }));
    const step = await beginStepUp(deps, signedIn.session, [seen]);
    return drawProposal(view, proposal, { isOwn: false, now: deps.now(), step, before, wrong });
  };
  act(`${one}/confirm`, async (signedIn, view, context) => {
    const proposal = await find(context);
    return proposal ? look(signedIn, view, proposal) : drawOver(view);
  });
  act('/desk/decide', async (signedIn, view, context) => {
    const proved = await finishStep(deps, signedIn.session, context, isSeenProposal);
    const [seen] = proved.kind === 'over' ? [] : proved.items;
    const proposal = seen && (await deps.proposals.get(seen.proposal));
    const proposed = proposal && changeIn(proposal);
    if (proved.kind === 'over' || !proposed) return drawOver(view);
    if (proved.kind !== 'proved') return look(signedIn, view, proposal, proved.kind);
    const basis = await basisOf(deps, proposed);
    if (digestOf(proposal, basis) !== seen.content_digest) return look(signedIn, view, proposal, 'changed');
    return refusing(view, async () => {
      await keepProof(deps, proposal.id, proved.proof);
      const answer = await confirmProposal(deps, signedIn, proposal, basis);
      return answer ? drawDone(view, answer) : drawOver(view);
    });
  });
}
