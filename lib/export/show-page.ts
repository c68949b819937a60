// Shows a page of the statement as a file: its entries oldest first, with the balances before and after exactly these
// entries.

import { createHash } from 'node:crypto';
import { type AccountRef, accountKey } from '../base/account-ref.ts';
import type { Page } from '../base/page.ts';
import type { WithStatement } from '../ledger/deps.ts';
import type { Entry, ShownEntry } from '../ledger/entry.ts';
import type { StatementRange } from '../ledger/list-statement.ts';
import type { Base } from '../platform/deps.ts';
import { chooseWriter, writeWhole } from './choose-writer.ts';
import { type FileForm, type FileHead, type Locale, movedCents } from './file-form.ts';
import { balanceAt, balanceBefore } from './find-balance.ts';

type PageFile = { text: string; headers: Record<string, string> };
type Neighbours = { next: string | null; previous: string | null };

/**
 * Shows the page.
 * @param neighbours URLs of the next and previous page, for the header `link`
 */
export async function showPage(
  deps: Base & WithStatement,
  account: AccountRef,
  range: StatementRange,
  page: Page<ShownEntry>,
  { form, locale }: { form: FileForm; locale: Locale },
  neighbours: Neighbours,
): Promise<PageFile> {
  const entries = page.rows.toReversed();
  const writer = chooseWriter(form, locale);
  const text = writeWhole(writer, await headOf(deps, account, range, page, entries), entries);
  const links = [
    ...(neighbours.next ? [`<${neighbours.next}>; rel="next"`] : []),
    ...(neighbours.previous ? [`<${neighbours.previous}>; rel="prev"`] : []),
  ];
  const link = links.length > 0 ? { link: links.join(', ') } : {};
  return { text, headers: { 'content-type': writer.contentType, ...link } };
}

async function headOf(
  deps: Base & WithStatement,
  account: AccountRef,
  { start, end, direction }: StatementRange,
  { next, previous }: Page<Entry>,
  entries: readonly Entry[],
): Promise<FileHead> {
  const madeAt = deps.now().toISOString();
  const [first, last] = [entries[0], entries.at(-1)];
  const until = end < madeAt ? end : madeAt;
  const shown = {
    start: next && first ? first.time : start,
    end: previous && last ? last.time : until < start ? start : until,
  };
  const { OUR_ISPB: ispb, BANK_CODE: bankCode } = deps.config;
  const base = { account, ispb, bankCode, madeAt, isPart: Boolean(next ?? previous), ...shown };
  const id = createHash('sha256').update(`${accountKey(account)} ${start} ${end} ${first?.seq} ${last?.seq}`);
  const named = { id: id.digest('hex').slice(0, 32), ...base };
  if (first && last) {
    const openingCents = (first.balanceCents - movedCents(first)) as FileHead['openingCents'];
    return { ...named, openingCents, closingCents: last.balanceCents };
  }
  // If the range contains no entry, the account's balance did not change in the range.
  const balance =
    direction === 'previous' ? balanceAt(deps, account, end) : balanceBefore(deps, account, start);
  const openingCents = await balance;
  return { ...named, openingCents, closingCents: openingCents };
}
