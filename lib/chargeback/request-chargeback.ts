// Refunds a paid QR code, in full or in part. The refusals are in the contract's order. One transaction locks the code,
// lowers its refundable amount and holds the money. After that the refund is requested from the network, with a
// reference that is stored on the row. If there is no answer, the chargeback is PENDING, never a 4xx.

import type { Identity } from '../access/tokens.ts';
import type { Account } from '../account/account.ts';
import type { WithAccounts, WithWatches } from '../account/deps.ts';
import { requirePermissions } from '../account/policy.ts';
import { invariant, refuse, refuseAsNetwork, refuseSaying, sayDiffering } from '../base/errors.ts';
import type { Cents } from '../base/money.ts';
import { addSeconds } from '../base/time.ts';
import type { WithCashouts } from '../cashout/deps.ts';
import { identityOf, isSameIdentity, keyedChargebackId } from '../cashout/idempotency.ts';
import type { WithNetwork } from '../network/deps.ts';
import { formatReturnId } from '../network/end-to-end-id.ts';
import { describeReject } from '../network/reject-codes.ts';
import { describeReturn } from '../network/return-codes.ts';
import type { Base } from '../platform/deps.ts';
import { shardOf } from '../platform/open-work.ts';
import type { WithQrCodes } from '../qr-code/deps.ts';
import { findQrCode } from '../qr-code/find-qr-code.ts';
import { type QrCode, whyNotRefundable } from '../qr-code/qr-code.ts';
import { askRefund } from './ask-refund.ts';
import {
  type Chargeback,
  type ChargebackRequest,
  differingChargebackFields,
  isInternal,
  isTooLate,
} from './chargeback.ts';
import type { WithChargebacks, WithMoney } from './deps.ts';

type Deps = Base &
  WithAccounts &
  WithWatches &
  WithQrCodes &
  WithCashouts &
  WithChargebacks &
  WithMoney &
  WithNetwork;

export type RequestChargeback = {
  caller: Identity;
  request: ChargebackRequest;
  idempotencyKey: string | undefined;
  /** The refundable amount that a person saw. If it is a different amount now, nothing is refunded. */
  leftSeen?: Cents;
  /**
   * Called with the row's id before the write, so that the log contains the id even if the answer to the write is lost.
   */
  about?: (chargebackId: number) => void;
};

const tries = 20;
/** Reason code for a return that the receiver requested. */
const returnCode = 'MD06';

/** Creates a chargeback. If this idempotency key already made a chargeback, returns its current row. */
export async function requestChargeback(
  deps: Deps,
  call: RequestChargeback,
): Promise<{ chargeback: Chargeback; replayed: boolean }> {
  const { caller, request, idempotencyKey } = call;
  let probe = 0;
  // After a failed write everything is read again, so that the refusal names the right cause.
  for (let attempt = 1; attempt <= tries; attempt++) {
    const { qrCode, account, policy } = await findQrCode(deps, caller, request.qrCodeId);
    requirePermissions(policy, ['REFUND']);
    const identity = idempotencyKey && identityOf(caller.companyId, qrCode.account, idempotencyKey);
    const keyedId = identity ? keyedChargebackId(identity, probe) : undefined;
    const existing = keyedId === undefined ? undefined : await deps.chargebacks.get(keyedId);
    if (existing && identity && !isSameIdentity(existing, identity)) {
      probe += 1;
      continue;
    }
    // For callers a refused chargeback does not exist, so its key may be used again.
    if (existing && existing.status !== 'REFUSED') {
      call.about?.(existing.id);
      return replay(deps, existing, request);
    }
    const refusal = whyNotRefundable(qrCode, account, request.amountCents);
    if (refusal) refuse(refusal);
    if (qrCode.payment && isTooLate(qrCode.payment, deps.now())) refuseAsNetwork(describeReject('DT05'));
    if (call.leftSeen !== undefined && qrCode.remainingCents !== call.leftSeen) refuse('content_differs');

    const id = keyedId ?? deps.ids.cashoutId();
    const chargeback = newChargeback(deps, call, qrCode, id, existing ? existing.ask + 1 : 0);
    call.about?.(id);
    const made = isInternal(chargeback)
      ? await settleInside(deps, chargeback)
      : await deps.chargebackLedger.lock(chargeback);
    const isOurs = made.kind === 'exists' && made.current.createAttempt === chargeback.createAttempt;
    if (made.kind !== 'locked' && !isOurs) continue;
    deps.metrics.count('ChargebacksCreated');
    if (isInternal(chargeback)) deps.metrics.count('ChargebacksSettled');
    return { chargeback: isInternal(chargeback) ? chargeback : await ask(deps, chargeback), replayed: false };
  }
  return refuse('unavailable');
}

/** Makes the first request to the network. A definite refusal releases everything, and the caller gets a 400. */
async function ask(deps: Deps, chargeback: Chargeback): Promise<Chargeback> {
  const asked = await askRefund(deps, chargeback).catch((error) => {
    // The chargeback exists and its worker continues it, so the caller gets the chargeback despite the error.
    deps.log.error('refund requested, but its answer was not stored', { chargebackId: chargeback.id }, error);
    return chargeback;
  });
  if (asked.status === 'REFUSED') refuseAsNetwork(asked.failureText ?? '');
  return asked;
}

/**
 * Refunds a payment between our own accounts. If the payment was a cashout of the payer, that cashout is returned in
 * part or in full.
 */
async function settleInside(deps: Deps, chargeback: Chargeback) {
  const { payer, cashoutId } = chargeback.payment;
  const paid = cashoutId === undefined ? undefined : await deps.cashouts.get(cashoutId);
  const left = paid ? paid.request.amountCents - (paid.returnedCents ?? 0) : chargeback.request.amountCents;
  // The payer may have received a part of the amount back in another way.
  if (chargeback.request.amountCents > left) refuse('amount_above_qr_code');
  // The payer's cashout may become REFUNDED, which is a pending event, so its account must be watched.
  if (paid) await deps.watches.ensure(paid.account);
  const made = await deps.chargebackLedger.settleInside(chargeback, paid, (time) => ({
    refundedAt: time.toISOString(),
    failureText: describeReturn(returnCode),
    failureCode: returnCode,
    dueAt: addSeconds(time, deps.config.RESUME_AFTER_SECONDS),
  }));
  if (made.kind === 'locked' && chargeback.request.amountCents === left && paid)
    deps.metrics.count('CashoutsRefunded');
  if (made.kind !== 'account_closed') return made;
  const account: Account | undefined = payer.account && (await deps.accounts.get(payer.account));
  if (account?.status !== 'ACTIVE') refuseAsNetwork(describeReject('AC07'));
  return { kind: 'changed' } as const;
}

async function replay(deps: Deps, existing: Chargeback, asked: ChargebackRequest) {
  const fields = differingChargebackFields(existing.request, asked);
  if (fields.length > 0) refuseSaying('idempotency_conflict', sayDiffering(fields));
  // The chargeback is marked as shown, because a caller that sees it as PENDING must be able to follow it to its end.
  const isUncertain = existing.status === 'PENDING' && !existing.acceptedAt && !existing.shown;
  const shown = isUncertain ? await deps.chargebacks.show(existing) : undefined;
  const current = isUncertain && !shown ? await deps.chargebacks.get(existing.id) : shown;
  const chargeback = current ?? existing;
  if (chargeback.status === 'REFUSED') refuseAsNetwork(chargeback.failureText ?? '');
  return { chargeback, replayed: true };
}

function newChargeback(
  deps: Base & WithNetwork,
  call: RequestChargeback,
  qrCode: QrCode,
  id: number,
  ask: number,
): Chargeback {
  const { caller, request, idempotencyKey } = call;
  const now = deps.now();
  const createdAt = now.toISOString();
  invariant(qrCode.payment, 'a refundable QR code has a payment');
  const { endToEndId, payer, cashoutId, payerTransactionId, receivedAt } = qrCode.payment;
  const inside = {
    status: 'SUCCESS',
    returnId: formatReturnId(deps.config.OUR_ISPB, now, deps.ids.endToEndSuffix()),
    acceptedAt: createdAt,
    endedAt: createdAt,
    owesEvent: true,
  } as const;
  return {
    id,
    companyId: caller.companyId,
    account: qrCode.account,
    status: 'PENDING',
    request,
    payment: {
      endToEndId,
      payer,
      ...(cashoutId === undefined ? {} : { cashoutId }),
      ...(payerTransactionId === undefined ? {} : { payerTransactionId }),
    },
    ...(idempotencyKey ? { idempotencyKey: idempotencyKey.toLowerCase() } : {}),
    ...(qrCode.latestChargeback === undefined ? {} : { earlier: qrCode.latestChargeback }),
    createdAt,
    createdBy: caller.userId,
    createAttempt: deps.ids.attempt(),
    ...(payer.account ? {} : { sentTo: receivedAt ?? deps.network.refundsAt }),
    ask,
    polls: 0,
    owesEvent: false,
    ...(payer.account ? inside : {}),
    shard: shardOf('chargeback', id),
    dueAt: addSeconds(now, deps.config.CHARGEBACK_POLL_SECONDS + deps.config.RESUME_AFTER_SECONDS),
    resumes: 0,
  };
}
