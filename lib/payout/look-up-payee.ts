// Finds payees. If a payee is not paid, each answer about it costs tokens of the user's budget, in every call. So no
// user can test many keys, accounts or CPFs to find their owners.

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
 * The payee of a cashout that is not paid yet. The answer is charged here.
 * @param budget of a user
 * @param miss tokens for a wrong payee; fewer if another user pays for it
 */
export async function lookUpPayee(
  deps: Core & WithNetwork,
  budget: string,
  request: CashoutRequest,
  miss: LookupOutcome = 'missed',
): Promise<Resolved> {
  const ask: Ask = (_, call) => askNetwork(deps, {}, call);
  // Bank details at another institution need no look-up.
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
    // The user stays charged in full. Nobody else is affected.
    deps.log.error('tokens of a look-up not given back', {}, error);
  }
  return resolved;
}

/**
 * The payee of a cashout that is about to be paid; free if it is paid. A wrong payee is charged before the caller is
 * told. If the tokens are used up, the caller is told nothing and the directory gets no request.
 */
export async function findPayee(
  deps: Core & WithNetwork,
  cashout: Cashout,
  request: CashoutRequest,
  ask: Ask,
): Promise<Resolved> {
  // It was found at the approval, and charged then.
  if (cashout.owner?.isMissing) return missing;
  if (!(await deps.lookups.hasTokens(cashout.createdBy))) return spent;
  const resolved = await resolveRecipient(deps, request, ask);
  if (resolved.kind !== 'failed') return resolved;
  return (await mayTell(deps, cashout, resolved.failure)) ? resolved : spent;
}

/** The answer when the tokens are used up. It reveals nothing about the payee. */
export const spent: Resolved & { kind: 'failed' } = {
  kind: 'failed',
  failure: ownFailure('too_many_lookups'),
};
const missing: Resolved = { kind: 'failed', failure: ownFailure('key_not_found') };

/** Whether a failure is the one for used-up tokens. */
export const isSpent = (failure: { text: string }): boolean => failure.text === spent.failure.text;

/**
 * Charges the creator for the information in a failure.
 * @returns false if there are too few tokens
 */
export async function mayTell(
  { lookups }: Core,
  { createdBy }: Cashout,
  failure: { text: string; code?: string | undefined },
): Promise<boolean> {
  const outcome = toldBy(failure);
  return outcome === 'unanswered' || lookups.charge(createdBy, outcome);
}

/**
 * A key or account that belongs to somebody else than the named owner counts as a wrong guess too. Otherwise its CPF
 * could be found by guessing.
 */
function outcomeOf(resolved: Resolved): LookupOutcome {
  if (resolved.kind === 'unknown') return 'unanswered';
  return resolved.kind === 'found' ? 'answered' : toldBy(resolved.failure);
}
