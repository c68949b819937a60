// Decodes the text of a file. The bytes say which encoding it is; a declaration that contradicts them is refused.

import type { FileFault } from './faults.ts';

export type Encoding = 'utf-8' | 'windows-1252' | 'utf-16le' | 'utf-16be';

/** The encodings that a caller may declare, by their names. */
const declared: Readonly<Record<string, readonly Encoding[]>> = {
  'utf-8': ['utf-8'],
  utf8: ['utf-8'],
  'windows-1252': ['windows-1252'],
  'utf-16': ['utf-16le', 'utf-16be'],
  'utf-16le': ['utf-16le'],
  'utf-16be': ['utf-16be'],
};
const names = 'utf-8, windows-1252 or utf-16';

/** The bytes that Windows-1252 does not use (CP1252.TXT of the Unicode Consortium). */
const unused = [0x81, 0x8d, 0x8f, 0x90, 0x9d];
const isAscii = (bytes: Uint8Array) => bytes.every((byte) => byte < 0x80);

function read(bytes: Uint8Array, encoding: Encoding): string | undefined {
  if (encoding === 'windows-1252' && bytes.some((byte) => unused.includes(byte))) return undefined;
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** Returns the encoding that the bytes show: by a byte-order mark, as valid UTF-8, or otherwise Windows-1252. */
function encodingOf(bytes: Uint8Array): Encoding {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  return read(bytes, 'utf-8') === undefined ? 'windows-1252' : 'utf-8';
}

/**
 * Decodes the bytes.
 * @param charset that the caller declared; absent: the bytes decide
 */
export function decodeText(
  bytes: Uint8Array,
  charset: string | undefined,
): { text: string; encoding: Encoding } | FileFault {
  const body = (message: string): FileFault => ({ field: 'body', message });
  const name = charset?.toLowerCase();
  const accepted = name !== undefined && Object.hasOwn(declared, name) ? declared[name] : undefined;
  if (name !== undefined && !accepted)
    return { field: 'content-type', message: `must have the charset ${names}` };
  const found = encodingOf(bytes);
  // Every text in ASCII is also a text in Windows-1252.
  const isOther =
    accepted && !accepted.includes(found) && !(accepted[0] === 'windows-1252' && isAscii(bytes));
  if (isOther) return body(`is in ${found}, but the content type says ${charset}`);
  const text = read(bytes, found);
  if (text === undefined) return body(`must be in ${names}`);
  return text.includes('\0') ? body('must not have the character NUL') : { text, encoding: found };
}
