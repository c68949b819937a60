// Refuses the names of parameters and fields that a call does not know. Otherwise a misspelt filter would list
// everything, and a payout with a misspelt start would be paid at once.

import type { FieldError } from './errors.ts';

/** Maximum number of unknown parameters or fields that an answer names. */
export const unknownMost = 10;

/** The format of our own names. An answer never repeats a name in another format. */
export const ownName = /^[a-z_]+$/;

/**
 * Returns an error for each unknown name, at most ten.
 * @param known all names, or undefined if there are none
 */
export function unknownNames(
  kind: 'parameter' | 'field',
  given: readonly string[],
  known: readonly string[] = [],
): FieldError[] {
  const whole = kind === 'parameter' ? 'query' : 'body';
  const unknown = given.filter((name) => !known.includes(name));
  const fields = new Set(unknown.map((name) => (ownName.test(name) ? name : whole)));
  return [...fields].slice(0, unknownMost).map((field) => ({
    field,
    message: field === whole ? `has an unknown ${kind}` : `is not a ${kind} here`,
  }));
}
