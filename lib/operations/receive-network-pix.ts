// Turns the network's callback into notices on our queue: what it says is durable before the network is told that we
// have it. A payment belongs to the account of its key, or of the QR code that its txid names.

import type { AccountRef } from '../cashout.ts';
import { chargebackIdOf } from '../chargeback.ts';
import type { Core, WithInbox, WithQueues } from '../deps.ts';
import { refuse } from '../errors.ts';
import { receivedTransactionId } from '../idempotency.ts';
import type { PaymentReceived } from '../network-event.ts';
import type { NetworkPix } from '../network-schemas.ts';
import { qrCodeIdOf } from '../qr-code.ts';

export async function receiveNetworkPix(
  deps: Core & WithInbox & WithQueues,
  { pix, sent }: { pix: readonly NetworkPix[]; sent: readonly number[] },
): Promise<void> {
  // A payment of ours has ended, it says: its worker looks it up.
  if (sent.length > 0) await deps.queues.sendAll('transfers', [...new Set(sent)]);
  const confirmed = await Promise.all(pix.map((notice) => confirm(deps, notice)));
  await receiveListed(
    deps,
    confirmed.flatMap((notice) => notice ?? []),
  );
}

/** Payments as the network itself shows them. */
export async function receiveListed(
  deps: Core & WithInbox & WithQueues,
  notices: readonly NetworkPix[],
): Promise<void> {
  for (const notice of notices) {
    // A refund that we did not ask for (the network's own, after a MED case) has another kind of id.
    const ours = new Set(notice.devolucoes.flatMap(({ id }) => chargebackIdOf(id) ?? []));
    const send = (chargebackId: number) =>
      deps.queues.sendEvent({ version: 1, kind: 'refund_ended', chargebackId });
    await Promise.all([...ours].map(send));
    // Of a payment that is known already, this is only a repetition.
    await receivePayment(deps, notice);
  }
}

/** What the PSP itself says of the payment, where one can be asked: a callback's word moves no money then. */
async function confirm(
  deps: Core & WithInbox & WithQueues,
  notice: NetworkPix,
): Promise<NetworkPix | undefined> {
  if (!deps.inbox) return notice;
  // Without an answer the callback is not taken, and comes again.
  const received = await deps.inbox
    .findReceived(notice.endToEndId)
    .catch((error) => refuse('unavailable', undefined, error));
  if (!received) deps.log.error('callback of a payment that the PSP does not know', {}, undefined);
  return received;
}

async function receivePayment(deps: Core & WithInbox & WithQueues, notice: NetworkPix): Promise<void> {
  const qrCodeId = qrCodeIdOf(notice.txid);
  const account = await findAccount(deps, notice, qrCodeId);
  if (!account) return reportStray(deps, notice);
  const { endToEndId, valor, horario, pagador } = notice;
  const event: PaymentReceived = {
    version: 1,
    kind: 'payment_received',
    account,
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
  await deps.queues.sendEvent(event);
}

async function findAccount(
  deps: Core & WithInbox & WithQueues,
  { chave }: NetworkPix,
  qrCodeId: number | undefined,
): Promise<AccountRef | undefined> {
  const qrCode = qrCodeId === undefined ? undefined : await deps.qrCodes.get(qrCodeId);
  if (qrCode) return qrCode.account;
  const account = chave === undefined ? undefined : await deps.accounts.findByPixKey(chave);
  return account && { branch: account.branch, number: account.number };
}

async function reportStray(
  deps: Core & WithInbox & WithQueues,
  { endToEndId, valor }: NetworkPix,
): Promise<void> {
  deps.log.error('payment for no account of ours', {}, undefined);
  await deps.incoming.giveUp(
    { kind: 'payment_received', endToEndId },
    {
      id: `payment_received-${endToEndId}`,
      at: deps.now().toISOString(),
      kind: 'network_event_not_applied',
      details: `payment ${endToEndId} of ${valor} cents for no account of ours`,
    },
  );
}
