// Stops the cashouts of an account, a client or a company, and releases them again. After a freeze has returned, no
// more money is held for these cashouts. Payments whose money was held before may already have been sent: they are
// completed as usual, and the answer lists them.

import type { WithAccess, WithUsers } from '../access/deps.ts';
import type { Account } from '../account/account.ts';
import type { WithAccounts } from '../account/deps.ts';
import { refuse } from '../base/errors.ts';
import type { WithCashouts } from '../cashout/deps.ts';
import type { WithChargebacks } from '../chargeback/deps.ts';
import type { FreezeTarget } from '../freeze/freeze.ts';
import type { WithQueues } from '../incoming/deps.ts';
import type { Base } from '../platform/deps.ts';
import type { WithWebhooks } from '../webhook/deps.ts';
import { pauseWebhooksOf } from '../webhook/pause-webhooks-of.ts';
import type { WithOperating } from './deps.ts';
import { type Frozen, findFrozen } from './find-frozen.ts';
import { listInFlight } from './list-in-flight.ts';

type Deps = Base &
  WithAccess &
  WithUsers &
  WithAccounts &
  WithWebhooks &
  WithCashouts &
  WithChargebacks &
  WithOperating &
  WithQueues;

export async function freezePayouts(deps: Deps, target: FreezeTarget) {
  const frozen = await findFrozen(deps, target);
  await deps.freezes.raise(frozen.owner, deps.now().toISOString());
  const accounts = await markAll(deps, frozen, true);
  // The answer must report the freeze, even if the transfers cannot be listed.
  const listed = await listInFlight(deps, target).catch((error) => {
    deps.log.error('transfers in progress not listed', {}, error);
    return { in_flight: [], in_flight_count: 0, in_flight_sum: '0.00', complete: false };
  });
  const { userId, listAccounts } = frozen;
  // A company's freeze stops its cashouts but not its webhooks. A client's freeze also pauses the webhooks whose
  // address the client set.
  const paused = target.kind === 'client' &&
    userId && { paused_webhooks: await pauseWebhooksOf(deps, userId, listAccounts, target.clientId) };
  return { frozen: true, accounts, ...listed, ...paused };
}

export async function thawPayouts(deps: Deps, target: FreezeTarget) {
  const frozen = await findFrozen(deps, target);
  const { owner, frozenAt } = frozen;
  deps.requireShown(frozenAt);
  const lowered = frozenAt === undefined ? 'lowered' : await deps.freezes.lower(owner, frozenAt);
  if (lowered === 'overtaken') refuse('freeze_overtaken');
  const was_frozen = frozenAt !== undefined;
  const still = await frozenClientsOf(deps, frozen);
  if (still.length > 0) return { frozen: true, was_frozen, accounts: 0, still_frozen_by: still };
  return { frozen: false, was_frozen, accounts: await markAll(deps, frozen, false) };
}

/** Returns the frozen clients of the user. While one of them is frozen, the user's cashouts stay frozen. */
async function frozenClientsOf(deps: Base & WithAccess, { clients = new Set() }: Frozen): Promise<string[]> {
  const rows = await deps.clients.getAll(clients);
  return rows.filter(({ frozenAt }) => frozenAt).map(({ clientId }) => clientId);
}

/**
 * Marks the accounts one after the other, because all writes check the row of the freeze and would conflict. A freeze
 * of an account needs no marks, because the freeze on the account's own row is enough. Accounts that an earlier try
 * marked stay marked, so a repeated try continues from there.
 */
async function markAll(
  deps: Deps,
  { freezer, owner, listAccounts, userId, clients }: Frozen,
  isFrozen: boolean,
) {
  const accounts = await listAccounts();
  if (owner.kind === 'account') return accounts.length;
  const rows = await deps.accounts.getAll(accounts);
  const isMarked = (account: Account) => account.freezes?.has(freezer) ?? false;
  const user = userId && clients ? { userId, clients } : undefined;
  let fault: unknown;
  for (const account of rows) {
    if (!account || isMarked(account) === isFrozen) continue;
    const marked = await deps.freezes.mark(account, freezer, isFrozen, owner, user).catch((error) => {
      // The loop continues after an error, because the other accounts must not pay in the meantime.
      fault = error;
      return undefined;
    });
    if (marked === 'overtaken') refuse('freeze_overtaken');
  }
  if (fault) throw fault;
  return accounts.length;
}
