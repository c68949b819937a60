// Converts text to ASCII, for formats that allow nothing else: without accents, and with similar ASCII characters.

/** Characters that Unicode normalisation does not decompose, each with similar ASCII characters. */
const plainSigns: [sign: RegExp, plain: string][] = [
  [/[\u2010-\u2015\u2212]/g, '-'],
  [/[\u201c-\u201f\u00ab\u00bb\u2033]/g, '"'],
  [/[\u2018-\u201b\u2032\u00b4]/g, "'"],
  [/[\u2022\u00b7]/g, '*'],
  [/\u20ac/g, 'EUR'],
  [/\u00d7/g, 'x'],
  [/\u00df/g, 'ss'],
  [/\u00e6/g, 'ae'],
  [/\u00c6/g, 'AE'],
  [/\u0153/g, 'oe'],
  [/\u0152/g, 'OE'],
  [/\u00f8/g, 'o'],
  [/\u00d8/g, 'O'],
];

/**
 * Returns the text on one line, without invisible characters. A character without a similar ASCII character becomes a
 * question mark.
 */
export function asciiText(text: string): string {
  // These characters are replaced before the decomposition, because the decomposition would change an accent alone to
  // a blank and an accent.
  const plain = plainSigns.reduce((rest, [sign, instead]) => rest.replace(sign, instead), text);
  return plain
    .normalize('NFKD')
    .replace(/[\p{Mn}\p{Cf}]/gu, '')
    .replace(/\u2044/g, '/')
    .replace(/\s+/g, ' ')
    .replace(/[^\x20-\x7e]/gu, '?')
    .trim();
}
