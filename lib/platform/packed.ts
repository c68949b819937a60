// Packs values as compressed JSON, for items that contain many values.

import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { invariant } from '../base/errors.ts';

/**
 * Defines how values are packed. `unpackedBytesMax`: maximum size after unpacking, to protect the memory. `dictionary`:
 * dictionary of the compression; it is part of the stored format. `level`: compression effort, 9 by default.
 */
export type PackedForm = { unpackedBytesMax: number; dictionary?: Buffer; level?: number };

export function packJson(
  value: unknown,
  { unpackedBytesMax, dictionary, level = 9 }: PackedForm,
): Uint8Array {
  const json = Buffer.from(JSON.stringify(value));
  invariant(json.length <= unpackedBytesMax, 'what is packed can be unpacked');
  return deflateRawSync(json, { level, ...(dictionary && { dictionary }) });
}

/** Unpacks bytes. Throws if the bytes were not made by `packJson` with this form. */
export function unpackJson(bytes: Uint8Array, { unpackedBytesMax, dictionary }: PackedForm): unknown {
  const maxOutputLength = unpackedBytesMax;
  return JSON.parse(inflateRawSync(bytes, { maxOutputLength, ...(dictionary && { dictionary }) }).toString());
}
