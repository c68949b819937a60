import fc from 'fast-check';

/** As fast-check's unit 'binary', which takes a second to list all of Unicode before its first text. */
export const anyCharacter = fc
  .integer({ min: 0, max: 0x10ffff })
  .filter((code) => code < 0xd800 || code > 0xdfff)
  .map((code) => String.fromCodePoint(code));
