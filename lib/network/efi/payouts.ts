// Pays cashouts by Efí's Pix API. Our reference is Efí's idEnvio, so a payment that is sent twice is made once. Efí
// looks up keys when it pays, and makes the end-to-end id. Efí's call that pays a QR code has no field for an amount.

import * as z from 'zod';
import { plainBranch, plainNumber } from '../../base/account-ref.ts';
import { toDecimalText } from '../../base/money.ts';
import { parseBrCode } from '../br-code.ts';
import type { FetchCharge } from '../fetch-charge.ts';
import { institutionName } from '../institutions.ts';
import { operationIdOf } from '../operation-id.ts';
import type {
  DynamicCode,
  PaymentLookup,
  PaymentOrder,
  PaymentOutcome,
  PaymentPlace,
  Payouts,
  Recipient,
} from '../port.ts';
import type { CallPsp } from '../psp-client.ts';
import {
  amountField,
  compareAmount,
  meaningOf,
  outcomeOfError,
  refusalOf,
  shortText,
  stateOf,
} from '../psp-words.ts';
import { whyNotPay } from '../same-charge.ts';
import type { PspAnswer } from '../send-json.ts';
import { makeReadCharge } from './charge.ts';
import { paymentErrors, paymentStates } from './words.ts';

const accountTypes = { CURRENT_ACCOUNT: 'cacc', PAYMENT_ACCOUNT: 'cacc', SAVING_ACCOUNT: 'svgs' } as const;

const text = shortText();
const recipientSaid = z
  .object({
    identificacao: z.object({ nome: text, cpf: text, cnpj: text }).optional().catch(undefined),
    contaBanco: z
      .object({ codigoBanco: text, agencia: text, conta: text, tipoConta: text })
      .optional()
      .catch(undefined),
  })
  .optional()
  .catch(undefined);

const sent = z.object({
  idEnvio: z.string(),
  status: z.string(),
  valor: amountField,
  e2eId: text,
  endToEndId: text,
  favorecido: recipientSaid,
  gnExtras: z
    .object({ erro: z.object({ codigo: text, motivo: text }).optional().catch(undefined) })
    .optional()
    .catch(undefined),
});

/**
 * Makes the payouts.
 * @param payerKey the PIX key of the paying account at Efí
 * @param fetchCharge reads a charge from its issuer, and verifies it
 */
export function makeEfiPayouts(call: CallPsp, payerKey: string, fetchCharge: FetchCharge): Payouts {
  const resolveBrCode = makeReadCharge(call, fetchCharge);

  const lookUp = async (payment: PaymentPlace): Promise<PaymentLookup> => {
    const answer = await call({ method: 'GET', path: `/v2/gn/pix/enviados/id-envio/${payment.reference}` });
    if (answer.status === 200) return outcomeOf(answer, payment);
    return meaningOf(paymentErrors, answer)?.ends === 'not found'
      ? { kind: 'not_found' }
      : { kind: 'unknown' };
  };

  async function sendPayment(order: PaymentOrder): Promise<PaymentOutcome> {
    const code = order.copyAndPaste === undefined ? undefined : parseBrCode(order.copyAndPaste);
    // The code was readable when the cashout was created. That it is not readable now proves nothing about the payment,
    // so the outcome is unknown. A dynamic code is not paid by its key alone, because its charge would stay open and
    // may have changed.
    if (order.copyAndPaste !== undefined && !code) return { kind: 'unknown' };
    // A static code is paid by its key, with exactly the held amount.
    if (code?.kind === 'dynamic') return payCode(order, { url: code.url, text: order.copyAndPaste ?? '' });
    const favorecido = order.pixKey === undefined ? accountOf(order.recipient) : keyOf(order);
    const body = { valor: toDecimalText(order.amountCents), pagador: payerOf(order), favorecido };
    return read(await call({ method: 'PUT', path: `/v3/gn/pix/${order.reference}`, body }), order);
  }

  const payerOf = ({ message }: PaymentOrder) => ({
    chave: payerKey,
    ...(message ? { infoPagador: message } : {}),
  });

  /**
   * Pays a dynamic code. The charge defines the amount, so the charge must still have the held amount. The charge may
   * still change before Efí reads it.
   */
  async function payCode(order: PaymentOrder, code: DynamicCode): Promise<PaymentOutcome> {
    const refusal = await whyNotPay(resolveBrCode(code), order);
    if (refusal) return refusal;
    const body = { pagador: payerOf(order), pixCopiaECola: code.text };
    return read(await call({ method: 'PUT', path: `/v2/gn/pix/${order.reference}/qrcode`, body }), order);
  }

  async function read(answer: PspAnswer, order: PaymentOrder): Promise<PaymentOutcome> {
    if (answer.status === 200 || answer.status === 201) return outcomeOf(answer, order);
    const said = outcomeOfError(paymentErrors, answer);
    if (said.kind === 'not_found') return { kind: 'unknown' };
    if (said.kind !== 'look up') return said;
    const found = await lookUp(order);
    return found.kind === 'not_found' ? { kind: 'unknown' } : found;
  }

  return {
    bindsCodeAmount: false,
    repeatsPayOnce: false,
    checksOwner: (legalId) => /^\d+$/.test(legalId),
    resolveBrCode,
    resolveKey: async () => ({ kind: 'found', recipient: {} }),
    sendPayment,
    findPayment: lookUp,
  };
}

/**
 * Returns the outcome of a payment. Only a documented state of exactly this payment is evidence. If Efí reports another
 * amount, the outcome contains that amount.
 */
function outcomeOf({ body }: PspAnswer, { reference, amountCents }: PaymentPlace): PaymentOutcome {
  const read = sent.safeParse(body);
  if (!read.success || read.data.idEnvio !== reference) return { kind: 'unknown' };
  const { status, valor, favorecido, gnExtras } = read.data;
  const named = compareAmount(valor, amountCents);
  if (!named) return { kind: 'unknown' };
  const state = stateOf(paymentStates, status);
  if (state === 'not done') return refusalOf(gnExtras?.erro?.codigo, gnExtras?.erro?.motivo);
  if (state === 'under way') return { kind: 'unknown', state, ...named };
  if (state !== 'done') return { kind: 'unknown', ...named };
  const endToEndId = read.data.endToEndId ?? read.data.e2eId;
  const recipient = recipientOf(favorecido);
  return {
    kind: 'settled',
    operationId: operationIdOf(reference),
    ...named,
    ...(endToEndId && /^E[A-Za-z0-9]{31}$/.test(endToEndId) ? { endToEndId } : {}),
    ...(recipient ? { recipient } : {}),
  };
}

const documentOf = (legalId: string) => (legalId.length === 11 ? { cpf: legalId } : { cnpj: legalId });

/**
 * Returns the payee of a payment by key. If a CPF or CNPJ is sent with the key, Efí pays only if the key's owner has
 * that CPF or CNPJ.
 */
const keyOf = ({ pixKey: chave, ownerLegalId }: PaymentOrder) => ({
  chave,
  ...(ownerLegalId === undefined ? {} : documentOf(ownerLegalId)),
});

function accountOf({
  name,
  legalId = '',
  ispb,
  branch,
  accountNumber,
  accountType = 'CURRENT_ACCOUNT',
}: Recipient) {
  const account = {
    codigoBanco: ispb,
    agencia: branch && plainBranch(branch),
    conta: accountNumber && plainNumber(accountNumber),
    tipoConta: accountTypes[accountType],
  };
  return { contaBanco: { nome: name, ...documentOf(legalId), ...account } };
}

function recipientOf(said: z.output<typeof recipientSaid>): Recipient | undefined {
  const { nome, cpf, cnpj } = said?.identificacao ?? {};
  const { codigoBanco, agencia, conta, tipoConta } = said?.contaBanco ?? {};
  const legalId = cpf ?? cnpj;
  const ispb = codigoBanco?.padStart(8, '0');
  const institution = ispb && institutionName(ispb);
  const accountType = ({ cacc: 'CURRENT_ACCOUNT', svgs: 'SAVING_ACCOUNT' } as const)[tipoConta ?? ''];
  const told: Recipient = {
    ...(nome ? { name: nome } : {}),
    ...(legalId ? { legalId } : {}),
    ...(ispb ? { ispb } : {}),
    ...(institution ? { institutionName: institution } : {}),
    ...(agencia ? { branch: agencia } : {}),
    ...(conta ? { accountNumber: conta } : {}),
    ...(accountType ? { accountType } : {}),
  };
  return Object.keys(told).length > 0 ? told : undefined;
}
