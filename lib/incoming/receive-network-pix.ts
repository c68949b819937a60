// Turns the network's callback into notices on our queue: what it says is durable before the network is told that we
// have it. A payment belongs to the account whose key was paid, and to nobody else: all the rest is the payer's choice.

import type { Account } from '../account/account.ts';
import type { Core, WithInbox, WithQueues } from '../app/deps.ts';
import { isSameAccount } from '../base/account-ref.ts';
import { refuse } from '../base/errors.ts';
import { receivedTransactionId } from '../cashout/idempotency.ts';
import { parseCodeKey } from '../network/br-code.ts';
import type { PaymentReceived } from '../network/event.ts';
import type { NetworkPix, NetworkPixCall } from '../network/schemas.ts';
import { qrCodeIdOf } from '../qr-code/qr-code.ts';
import { leaveUnassigned } from './leave-unassigned.ts';
import { readReturns } from './read-returns.ts';
import { receiveSentReturns } from './receive-sent-returns.ts';

export async function receiveNetworkPix(
  deps: Core & WithInbox & WithQueues,
  { pix, sent, returned }: NetworkPixCall,
): Promise<void> {
  // A payment of ours has ended, it says: its worker looks it up.
  const told = [...new Set(sent)].map((id) => ({ id }));
  if (told.length > 0) await deps.queues.sendAll('transfers', told);
  for (const cashoutId of new Set(returned)) await receiveSentReturns(deps, cashoutId);
  const confirmed = await Promise.all(pix.map((notice) => confirm(deps, notice)));
  await receiveListed(
    deps,
    confirmed.flatMap((notice) => notice ?? []),
  );
}

/**
 * Payments as the network itself shows them. Of one that is known already, this is only a repetition. One that cannot be
 * taken keeps out no other: all are tried, and the first failure is thrown.
 */
export async function receiveListed(
  deps: Core & WithInbox & WithQueues,
  notices: readonly NetworkPix[],
): Promise<void> {
  const failures: unknown[] = [];
  for (const notice of notices)
    await receivePayment(deps, notice).catch((error: unknown) => failures.push(error));
  if (failures.length > 0) throw failures[0];
}

/** What the PSP itself says of the payment, where one can be asked: a callback's word moves no money then. */
async function confirm(
  deps: Core & WithInbox & WithQueues,
  notice: NetworkPix,
): Promise<NetworkPix | undefined> {
  if (!deps.inbox) return notice;
  const received = await ask(deps, notice);
  if (!received) deps.log.error('callback of a payment that the PSP does not know', {}, undefined);
  return received;
}

/** Without an answer the notice is not taken, and comes again. */
async function ask({ inbox }: WithInbox, { endToEndId }: NetworkPix): Promise<NetworkPix | undefined> {
  return inbox?.findReceived(endToEndId).catch((error) => refuse('unavailable', undefined, error));
}

async function receivePayment(deps: Core & WithInbox & WithQueues, listed: NetworkPix): Promise<void> {
  // A list may show less than the payment itself.
  const notice = listed.chave === undefined ? ((await ask(deps, listed)) ?? listed) : listed;
  const { ours, imposed } = await readReturns(deps, notice);
  for (const chargebackId of ours)
    await deps.queues.sendEvent({ version: 1, kind: 'refund_ended', chargebackId });
  const owner = await findOwner(deps, notice);
  const qrCodeId = owner && (await findQrCodeId(deps, notice, owner));
  const payment = paymentOf(notice, qrCodeId);
  const account = owner
    ? { branch: owner.branch, number: owner.number }
    : await leaveUnassigned(deps, { ...payment, named: namedIn(notice) }, imposed);
  if (!account) return;
  // A return brings its payment along: the order in which the queue gives them out does not matter.
  await deps.queues.sendEvent({ ...payment, account });
  for (const one of imposed)
    await deps.queues.sendEvent({
      version: 1,
      kind: 'return_imposed',
      ...one,
      payment: { ...payment, account },
    });
}

const namedIn = ({ chave: key, txid }: NetworkPix) => ({
  ...(key ? { key } : {}),
  ...(txid ? { txid } : {}),
});

function paymentOf(
  { endToEndId, valor, horario, pagador }: NetworkPix,
  qrCodeId: number | undefined,
): Omit<PaymentReceived, 'account'> {
  return {
    version: 1,
    kind: 'payment_received',
    amountCents: valor,
    endToEndId,
    transactionId: receivedTransactionId(endToEndId),
    at: horario,
    ...(qrCodeId === undefined ? {} : { qrCodeId }),
    payer: {
      ...(pagador?.nome ? { name: pagador.nome } : {}),
      ...(pagador?.cpf || pagador?.cnpj ? { legalId: pagador.cpf ?? pagador.cnpj } : {}),
      ispb: endToEndId.slice(1, 9),
    },
  };
}

/** An id with a D is a return's: it may be a payout that came back, and the key does not tell whose that was. */
async function findOwner(
  { accounts }: Core,
  { chave, endToEndId, horario }: NetworkPix,
): Promise<Account | undefined> {
  return chave === undefined || endToEndId.startsWith('D')
    ? undefined
    : accounts.findByPixKey(parseCodeKey(chave) ?? chave, horario);
}

/** The txid is free text that whoever printed the code chose: it may name a code of the key's own account, and no other. */
async function findQrCodeId(
  { qrCodes }: Core,
  { txid }: NetworkPix,
  owner: Account,
): Promise<number | undefined> {
  const id = qrCodeIdOf(txid);
  const qrCode = id === undefined ? undefined : await qrCodes.get(id);
  return qrCode && isSameAccount(qrCode.account, owner) ? qrCode.id : undefined;
}
