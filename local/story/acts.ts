// Plays single acts of the story: a payment with its decision and its end, and money that is received.

import type { Identity } from '../../lib/access/tokens.ts';
import { approveCashout } from '../../lib/approval/approve-cashout.ts';
import { rejectCashout } from '../../lib/approval/reject-cashout.ts';
import type { AccountRef } from '../../lib/base/account-ref.ts';
import { cents } from '../../lib/base/money.ts';
import type { AskedCashout } from '../../lib/cashout/cashout.ts';
import { createCashout } from '../../lib/cashout/create-cashout.ts';
import { fixRequest } from '../../lib/cashout/fix-request.ts';
import { recordPendingEvents } from '../../lib/cashout/record-pending-events.ts';
import { formatEndToEndId } from '../../lib/network/end-to-end-id.ts';
import { takeStep } from '../../lib/payout/take-step.ts';
import { atOnce } from '../../lib/platform/at-once.ts';
import { rehearsePixIn, rehearseRefund } from '../../lib/sandbox/rehearse-network.ts';
import { hourMs, playAt } from './clock.ts';
import type { Payee } from './payees.ts';
import type { Payment, Taking } from './plot.ts';
import type { Stage } from './stage.ts';

/** The people who act, and the accounts. */
export type Cast = {
  creator: Identity;
  approver: Identity;
  accounts: Record<Payment['from'], AccountRef & { pixKey: string }>;
};

/** An act. Those of one lane are played in the order of their times. Without a lane, an act moves money of both accounts. */
export type Act = { at: number; lane?: Payment['from']; play: () => Promise<unknown> };

/** The number of payments that are begun at once. */
const beginnersMost = 6;
/** The time after the decision at which a worker takes up a payment (ms). */
const workerMs = 2_000;
const isMoney = ({ end }: Payment) => ['paid', 'refused', 'returned', 'open'].includes(end.kind);

type Asked = Pick<AskedCashout, 'tag' | 'messageToPayee' | 'scheduledFor'> & Pick<Payment, 'amountCents'>;

/** Creates a payment. @returns its id */
export async function create(
  { deps }: Stage,
  caller: Identity,
  account: AccountRef,
  payee: Payee,
  asked: Asked,
): Promise<number> {
  const to = payee.bank ? { recipient: payee.bank } : { pixKey: payee.key };
  const endpoint = payee.bank ? 'create-cashout-manual' : 'create-cashout';
  const { cashout } = await createCashout(deps, {
    caller,
    account: { branch: account.branch, number: account.number },
    request: { endpoint, ...asked, ...to },
    idempotencyKey: deps.ids.uuid(),
    fix: (wanted) => fixRequest(wanted, deps.config.CNPJ_LETTERS),
    insert: deps.cashouts.insert,
  });
  return cashout.id;
}

/** A planned payment. `begin` creates it and plays its decision, which moves no money. `acts` move its money. */
export type Planned = { at: number; begin: () => Promise<void>; acts: Act[] };

export function plan(stage: Stage, cast: Cast, payment: Payment): Planned {
  const { createdAt, decidedAt, from: lane } = payment;
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  promise.catch(() => {});
  const begin = () => decide(stage, cast, payment).then(resolve, reject);
  const pay = async () => {
    const id = await promise;
    if (isMoney(payment)) await takeStep(stage.deps, id);
    record(stage, id);
  };
  const acts = [{ at: decidedAt + workerMs, lane, play: pay }, ...giveBack(stage, promise, payment)];
  return { at: createdAt, begin, acts };
}

/** Creates a payment, and plays its decision. @returns its id */
async function decide(stage: Stage, cast: Cast, payment: Payment): Promise<number> {
  const { deps, fates } = stage;
  const { creator, approver, accounts } = cast;
  const { amountCents, tag, message: messageToPayee, createdAt, decidedAt, end } = payment;
  const asked = { amountCents, tag, ...(messageToPayee ? { messageToPayee } : {}) };
  const id = await playAt(createdAt, () =>
    create(stage, creator, accounts[payment.from], payment.payee, asked),
  );
  if (end.kind === 'refused') fates.set(String(id), end.code);
  if (end.kind === 'open') fates.set(String(id), 'unknown');
  await playAt(decidedAt, async () => {
    if (isMoney(payment)) await approveCashout(deps, approver, id);
    if (end.kind === 'rejected') await rejectCashout(deps, approver, id, end.reason);
    if (end.kind === 'withdrawn') await rejectCashout(deps, creator, id, end.reason);
  });
  return id;
}

/** Begins the payments, the oldest first, while the acts are played. */
export async function playAll(planned: readonly Planned[], others: readonly Act[] = []): Promise<void> {
  const oldestFirst = planned.toSorted((one, other) => one.at - other.at);
  await Promise.all([
    atOnce(beginnersMost, oldestFirst, ({ begin }) => begin()),
    playInOrder([...planned.flatMap(({ acts }) => acts), ...others]),
  ]);
}

/** Makes the step of the worker that pays a cashout. */
export async function complete(stage: Stage, id: number): Promise<void> {
  await takeStep(stage.deps, id);
  record(stage, id);
}

/** Records the events of a cashout, while the story goes on. */
const record = ({ deps, running }: Stage, id: number): void =>
  void running.push(recordPendingEvents(deps, id));

function giveBack(
  stage: Stage,
  begun: Promise<number>,
  { from: lane, decidedAt, amountCents, end }: Payment,
): Act[] {
  if (end.kind !== 'returned') return [];
  const amount = cents(Math.round(amountCents * end.share));
  const play = async () => {
    const id = await begun;
    await rehearseRefund(stage.deps, { transaction_id: id, reason: 'MD06', amount });
    record(stage, id);
  };
  return [{ at: decidedAt + 26 * hourMs, lane, play }];
}

/** The payer's institution in the sandbox. */
const payersIspb = '60701190';

/**
 * Receives a payment.
 * @param isCode whether it pays a QR code, so that it can be refunded
 * @returns its end-to-end id, and its QR code if it has one
 */
export async function receive(
  { deps }: Stage,
  { accounts: { shop } }: Cast,
  { amountCents, payer, isCode }: Taking,
): Promise<{ endToEndId: string; qrCodeId?: number }> {
  const account = { branch: shop.branch, number: shop.number };
  const by = { ...payer, ispb: payersIspb };
  if (isCode) {
    const paid = await rehearsePixIn(deps, { account, amountCents, payer: by });
    return { endToEndId: paid.end_to_end_id, qrCodeId: paid.qr_code_id };
  }
  const at = deps.now();
  const endToEndId = formatEndToEndId(payersIspb, at, deps.ids.endToEndSuffix());
  await deps.queues.sendEvent({
    ...{ version: 1, kind: 'payment_received', account, amountCents, endToEndId, payer: by },
    ...{ transactionId: deps.ids.cashoutId(), at: at.toISOString() },
  });
  return { endToEndId };
}

/** Plays acts in the order of their times. The lanes are played at the same time, up to the next act of both accounts. */
async function playInOrder(acts: readonly Act[]): Promise<void> {
  let ready: Act[] = [];
  for (const act of acts.toSorted((one, other) => one.at - other.at)) {
    ready.push(act);
    if (act.lane) continue;
    await playLanes(ready.slice(0, -1));
    await playAt(act.at, act.play);
    ready = [];
  }
  await playLanes(ready);
}

async function playLanes(acts: readonly Act[]): Promise<void> {
  const lanes = Map.groupBy(acts, ({ lane }) => lane).values();
  const played = [...lanes].map(async (own) => {
    for (const { at, play } of own) await playAt(at, play);
  });
  await Promise.all(played);
}
