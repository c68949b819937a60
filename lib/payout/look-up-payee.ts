// Finds payees. A look-up is free only if the payee is then paid. Otherwise each answer about the payee costs tokens of
// the user's budget, in every call. So no user can try many keys, accounts or CPFs to find their owners.

import type { WithLookups } from '../access/deps.ts';
import type { LookupOutcome } from '../access/lookup-budget.ts';
import type { WithAccounts } from '../account/deps.ts';
import { refuseSaying } from '../base/errors.ts';
import type { Cashout, CashoutRequest } from '../cashout/cashout.ts';
import { ownFailure, toldBy } from '../cashout/failures.ts';
import { askNetwork } from '../network/ask-network.ts';
import type { WithNetwork, WithPspRows } from '../network/deps.ts';
import type { Base } from '../platform/deps.ts';
import type { Ask } from './questions.ts';
import { type Resolved, resolveRecipient } from './resolve-recipient.ts';

type Deps = Base & WithLookups & WithAccounts & WithNetwork & WithPspRows;

/**
 * Finds the payee of a cashout that is not paid yet, and charges the user for the answer.
 * @param budget name of the look-up budget that is charged. `companyId`: the company whose share of the PSP's tokens is used
 * @param miss how a wrong payee is charged: `missed`, or less if another user pays for the wrong payee
 */
export async function lookUpPayee(
  deps: Deps,
  { companyId, budget }: { companyId: string; budget: string },
  request: CashoutRequest,
  miss: LookupOutcome = 'missed',
): Promise<Resolved> {
  const by = { companyId, isPayout: false };
  const ask: Ask = (_, call) => askNetwork(deps, {}, call);
  // Bank details at another institution need no look-up.
  const { pixKey, recipient } = request;
  if (pixKey === undefined && recipient?.ispb !== deps.config.OUR_ISPB)
    return resolveRecipient(deps, by, request, ask);
  const reserved = await deps.lookups.reserve(budget);
  if ('waitSeconds' in reserved)
    refuseSaying('too_many_lookups', { retryAfterSeconds: reserved.waitSeconds });
  const resolved = await resolveRecipient(deps, by, request, ask);
  try {
    const outcome = outcomeOf(resolved);
    await deps.lookups.settle(budget, reserved.name, outcome === 'missed' ? miss : outcome);
  } catch (error) {
    // If tokens cannot be given back, the user stays charged in full. No other user is affected.
    deps.log.error('tokens of a look-up not given back', {}, error);
  }
  if (resolved.kind === 'unknown' && resolved.waitSeconds !== undefined)
    refuseSaying('too_many_lookups', { retryAfterSeconds: resolved.waitSeconds });
  return resolved;
}

/**
 * Finds the payee of a cashout that is about to be paid. The look-up is free if the payee is then paid. A wrong payee
 * is charged before the caller is told about it. If the user has no tokens left, the caller is told nothing and no
 * request is sent to the directory.
 */
export async function findPayee(
  deps: Deps,
  cashout: Cashout,
  request: CashoutRequest,
  ask: Ask,
): Promise<Resolved> {
  // The missing owner was found and charged at the approval.
  if (cashout.owner?.isMissing) return missing;
  if (!(await deps.lookups.hasTokens(cashout.createdBy))) return spent;
  const by = { companyId: cashout.companyId, isPayout: true };
  const resolved = await resolveRecipient(deps, by, request, ask);
  if (resolved.kind !== 'failed') return resolved;
  return (await mayTell(deps, cashout, resolved.failure)) ? resolved : spent;
}

/** The answer when the user has no tokens left. It reveals nothing about the payee. */
export const spent: Resolved & { kind: 'failed' } = {
  kind: 'failed',
  failure: ownFailure('too_many_lookups'),
};
const missing: Resolved = { kind: 'failed', failure: ownFailure('key_not_found') };

/** Returns whether a failure means that the user has no tokens left. */
export const isSpent = (failure: { text: string }): boolean => failure.text === spent.failure.text;

/**
 * Charges the creator for the information about the payee that a failure reveals.
 * @returns false if the creator has too few tokens
 */
export async function mayTell(
  { lookups }: Base & WithLookups,
  { createdBy }: Cashout,
  failure: { text: string; code?: string | undefined },
): Promise<boolean> {
  const outcome = toldBy(failure);
  return outcome === 'unanswered' || lookups.charge(createdBy, outcome);
}

/**
 * Returns how a look-up is charged. If the key or account belongs to somebody else than the named owner, the look-up
 * counts as `missed`, like a payee that does not exist. Otherwise the owner's CPF could be found by guessing.
 */
function outcomeOf(resolved: Resolved): LookupOutcome {
  if (resolved.kind === 'unknown') return 'unanswered';
  return resolved.kind === 'found' ? 'answered' : toldBy(resolved.failure);
}
