// Reads a PSP's documented states and errors with the tables in the PSP's folder (words.ts). Any other answer is an
// unknown outcome, and the payment is looked up again.

import * as z from 'zod';
import { type Cents, parseAmount } from '../base/money.ts';
import type { NetworkRefusal } from './port.ts';
import { describeReject, rejectCode } from './reject-codes.ts';
import type { PspAnswer } from './send-json.ts';

export type State = 'under way' | 'done' | 'not done';
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

type Refusal = { status: number; ends: 'failed' | 'refused'; code?: string; text: string };
/**
 * The meaning of an error. `look up`: the payment already exists, so its state is looked up. `not found`: the payment
 * does not exist.
 */
type Meaning = Refusal | { status: number; ends: 'look up' | 'not found' };

/** Errors by name: the PSP's own name (`nome`) or the Central Bank's (the end of `type`), each with its HTTP status. */
export type Errors = Readonly<Record<string, Meaning>>;

const errorPath = 'https://pix.bcb.gov.br/api/v2/error/';

/** Returns the meaning of an error answer, or undefined if the error is not documented with exactly that status. */
export function meaningOf(errors: Errors, { status, body }: PspAnswer): Meaning | undefined {
  const { nome, type } = (body ?? {}) as { nome?: unknown; type?: unknown };
  const named = typeof type === 'string' && type.startsWith(errorPath) ? type.slice(errorPath.length) : nome;
  const meaning = typeof named === 'string' && Object.hasOwn(errors, named) ? errors[named] : undefined;
  return meaning?.status === status ? meaning : undefined;
}

/** Returns the reason why a payment was not made. The result is final, whatever the code is. */
export function refusalOf(code: unknown, reason: unknown): { kind: 'failed' | 'refused' } & NetworkRefusal {
  const known = typeof code === 'string' ? rejectCode(code) : undefined;
  if (known && typeof code === 'string') return { kind: known.ends, code, text: describeReject(code) };
  const text = (typeof reason === 'string' && shorten(reason)) || 'Falha na liquidação';
  return { kind: 'failed', code: 'ED05', text: `ED05 - ${text}` };
}
