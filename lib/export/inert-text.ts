// Makes texts in CSV safe that somebody else may have chosen. No spreadsheet must read such a text as a formula, in any
// locale.

/**
 * Positions where a spreadsheet may start a cell that it reads as a formula: at the start of a text, and after any
 * character that it may split at, in any locale. Blanks, quotes and invisible characters may be dropped before the
 * sign.
 */
const cellStart =
  /^(?=\n)|(?<=^|[;,\t\n]|\r(?!\n))(?=[["\s\p{C}]--[\t\r\n]]*[=+\-@\t\r\uff1d\uff0b\uff0d\uff20])/gv;

/** Returns the text with an apostrophe before anything that a spreadsheet could execute. */
export const inert = (text: string | null | undefined) => (text ?? '').replace(cellStart, "'");

/**
 * Matches a text that must be quoted, because a reader with another locale could split it at a separator. An amount
 * with a decimal comma is not quoted, so that it stays a number.
 */
export const quoted = /^(?!-?\d+,\d\d$).*[\t\r\n",;]/s;
