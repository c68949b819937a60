// Finds the recipient once, then holds the money and fixes recipient and end-to-end id on the row: all before
// the network hears of the payment.

import type { Core, WithNetwork } from '../app/deps.ts';
import { isSameAccount } from '../base/account-ref.ts';
import { invariant } from '../base/errors.ts';
import { formatEndToEndId, isSendable } from '../network/end-to-end-id.ts';
import { nextDueAt } from '../platform/open-work.ts';
import type { Cashout } from './cashout.ts';
import { dynamicCodeRefusal, paysDynamicCode } from './dynamic-code.ts';
import { type Failure, type OwnFailure, ownFailure } from './failures.ts';
import { resolveRecipient } from './resolve-recipient.ts';

export type ReserveStep =
  | { kind: 'reserved'; cashout: Cashout }
  | { kind: 'failed'; failure: Failure }
  | { kind: 'unknown' }
  | { kind: 'moved' };

export async function reserveFunds(deps: Core & WithNetwork, cashout: Cashout): Promise<ReserveStep> {
  const found = await resolveRecipient(deps, cashout);
  if (found.kind !== 'found') return found;
  const { recipient } = found;
  if (recipient.ownAccount && isSameAccount(recipient.ownAccount, cashout.account)) {
    return failed('same_account');
  }
  // The stage may have been given other settings since the code was taken. In the house no network is asked.
  const isOut = !recipient.ownAccount && paysDynamicCode(cashout.request);
  const refusal = isOut ? dynamicCodeRefusal(deps, cashout.request.amountCents) : undefined;
  if (refusal) return failed(refusal);

  invariant(cashout.endToEndId, 'an approved cashout has an end-to-end id');
  const now = deps.now();
  // Nothing was sent under the old id, so one that the network would no longer take is minted anew.
  const endToEndId = isSendable(cashout.endToEndId, now)
    ? cashout.endToEndId
    : formatEndToEndId(deps.config.OUR_ISPB, now, deps.ids.endToEndSuffix());
  const reservation = {
    recipient,
    endToEndId,
    reservedAt: now.toISOString(),
    reserveAttempt: deps.ids.attempt(),
    dueAt: nextDueAt(cashout.dueAt, now, deps.config.RESUME_AFTER_SECONDS),
    tries: 0,
  } as const;
  const reserved = await deps.ledger.reserve(cashout, reservation);
  if (reserved.kind === 'insufficient_funds') return failed('insufficient_funds');
  if (reserved.kind === 'account_closed') return failed('account_closed');
  if (reserved.kind === 'frozen') return failed('frozen');
  if (reserved.kind === 'reserved') return reserved;
  // Our own reservation, whose acknowledgement was lost; anyone else's is theirs to finish.
  const isOurs = reserved.current?.reserveAttempt === reservation.reserveAttempt;
  return isOurs && reserved.current ? { kind: 'reserved', cashout: reserved.current } : { kind: 'moved' };
}

function failed(name: OwnFailure): ReserveStep {
  return { kind: 'failed', failure: ownFailure(name) };
}
