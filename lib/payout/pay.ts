// Pays a cashout whose money is held: sends the payment to the network, or looks up a payment that may already have been
// sent. Returns only evidence: a timeout, an error and the refusal of a repeated send are all `unknown`.

import type { WithAccounts } from '../account/deps.ts';
import { invariant } from '../base/errors.ts';
import { approvedPayee } from '../cashout/approved-ahead.ts';
import type { Cashout } from '../cashout/cashout.ts';
import type { WithCashouts } from '../cashout/deps.ts';
import { isLeased } from '../cashout/hold.ts';
import { freezersOf } from '../freeze/freeze.ts';
import type { WithNetwork } from '../network/deps.ts';
import { isSendable } from '../network/end-to-end-id.ts';
import { type PaymentOutcome, payoutsOf, type Refusal, unnamedPlaceMs } from '../network/port.ts';
import type { Base } from '../platform/deps.ts';
import { leaseSeconds } from '../platform/open-work.ts';
import { aboutMoney } from './about-money.ts';
import type { WithMoney } from './deps.ts';
import { secondsInProgress } from './lateness.ts';
import type { Ask, Questions } from './questions.ts';
import { reportOtherAmount } from './report-other-amount.ts';
import { noteAnswer } from './stop-payouts.ts';

type Deps = Base & WithAccounts & WithCashouts & WithMoney & WithNetwork;

/**
 * Pays the cashout.
 * @param before whether an earlier run may have sent the payment; if so, the payment is looked up first
 * @param told the reason that the PSP's callback gives for a failed payment
 */
export async function pay(
  deps: Deps,
  cashout: Cashout,
  before: 'never_sent' | 'maybe_sent',
  { ask }: Questions,
  told?: Refusal,
): Promise<PaymentOutcome> {
  const outcome = explain(deps, cashout, await askToPay(deps, cashout, before, ask), told);
  // A callback is no evidence, so the look-up must say that the payment failed.
  const isOver = outcome.kind === 'failed' || outcome.kind === 'refused';
  if (told?.ownFault !== undefined && isOver)
    await noteAnswer(deps, cashout, { question: 'send', at: deps.now() }, told);
  const { id, tries, request } = cashout;
  deps.log.info('payment requested', { ...aboutMoney(cashout), outcome: outcome.kind, tries });
  if ('otherAmountCents' in outcome && outcome.otherAmountCents) {
    const state = outcome.kind === 'settled' ? 'done' : 'open';
    const [approvedCents, otherCents] = [request.amountCents, outcome.otherAmountCents];
    await reportOtherAmount(deps, { cashoutId: id }, { approvedCents, otherCents, state });
  }
  return outcome;
}

/** Time after the approval for which a failed payment waits for a callback with the reason (seconds). */
const explainSeconds = 60;

/** Adds the reason of the callback to the outcome of a failed payment whose look-up has no reason. */
function explain(
  { now }: Deps,
  cashout: Cashout,
  outcome: PaymentOutcome,
  told: Refusal | undefined,
): PaymentOutcome {
  if (outcome.kind !== 'failed' || !outcome.isUnexplained) return outcome;
  if (told) return told;
  return secondsInProgress(cashout, now()) < explainSeconds ? { kind: 'unknown' } : outcome;
}

async function askToPay(
  deps: Deps,
  cashout: Cashout,
  before: 'never_sent' | 'maybe_sent',
  ask: Ask,
): Promise<PaymentOutcome> {
  const { id, recipient, endToEndId } = cashout;
  invariant(recipient && endToEndId, 'a reserved cashout has a recipient and an end-to-end id');
  // A transfer between our own accounts is made in our ledger only, so no request is sent to the network.
  if (recipient.ownAccount) return { kind: 'settled', operationId: deps.ids.uuid() };

  // A retry must use the network of the first send. Another network does not know the payment and would pay it a second
  // time.
  const { network } = deps;
  const { sentTo = network.payoutsAt } = cashout;
  const payouts = payoutsOf(network, sentTo);
  if (!payouts)
    return isOfOtherVersion(deps, cashout) ? { kind: 'unknown' } : callForHelp(deps, cashout, 'elsewhere');

  const reference = String(id);
  const request = approvedPayee(cashout);
  const { amountCents, txid, pixKey, ownerLegalId, copyAndPaste, messageToPayee: message } = request;
  const paid = { amountCents, payer: cashout.account, recipient };
  const named = {
    ...(pixKey ? { pixKey } : {}),
    ...(ownerLegalId ? { ownerLegalId } : {}),
    ...(copyAndPaste ? { copyAndPaste } : {}),
    ...(txid ? { txid } : {}),
    ...(message ? { message } : {}),
  };
  const order = { reference, endToEndId, ...paid, ...named };
  const send = () => ask('send', () => payouts.sendPayment(order));
  const lookUp = () => ask('find', () => payouts.findPayment(order));
  const lease = leaseSeconds(deps.config.RESUME_AFTER_SECONDS);

  if (before === 'maybe_sent') {
    const known = await lookUp();
    if ('waitSeconds' in known && known.waitSeconds !== undefined) return known;
    const isOverdue = !isSendable(endToEndId, deps.now());
    if (isOverdue && known.kind === 'not_found') return callForHelp(deps, cashout, 'unresolved');
    if (isOverdue && known.kind === 'unknown') await callForHelp(deps, cashout, 'overdue');
    const isOpen = known.kind === 'unknown' && !('otherAmountCents' in known) && known.state !== 'under way';
    const mayRepeat = isOpen && payouts.repeatsPayOnce;
    if (known.kind !== 'not_found' && (isOverdue || !mayRepeat)) return known;
    // The PSP had the payment before. A person may have removed it there, so it is not sent again.
    const isWaiting = known.kind === 'unknown' && known.state === 'waiting';
    const isGone =
      known.kind === 'not_found' || ('undocumented' in known && known.undocumented !== undefined);
    if (cashout.acceptedAt && isGone) return callForHelp(deps, cashout, 'removed');
    if (cashout.acceptedAt && !isWaiting) return known as PaymentOutcome;
    // The network does not know the payment, or does not say whether it exists. If the account was frozen in the
    // meantime, the payment is not sent again, but the look-ups continue.
    if (await isFrozen(deps, cashout)) return { kind: 'unknown' };
    // During the look-up people may have ended the payment, or removed it at the PSP.
    const row = await deps.cashouts.get(id);
    if (row?.status !== 'PROCESSING' || (row.acceptedAt && !isWaiting)) return { kind: 'unknown' };
  }
  // An earlier send may still arrive, so the same reference and end-to-end id are used again.
  const answer = await send();
  if (answer.kind === 'settled' || answer.kind === 'unknown') return answer;
  // A refusal proves that nothing was paid only if no other run can have sent the payment. That is certain for the
  // first send, if the answer comes within the first half of our lease, because other runs wait for the whole lease.
  // After any other refusal, only a look-up is proof.
  if (before === 'never_sent' && isLeased(cashout, deps.now(), lease / 2)) return answer;
  const evidence = await lookUp();
  return evidence.kind === 'not_found' ? { kind: 'unknown' } : evidence;
}

/** Returns whether a version with other settings may still complete the payment. */
const isOfOtherVersion = ({ now }: Base, { reservedAt = '' }: Cashout): boolean =>
  now().getTime() - Date.parse(reservedAt) < unnamedPlaceMs;

async function isFrozen({ accounts }: Deps, cashout: Cashout): Promise<boolean> {
  const account = await accounts.get(cashout.account);
  return freezersOf(cashout).some((freezer) => account?.freezes?.has(freezer));
}

const details = {
  unresolved: 'perhaps sent, but not found at the network; too old to send again',
  removed: 'the network had it, but does not know it now; perhaps removed there. It is not sent again',
  overdue: 'sent, but the network reports no final status',
  elsewhere: 'perhaps sent to a network that is not configured now:',
};

/**
 * Opens an incident, because a person must find out what happened or why the payment takes so long. The look-ups
 * continue.
 */
async function callForHelp(
  deps: Deps,
  { id, sentTo }: Cashout,
  why: keyof typeof details,
): Promise<PaymentOutcome> {
  deps.log.error('payment cannot be resolved', { cashoutId: id, outcome: why }, undefined);
  await deps.incidents.insert({
    id: `cashout-${id}-${why}`,
    at: deps.now().toISOString(),
    kind: 'unresolved_payment',
    cashoutId: id,
    details: why === 'elsewhere' ? `${details[why]} ${sentTo}` : details[why],
  });
  return { kind: 'unknown' };
}
