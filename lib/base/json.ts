// Reads a request body without loss. Numbers keep their source text (100.999999999999999 must not become 101), a key
// given twice with different values is refused, and the bytes must be UTF-8.

import { parse } from 'lossless-json';

/** A JSON number as the caller wrote it. */
export class JsonNumber {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** The parsed value, with numbers as JsonNumber; undefined if the bytes are not JSON or nest too deeply. */
export function parseJson(bytes: Uint8Array): { value: unknown } | undefined {
  try {
    return { value: parse(utf8.decode(bytes), undefined, (text) => new JsonNumber(text)) };
  } catch {
    return undefined;
  }
}
