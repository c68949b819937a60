// Checks a ZIP file before anything is unpacked for good: a small file can contain very much. The
// records are those of PKWARE's APPNOTE, sections 4.3.7 (file), 4.3.12 (part) and 4.3.16 (end).

import { constants, inflateRawSync } from 'node:zlib';

/** Maximum number of parts, and of unpacked bytes. A list of 5,000 payments unpacks to about 3 MB. */
const [partsMost, bytesMost] = [1_000, 40_000_000];
const [endMark, partMark, fileMark] = [0x06054b50, 0x02014b50, 0x04034b50];
const [endBytes, partBytes, fileBytes, commentMost] = [22, 46, 30, 65_535];
const [stored, deflated] = [0, 8];

/**
 * Returns whether the bytes are a ZIP file whose parts unpack to a reasonable size. Each part is really unpacked,
 * because the sizes that the file names may be untrue.
 */
export function isReasonableZip(bytes: Uint8Array): boolean {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = findEnd(file);
  if (end === undefined) return false;
  const count = file.readUInt16LE(end + 10);
  if (count > partsMost) return false;
  let [at, left] = [file.readUInt32LE(end + 16), bytesMost];
  for (let index = 0; index < count; index += 1) {
    if (at + partBytes > file.length || file.readUInt32LE(at) !== partMark) return false;
    const size = unpackedSize(file, at, left);
    if (size === undefined) return false;
    left -= size;
    at += partBytes + file.readUInt16LE(at + 28) + file.readUInt16LE(at + 30) + file.readUInt16LE(at + 32);
  }
  return true;
}

/** Finds the record at the end of the file, which may be followed by a comment. */
function findEnd(file: Buffer): number | undefined {
  for (let at = file.length - endBytes; at >= 0 && at >= file.length - endBytes - commentMost; at -= 1)
    if (file.readUInt32LE(at) === endMark) return at;
  return undefined;
}

/** Returns the size of a part; undefined if it is larger than what is left, or cannot be unpacked. */
function unpackedSize(file: Buffer, at: number, left: number): number | undefined {
  const method = file.readUInt16LE(at + 10);
  const packed = file.readUInt32LE(at + 20);
  const local = file.readUInt32LE(at + 42);
  if (local + fileBytes > file.length || file.readUInt32LE(local) !== fileMark) return undefined;
  const begin = local + fileBytes + file.readUInt16LE(local + 26) + file.readUInt16LE(local + 28);
  const content = file.subarray(begin, begin + packed);
  if (method === stored) return content.length <= left ? content.length : undefined;
  if (method !== deflated || left <= 0) return undefined;
  try {
    return inflateRawSync(content, { maxOutputLength: left, finishFlush: constants.Z_SYNC_FLUSH }).length;
  } catch {
    return undefined;
  }
}
