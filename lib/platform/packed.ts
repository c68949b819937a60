// Values as compressed JSON, for items that contain many of them.

import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { invariant } from '../base/errors.ts';

/** `unpackedBytesMax`: limit of the unpacked size, to protect the memory. `dictionary`: part of the stored format. */
export type PackedForm = { unpackedBytesMax: number; dictionary?: Buffer };

export function packJson(value: unknown, { unpackedBytesMax, dictionary }: PackedForm): Uint8Array {
  const json = Buffer.from(JSON.stringify(value));
  invariant(json.length <= unpackedBytesMax, 'what is packed can be unpacked');
  return deflateRawSync(json, { level: 9, ...(dictionary && { dictionary }) });
}

/** Throws if `packJson` did not make the bytes with this form. */
export function unpackJson(bytes: Uint8Array, { unpackedBytesMax, dictionary }: PackedForm): unknown {
  const maxOutputLength = unpackedBytesMax;
  return JSON.parse(inflateRawSync(bytes, { maxOutputLength, ...(dictionary && { dictionary }) }).toString());
}
