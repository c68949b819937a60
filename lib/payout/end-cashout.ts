// Ends a transfer on evidence: settles or releases the hold, and writes the status in the same transaction. The first
// end is final. Later evidence against it changes nothing and opens an incident.

import type { WithLookups } from '../access/deps.ts';
import { isSameAccount } from '../base/account-ref.ts';
import { invariant } from '../base/errors.ts';
import { askedOf } from '../cashout/asked-words.ts';
import type { Cashout } from '../cashout/cashout.ts';
import type { WithNetworkIds } from '../cashout/deps.ts';
import type { CashoutFailure } from '../cashout/failures.ts';
import { paidAt } from '../cashout/hold.ts';
import type { EndedByPeople } from '../cashout/peoples-end.ts';
import type { Posted } from '../ledger/posting-store.ts';
import type { PaymentOutcome } from '../network/port.ts';
import { describeReject } from '../network/reject-codes.ts';
import type { Base } from '../platform/deps.ts';
import type { WithQrCodes } from '../qr-code/deps.ts';
import { type QrCode, qrCodeIdOf } from '../qr-code/qr-code.ts';
import { aboutMoney } from './about-money.ts';
import type { WithMoney } from './deps.ts';
import { isLate, secondsInProgress } from './lateness.ts';
import { mayTell } from './look-up-payee.ts';
import { noteNetworkId } from './note-network-id.ts';
import type { Settlement } from './settle-store.ts';

type Settled = Extract<PaymentOutcome, { kind: 'settled' }>;
/** Evidence of the network, or of two operators (`endedByPeople`). */
export type Evidence = EndedByPeople &
  (Settled | ({ kind: 'failed' | 'refused' } & Omit<CashoutFailure, 'command'>));

export async function endCashout(
  deps: Base & WithLookups & WithQrCodes & WithNetworkIds & WithMoney,
  cashout: Cashout,
  evidence: Evidence,
): Promise<void> {
  const result = await write();
  if (result.kind === 'ended') {
    deps.log.info('transfer ended', { ...aboutMoney(cashout), outcome: evidence.kind });
    deps.traces?.made(cashout.id, 'ended');
    await chargeRefusal(deps, cashout, evidence);
    return countEnd(deps, cashout, evidence);
  }
  if (result.kind === 'account_closed') {
    return endCashout(deps, cashout, { kind: 'failed', text: describeReject('AC07'), code: 'AC07' });
  }
  invariant(result.kind === 'moved', 'settling and releasing use only held money');
  const current = result.current as Cashout | undefined;
  // The write failed only because the cashout's pending events were recorded in the meantime, so it is tried again.
  if (current?.status === 'PROCESSING' && current.reservedAt === cashout.reservedAt)
    return endCashout(deps, { ...current, ...askedOf(cashout) }, evidence);
  if (!current || current.status === 'PROCESSING' || agrees(evidence, current)) return;
  // People who came second get a refusal. Only the network's answer contradicts a recorded end.
  if (evidence.endedByPeople) return;
  deps.log.error(
    'outcome contradicts the recorded end',
    { cashoutId: cashout.id, outcome: evidence.kind },
    undefined,
  );
  await deps.incidents.insert({
    id: `cashout-${cashout.id}-${evidence.kind}`,
    at: deps.now().toISOString(),
    kind: 'contradicting_outcome',
    cashoutId: cashout.id,
    details: `the network reports ${evidence.kind}, but the cashout is ${current.status}`,
  });

  async function write(): Promise<Posted> {
    if (evidence.kind === 'settled') {
      const settlement = toldBy(evidence, cashout);
      await noteNetworkId(deps, cashout, settlement.endToEndId);
      return deps.ledger.settle({ cashout, settlement, qrCode: await findPaidCode(deps, cashout) });
    }
    return deps.ledger.release({ cashout, failure: toFailure(evidence) });
  }
}

/**
 * Charges the creator's look-up budget for a refusal by the network. Such a refusal is always shown, because the
 * payment was already sent. A refusal that we found ourselves was charged earlier.
 */
async function chargeRefusal(deps: Base & WithLookups, cashout: Cashout, evidence: Evidence): Promise<void> {
  if (evidence.kind === 'settled' || !cashout.reservedAt) return;
  try {
    // A refusal by a bank never makes the budget negative, because the refusal may be the bank's fault.
    if (await deps.lookups.hasTokens(cashout.createdBy)) await mayTell(deps, cashout, evidence);
  } catch (error) {
    deps.log.error('look-up tokens not charged', { cashoutId: cashout.id }, error);
  }
}

const endings = {
  settled: 'CashoutsSettled',
  failed: 'CashoutsFailed',
  refused: 'CashoutsCancelled',
} as const;

function countEnd({ metrics, now }: Base & WithMoney, cashout: Cashout, { kind }: Evidence): void {
  // A payment within this institution is decided by no network.
  const network = paidAt(cashout);
  metrics.count(endings[kind], 1, network);
  metrics.count('TimeToFinal', secondsInProgress(cashout, now()) * 1000, network);
  if (!cashout.late) metrics.count('CashoutInTime', isLate(cashout, now()) ? 0 : 1);
}

/** Returns the settlement. The network's data about the recipient is only added to the known data. */
function toldBy(evidence: Settled & EndedByPeople, cashout: Cashout): Settlement {
  const { operationId, endToEndId, recipient, endedByPeople } = evidence;
  return {
    operationId,
    ...(endedByPeople ? { endedByPeople } : {}),
    ...(endToEndId ? { endToEndId } : {}),
    ...(recipient ? { recipient: { ...recipient, ...cashout.recipient } } : {}),
  };
}

/** Returns the payee's QR code that a transfer within this institution pays, if there is one. */
async function findPaidCode(
  deps: Base & WithQrCodes,
  { recipient, request }: Cashout,
): Promise<QrCode | undefined> {
  const payee = recipient?.ownAccount;
  const id = payee && qrCodeIdOf(request.txid);
  const qrCode = id === undefined ? undefined : await deps.qrCodes.get(id);
  return payee && qrCode && isSameAccount(qrCode.account, payee) ? qrCode : undefined;
}

function toFailure({ kind, text, code, endedByPeople }: Exclude<Evidence, { kind: 'settled' }>) {
  const command: CashoutFailure['command'] = kind === 'refused' ? 'cancel' : 'fail';
  return { command, text, ...(code ? { code } : {}), ...(endedByPeople ? { endedByPeople } : {}) };
}

function agrees(evidence: Evidence, current: Cashout): boolean {
  const settled = current.status === 'SUCCESS' || current.status === 'REFUNDED';
  return settled === (evidence.kind === 'settled');
}
