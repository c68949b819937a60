// Pays cashouts by Woovi's API. Our reference is its correlationID, so a payment that is sent twice is made once. Its errors have no
// codes: whether a payment exists, only its look-up says. A payment that was made and not approved is approved by the next send.

import * as z from 'zod';
import { parsePixKey } from '../../account/pix-key.ts';
import { plainBranch, plainNumber } from '../../base/account-ref.ts';
import { type Cents, cents } from '../../base/money.ts';
import { parseBrCode } from '../br-code.ts';
import type { FetchCharge } from '../fetch-charge.ts';
import { institutionName } from '../institutions.ts';
import { operationIdOf } from '../operation-id.ts';
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
import { refusalOf, shorten, stateOf } from '../psp-words.ts';
import { describeReject } from '../reject-codes.ts';
import { isSameCharge } from '../same-charge.ts';
import type { PspAnswer } from '../send-json.ts';
import { paymentStates } from './words.ts';

const unknown = { kind: 'unknown' } as const;
const payment = '/api/v1/payment';

const text = z
  .string()
  .transform((words) => shorten(words))
  .optional()
  .catch(undefined);
const party = z
  .object({
    account: z.object({ branch: text, account: text, accountType: text }).optional().catch(undefined),
    psp: z.object({ id: text, name: text }).optional().catch(undefined),
    holder: z
      .object({ name: text, taxID: z.object({ taxID: text }).optional().catch(undefined) })
      .optional()
      .catch(undefined),
  })
  .optional()
  .catch(undefined);
const answered = z.object({
  payment: z.object({ correlationID: z.string(), status: z.string(), value: z.unknown() }),
  transaction: z
    .object({
      value: z.unknown().optional(),
      endToEndId: text,
      providerRejectedReason: text,
      providerErrorCode: text,
      creditParty: party,
    })
    .optional()
    .catch(undefined),
});
const checked = z.object({
  pixKeyEndToEndId: z
    .string()
    .regex(/^E\w{1,40}$/)
    .optional()
    .catch(undefined),
  owner: z.object({ name: text, taxID: text, psp: text }).optional().catch(undefined),
});

const accountTypes = { CURRENT_ACCOUNT: 'CACC', PAYMENT_ACCOUNT: 'TRAN', SAVING_ACCOUNT: 'SVGS' } as const;
const keyTypes = { CPF: 'CPF', CNPJ: 'CNPJ', EMAIL: 'EMAIL', PHONE: 'PHONE', EVP: 'RANDOM' } as const;

/** @param fetchCharge reads a charge from its issuer, and verifies it */
export function makeWooviPayouts(call: CallPsp, _: string, fetchCharge: FetchCharge): Payouts {
  const resolveBrCode: Payouts['resolveBrCode'] = async ({ url }) => fetchCharge(url);

  async function resolveKey(pixKey: string): Promise<KeyLookup> {
    const answer = await call({ method: 'POST', path: '/api/v1/pix-keys/check', body: { pixKey } });
    // The only code of this call: everything else, such as too many look-ups, says nothing about the key.
    if (answer.status === 404) return { kind: 'not_found' };
    const read = answer.status === 200 ? checked.safeParse(answer.body) : undefined;
    return read?.data ? { kind: 'found', recipient: ownerOf(read.data) } : unknown;
  }

  async function findPayment(place: PaymentPlace): Promise<PaymentLookup> {
    return outcomeOf(await call({ method: 'GET', path: `${payment}/${place.reference}` }), place);
  }

  async function sendPayment(order: PaymentOrder): Promise<PaymentOutcome> {
    const body = await bodyOf(order, resolveBrCode);
    if ('kind' in body) return body;
    const sent = await call({ method: 'POST', path: payment, body });
    if (sent.status === 200) return outcomeOf(sent, order);
    // It may exist already, and wait for its approval.
    const known = await call({ method: 'GET', path: `${payment}/${order.reference}` });
    if (!isWaiting(known, order)) return outcomeOf(known, order);
    const correlationID = order.reference;
    const approved = await call({ method: 'POST', path: `${payment}/approve`, body: { correlationID } });
    return outcomeOf(approved, order);
  }

  return {
    bindsCodeAmount: false,
    repeatsPayOnce: true,
    checksOwner: () => false,
    resolveBrCode,
    resolveKey,
    sendPayment,
    findPayment,
  };
}

/** What is sent, or why nothing may be. */
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
  // It was readable when it was accepted. It is not paid by its key alone, because its charge would stay open.
  if (copyAndPaste !== undefined && !code) return unknown;
  if (code?.kind === 'dynamic') {
    const charge = await readCharge({ url: code.url, text: copyAndPaste ?? '' }).catch(() => unknown);
    // Nothing has been sent yet, so these are certain.
    if (charge.kind === 'unknown') return refusalOf(undefined, 'Cobrança do QR Code não pôde ser lida');
    if (charge.kind !== 'payable' || !isSameCharge(charge, order))
      return { kind: 'failed', code: 'BE17', text: describeReject('BE17') };
    return { ...common, type: 'QR_CODE', qrCode: copyAndPaste };
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

const isCents = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) > 0;

function readOf({ status, body }: PspAnswer, { reference }: PaymentPlace) {
  const read = status === 200 ? answered.safeParse(body) : undefined;
  return read?.data?.payment.correlationID === reference ? read.data : undefined;
}

/** Whether exactly this payment was made and waits for an approval. */
function isWaiting(answer: PspAnswer, place: PaymentPlace): boolean {
  const { status, value } = readOf(answer, place)?.payment ?? {};
  return status === 'CREATED' && value === place.amountCents;
}

/** Only a documented state of exactly this payment, with a whole number of cents, is evidence. */
function outcomeOf(answer: PspAnswer, place: PaymentPlace): PaymentOutcome {
  const read = readOf(answer, place);
  // The amount that moved, if it says so; else that of the payment.
  const value = read?.transaction?.value ?? read?.payment.value;
  if (!read || !isCents(value)) return unknown;
  const named: { otherAmountCents?: Cents } =
    value === place.amountCents ? {} : { otherAmountCents: cents(value) };
  const { transaction } = read;
  const state = stateOf(paymentStates, read.payment.status);
  if (state === 'not done')
    return refusalOf(transaction?.providerErrorCode, transaction?.providerRejectedReason);
  if (state !== 'done') return { ...unknown, ...named };
  const recipient = recipientOf(transaction?.creditParty);
  const endToEndId = transaction?.endToEndId;
  return {
    kind: 'settled',
    operationId: operationIdOf(place.reference),
    ...named,
    ...(endToEndId && /^E[A-Za-z0-9]{31}$/.test(endToEndId) ? { endToEndId } : {}),
    ...(recipient ? { recipient } : {}),
  };
}

/** Of a key's look-up. A masked tax id is told as it is; the account is hidden altogether. */
function ownerOf({ pixKeyEndToEndId, owner }: z.output<typeof checked>): Recipient {
  const institution = owner?.psp && institutionName(owner.psp);
  return {
    ...(owner?.name ? { name: owner.name } : {}),
    ...(owner?.taxID ? { legalId: owner.taxID } : {}),
    ...(owner?.psp ? { ispb: owner.psp } : {}),
    ...(institution ? { institutionName: institution } : {}),
    ...(pixKeyEndToEndId ? { lookupId: pixKeyEndToEndId } : {}),
  };
}

function recipientOf(said: z.output<typeof party>): Recipient | undefined {
  const { account, psp, holder } = said ?? {};
  const institution = psp?.id && institutionName(psp.id);
  const told: Recipient = {
    ...(holder?.name ? { name: holder.name } : {}),
    ...(holder?.taxID?.taxID ? { legalId: holder.taxID.taxID } : {}),
    ...(psp?.id ? { ispb: psp.id } : {}),
    ...(institution ? { institutionName: institution } : {}),
    ...(account?.branch ? { branch: account.branch } : {}),
    ...(account?.account ? { accountNumber: account.account } : {}),
  };
  return Object.keys(told).length > 0 ? told : undefined;
}
