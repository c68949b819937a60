// Defines operators' calls about proposals: to make one, to look at one, to withdraw one. They are in the audit of what
// the proposed change is about, so its company sees them.

import { refuse } from '../base/errors.ts';
import { administerRoute } from '../operating/admin-calls.ts';
import { type AdminRoute, type Call, runCall } from '../operating/admin-handler.ts';
import { freezeRoute, isFreezeCall } from '../operating/freeze-route.ts';
import type { SignedIn } from '../sign-in/sign-in.ts';
import type { ChangeCall } from './change-forms.ts';
import type { DeskDeps } from './deps.ts';
import { nameOf, type Proposal } from './proposal.ts';

type Action = 'proposal make' | 'proposal show' | 'proposal withdraw';
type ProposalCall = {
  [One in Action]: Call & { action: One; proposed: ChangeCall; proposal: Proposal };
}[Action];

const proposalRoute: AdminRoute<ProposalCall, DeskDeps> = {
  subjects: ({ proposed }, deps) =>
    isFreezeCall(proposed) ? freezeRoute.subjects(proposed, deps) : administerRoute.subjects(proposed, deps),
  details: ({ proposed, proposal: { id } }) => ({
    ...(isFreezeCall(proposed) ? freezeRoute.details(proposed) : administerRoute.details(proposed)),
    change: proposed.action,
    proposal: id,
  }),
  calls: {
    async 'proposal make'({ proposals }, { proposal }) {
      await proposals.insert(proposal);
      return { answer: {} };
    },
    /** The page shows the proposal. */
    'proposal show': async () => ({ answer: {} }),
    async 'proposal withdraw'({ proposals, now }, { proposal, by }) {
      const decided = { state: 'withdrawn', decidedAt: now().toISOString(), decidedBy: by } as const;
      if (!(await proposals.decide(proposal, decided))) refuse('values_changed');
      return { answer: {} };
    },
  },
};

/** Makes a call about a proposal, with its audit. @param proposed the proposed call, as it was read */
export async function aboutProposal(
  deps: DeskDeps,
  signedIn: SignedIn,
  action: Action,
  { proposal, proposed }: { proposal: Proposal; proposed: ChangeCall },
): Promise<void> {
  await runCall(deps, proposalRoute, { action, by: nameOf(signedIn), proposed, proposal });
}
