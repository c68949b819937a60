// Proposes changes, and confirms the changes of another operator. A confirmed change is made at most once. After a
// crash, the audit may have no final entry for the change. In this case operators must check whether the change was
// made before they propose it again.

import { isAdmitted } from '../access/client.ts';
import { isDefinite, refuse } from '../base/errors.ts';
import { administerCall, administerRoute } from '../operating/admin-calls.ts';
import { runCall } from '../operating/admin-handler.ts';
import { findFrozen } from '../operating/find-frozen.ts';
import { freezeCall, freezeRoute, isFreezeCall, targetOf } from '../operating/freeze-route.ts';
import type { SignedIn } from '../sign-in/sign-in.ts';
import { textOf } from './basis.ts';
import { type ChangeCall, changeNamed } from './change-forms.ts';
import type { DeskDeps } from './deps.ts';
import {
  callIn,
  isAnother,
  isOpen,
  keptSeconds,
  nameOf,
  type Proposal,
  type ProposedCall,
} from './proposal.ts';
import { aboutProposal } from './proposal-route.ts';

/** Reads a call, as the operators' functions read it. */
export function readCall(call: ProposedCall) {
  const named = { ...call, by: 'desk' };
  return call.action === 'thaw' ? freezeCall.safeParse(named) : changeCall.safeParse(named);
}

/** Returns the call of a proposal. A proposal whose call cannot be read any more is over. */
export function changeIn(proposal: Proposal): ChangeCall | undefined {
  const read = readCall(callIn(proposal));
  return read.success && changeNamed(read.data.action) ? (read.data as ChangeCall) : undefined;
}

/**
 * The operator who confirms sees the seed of the one-time codes. With an invitation too, that operator could sign in as
 * the person, so the person's id is required instead.
 */
const changeCall = administerCall.refine(
  (call) => call.action !== 'client open' || call.audience !== 'console' || call.subject !== undefined,
  { path: ['subject'], message: 'is required: who sees the codes must not have the invitation, too' },
);

/** Returns the call that shows the data that a change would replace. */
export function beforeCall(call: ProposedCall): ProposedCall | undefined {
  const { action, account, client, payment, cashout, chargeback, med, target } = call;
  if (action === 'thaw') {
    const { kind, id } = target as { kind: 'account' | 'client' | 'company'; id: string };
    return { action: `${kind} show`, [kind]: id };
  }
  if (action.startsWith('rule ')) return { action: 'rule show', account };
  if (action === 'payment assign') return { action: 'payment show', payment };
  if (cashout !== undefined) return { action: 'cashout show', cashout };
  if (chargeback !== undefined) return { action: 'chargeback show', chargeback };
  if (med !== undefined) return { action: 'med show', med };
  return client === undefined ? undefined : { action: 'client show', client };
}

/**
 * Returns whether the target is the operators' company or the client of an operator. One operator alone must not lock
 * out the others, who could intervene.
 */
export async function isOfOperators(
  { clients }: DeskDeps,
  { caller }: SignedIn,
  { kind, id }: { kind: string; id: string },
): Promise<boolean> {
  if (kind === 'company') return id === caller.companyId;
  return kind === 'client' && (await clients.get(id))?.audience === 'desk';
}

export async function propose(
  deps: DeskDeps,
  signedIn: SignedIn,
  call: ProposedCall,
  proposed: ChangeCall,
): Promise<Proposal> {
  const now = deps.now();
  const { person, userId, clientId } = signedIn.session;
  const proposal: Proposal = {
    id: `${now.toISOString().replaceAll(/\D/g, '')}${deps.ids.uuid().replaceAll('-', '')}`,
    call: JSON.stringify(call),
    at: now.toISOString(),
    by: nameOf(signedIn),
    userId,
    clientId,
    ...(person === undefined ? {} : { person }),
    state: 'open',
    expiresAt: Math.floor(now.getTime() / 1_000) + keptSeconds,
  };
  await aboutProposal(deps, signedIn, 'proposal make', { proposal, proposed });
  return proposal;
}

/** Returns whether this operator may confirm the proposal now. */
export async function mayConfirm(
  deps: DeskDeps,
  { session }: SignedIn,
  proposal: Proposal,
): Promise<boolean> {
  if (!isAnother(proposal, session) || !isOpen(proposal, deps.now())) return false;
  const proposer = await deps.clients.get(proposal.clientId);
  return proposer !== undefined && isAdmitted(proposer) && !(await isOvertaken(deps, proposal));
}

/**
 * Returns whether the target was frozen again after the proposal to thaw. The proposal does not end this newer freeze.
 */
async function isOvertaken(deps: DeskDeps, proposal: Proposal): Promise<boolean> {
  const call = changeIn(proposal);
  if (call?.action !== 'thaw') return false;
  const { frozenAt } = await findFrozen(deps, targetOf(call.target));
  return frozenAt !== undefined && frozenAt > proposal.at;
}

/**
 * Confirms a proposal and makes its call.
 * @param basis the values that the operator saw, as text. The call is refused if it would replace others
 * @returns the answer of the call, which may contain secrets that are shown only here; undefined if the operator may
 * not confirm the proposal, or if it is no longer open
 */
export async function confirmProposal(
  deps: DeskDeps,
  signedIn: SignedIn,
  proposal: Proposal,
  basis: string,
): Promise<Record<string, unknown> | undefined> {
  const change = changeIn(proposal);
  if (!change || !(await mayConfirm(deps, signedIn, proposal))) return undefined;
  const decidedBy = nameOf(signedIn);
  const decided = { state: 'confirmed', decidedAt: deps.now().toISOString(), decidedBy } as const;
  if (!(await deps.proposals.decide(proposal, decided))) return undefined;
  const by = `${proposal.by}, confirmed by ${decidedBy}`;
  const call = { ...change, by };
  const confirming = {
    ...deps,
    // The two operators of a proposal are the two whose statements end a payment.
    statements: { state: async () => [proposal.by, decidedBy] as const },
    requireShown: (values: unknown) => {
      if (textOf(values) !== basis) refuse('values_changed');
    },
  };
  return isFreezeCall(call)
    ? runCall(confirming, freezeRoute, call)
    : runCall(confirming, administerRoute, call);
}

/**
 * Withdraws a proposal. Only the proposer can withdraw it.
 * @returns whether the proposal was open until now
 */
export async function withdrawProposal(
  deps: DeskDeps,
  signedIn: SignedIn,
  proposal: Proposal,
): Promise<boolean> {
  const proposed = changeIn(proposal);
  if (!proposed || proposal.userId !== signedIn.session.userId) return false;
  try {
    await aboutProposal(deps, signedIn, 'proposal withdraw', { proposal, proposed });
    return true;
  } catch (error) {
    if (isDefinite(error) && error.code === 'values_changed') return false;
    throw error;
  }
}
