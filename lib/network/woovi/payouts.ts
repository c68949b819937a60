// Pays cashouts by Woovi's API. Our reference is Woovi's correlationID, so a payment that is sent twice is made once.
// Woovi has no word for "not found", so only a look-up tells whether a payment exists. If a payment was created but not
// approved, the next send approves it.

import { parsePixKey } from '../../account/pix-key.ts';
import { plainBranch, plainNumber } from '../../base/account-ref.ts';
import { parseBrCode } from '../br-code.ts';
import type { FetchCharge } from '../fetch-charge.ts';
import { institutionName } from '../institutions.ts';
import type {
  KeyLookup,
  PaymentLookup,
  PaymentOrder,
  PaymentOutcome,
  PaymentPlace,
  Payouts,
  Recipient,
} from '../port.ts';
import type { CallPsp } from '../psp-client.ts';
import { whyNotPay } from '../same-charge.ts';
import { makeWooviKeyBucket } from './key-bucket.ts';
import { isWaiting, keyOf, outcomeOf, outcomeOfSend } from './read.ts';

const unknown = { kind: 'unknown' } as const;
const payment = '/api/v1/payment';

const accountTypes = { CURRENT_ACCOUNT: 'CACC', PAYMENT_ACCOUNT: 'TRAN', SAVING_ACCOUNT: 'SVGS' } as const;
const keyTypes = { CPF: 'CPF', CNPJ: 'CNPJ', EMAIL: 'EMAIL', PHONE: 'PHONE', EVP: 'RANDOM' } as const;

/**
 * Makes the payouts.
 * @param fetchCharge reads a charge from its issuer, and verifies it
 */
export function makeWooviPayouts(call: CallPsp, _: string, fetchCharge: FetchCharge): Payouts {
  const resolveBrCode: Payouts['resolveBrCode'] = async ({ url }) => fetchCharge(url);

  async function resolveKey(pixKey: string): Promise<KeyLookup> {
    const path = `/api/v1/pix-keys/${encodeURIComponent(pixKey)}/check`;
    return keyOf(await call({ method: 'GET', path }));
  }

  const look = ({ reference }: PaymentPlace) => call({ method: 'GET', path: `${payment}/${reference}` });
  const findPayment = async (place: PaymentPlace): Promise<PaymentLookup> =>
    outcomeOf(await look(place), place);

  async function sendPayment(order: PaymentOrder): Promise<PaymentOutcome> {
    const body = await bodyOf(order, resolveBrCode);
    if ('kind' in body) return body;
    const sent = await call({ method: 'POST', path: payment, body });
    if (sent.status === 200) return outcomeOf(sent, order);
    const refused = outcomeOfSend(sent);
    if (refused.ownFault) return refused;
    // The payment may already exist and wait for its approval.
    const known = await look(order);
    if (known.status !== 200) return refused;
    if (!isWaiting(known, order)) return outcomeOf(known, order);
    const correlationID = order.reference;
    const approved = await call({ method: 'POST', path: `${payment}/approve`, body: { correlationID } });
    return approved.status === 200 ? outcomeOf(approved, order) : outcomeOfSend(approved);
  }

  return {
    bindsCodeAmount: false,
    repeatsPayOnce: true,
    checksOwner: () => false,
    resolveBrCode,
    resolveKey,
    keyBucket: makeWooviKeyBucket(call),
    sendPayment,
    findPayment,
  };
}

/** Returns the body of the request, or the outcome if the payment must not be sent. */
async function bodyOf(
  order: PaymentOrder,
  readCharge: Payouts['resolveBrCode'],
): Promise<object | PaymentOutcome> {
  const { reference, amountCents, message, recipient, pixKey, copyAndPaste } = order;
  const common = {
    correlationID: reference,
    value: amountCents,
    autoApprove: true,
    ...(message ? { comment: message } : {}),
  };
  const code = copyAndPaste === undefined ? undefined : parseBrCode(copyAndPaste);
  // The code was readable when the cashout was created. That it is not readable now proves nothing about the payment,
  // so the outcome is unknown. A dynamic code is not paid by its key alone, because its charge would stay open.
  if (copyAndPaste !== undefined && !code) return unknown;
  if (code?.kind === 'dynamic') {
    const refusal = await whyNotPay(readCharge({ url: code.url, text: copyAndPaste ?? '' }), order);
    return refusal ?? { ...common, type: 'QR_CODE', qrCode: copyAndPaste };
  }
  if (pixKey === undefined) return { ...common, type: 'MANUAL', ...accountOf(recipient) };
  const key = parsePixKey(pixKey, true);
  if (!key) return unknown;
  return {
    ...common,
    type: 'PIX_KEY',
    destinationAlias: key.value,
    destinationAliasType: keyTypes[key.type],
    ...(recipient.lookupId ? { pixKeyEndToEndId: recipient.lookupId } : {}),
  };
}

function accountOf({
  name,
  legalId = '',
  ispb,
  branch = '',
  accountNumber = '',
  accountType = 'CURRENT_ACCOUNT',
}: Recipient) {
  const type = legalId.length === 11 ? 'BR:CPF' : 'BR:CNPJ';
  return {
    psp: { id: ispb, name: (ispb && institutionName(ispb)) ?? ispb },
    holder: { name, taxID: { type, taxID: legalId } },
    account: {
      branch: plainBranch(branch),
      account: plainNumber(accountNumber),
      accountType: accountTypes[accountType],
    },
  };
}
