// Writes the result of each line as CSV. The file has the columns of a batch, followed by the results. So people can
// correct the unpaid lines and send the file again.

import { stringify } from 'csv-stringify/sync';
import { toDecimalText } from '../base/money.ts';
import { inert, quoted } from '../export/inert-text.ts';
import type { Batch } from './batch.ts';
import type { Line } from './line-pages.ts';

const columns = [
  'source_account_branch_identifier',
  'source_account_number',
  'line_id',
  'amount',
  'key',
  'recipient_account_branch',
  'recipient_account_branch_digit',
  'recipient_account_number',
  'recipient_account_number_digit',
  'recipient_account_type',
  'recipient_account_model',
  'recipient_name',
  'recipient_legal_id',
  'recipient_instution',
  'tag',
  'message_to_payee',
] as const;
const results = ['status', 'id', 'end_to_end_id', 'erro_descriptor'] as const;

type Row = Record<(typeof columns)[number] | (typeof results)[number], string>;

export function resultsFile(batch: Batch, lines: readonly Line[]): string {
  const rows = lines.map((line) => rowOf(batch, line));
  return stringify(rows, {
    header: true,
    columns: [...columns, ...results],
    record_delimiter: 'windows',
    quoted_match: quoted,
  });
}

function rowOf({ account }: Batch, { lineId, request, progress }: Line): Row {
  const { recipient } = request;
  return {
    source_account_branch_identifier: account.branch,
    source_account_number: account.number,
    line_id: inert(lineId),
    amount: toDecimalText(request.amountCents),
    key: inert(request.pixKey),
    recipient_account_branch: recipient?.branch ?? '',
    recipient_account_branch_digit: recipient?.branchDigit ?? '',
    recipient_account_number: recipient?.accountNumber ?? '',
    recipient_account_number_digit: recipient?.accountDigit ?? '',
    recipient_account_type: recipient?.accountType ?? '',
    recipient_account_model: recipient ? 'Movement' : '',
    recipient_name: inert(recipient?.name),
    recipient_legal_id: recipient?.legalId ?? request.ownerLegalId ?? '',
    recipient_instution: recipient?.ispb ?? '',
    tag: inert(request.tag),
    message_to_payee: inert(request.messageToPayee),
    status: progress.state,
    id: String(progress.cashoutId ?? ''),
    end_to_end_id: progress.endToEndId ?? '',
    erro_descriptor: inert(progress.reason ?? progress.reasons?.[0]),
  };
}
