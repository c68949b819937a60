// Acts as the network in the sandbox: payments arrive and are returned. These calls only queue the messages that a
// real network's callback would queue, so the same code processes them.

import type { Account } from '../account/account.ts';
import type { WithAccounts } from '../account/deps.ts';
import { type AccountRef, isSameAccount } from '../base/account-ref.ts';
import { refuse } from '../base/errors.ts';
import { type Cents, cents } from '../base/money.ts';
import type { WithCashouts } from '../cashout/deps.ts';
import type { WithMoney, WithQueues } from '../incoming/deps.ts';
import { formatBrCode } from '../network/br-code.ts';
import { formatEndToEndId, formatReturnId } from '../network/end-to-end-id.ts';
import type { Base } from '../platform/deps.ts';
import type { WithQrCodes } from '../qr-code/deps.ts';
import { type Payer, type QrCode, txidOf } from '../qr-code/qr-code.ts';

type Deps = Base & WithCashouts & WithQueues & WithMoney & WithAccounts & WithQrCodes;

/** ISPB of the institution from which payments and returns come. */
export const otherIspb = '99999011';

/** `returnId`: a new id by default. A return with the same id is credited once. */
type Refund = { transaction_id: number; reason: string; amount?: Cents | undefined; returnId?: string };

export async function rehearseRefund(
  deps: Deps,
  { transaction_id: cashoutId, reason, amount, returnId: given }: Refund,
) {
  const cashout = await deps.cashouts.get(cashoutId);
  if (!cashout) refuse('transaction_not_found');
  const amountCents = amount ?? cashout.request.amountCents;
  const returnId = given ?? formatReturnId(otherIspb, deps.now(), deps.ids.endToEndSuffix());
  await deps.queues.sendEvent({
    version: 1,
    kind: 'payment_returned',
    cashoutId,
    returnId,
    amountCents,
    code: reason,
    parked: 0,
  });
  return { worked: true, return_id: returnId };
}

type Return = { endToEndId: string; amountCents?: Cents | undefined; nature: string };

/** Returns a received payment as the PSP would, without a request by the account. */
export async function rehearseReturn(deps: Deps, { endToEndId, amountCents: part, nature }: Return) {
  const payment = await deps.incoming.findReceived(endToEndId);
  // A payment within this institution cannot be returned by the PSP, because it never reached the PSP.
  if (!payment || payment.payer.account) refuse('transaction_not_found');
  const returnId = formatReturnId(otherIspb, deps.now(), deps.ids.endToEndSuffix());
  const amountCents = part ?? payment.amountCents;
  const at = deps.now().toISOString();
  await deps.queues.sendEvent({
    version: 1,
    kind: 'return_imposed',
    returnId,
    amountCents,
    nature,
    at,
    payment,
  });
  return { worked: true, return_id: returnId };
}

type Asked = { account: AccountRef; amountCents: Cents };

/** Makes an unpaid QR code, with a copy-and-paste text for a payer's app. */
export async function rehearseQrCode(deps: Deps, { account: ref, amountCents }: Asked) {
  const account = await deps.accounts.get(ref);
  if (account?.status !== 'ACTIVE') refuse('account_not_found');
  const qrCode = await openQrCode(deps, account, amountCents);
  const pixKey = account.pixKey ?? '';
  const copyAndPaste = formatBrCode({
    pixKey,
    amountCents,
    name: account.holderName,
    txid: txidOf(qrCode.id),
  });
  return { worked: true, qr_code_id: qrCode.id, copy_and_paste: copyAndPaste };
}

/** `endToEndId`: a new id by default. A payment with the same id is credited once. */
type PixIn = Asked & {
  qrCodeId?: number | undefined;
  endToEndId?: string;
  payer: Omit<Payer, 'account'> & { branch?: string | undefined; number?: string | undefined };
};

export async function rehearsePixIn(
  deps: Deps,
  { account: ref, amountCents, qrCodeId, payer, endToEndId: name }: PixIn,
) {
  const account = await deps.accounts.get(ref);
  if (!account) refuse('account_not_found');
  const given = qrCodeId === undefined ? undefined : await deps.qrCodes.get(qrCodeId);
  if (qrCodeId !== undefined && !(given && isSameAccount(given.account, ref))) refuse('qr_code_not_found');
  const { branch, number, ...who } = payer;
  const own = branch && number ? await deps.accounts.get({ branch, number }) : undefined;
  if (own && isSameAccount(own, ref)) {
    refuse('validation_error', [{ field: 'payer', message: 'must be another account' }]);
  }
  const qrCode = given ?? (await openQrCode(deps, account, amountCents));
  const inside = own && (who.ispb ?? deps.config.OUR_ISPB) === deps.config.OUR_ISPB;
  const endToEndId = name ?? formatEndToEndId(otherIspb, deps.now(), deps.ids.endToEndSuffix());
  const transactionId = deps.ids.cashoutId();
  await deps.queues.sendEvent({
    version: 1,
    kind: 'payment_received',
    account: ref,
    amountCents,
    endToEndId,
    transactionId,
    at: deps.now().toISOString(),
    qrCodeId: qrCode.id,
    payer: { ...who, ...(inside ? { account: { branch: own.branch, number: own.number } } : {}) },
  });
  return { worked: true, qr_code_id: qrCode.id, transaction_id: transactionId, end_to_end_id: endToEndId };
}

async function openQrCode(deps: Deps, account: Account, amountCents: Cents): Promise<QrCode> {
  for (;;) {
    const qrCode: QrCode = {
      id: deps.ids.cashoutId(),
      companyId: account.companyId,
      account: { branch: account.branch, number: account.number },
      status: 'ACTIVE',
      valueCents: amountCents,
      remainingCents: cents(0),
      createdAt: deps.now().toISOString(),
    };
    if (await deps.qrCodes.insert(qrCode)) return qrCode;
  }
}
