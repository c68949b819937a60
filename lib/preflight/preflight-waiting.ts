// Shows the payee of a cashout, and the present reasons against it, to users who may approve it. The shown payee is
// stored on the row. Then only this owner is paid, and the directory gets no second request.

import type { WithLookups } from '../access/deps.ts';
import type { Identity } from '../access/tokens.ts';
import type { WithAccounts } from '../account/deps.ts';
import { requirePermissions } from '../account/policy.ts';
import { isApprovable, isExpired } from '../approval/expire-cashout.ts';
import { refuse } from '../base/errors.ts';
import { approvedPayee } from '../cashout/approved-ahead.ts';
import type { Cashout } from '../cashout/cashout.ts';
import type { WithCashouts } from '../cashout/deps.ts';
import type { Failure } from '../cashout/failures.ts';
import { findCashout } from '../cashout/find-cashout.ts';
import type { WithNetwork } from '../network/deps.ts';
import type { Recipient } from '../network/port.ts';
import { lookUpPayee, mayTell, spent } from '../payout/look-up-payee.ts';
import type { Resolved } from '../payout/resolve-recipient.ts';
import type { Base } from '../platform/deps.ts';
import { foretell, type Preflight } from './foretell.ts';
import type { WithPreflights } from './preflight-store.ts';

type Deps = Base & WithLookups & WithAccounts & WithCashouts & WithNetwork & WithPreflights;

export type Waiting = { cashout: Cashout; preflight: Preflight };

export async function preflightWaiting(deps: Deps, caller: Identity, id: number): Promise<Waiting> {
  const found = await findCashout(deps, caller, id);
  requirePermissions(found.policy, ['APPROVE']);
  const account = await deps.accounts.get(found.cashout.account);
  if (!account) refuse('account_not_found');
  refuseDecided(deps, found.cashout);
  const { cashout, resolved } = await showPayee(deps, caller, found.cashout);
  const preflight = await foretell(deps, account, cashout, resolved);
  return { cashout, preflight: { ...preflight, startsAt: cashout.startsAt } };
}

/**
 * Looks up the payee once. The look-up is charged to a separate budget of the approver, so it takes no tokens from
 * payouts. A wrong payee is also charged to the creator, as in a payout, and is shown to all approvers for an hour.
 */
async function showPayee(
  deps: Deps,
  { userId }: Identity,
  cashout: Cashout,
): Promise<{ cashout: Cashout; resolved: Resolved }> {
  const { payeeShown, request } = cashout;
  if (payeeShown) return { cashout, resolved: await asShown(deps, payeeShown.recipient) };
  const missed = missedLately(deps, cashout);
  if (missed) return { cashout, resolved: { kind: 'failed', failure: missed } };
  // A cashout that waits for approval again may already have an owner. Then only this owner is accepted.
  const resolved = await lookUpPayee(
    deps,
    { companyId: cashout.companyId, budget: `${userId}#approvals` },
    approvedPayee(cashout),
    'answered',
  );
  if (resolved.kind === 'failed')
    return { cashout, resolved: await tellMissed(deps, cashout, resolved.failure) };
  if (resolved.kind !== 'found') return { cashout, resolved };
  const { recipient } = resolved;
  // Bank details at another institution come from the request, so there is nothing to store.
  if (request.recipient && !recipient.ownAccount) return { cashout, resolved };
  const shown = { by: userId, at: deps.now().toISOString(), recipient };
  const noted = await deps.cashouts.notePayeeShown(cashout, shown);
  const row = noted.moved ? noted.cashout : noted.current;
  if (!row) refuse('transaction_not_found');
  refuseDecided(deps, row);
  // If two calls are concurrent, the row has the payee of the first.
  return row.payeeShown
    ? { cashout: row, resolved: { ...resolved, recipient: row.payeeShown.recipient } }
    : refuse('unavailable');
}

const missedMs = 3_600_000;

function missedLately({ now }: Deps, { payeeMissed }: Cashout): Failure | undefined {
  if (!payeeMissed || now().getTime() - Date.parse(payeeMissed.at) > missedMs) return undefined;
  return payeeMissed.failure as Failure;
}

async function tellMissed(deps: Deps, cashout: Cashout, failure: Failure): Promise<Resolved> {
  if (!(await mayTell(deps, cashout, failure))) return spent;
  await deps.cashouts.notePayeeMissed(cashout, { at: deps.now().toISOString(), failure });
  return { kind: 'failed', failure };
}

/** Returns the payee that was shown before, and whether its account, if it is one of ours, is closed now. */
async function asShown({ accounts }: Deps, recipient: Recipient): Promise<Resolved> {
  const { ownAccount } = recipient;
  const isClosed = ownAccount !== undefined && (await accounts.get(ownAccount))?.status === 'CLOSED';
  return { kind: 'found', recipient, isClosed };
}

function refuseDecided({ now }: Deps, cashout: Cashout): void {
  if (!isApprovable(cashout) || isExpired(cashout, now())) refuse('transaction_in_wrong_status');
}
