// Finds payees. What a user learns about one who is not paid comes out of the user's budget, whatever the call: so nobody can go
// through keys, accounts or CPFs to find out whose they are.

import type { LookupOutcome } from '../access/lookup-budget.ts';
import type { Core, WithNetwork } from '../app/deps.ts';
import { refuseSaying } from '../base/errors.ts';
import { askNetwork } from '../network/ask-network.ts';
import type { Cashout, CashoutRequest } from './cashout.ts';
import { ownFailure, toldBy } from './failures.ts';
import type { Ask } from './questions.ts';
import { type Resolved, resolveRecipient } from './resolve-recipient.ts';

/** The payee of a cashout that does not exist yet. Its answer is charged here. */
export async function lookUpPayee(
  deps: Core & WithNetwork,
  userId: string,
  request: CashoutRequest,
): Promise<Resolved> {
  const ask: Ask = (_, call) => askNetwork(deps, {}, call);
  // Of bank details at another institution nothing is looked up.
  const { pixKey, recipient } = request;
  if (pixKey === undefined && recipient?.ispb !== deps.config.OUR_ISPB)
    return resolveRecipient(deps, request, ask);
  const reserved = await deps.lookups.reserve(userId);
  if ('waitSeconds' in reserved)
    refuseSaying('too_many_lookups', { retryAfterSeconds: reserved.waitSeconds });
  const resolved = await resolveRecipient(deps, request, ask);
  try {
    await deps.lookups.settle(userId, reserved.name, outcomeOf(resolved));
  } catch (error) {
    // It stays paid in full: to the caller's disadvantage, and nobody else's.
    deps.log.error('tokens of a look-up not given back', {}, error);
  }
  return resolved;
}

/**
 * The payee of a cashout that is to be paid. A payment costs no look-up; an end without one is charged (`chargeAnswer`). Whose
 * budget is spent is told nothing, and the directory is not asked.
 */
export async function findPayee(
  deps: Core & WithNetwork,
  { createdBy }: Cashout,
  request: CashoutRequest,
  ask: Ask,
): Promise<Resolved> {
  const hasTokens = deps.lookups.hasTokens(createdBy);
  const askIf: Ask = async (question, call) =>
    (await hasTokens) ? ask(question, call) : { kind: 'unknown' };
  const [resolved, hadTokens] = await Promise.all([resolveRecipient(deps, request, askIf), hasTokens]);
  return hadTokens ? resolved : { kind: 'failed', failure: ownFailure('too_many_lookups') };
}

/** What a cashout that ends unpaid has told comes out of its creator's budget. @param failure absent: it was rejected */
export async function chargeAnswer(
  deps: Core,
  { id: cashoutId, createdBy, owner }: Cashout,
  failure?: { text: string; code?: string },
): Promise<void> {
  const told = failure ? toldBy(failure) : 'unanswered';
  // That it was waiting for its day has told that there is such a key.
  const outcome = told === 'unanswered' && owner ? 'answered' : told;
  if (outcome === 'unanswered') return;
  try {
    await deps.lookups.charge(createdBy, outcome);
  } catch (error) {
    deps.log.error('tokens of a look-up not charged', { cashoutId, outcome }, error);
  }
}

/** A key or an account of somebody else than the one who was named is a wrong guess too: its CPF could be guessed. */
function outcomeOf(resolved: Resolved): LookupOutcome {
  if (resolved.kind === 'unknown') return 'unanswered';
  return resolved.kind === 'found' ? 'answered' : toldBy(resolved.failure);
}
