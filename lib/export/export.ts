// An export: the statement of a month as a file, made in the background. Pure rules: its id, its range, its times.

import { createHash } from 'node:crypto';
import { type AccountRef, accountKey } from '../base/account-ref.ts';
import type { Cents } from '../base/money.ts';
import { addDays, parseInstant } from '../base/time.ts';
import type { FileForm, Locale } from './file-form.ts';

export type ExportRequest = { month: string; format: FileForm; locale: Locale };

/** What was written, and where it is. */
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
  /** Both included (ISO, UTC). */
  start: string;
  end: string;
  status: 'PROCESSING' | 'SUCCESS' | 'ERROR';
  createdAt: string;
  createdBy: string;
  file?: WrittenFile;
  /** Why it failed. */
  failure?: string;
  /** When the row goes, in seconds since 1970. Its file goes with it. */
  expiresAt: number;
  lane?: string;
  dueAt?: string;
  resumes: number;
};

/** How long an export can be asked for. The bucket's lifecycle deletes files after as many days. */
export const exportDays = 7;
/** How long a link to a file is good. */
export const linkSeconds = 300;
/** An entry that is being committed may carry a time that has passed, by less than this. */
const settledSeconds = 60;
const minuteMs = 60_000;

/**
 * The range of a month in São Paulo. A month that is not over ends with a full minute, at least a minute ago: whatever
 * was posted until then is there, and who asks twice in a minute gets one export.
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

/** The same request for the same range is the same export. */
export function exportId(
  account: AccountRef,
  { format, locale }: ExportRequest,
  start: string,
  end: string,
): string {
  const parts = [accountKey(account), format, format === 'csv' ? locale : '', start, end];
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 32);
}

/** Whether the export has the whole month. */
export function isWholeMonth({ request, end }: Pick<Export, 'request' | 'end'>): boolean {
  return rangeOf(request.month, new Date('9999-01-01'))?.end === end;
}
