// Refuses a call with a refusal of the catalogue (refusals.ts), and makes the answer of a refusal.

import { callers, operators } from './refusals.ts';

const catalogue = { ...callers, ...operators };

/** Refusals of the token endpoint: OAuth clients expect RFC 6749's `error`. */
const oauthCodes: readonly string[] = ['invalid_client', 'invalid_request', 'unsupported_grant_type'];

export type RefusalCode = keyof typeof catalogue;
export type CallerCode = keyof typeof callers;
export const callerCodes = Object.keys(callers) as CallerCode[];

/** An invalid field, under its name in the contract. The message never repeats the value that was sent. */
export type FieldError = { field: string; message: string };

/** Texts and headers that a refusal adds to the catalogue's text, or that replace it. */
export type Said = {
  /** The network's own text, instead of the catalogue's text. */
  text?: string | undefined;
  /** A more specific text, for `detail` only: the contract fixes `message`. */
  detail?: string;
  /** The header www-authenticate of a 401. */
  challenge?: string;
  /** The header retry-after. */
  retryAfterSeconds?: number;
};

export class Refusal extends Error {
  readonly code: RefusalCode;
  readonly fields: readonly FieldError[];
  readonly said: Said;

  constructor(code: RefusalCode, fields: readonly FieldError[] = [], cause?: unknown, said: Said = {}) {
    super(code, { cause });
    this.name = 'Refusal';
    this.code = code;
    this.fields = fields;
    this.said = said;
  }
}

export function refuse(code: RefusalCode, fields?: readonly FieldError[], cause?: unknown): never {
  throw new Refusal(code, fields, cause);
}

/** Refuses with a more specific text than the catalogue's text. */
export function refuseSaying(code: RefusalCode, said: Said): never {
  throw new Refusal(code, [], undefined, said);
}

/**
 * Names the fields that differ. The names are in `detail`, because the body of a 409 has only the contract's four
 * keys.
 */
export const sayDiffering = (fields: readonly string[]): Said => ({
  detail: `${wordsOf('idempotency_conflict')} (differs in ${fields.join(', ')})`,
});

/** Returns whether an error is a final refusal and not an unknown outcome. */
export function isDefinite(error: unknown): error is Refusal {
  return error instanceof Refusal && error.code !== 'unavailable' && error.code !== 'internal';
}

const networkTextMax = 200;

/** Refuses with the network's reason, without control characters and cut to `networkTextMax` characters. */
export function refuseAsNetwork(text: string): never {
  const shown = text
    .replace(/\p{Cc}+/gu, ' ')
    .trim()
    .slice(0, networkTextMax);
  refuseSaying('refund_refused', { text: shown || undefined });
}

/** Checks a condition that only a bug can break. An HTTP caller then gets the fixed 500; a message is redelivered. */
export function invariant(condition: unknown, why: string): asserts condition {
  if (!condition) throw new Error(`invariant broken: ${why}`);
}

/** Returns the catalogue's text of a refusal, also for a transfer that fails for the reason of a refusal. */
export const wordsOf = <Code extends RefusalCode>(code: Code): (typeof catalogue)[Code][1] =>
  catalogue[code][1];

/** Makes the error body, which has one format in the whole service. Fields are listed for 422 only. */
export function errorBody(
  code: RefusalCode,
  fields: readonly FieldError[] = [],
  { text, detail }: Said = {},
) {
  const [status, words] = catalogue[code];
  const message = text ?? words;
  const errors = status === 422 ? { errors: fields } : {};
  const description = detail ? { error_description: detail } : {};
  const oauth = oauthCodes.includes(code) ? { error: code, ...description } : {};
  return {
    status,
    body: { worked: false, detail: detail ?? message, message, data: null, ...errors, ...oauth },
  };
}
