// The lines of a batch as stored: a hundred compressed into one item, and what happened to them in a second, smaller item that
// changes.

import { chunks } from '../base/chunks.ts';
import { type PackedForm, packJson, unpackJson } from '../platform/packed.ts';
import { linesPerPage } from './batch.ts';
import { type LineProgress, waiting } from './line-progress.ts';
import type { BatchLine } from './read-lines.ts';

/** `record`: the number of the line in the batch, from 1. */
export type Line = BatchLine & { record: number; progress: LineProgress };

/** Far above the largest page that fits into an item. Higher levels take seconds for text that a caller can choose. */
const packedForm: PackedForm = { unpackedBytesMax: 16 * 1024 * 1024, level: 5 };

export const packLines = (lines: readonly BatchLine[]): Uint8Array[] =>
  chunks(lines, linesPerPage).map((some) => packJson(some, packedForm));

export const packProgress = (lines: readonly Line[]): Uint8Array =>
  packJson(
    lines.map(({ progress }) => progress),
    packedForm,
  );

/** @param progress absent while all lines of the page wait */
export function unpackPage(index: number, packed: Uint8Array, progress: Uint8Array | undefined): Line[] {
  const lines = unpackJson(packed, packedForm) as BatchLine[];
  const all = progress ? (unpackJson(progress, packedForm) as LineProgress[]) : [];
  return lines.map((line, at) => ({
    ...line,
    record: index * linesPerPage + at + 1,
    progress: all[at] ?? waiting,
  }));
}
