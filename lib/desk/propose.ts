// Proposes changes, and confirms the changes of another operator. A confirmed change is made at most once. After a
// crash, the audit may have no final entry for the change. In this case operators must check whether the change was
// made before they propose it again.

import { isAdmitted } from '../access/client.ts';
import { administerRoute } from '../operating/admin-calls.ts';
import { runCall } from '../operating/admin-handler.ts';
import { findFrozen } from '../operating/find-frozen.ts';
import { freezeRoute, targetOf } from '../operating/freeze-route.ts';
import { administerCall, freezeCall, isFreezeCall } from '../operating/schemas.ts';
import type { SignedIn } from '../sign-in/sign-in.ts';
import type { DeskDeps } from './deps.ts';
import { callIn, isAnother, isOpen, keptSeconds, type Proposal, type ProposedCall } from './proposal.ts';

/** Returns the name of an operator of the desk, for the audit. */
export const nameOf = ({ caller: { userName, userId } }: SignedIn): string =>
  `${userName ?? 'operator'} (${userId})`;

/** Reads a call, as the operators' functions read it. */
export function readCall(call: ProposedCall) {
  const named = { ...call, by: 'desk' };
  return call.action === 'thaw' ? freezeCall.safeParse(named) : changeCall.safeParse(named);
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
  const { action, account, client, payment, cashout, chargeback } = call;
  if (action.startsWith('rule ')) return { action: 'rule show', account };
  if (action === 'payment assign') return { action: 'payment show', payment };
  if (cashout !== undefined) return { action: 'cashout show', cashout };
  if (chargeback !== undefined) return { action: 'chargeback show', chargeback };
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

export async function propose(deps: DeskDeps, signedIn: SignedIn, call: ProposedCall): Promise<Proposal> {
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
  await deps.proposals.insert(proposal);
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
  const read = readCall(callIn(proposal));
  if (!read.success || read.data.action !== 'thaw') return false;
  const { frozenAt } = await findFrozen(deps, targetOf(read.data.target));
  return frozenAt !== undefined && frozenAt > proposal.at;
}

/**
 * Confirms a proposal and makes its call.
 * @returns the answer of the call, which may contain secrets that are shown only here; undefined if the operator may
 * not confirm the proposal, or if it is no longer open
 */
export async function confirmProposal(
  deps: DeskDeps,
  signedIn: SignedIn,
  proposal: Proposal,
): Promise<Record<string, unknown> | undefined> {
  const read = readCall(callIn(proposal));
  if (!read.success || !(await mayConfirm(deps, signedIn, proposal))) return undefined;
  const decidedBy = nameOf(signedIn);
  const decided = { state: 'confirmed', decidedAt: deps.now().toISOString(), decidedBy } as const;
  if (!(await deps.proposals.decide(proposal, decided))) return undefined;
  const by = `${proposal.by}, confirmed by ${decidedBy}`;
  const call = { ...read.data, by };
  // The two operators of a proposal are the two whose statements end a payment.
  const statements = { state: async () => [proposal.by, decidedBy] as const };
  return isFreezeCall(call)
    ? runCall(deps, freezeRoute, call)
    : runCall({ ...deps, statements }, administerRoute, call);
}

/**
 * Withdraws a proposal. Only the proposer can withdraw it.
 * @returns whether the proposal was open until now
 */
export const withdrawProposal = async (
  deps: DeskDeps,
  signedIn: SignedIn,
  proposal: Proposal,
): Promise<boolean> =>
  proposal.userId === signedIn.session.userId &&
  deps.proposals.decide(proposal, {
    state: 'withdrawn',
    decidedAt: deps.now().toISOString(),
    decidedBy: nameOf(signedIn),
  });
