// Stops payouts of an account, a client or a company, and lets them go on. Once a freeze has answered, nothing more is
// reserved for it; what was reserved before may be out there already, is resolved as always, and is in the answer.

import type { Account } from '../account/account.ts';
import type { Core, WithQueues } from '../app/deps.ts';
import { refuse } from '../base/errors.ts';
import { type Frozen, findFrozen } from '../freeze/find-frozen.ts';
import type { FreezeTarget } from '../freeze/freeze.ts';
import { pauseWebhooksOf } from '../webhook/pause-webhooks-of.ts';
import { listInFlight } from './list-in-flight.ts';

export async function freezePayouts(deps: Core & WithQueues, target: FreezeTarget) {
  const frozen = await findFrozen(deps, target);
  await deps.freezes.raise(frozen.owner, deps.now().toISOString());
  const accounts = await markAll(deps, frozen, true);
  // That it is frozen must be told, whatever becomes of the list.
  const listed = await listInFlight(deps, target).catch((error) => {
    deps.log.error('in flight not listed', {}, error);
    return { in_flight: [], in_flight_count: 0, in_flight_sum: '0.00', complete: false };
  });
  const { userId, listAccounts } = frozen;
  // A company's freeze stops its payouts, and not that it is told of its money.
  const paused = userId && { paused_webhooks: await pauseWebhooksOf(deps, userId, listAccounts) };
  return { frozen: true, accounts, ...listed, ...paused };
}

export async function thawPayouts(deps: Core, target: FreezeTarget) {
  const frozen = await findFrozen(deps, target);
  const { owner, frozenAt } = frozen;
  const lowered = frozenAt === undefined ? 'lowered' : await deps.freezes.lower(owner, frozenAt);
  if (lowered === 'overtaken') refuse('freeze_overtaken');
  return { frozen: false, was_frozen: frozenAt !== undefined, accounts: await markAll(deps, frozen, false) };
}

/**
 * One after the other: they all look at the same flag, and would only collide. An account's flag is all it needs. What
 * an earlier try has marked stays so while the flag does, so that a repeated try begins where that one stopped.
 */
async function markAll(deps: Core, { freezer, owner, listAccounts }: Frozen, isFrozen: boolean) {
  const accounts = await listAccounts();
  if (owner.kind === 'account') return accounts.length;
  const rows = await deps.accounts.getAll(accounts);
  const isMarked = (account: Account) => account.freezes?.has(freezer) ?? false;
  let fault: unknown;
  for (const account of rows) {
    if (!account || isMarked(account) === isFrozen) continue;
    const marked = await deps.freezes.mark(account, freezer, isFrozen, owner).catch((error) => {
      // The others are not to pay meanwhile.
      fault = error;
      return undefined;
    });
    if (marked === 'overtaken') refuse('freeze_overtaken');
  }
  if (fault) throw fault;
  return accounts.length;
}
