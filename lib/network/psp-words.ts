// What a PSP's documented states and errors mean to us. Anything that is not in these tables is an unknown
// outcome, and is looked up again.

import { type Cents, parseAmount } from '../base/money.ts';
import type { NetworkRefusal } from './port.ts';
import type { PspAnswer } from './psp-client.ts';
import { describeReject, rejectCode } from './reject-codes.ts';

export type State = 'under way' | 'done' | 'not done';
export type States = Readonly<Record<string, State>>;

/** Of a payment that we have sent. */
export const paymentStates: States = {
  EM_PROCESSAMENTO: 'under way',
  REALIZADO: 'done',
  NAO_REALIZADO: 'not done',
};
/** Of a refund of a payment that we have received. */
export const refundStates: States = {
  EM_PROCESSAMENTO: 'under way',
  DEVOLVIDO: 'done',
  NAO_REALIZADO: 'not done',
};

export const stateOf = (states: States, word: string): State | undefined =>
  Object.hasOwn(states, word) ? states[word] : undefined;

/** An amount, in the form of Efí's and the Central Bank's documents. */
const amountText = /^\d{1,10}\.\d{2}$/;

/**
 * Compares the PSP's amount under our reference with our order's: empty if they are equal, otherwise the
 * PSP's amount. Undefined if the PSP gives no readable amount: that is no evidence.
 */
export function compareAmount(
  valor: string | undefined,
  amountCents: Cents,
): { otherAmountCents?: Cents } | undefined {
  const named = valor !== undefined && amountText.test(valor) ? parseAmount(valor) : undefined;
  if (named === undefined) return undefined;
  return named === amountCents ? {} : { otherAmountCents: named };
}

/** Maximum characters of a PSP's text that are kept. */
const wordsMax = 140;

/** Cuts a PSP's text to at most `max` whole characters, so that it can be stored and shown. */
export const shorten = (words: string, max = wordsMax): string =>
  [...words.toWellFormed().trim()].slice(0, max).join('');

type Refusal = { status: number; ends: 'failed' | 'refused'; code?: string; text: string };
/** `look up`: it exists already, so its state is looked up. `not found`: it does not exist. */
type Meaning = Refusal | { status: number; ends: 'look up' | 'not found' };

export type Errors = Readonly<Record<string, Meaning>>;

/** By error name: Efí's (`nome`) or the Central Bank's (the end of `type`), each with its HTTP status. */
export const paymentErrors: Errors = {
  chave_invalida: { status: 400, ends: 'failed', text: 'Pix key not found' },
  chave_nao_pertence_ao_documento: {
    status: 400,
    ends: 'failed',
    code: 'BE01',
    text: 'Documento não corresponde ao titular da conta',
  },
  documento_bloqueado: { status: 400, ends: 'refused', code: 'AC06', text: 'Conta do recebedor bloqueada' },
  valor_invalido: { status: 400, ends: 'failed', code: 'CH16', text: 'Conteúdo da ordem inválido' },
  pagamento_negado: {
    status: 422,
    ends: 'refused',
    code: 'DS04',
    text: 'Ordem rejeitada pelo participante recebedor',
  },
  /** Of the payment of a code, for example if there is not enough money at the PSP. */
  QrcodeOperacaoInvalida: { status: 400, ends: 'failed', code: 'ED05', text: 'Falha na liquidação' },
  id_envio_duplicado: { status: 409, ends: 'look up' },
  pix_nao_encontrado: { status: 400, ends: 'not found' },
  /** Of both look-ups, by our reference and by the end-to-end id. */
  PixEnviadoNaoEncontrado: { status: 404, ends: 'not found' },
};
export const refundErrors: Errors = {
  PixDevolucaoInvalida: { status: 400, ends: 'refused', text: 'Devolução inválida' },
  devolucao_id_duplicado: { status: 409, ends: 'look up' },
  PixDevolucaoNaoEncontrada: { status: 404, ends: 'not found' },
};
export const receiptErrors: Errors = {
  PixNaoEncontrado: { status: 404, ends: 'not found' },
};
export const chargeErrors: Errors = {
  CobNaoEncontrado: { status: 404, ends: 'not found' },
  CobConsultaInvalida: { status: 400, ends: 'not found' },
  QrcodeOperacaoInvalida: { status: 400, ends: 'not found' },
  PermanentementeRemovido: { status: 410, ends: 'not found' },
};

const errorPath = 'https://pix.bcb.gov.br/api/v2/error/';

/** What an error answer means; undefined unless it is documented with exactly that status. */
export function meaningOf(errors: Errors, { status, body }: PspAnswer): Meaning | undefined {
  const { nome, type } = (body ?? {}) as { nome?: unknown; type?: unknown };
  const named = typeof type === 'string' && type.startsWith(errorPath) ? type.slice(errorPath.length) : nome;
  const meaning = typeof named === 'string' && Object.hasOwn(errors, named) ? errors[named] : undefined;
  return meaning?.status === status ? meaning : undefined;
}

/** Why a payment was not made. It is final whatever the code. */
export function refusalOf(code: unknown, reason: unknown): { kind: 'failed' | 'refused' } & NetworkRefusal {
  const known = typeof code === 'string' ? rejectCode(code) : undefined;
  if (known && typeof code === 'string') return { kind: known.ends, code, text: describeReject(code) };
  const text = (typeof reason === 'string' && shorten(reason)) || 'Falha na liquidação';
  return { kind: 'failed', code: 'ED05', text: `ED05 - ${text}` };
}
