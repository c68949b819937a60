// Creates a cashout with one read and one conditional put. The put also acts as the lock and as the check for a
// repeated request. It also acts as the outbox, because the row stores the events to send. The order of the refusals
// below is documented (docs/security.md).

import type { Permission } from '../access/permission.ts';
import type { Identity } from '../access/tokens.ts';
import { admit } from '../account/find-account.ts';
import { requirePermissions } from '../account/policy.ts';
import { refuse, refuseSaying, sayDiffering } from '../base/errors.ts';
import type { Base } from '../platform/deps.ts';
import type { WithPayouts } from '../rules/deps.ts';
import { acceptSchedule } from './accept-schedule.ts';
import { type AskedCashout, type Cashout, type CashoutRequest, isSelfApproved } from './cashout.ts';
import type { WithCashouts, WithOpenTransfers } from './deps.ts';
import { differingFields, identityOf, isSameIdentity, keyedCashoutId } from './idempotency.ts';
import { type Insert, insertNoted } from './insert-noted.ts';
import { type NewCashout, newCashout } from './new-cashout.ts';
import { refuseFull } from './open-capacity.ts';

export type CreateCashout = NewCashout & {
  caller: Identity;
  request: AskedCashout;
  /** Fixes the payee and the amount permanently, or refuses the request. */
  fix: (asked: AskedCashout) => CashoutRequest | Promise<CashoutRequest>;
  insert: Insert;
  /**
   * Called with the row's id before the write, so that the log contains the id even if the answer to the write is lost.
   */
  about?: (cashoutId: number) => void;
};

/** Creates a cashout. If this idempotency key already made a cashout, returns its current row. */
export async function createCashout(
  deps: Base & WithPayouts & WithCashouts & WithOpenTransfers,
  call: CreateCashout,
): Promise<{ cashout: Cashout; replayed: boolean }> {
  const { caller, account, request } = call;
  const needed: Permission[] = isSelfApproved(request) ? ['CREATE', 'APPROVE'] : ['CREATE'];
  const identity = call.idempotencyKey && identityOf(caller.companyId, account, call.idempotencyKey);

  for (let probe = 0; ; probe++) {
    const keyedId = identity ? keyedCashoutId(identity, probe) : undefined;
    const found = await deps.cashouts.getForInsert(account, caller.userId, keyedId);
    admit(caller, found);
    requirePermissions(found.policy, needed);
    if (found.existing && identity) {
      if (!isSameIdentity(found.existing, identity)) continue;
      call.about?.(found.existing.id);
      return replay(found.existing, request);
    }
    if (found.account.status === 'CLOSED') refuse('account_not_found');
    const startsAt = acceptSchedule(deps, request);
    const isBegun = isSelfApproved(request) && !startsAt;
    if (isBegun && !(await deps.openTransfers.letThrough(account))) refuseFull();

    const fixed = await call.fix(request);
    const id = keyedId ?? deps.ids.cashoutId();
    call.about?.(id);
    const { rules } = found.account;
    const cashout = newCashout(deps, call, { id, request: fixed, startsAt }, rules);
    const { inserted, existing } = await insertNoted(deps, call.insert, cashout, rules);
    if (inserted) {
      deps.metrics.count('CashoutsCreated');
      const isApproved = inserted.approvedAt !== undefined;
      if (isApproved) deps.metrics.count('CashoutsApproved');
      deps.traces?.made(inserted.id, 'created', ...(isApproved ? (['approved'] as const) : []));
      return { cashout: inserted, replayed: false };
    }
    if (identity && isSameIdentity(existing, identity)) return replay(existing, request);
  }
}

function replay(existing: Cashout, asked: AskedCashout) {
  const { request: stored } = existing;
  // If the caller did not send a value that the QR code contains, the replay uses the code's value at the first call.
  const amountCents = asked.amountCents ?? stored.amountCents;
  const fromCode = asked.copyAndPaste !== undefined && stored.pixKey ? { pixKey: stored.pixKey } : {};
  const isBlanked = existing.blankedAt !== undefined;
  const fields = differingFields(stored, { ...asked, amountCents, ...fromCode }, isBlanked);
  if (fields.length > 0) refuseSaying('idempotency_conflict', sayDiffering(fields));
  return { cashout: existing, replayed: true };
}
