// Writes the result of each line as CSV. The file has the columns of a batch, followed by the results. So people can
// correct the unpaid lines and send the file again.

import { stringify } from 'csv-stringify/sync';
import { toDecimalText } from '../base/money.ts';
import { inert, quoted } from '../export/inert-text.ts';
import type { Batch } from './batch.ts';
import type { Line } from './line-pages.ts';
import type { BatchField, LineField } from './schemas.ts';

/** Columns of a batch that its results do not have. A line that is sent again gets a new key. */
type LeftOut = 'idempotency_key' | 'key_type' | 'scheduled_for';
type Result = 'status' | 'id' | 'end_to_end_id' | 'erro_descriptor';
type Column = Exclude<BatchField | LineField, LeftOut> | Result;

const cells: Readonly<Record<Column, (line: Line, batch: Batch) => string>> = {
  source_account_branch_identifier: (_, { account }) => account.branch,
  source_account_number: (_, { account }) => account.number,
  line_id: ({ lineId }) => inert(lineId),
  amount: ({ request }) => toDecimalText(request.amountCents),
  key: ({ request }) => inert(request.pixKey),
  recipient_account_branch: ({ request: { recipient } }) => recipient?.branch ?? '',
  recipient_account_branch_digit: ({ request: { recipient } }) => recipient?.branchDigit ?? '',
  recipient_account_number: ({ request: { recipient } }) => recipient?.accountNumber ?? '',
  recipient_account_number_digit: ({ request: { recipient } }) => recipient?.accountDigit ?? '',
  recipient_account_type: ({ request: { recipient } }) => recipient?.accountType ?? '',
  recipient_account_model: ({ request: { recipient } }) => (recipient ? 'Movement' : ''),
  recipient_name: ({ request: { recipient } }) => inert(recipient?.name),
  recipient_legal_id: ({ request: { recipient, ownerLegalId } }) => recipient?.legalId ?? ownerLegalId ?? '',
  recipient_instution: ({ request: { recipient } }) => recipient?.ispb ?? '',
  tag: ({ request }) => inert(request.tag),
  message_to_payee: ({ request }) => inert(request.messageToPayee),
  status: ({ progress }) => progress.state,
  id: ({ progress }) => String(progress.cashoutId ?? ''),
  end_to_end_id: ({ progress }) => progress.endToEndId ?? '',
  erro_descriptor: ({ progress }) => inert(progress.reason ?? progress.reasons?.[0]),
};
const columns = Object.keys(cells) as Column[];

export function resultsFile(batch: Batch, lines: readonly Line[]): string {
  const rows = lines.map((line) => columns.map((column) => cells[column](line, batch)));
  return stringify([columns, ...rows], { record_delimiter: 'windows', quoted_match: quoted });
}
