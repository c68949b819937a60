import fc from 'fast-check';

/**
 * Draws any code point, like fast-check's unit 'binary', but without the second that it takes to list all of Unicode.
 */
export const anyCharacter = fc
  .integer({ min: 0, max: 0x10ffff })
  .filter((code) => code < 0xd800 || code > 0xdfff)
  .map((code) => String.fromCodePoint(code));
