// Finds the payee of a cashout that does not exist yet. What a caller does not know already is paid from its client's budget: so
// nobody can go through keys, accounts or CPFs to find out whose they are.

import type { LookupOutcome } from '../access/lookup-budget.ts';
import type { Core, WithNetwork, WithPreflights } from '../app/deps.ts';
import { refuseSaying } from '../base/errors.ts';
import { askNetwork } from '../network/ask-network.ts';
import type { CashoutRequest } from './cashout.ts';
import { ownFailures } from './failures.ts';
import type { Ask } from './questions.ts';
import { type Resolved, resolveRecipient } from './resolve-recipient.ts';

export async function lookUpPayee(
  deps: Core & WithNetwork & WithPreflights,
  clientId: string,
  request: CashoutRequest,
): Promise<Resolved> {
  const ask: Ask = (_, call) => askNetwork(deps, {}, call);
  // Of bank details at another institution nothing is looked up.
  const { pixKey, recipient } = request;
  if (pixKey === undefined && recipient?.ispb !== deps.config.OUR_ISPB)
    return resolveRecipient(deps, request, ask);
  const reserved = await deps.lookups.reserve(clientId);
  if ('waitSeconds' in reserved)
    refuseSaying('too_many_lookups', { retryAfterSeconds: reserved.waitSeconds });
  const resolved = await resolveRecipient(deps, request, ask);
  try {
    await deps.lookups.settle(clientId, reserved.name, outcomeOf(resolved));
  } catch (error) {
    // It stays paid in full: to the caller's disadvantage, and nobody else's.
    deps.log.error('tokens of a look-up not given back', { clientId }, error);
  }
  return resolved;
}

/** A key or an account of somebody else than the one who was named is a wrong guess too: its CPF could be guessed. */
function outcomeOf(resolved: Resolved): LookupOutcome {
  if (resolved.kind === 'unknown') return 'unanswered';
  const isTold = resolved.kind === 'found' || resolved.failure.text === ownFailures.owner_unknown.text;
  return isTold ? 'answered' : 'missed';
}
