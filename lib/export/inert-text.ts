// Text in CSV that somebody else may have chosen. A spreadsheet must not take it for a formula, in any locale.

/**
 * Positions where a spreadsheet may start a cell that it reads as a formula: at the start of a text, and after any
 * character that it may split at, in any locale. Blanks, quotes and invisible characters may be dropped before the
 * sign.
 */
const cellStart =
  /^(?=\n)|(?<=^|[;,\t\n]|\r(?!\n))(?=[["\s\p{C}]--[\t\r\n]]*[=+\-@\t\r\uff1d\uff0b\uff0d\uff20])/gv;

/** Text that somebody else may have chosen, with an apostrophe before anything that a spreadsheet would execute. */
export const inert = (text: string | null | undefined) => (text ?? '').replace(cellStart, "'");

/**
 * Text with a separator of any locale is quoted, so that no reader splits it. An amount with a decimal comma stays a
 * number.
 */
export const quoted = /^(?!-?\d+,\d\d$).*[\t\r\n",;]/s;
