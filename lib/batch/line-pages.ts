// Packs the lines of a batch. One item contains a hundred compressed lines and never changes. A second, smaller item
// contains the progress of these lines and changes.

import { chunks } from '../base/chunks.ts';
import { type PackedForm, packJson, unpackJson } from '../platform/packed.ts';
import { type BatchStatus, linesPerPage, neverStarted } from './batch.ts';
import { isWaiting, type LineProgress, notStarted, waiting } from './line-progress.ts';
import type { BatchLine } from './read-lines.ts';

/** A line with its progress. `record`: number of the line in the batch, from 1. */
export type Line = BatchLine & { record: number; progress: LineProgress };

/**
 * The size limit is far above the largest page that fits into an item. Higher compression levels would take seconds for
 * some texts that a caller can choose.
 */
const packedForm: PackedForm = { unpackedBytesMax: 16 * 1024 * 1024, level: 5 };

export const packLines = (lines: readonly BatchLine[]): Uint8Array[] =>
  chunks(lines, linesPerPage).map((some) => packJson(some, packedForm));

export const packProgress = (lines: readonly Line[]): Uint8Array =>
  packJson(
    lines.map(({ progress }) => progress),
    packedForm,
  );

/**
 * Unpacks the lines of a page.
 * @param progress absent while all lines of the page are waiting
 */
export function unpackPage(index: number, packed: Uint8Array, progress: Uint8Array | undefined): Line[] {
  const lines = unpackJson(packed, packedForm) as BatchLine[];
  const all = progress ? (unpackJson(progress, packedForm) as LineProgress[]) : [];
  return lines.map((line, at) => ({
    ...line,
    record: index * linesPerPage + at + 1,
    progress: all[at] ?? waiting,
  }));
}

/** Returns the line as it is in a batch with this status. The waiting lines of a batch that never starts are not written. */
export function inEnded(status: BatchStatus, line: Line): Line {
  const reason = neverStarted[status];
  return reason && isWaiting(line.progress) ? { ...line, progress: notStarted(line.progress, reason) } : line;
}
