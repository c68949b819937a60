// Finds payees. What a user learns about one who is not paid comes out of the user's budget, whatever the call: so nobody can go
// through keys, accounts or CPFs to find out whose they are.

import type { LookupOutcome } from '../access/lookup-budget.ts';
import { refuseSaying } from '../base/errors.ts';
import type { Cashout, CashoutRequest } from '../cashout/cashout.ts';
import type { Core } from '../cashout/deps.ts';
import { ownFailure, toldBy } from '../cashout/failures.ts';
import { askNetwork } from '../network/ask-network.ts';
import type { WithNetwork } from '../network/deps.ts';
import type { Ask } from './questions.ts';
import { type Resolved, resolveRecipient } from './resolve-recipient.ts';

/**
 * The payee of a cashout that is not to be paid yet. Its answer is charged here.
 * @param budget of a user
 * @param miss what a wrong payee costs: less if another user pays for it
 */
export async function lookUpPayee(
  deps: Core & WithNetwork,
  budget: string,
  request: CashoutRequest,
  miss: LookupOutcome = 'missed',
): Promise<Resolved> {
  const ask: Ask = (_, call) => askNetwork(deps, {}, call);
  // Of bank details at another institution nothing is looked up.
  const { pixKey, recipient } = request;
  if (pixKey === undefined && recipient?.ispb !== deps.config.OUR_ISPB)
    return resolveRecipient(deps, request, ask);
  const reserved = await deps.lookups.reserve(budget);
  if ('waitSeconds' in reserved)
    refuseSaying('too_many_lookups', { retryAfterSeconds: reserved.waitSeconds });
  const resolved = await resolveRecipient(deps, request, ask);
  try {
    const outcome = outcomeOf(resolved);
    await deps.lookups.settle(budget, reserved.name, outcome === 'missed' ? miss : outcome);
  } catch (error) {
    // It stays paid in full: to the caller's disadvantage, and nobody else's.
    deps.log.error('tokens of a look-up not given back', {}, error);
  }
  return resolved;
}

/**
 * The payee of a cashout that is to be paid, which costs nothing if it is paid. What is wrong with the payee is charged before it
 * is told. Whose tokens are spent is told nothing, and the directory is not asked.
 */
export async function findPayee(
  deps: Core & WithNetwork,
  cashout: Cashout,
  request: CashoutRequest,
  ask: Ask,
): Promise<Resolved> {
  // It was charged at the approval, when it was found out.
  if (cashout.owner?.isMissing) return missing;
  if (!(await deps.lookups.hasTokens(cashout.createdBy))) return spent;
  const resolved = await resolveRecipient(deps, request, ask);
  if (resolved.kind !== 'failed') return resolved;
  return (await mayTell(deps, cashout, resolved.failure)) ? resolved : spent;
}

/** Nothing is told. */
export const spent: Resolved & { kind: 'failed' } = {
  kind: 'failed',
  failure: ownFailure('too_many_lookups'),
};
const missing: Resolved = { kind: 'failed', failure: ownFailure('key_not_found') };

/** Whether nothing is told because the tokens are spent. */
export const isSpent = (failure: { text: string }): boolean => failure.text === spent.failure.text;

/** Charges the creator for what a failure tells. @returns false if there are too few tokens for it */
export async function mayTell(
  { lookups }: Core,
  { createdBy }: Cashout,
  failure: { text: string; code?: string | undefined },
): Promise<boolean> {
  const outcome = toldBy(failure);
  return outcome === 'unanswered' || lookups.charge(createdBy, outcome);
}

/** A key or an account of somebody else than the one who was named is a wrong guess too: its CPF could be guessed. */
function outcomeOf(resolved: Resolved): LookupOutcome {
  if (resolved.kind === 'unknown') return 'unanswered';
  return resolved.kind === 'found' ? 'answered' : toldBy(resolved.failure);
}
