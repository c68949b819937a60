// Reads a request body without loss. Numbers keep their source text, so that 100.999999999999999 does not become 101.
// Bytes that are not UTF-8 and keys that occur twice with different values are refused.

import { parse } from 'lossless-json';

/** Holds a JSON number as the caller wrote it. */
export class JsonNumber {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Maximum depth of a body. Without it, the depth at which the parser fails would depend on the remaining stack. */
const depthMax = 100;

const ascii = (character: string) => character.charCodeAt(0);
const [quote, backslash] = [ascii('"'), ascii('\\')];
const [array, object, arrayEnd, objectEnd] = [ascii('['), ascii('{'), ascii(']'), ascii('}')];

/** Returns how deep arrays and objects are nested in each other. */
export function depthOf(bytes: Uint8Array): number {
  let [depth, deepest, isInText] = [0, 0, false];
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] as number;
    if (isInText && byte === backslash) at += 1;
    else if (byte === quote) isInText = !isInText;
    else if (!isInText && (byte === array || byte === object)) deepest = Math.max(deepest, ++depth);
    else if (!isInText && (byte === arrayEnd || byte === objectEnd)) depth -= 1;
  }
  return deepest;
}

/**
 * Returns the parsed value, with numbers as JsonNumber. Returns undefined if the bytes are not JSON, or are nested more
 * than a hundred deep.
 */
export function parseJson(bytes: Uint8Array): { value: unknown } | undefined {
  if (depthOf(bytes) > depthMax) return undefined;
  try {
    return { value: parse(utf8.decode(bytes), undefined, (text) => new JsonNumber(text)) };
  } catch {
    return undefined;
  }
}
