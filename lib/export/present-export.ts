// Shows an export to the callers of its company.

import { toDecimal } from '../base/money.ts';
import { chooseWriter } from './choose-writer.ts';
import { type Export, isWholeMonth } from './export.ts';

export function presentExport(one: Export) {
  const { id, account, request, status, start, end, createdAt, expiresAt, file, failure } = one;
  return {
    id,
    source_account_branch_identifier: account.branch,
    source_account_number: account.number,
    status,
    month: request.month,
    format: request.format,
    locale: request.locale,
    start,
    end,
    whole_month: isWholeMonth(one),
    created_at: createdAt,
    expires_at: new Date(expiresAt * 1000).toISOString(),
    made_at: file?.madeAt ?? null,
    entries: file?.entries ?? null,
    bytes: file?.bytes ?? null,
    sha256: file?.sha256 ?? null,
    opening_balance: file ? toDecimal(file.openingCents) : null,
    closing_balance: file ? toDecimal(file.closingCents) : null,
    failure: failure ?? null,
  };
}

/**
 * Returns the name under which a browser saves the file: the account, the month, and the range if it is not the whole
 * month.
 */
export function fileName(one: Export): string {
  const { account, request } = one;
  const { extension } = chooseWriter(request.format, request.locale);
  const part = isWholeMonth(one) ? '' : '-part';
  return `statement-${account.branch}-${account.number}-${request.month}${part}.${extension}`;
}
