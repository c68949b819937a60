// Gives the money of a paid QR code back, all or part of it. The refusals stand in the contract's order. One
// transaction takes the code's lock, its part of what remains and the money; only then is the network asked, by a
// reference that is on the row. What the network does not answer is PENDING, never a 4xx.

import type { Identity } from '../access/tokens.ts';
import type { Account } from '../account/account.ts';
import { requirePermissions } from '../account/policy.ts';
import type { Core, WithNetwork } from '../app/deps.ts';
import { invariant, refuse, refuseAsNetwork } from '../base/errors.ts';
import { addSeconds } from '../base/time.ts';
import { isSameIdentity, keyedChargebackId } from '../cashout/idempotency.ts';
import { formatReturnId } from '../network/end-to-end-id.ts';
import { describeReject } from '../network/reject-codes.ts';
import { describeReturn } from '../network/return-codes.ts';
import { laneOf } from '../platform/open-work.ts';
import { findQrCode } from '../qr-code/find-qr-code.ts';
import { type QrCode, whyNotRefundable } from '../qr-code/qr-code.ts';
import { askRefund } from './ask-refund.ts';
import {
  type Chargeback,
  type ChargebackRequest,
  differingChargebackFields,
  isInternal,
} from './chargeback.ts';

export type RequestChargeback = {
  caller: Identity;
  request: ChargebackRequest;
  idempotencyKey: string | undefined;
  /** Told the row's id before it is written: the log has it even when the answer to the write never comes. */
  about?: (chargebackId: number) => void;
};

const tries = 20;
/** Returned at the receiver's own wish. */
const returnCode = 'MD06';

/** The new chargeback, or the one that this idempotency key already made, as it is now. */
export async function requestChargeback(
  deps: Core & WithNetwork,
  call: RequestChargeback,
): Promise<{ chargeback: Chargeback; replayed: boolean }> {
  const { caller, request, idempotencyKey } = call;
  let probe = 0;
  // Each round sees the world as the last one left it: what was in the way is then refused by name.
  for (let attempt = 1; attempt <= tries; attempt++) {
    const { qrCode, account, policy } = await findQrCode(deps, caller, request.qrCodeId);
    requirePermissions(policy, ['REFUND']);
    const identity = idempotencyKey && {
      companyId: caller.companyId,
      account: qrCode.account,
      idempotencyKey,
    };
    const keyedId = identity ? keyedChargebackId(identity, probe) : undefined;
    const existing = keyedId === undefined ? undefined : await deps.chargebacks.get(keyedId);
    if (existing && identity && !isSameIdentity(existing, identity)) {
      probe += 1;
      continue;
    }
    // What the network refused never was: its key is free again.
    if (existing && existing.status !== 'REFUSED') {
      call.about?.(existing.id);
      return replay(deps, existing, request);
    }
    const refusal = whyNotRefundable(qrCode, account, request.amountCents);
    if (refusal) refuse(refusal);

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

/** What the network says first: a definite no releases everything, and is the caller's 400. */
async function ask(deps: Core & WithNetwork, chargeback: Chargeback): Promise<Chargeback> {
  const asked = await askRefund(deps, chargeback).catch((error) => {
    // The chargeback stands, and its worker goes on with it: whatever broke, the caller learns of it.
    deps.log.error('refund asked for, its answer not written', { chargebackId: chargeback.id }, error);
    return chargeback;
  });
  if (asked.status === 'REFUSED') refuseAsNetwork(asked.failureText ?? '');
  return asked;
}

/** A payment that was a cashout of the payer's makes that cashout a returned one. */
async function settleInside(deps: Core & WithNetwork, chargeback: Chargeback) {
  const { payer, cashoutId } = chargeback.payment;
  const paid = cashoutId === undefined ? undefined : await deps.cashouts.get(cashoutId);
  const left = paid ? paid.request.amountCents - (paid.returnedCents ?? 0) : chargeback.request.amountCents;
  // The payer may have had some of it back in another way.
  if (chargeback.request.amountCents > left) refuse('amount_above_qr_code');
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

async function replay(deps: Core & WithNetwork, existing: Chargeback, asked: ChargebackRequest) {
  const fields = differingChargebackFields(existing.request, asked);
  if (fields.length > 0) refuse('idempotency_conflict', fields);
  // Whoever hears of it as PENDING must be able to follow it to its end.
  const isUncertain = existing.status === 'PENDING' && !existing.acceptedAt && !existing.shown;
  const shown = isUncertain ? await deps.chargebacks.show(existing) : undefined;
  const current = isUncertain && !shown ? await deps.chargebacks.get(existing.id) : shown;
  const chargeback = current ?? existing;
  if (chargeback.status === 'REFUSED') refuseAsNetwork(chargeback.failureText ?? '');
  return { chargeback, replayed: true };
}

function newChargeback(
  deps: Core & WithNetwork,
  call: RequestChargeback,
  qrCode: QrCode,
  id: number,
  ask: number,
): Chargeback {
  const { caller, request, idempotencyKey } = call;
  const now = deps.now();
  const createdAt = now.toISOString();
  invariant(qrCode.payment, 'a refundable QR code has a payment');
  const { endToEndId, payer, cashoutId, payerTransactionId } = qrCode.payment;
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
    ...(idempotencyKey ? { idempotencyKey } : {}),
    createdAt,
    createdBy: caller.userId,
    createAttempt: deps.ids.attempt(),
    ask,
    polls: 0,
    owesEvent: false,
    ...(payer.account ? inside : {}),
    lane: laneOf('chargeback', id),
    dueAt: addSeconds(now, deps.config.CHARGEBACK_POLL_SECONDS + deps.config.RESUME_AFTER_SECONDS),
    resumes: 0,
  };
}
