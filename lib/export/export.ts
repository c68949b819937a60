// Defines an export: the statement of a month as a file, which is made in the background. Its id, its range and its
// times are computed here. Pure: no calls.

import { createHash } from 'node:crypto';
import { type AccountRef, accountKey } from '../base/account-ref.ts';
import type { Cents } from '../base/money.ts';
import { addDays, parseInstant } from '../base/time.ts';
import type { FileForm, Locale } from './file-form.ts';

export type ExportRequest = { month: string; format: FileForm; locale: Locale };

/** The content that was written, and the key of the file. */
export type WrittenFile = {
  key: string;
  bytes: number;
  entries: number;
  sha256: string;
  openingCents: Cents;
  closingCents: Cents;
  madeAt: string;
};

export type Export = {
  id: string;
  account: AccountRef;
  request: ExportRequest;
  /** Start and end of the range, both inclusive (ISO, UTC). */
  start: string;
  end: string;
  status: 'PROCESSING' | 'SUCCESS' | 'ERROR';
  createdAt: string;
  createdBy: string;
  file?: WrittenFile;
  /** Why the export failed. */
  failure?: string;
  /** Time at which the row expires, in seconds since 1970. The file expires at the same time. */
  expiresAt: number;
  shard?: string;
  dueAt?: string;
  resumes: number;
};

/** Days for which an export is available. The bucket's lifecycle deletes files after the same number of days. */
export const exportDays = 7;
/** Seconds for which a link to a file is valid. */
export const linkSeconds = 300;
/**
 * Seconds after which an entry is certainly committed. An entry that is not committed yet may have a time in the past,
 * but less than this.
 */
const settledSeconds = 60;
const minuteMs = 60_000;

/**
 * Returns the range of a month in São Paulo. The range of an unfinished month ends at a full minute, at least one
 * minute ago. All entries until then are visible, and two requests in one minute give one export.
 * @returns undefined for a month that has not begun
 */
export function rangeOf(month: string, now: Date): { start: string; end: string } | undefined {
  const first = `${month}-01`;
  const nextMonth = addDays(first, 31).slice(0, 7);
  const [start, last] = [parseInstant(first, 'first'), parseInstant(addDays(`${nextMonth}-01`, -1), 'last')];
  if (!start || !last) return undefined;
  const settled = now.getTime() - settledSeconds * 1000;
  const cut = new Date(settled - (settled % minuteMs) - 1).toISOString();
  const [end = cut] = [last, cut].toSorted();
  return end < start ? undefined : { start, end };
}

/** Returns the id of an export. The same request for the same range gives the same id. */
export function exportId(
  account: AccountRef,
  { format, locale }: ExportRequest,
  start: string,
  end: string,
): string {
  const parts = [accountKey(account), format, format === 'csv' ? locale : '', start, end];
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 32);
}

/** Returns whether the export covers the whole month. */
export function isWholeMonth({ request, end }: Pick<Export, 'request' | 'end'>): boolean {
  return rangeOf(request.month, new Date('9999-01-01'))?.end === end;
}
