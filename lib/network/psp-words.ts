// Reads a PSP's documented states and errors with the tables in the PSP's folder (words.ts). Any other answer is an
// unknown outcome, and the payment is looked up again.

import * as z from 'zod';
import { type Cents, parseAmount } from '../base/money.ts';
import type { NetworkRefusal } from './port.ts';
import { describeReject, rejectCode } from './reject-codes.ts';
import type { PspAnswer } from './send-json.ts';

/** The meaning of a state. `waiting`: the PSP has the payment, but it waits for an approval. */
export type State = 'waiting' | 'under way' | 'done' | 'not done';
export type States = Readonly<Record<string, State>>;

export const stateOf = (states: States, word: string): State | undefined =>
  Object.hasOwn(states, word) ? states[word] : undefined;

/** Matches an amount in the form of the Central Bank's documents. */
const amountText = /^\d{1,10}\.\d{2}$/;

/**
 * Compares the PSP's amount under our reference with the amount of the order. Returns an empty object if they are
 * equal, otherwise the PSP's amount. Returns undefined if the PSP sends no readable amount, which is no evidence.
 */
export function compareAmount(
  valor: string | undefined,
  amountCents: Cents,
): { otherAmountCents?: Cents } | undefined {
  const named = valor !== undefined && amountText.test(valor) ? parseAmount(valor) : undefined;
  if (named === undefined) return undefined;
  return named === amountCents ? {} : { otherAmountCents: named };
}

/** Maximum number of characters of a PSP's text that are stored. */
const wordsMax = 140;

/** Cuts a PSP's text to at most `max` whole characters, so that it can be stored and shown. */
export const shorten = (words: string, max = wordsMax): string =>
  [...words.toWellFormed().trim()].slice(0, max).join('');

/** A field with an amount. It is compared exactly, so it is not trimmed. */
export const amountField = z.string().optional().catch(undefined);

/** A field with a PSP's text. A field of another type counts as absent, so that the rest of the answer can be read. */
export const shortText = (max = wordsMax) =>
  z
    .string()
    .transform((words) => shorten(words, max))
    .optional()
    .catch(undefined);

type Refusal = { ends: 'failed' | 'refused'; code?: string; text: string };
/**
 * The meaning of an error. `look up`: the payment already exists, so its state is looked up. `not found`: the payment
 * does not exist. `own fault`: the PSP refuses us, so payouts stop and no payment ends. `nothing`: the PSP's own error.
 */
type Meaning = { status: number | readonly number[] } & (
  | Refusal
  | { ends: 'look up' | 'not found' | 'own fault' | 'nothing' }
);

/**
 * Errors by name, each with its HTTP status. The sources of each name are in the PSP's documented.json. A name may end
 * with the field that the error is about.
 */
export type Errors = Readonly<Record<string, Meaning>>;

const text = z.string().optional().catch(undefined);
const errorPath = 'https://pix.bcb.gov.br/api/v2/error/';

const said = z.object({
  /** The PSP's own name. */
  nome: text,
  /** The Central Bank's name is the end of this address. */
  type: text,
  /** The fields that the error is about. */
  violacoes: z
    .array(z.object({ propriedade: text }))
    .optional()
    .catch(undefined),
  /** Woovi's name, or its text if it has no name. */
  errorCode: text,
  error: text,
});

/** Returns the PSP's names for an error, the most exact one first. */
function namesOf(body: unknown): string[] {
  const { nome, type, violacoes = [], errorCode, error } = said.safeParse(body).data ?? {};
  const named = type?.startsWith(errorPath) ? type.slice(errorPath.length) : (nome ?? errorCode);
  const about = violacoes.flatMap(({ propriedade }) =>
    named && propriedade ? `${named} ${propriedade}` : [],
  );
  return [...about, named ?? [], error ?? []].flat();
}

/** Returns the status and the PSP's name of an error, for people. */
export const wordOf = ({ status, body }: PspAnswer): string =>
  `${status} ${shorten(namesOf(body)[0] ?? '', wordMax)}`.trim();

/** Returns the meaning of an error answer, or undefined if the error is not documented with exactly that status. */
export function meaningOf(errors: Errors, { status, body }: PspAnswer): Meaning | undefined {
  const name = namesOf(body).find((one) => Object.hasOwn(errors, one));
  const meaning = name === undefined ? undefined : errors[name];
  return meaning && [meaning.status].flat().includes(status) ? meaning : undefined;
}

/**
 * Returns the outcome of a request that the PSP answered with an error. An error without a documented meaning ends
 * nothing; if it refuses the request, a person is told at once.
 */
export function outcomeOfError(
  errors: Errors,
  answer: PspAnswer,
):
  | ({ kind: 'failed' | 'refused' } & NetworkRefusal)
  | { kind: 'not_found' }
  | { kind: 'look up' }
  | Unexplained {
  const meaning = meaningOf(errors, answer);
  if (!meaning)
    return { kind: 'unknown', ...(isRefusal(answer.status) ? { undocumented: wordOf(answer) } : {}) };
  if ('text' in meaning) {
    const { ends, code = '', text } = meaning;
    return { kind: ends, code, text: code ? `${code} - ${text}` : text };
  }
  if (meaning.ends === 'own fault') return { kind: 'unknown', ownFault: wordOf(answer) };
  if (meaning.ends === 'nothing') return { kind: 'unknown' };
  return meaning.ends === 'not found' ? { kind: 'not_found' } : { kind: 'look up' };
}

type Unexplained = { kind: 'unknown'; ownFault?: string; undocumented?: string };
/** Maximum number of characters of a PSP's name for an error. */
const wordMax = 60;
/** Returns whether a status refuses the request. After a time-out or too many requests, the same request may succeed. */
const isRefusal = (status: number) => status >= 400 && status < 500 && ![404, 408, 429].includes(status);

/** Returns the reason why a payment was not made. The result is final, whatever the code is. */
export function refusalOf(
  code: unknown,
  reason: unknown,
): { kind: 'failed' | 'refused'; isUnexplained?: true } & NetworkRefusal {
  const known = typeof code === 'string' ? rejectCode(code) : undefined;
  if (known && typeof code === 'string') return { kind: known.ends, code, text: describeReject(code) };
  const text = typeof reason === 'string' && shorten(reason);
  return {
    kind: 'failed',
    code: 'ED05',
    text: `ED05 - ${text || 'Falha na liquidação'}`,
    ...(text ? {} : { isUnexplained: true }),
  };
}
