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

/**
 * Returns the parsed value, with numbers as JsonNumber. Returns undefined if the bytes are not JSON or nest too deeply.
 */
export function parseJson(bytes: Uint8Array): { value: unknown } | undefined {
  try {
    return { value: parse(utf8.decode(bytes), undefined, (text) => new JsonNumber(text)) };
  } catch {
    return undefined;
  }
}
