// Converts the network's callback to messages on our queue, which are stored before the callback is acknowledged. A
// payment belongs to the account whose key was paid. Its other fields are not trusted, because the payer chooses them.

import type { Account } from '../account/account.ts';
import type { WithAccounts } from '../account/deps.ts';
import { isSameAccount } from '../base/account-ref.ts';
import { refuse } from '../base/errors.ts';
import { receivedTransactionId } from '../cashout/idempotency.ts';
import type { WithChargebacks } from '../chargeback/deps.ts';
import { parseCodeKey } from '../network/br-code.ts';
import type { WithInbox } from '../network/deps.ts';
import type { PaymentReceived } from '../network/event.ts';
import type { ReceivedPix } from '../network/inbox.ts';
import type { NetworkPixCall } from '../network/schemas.ts';
import type { Base } from '../platform/deps.ts';
import type { WithQrCodes } from '../qr-code/deps.ts';
import { qrCodeIdOf } from '../qr-code/qr-code.ts';
import type { WithMoney, WithQueues } from './deps.ts';
import { leaveUnassigned } from './leave-unassigned.ts';
import { readReturns } from './read-returns.ts';
import { lookUpTransfers } from './receive-payout-notices.ts';
import { receiveSentReturns } from './receive-sent-returns.ts';

type Deps = Base & WithAccounts & WithQrCodes & WithChargebacks & WithMoney & WithInbox & WithQueues;

export async function receiveNetworkPix(deps: Deps, { pix, sent, returned }: NetworkPixCall): Promise<void> {
  await lookUpTransfers(deps, sent);
  for (const cashoutId of new Set(returned)) await receiveSentReturns(deps, cashoutId);
  const confirmed = await Promise.all(pix.map((notice) => confirm(deps, notice)));
  await receiveListed(
    deps,
    confirmed.flatMap((notice) => notice ?? []),
  );
}

/**
 * Accepts payments from the network's own list. Accepting a known payment again changes nothing. All payments are
 * tried, and then the first error is thrown.
 */
export async function receiveListed(deps: Deps, notices: readonly ReceivedPix[]): Promise<void> {
  const failures: unknown[] = [];
  for (const notice of notices)
    await receivePayment(deps, notice).catch((error: unknown) => failures.push(error));
  if (failures.length > 0) throw failures[0];
}

/** Reads the payment from the PSP, if the PSP allows it, so that a forged callback moves no money. */
async function confirm(deps: Deps, notice: ReceivedPix): Promise<ReceivedPix | undefined> {
  if (!deps.inbox) return notice;
  const received = await ask(deps, notice);
  if (!received) deps.log.error('callback for a payment that the PSP does not know', {}, undefined);
  return received;
}

/** Reads a payment from the PSP. Without an answer the callback is refused, and the network sends it again. */
async function ask({ inbox }: WithInbox, { endToEndId }: ReceivedPix): Promise<ReceivedPix | undefined> {
  return inbox?.findReceived(endToEndId).catch((error) => refuse('unavailable', undefined, error));
}

async function receivePayment(deps: Deps, listed: ReceivedPix): Promise<void> {
  // A payment in a list may have fewer fields than the payment itself, so a payment without a key is read again.
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
  // The order of the messages does not matter, because the message of a return contains its payment.
  await deps.queues.sendEvent({ ...payment, account });
  for (const one of imposed)
    await deps.queues.sendEvent({
      version: 1,
      kind: 'return_imposed',
      ...one,
      payment: { ...payment, account },
    });
}

const namedIn = ({ chave: key, txid }: ReceivedPix) => ({
  ...(key ? { key } : {}),
  ...(txid ? { txid } : {}),
});

function paymentOf(
  { endToEndId, valor, horario, pagador, receivedAt }: ReceivedPix,
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
    ...(receivedAt ? { receivedAt } : {}),
    payer: {
      ...(pagador?.nome ? { name: pagador.nome } : {}),
      ...(pagador?.cpf || pagador?.cnpj ? { legalId: pagador.cpf ?? pagador.cnpj } : {}),
      ispb: endToEndId.slice(1, 9),
    },
  };
}

/**
 * Returns the account whose key was paid. An id that starts with D belongs to a return, perhaps of a cashout. The key
 * of such a payment does not identify the account.
 */
async function findOwner(
  { accounts }: Base & WithAccounts,
  { chave, endToEndId, horario }: ReceivedPix,
): Promise<Account | undefined> {
  return chave === undefined || endToEndId.startsWith('D')
    ? undefined
    : accounts.findByPixKey(parseCodeKey(chave) ?? chave, horario);
}

/**
 * Returns the id of the QR code that the txid names. The creator of a QR code chooses the txid freely, so it may only
 * name a code of the account that has the key.
 */
async function findQrCodeId(
  { qrCodes }: Base & WithQrCodes,
  { txid }: ReceivedPix,
  owner: Account,
): Promise<number | undefined> {
  const id = qrCodeIdOf(txid);
  const qrCode = id === undefined ? undefined : await qrCodes.get(id);
  return qrCode && isSameAccount(qrCode.account, owner) ? qrCode.id : undefined;
}
