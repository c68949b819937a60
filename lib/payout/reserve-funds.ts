// Finds the recipient once, then holds the money and fixes recipient and end-to-end id on the row. All of this happens
// before the payment is sent to the network.

import type { WithLookups } from '../access/deps.ts';
import type { WithAccounts } from '../account/deps.ts';
import { readApprovers } from '../approval/approvers.ts';
import { isSameAccount } from '../base/account-ref.ts';
import { invariant } from '../base/errors.ts';
import { approvedPayee } from '../cashout/approved-ahead.ts';
import type { Cashout } from '../cashout/cashout.ts';
import { dynamicCodeRefusal, paysDynamicCode } from '../cashout/dynamic-code.ts';
import { type Failure, type OwnFailure, ownFailure } from '../cashout/failures.ts';
import { countsOfOne, judge } from '../cashout/judge.ts';
import type { WithNetwork } from '../network/deps.ts';
import { endToEndIdOf, isSendable } from '../network/end-to-end-id.ts';
import { isShortAtPsp } from '../network/is-short-at-psp.ts';
import type { Base } from '../platform/deps.ts';
import { nextDueAt } from '../platform/open-work.ts';
import { type Count, isOfPayee, roomOf } from '../rules/limits.ts';
import { aboutMoney } from './about-money.ts';
import type { WithMoney } from './deps.ts';
import { findPayee, isSpent, mayTell } from './look-up-payee.ts';
import type { Questions } from './questions.ts';
import { mayAsk } from './stop-payouts.ts';

export type ReserveStep =
  | { kind: 'reserved'; cashout: Cashout }
  | { kind: 'failed'; failure: Failure }
  | { kind: 'unknown'; waitSeconds?: number }
  | { kind: 'moved' };

export async function reserveFunds(
  deps: Base & WithLookups & WithAccounts & WithMoney & WithNetwork,
  cashout: Cashout,
  { ask, on, forget }: Questions,
): Promise<ReserveStep> {
  // Reasons that do not depend on the payee are checked first, so that a caller who cannot pay gets no information
  // about the payee.
  const other = await whyNotPayable(deps, cashout);
  if (other) return other;
  const found = await findPayee(deps, cashout, approvedPayee(cashout), ask);
  if (found.kind === 'failed' && isSpent(found.failure)) forget();
  if (found.kind !== 'found') return found;
  const { recipient } = found;
  if (recipient.ownAccount && isSameAccount(recipient.ownAccount, cashout.account)) {
    return failed('same_account');
  }
  // The stage's settings may have changed since the creation. They do not matter for a transfer within this
  // institution, because it does not use the network.
  const isOut = !recipient.ownAccount && paysDynamicCode(cashout.request);
  const refusal = isOut ? dynamicCodeRefusal(deps, cashout.request.amountCents) : undefined;
  if (refusal) return failed(refusal);
  if (!recipient.ownAccount && (await isShortAtPsp(deps, cashout.request.amountCents)))
    return failed('psp_short');
  if (!recipient.ownAccount && !(await mayAsk(deps, cashout))) return { kind: 'unknown' };

  const { endToEndId: given, startsAt } = cashout;
  invariant(given || startsAt, 'an approved cashout has an end-to-end id, unless it is scheduled');
  const now = deps.now();
  // Nothing was sent under the old id. So a new id replaces it if the network would no longer accept the old one.
  const endToEndId =
    given && isSendable(given, now) ? given : endToEndIdOf(cashout.id, deps.config.OUR_ISPB, now);
  const reservation = {
    recipient,
    endToEndId,
    reservedAt: now.toISOString(),
    reserveAttempt: deps.ids.attempt(),
    sentTo: deps.network.payoutsAt,
    dueAt: nextDueAt(cashout.dueAt, now, deps.config.RESUME_AFTER_SECONDS),
    tries: 0,
  } as const;
  const reserved = await deps.ledger.reserve(on(cashout), reservation);
  if (reserved.kind === 'reserved') {
    deps.log.info('funds held', aboutMoney(reserved.cashout));
    // The requests are stored with the hold.
    forget();
    return reserved;
  }
  if (reserved.kind !== 'moved') {
    // The reason and the timeline must not reveal whether the key exists. So the look-ups of this run are not recorded.
    forget();
    const refused = (await whyNotPayable(deps, cashout)) ?? failed(reserved.kind);
    return (await mayTell(deps, cashout, refused.failure)) ? refused : failed('too_many_lookups');
  }
  // The row contains our own attempt id, so this run reserved it and the acknowledgement was lost. If another run
  // reserved the row, that run finishes it.
  const isOurs = reserved.current?.reserveAttempt === reservation.reserveAttempt;
  return isOurs && reserved.current ? { kind: 'reserved', cashout: reserved.current } : { kind: 'moved' };
}

/**
 * Returns a reason why the cashout cannot be paid, whoever the payee is. Such reasons are checked before the payee is
 * looked up, so that a caller who cannot pay does not learn the owner of a key or account.
 */
export async function whyNotPayable(
  { accounts, now }: Base & WithAccounts,
  cashout: Cashout,
): Promise<Extract<ReserveStep, { kind: 'failed' }> | undefined> {
  const [balance, mayApprove] = await Promise.all([
    accounts.get(cashout.account),
    readApprovers(accounts, cashout.startsAt ? cashout : undefined),
  ]);
  const rules = balance?.rules;
  const at = now().toISOString();
  const one = { cashout, reservation: { recipient: {}, reservedAt: at } };
  const counts = countsOfOne(one, rules).filter(({ sk }) => !isOfPayee(sk));
  const rows = await accounts.getCounts(cashout.account, counts);
  const remainingOf = (count: Count) => roomOf(count, rows.get(count.sk), at);
  const [refusal] = judge('payee', one, { balance, rules, remainingOf, mayApprove }).refusals;
  return refusal && failed(refusal);
}

function failed(name: OwnFailure): Extract<ReserveStep, { kind: 'failed' }> {
  return { kind: 'failed', failure: ownFailure(name) };
}
