// Defines patterns for the document. ECMAScript, Python's re and RE2 must read them in the same way, so ranges are
// written out, without \d, \w, \s, \u, \p and lookahead. Each pattern accepts the same texts as the check in the code.

import { hidden } from '../base/field-schemas.ts';
import { writtenTime } from '../base/pieces.ts';

/**
 * The characters that `trim` removes, except control characters. The characters themselves are in the pattern, because
 * RE2 does not know \u.
 */
const blanks = '\\x20\\xA0\u1680\u2000-\u200A\u2028\u2029\u202F\u205F\u3000';
const never = `\\x00-\\x1F\\x7F-\\x9F${hidden}`;
const seen = `[^${never}${blanks}]`;

/** A name: at least two characters that are not blank, and no invisible characters. */
export const name = `^[${blanks}]*${seen}[^${never}]*${seen}[${blanks}]*$`;

/** A line: at least one character that is neither blank nor a joiner, and no invisible characters. */
export const line = `^[${blanks}\u200C\u200D]*[^${never}${blanks}\u200C\u200D][^${never}]*$`;

/** A line that may be empty or blank. */
export const lineOrNothing = `^[^${never}]*$`;

/** At least one character that is not a blank. */
export const words = `[^\\x09-\\x0D${blanks}\uFEFF]`;

const cents = '0\\.(0[1-9]|[1-9][0-9]?)';

/** An amount up to 9999999999.99, but not 0. */
export const amount = `^([1-9][0-9]{0,9}(\\.[0-9]{1,2})?|${cents})$`;
export const amountOrZero = '^(0|[1-9][0-9]{0,9})(\\.[0-9]{1,2})?$';
export const amountWithCents = '^([1-9][0-9]{0,9}\\.[0-9]{2}|0\\.(0[1-9]|[1-9][0-9]))$';
/** An amount of the network, 4 to 13 characters. Leading zeros are allowed, because the network may write them. */
export const networkAmount = '^(0*[1-9][0-9]*\\.[0-9]{2}|0+\\.(0[1-9]|[1-9][0-9]))$';

export const taxId = '^([0-9]{11}|[0-9]{14})$';
export const taxIdWithLetters = '^([0-9]{11}|[0-9A-Z]{12}[0-9]{2})$';
export const taxIdOrNothing = '^([0-9]{11}|[0-9A-Z]{12}[0-9]{2})?$';
export const uuid4 = '^[0-9A-Fa-f]{8}-[0-9A-Fa-f]{4}-4[0-9A-Fa-f]{3}-[89ABab][0-9A-Fa-f]{3}-[0-9A-Fa-f]{12}$';

const year = '(19[0-9]{2}|[2-9][0-9]{3})';
const leapYear = '((19|[2-9][0-9])(0[48]|[2468][048]|[13579][26])|([2468][048]|[3579][26])00)';
const dayOfYear = [
  '(0[13578]|1[02])-(0[1-9]|[12][0-9]|3[01])',
  '(0[469]|11)-(0[1-9]|[12][0-9]|30)',
  '02-(0[1-9]|1[0-9]|2[0-8])',
].join('|');
const date = `(${year}-(${dayOfYear})|${leapYear}-02-29)`;
const clock = '([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9](\\.[0-9]{1,9})?)?';
/** A zone. A blank counts as a plus sign, because a caller may not have escaped the plus in the query. */
const zone = '(Z|[+ -](0[0-9]|1[0-4])(:?[0-5][0-9])?)';

/** A date that exists, from 1900. */
export const day = `^${date}$`;
/** A day, or a time with or without a zone. */
export const instant = `^${date}(T${clock}${zone}?)?$`;

/** A day, or a time to the second with its offset from UTC. */
/** A day or an instant with an offset, or nothing. */
export const startTime = `^(${date}(T([01][0-9]|2[0-3])(:[0-5][0-9]){2}(\\.[0-9]{1,9})?(Z|[+-](0[0-9]|1[0-4]):?[0-5][0-9]))?)?$`;

/** Times in UTC, in the service's format. */
export const utcTime = `^${writtenTime}Z$`;

const rest = '([/?#][!-\\[\\]-~]*)?';
const host = '([0-9A-Za-z_-]+\\.)+[A-Za-z]([0-9A-Za-z-]*[0-9A-Za-z])?\\.?';
const https = '[Hh][Tt][Tt][Pp][Ss]://';

/** An https URL with a host name. A pattern cannot check whether the name is public. */
export const receiverUrl = `^${https}${host}(:(443|8443))?${rest}$`;
/**
 * A URL for a stage where receivers may be on the same machine: `receiverUrl`, and also loopback, plain http and any
 * port.
 */
export const receiverUrlOrLoopback = `^(${https}${host}|[Hh][Tt][Tt][Pp][Ss]?://(localhost|127(\\.[0-9]{1,3}){3}|\\[::1\\]))(:[0-9]{1,5})?${rest}$`;
