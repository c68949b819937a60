// Writes the payments of a list as CSV, for the spreadsheets of the person's language.

import { stringify } from 'csv-stringify/sync';
import { maskTaxId } from '../base/tax-id.ts';
import { inert, quoted } from '../export/inert-text.ts';
import { legalIdIn, minuteIn } from '../page/formats.ts';
import type { Listed } from './list-page.ts';
import type { View } from './shell.ts';

/** A Portuguese spreadsheet expects semicolons and decimal commas, and UTF-8 only with a byte-order mark. */
const forms = {
  pt: { delimiter: ';', bom: true, decimal: ',' },
  en: { delimiter: ',', bom: true, decimal: '.' },
} as const;

/** Writes the file. Texts of strangers are written so that no spreadsheet reads them as formulas. */
export function paymentsFile({ words, language }: View, rows: readonly Listed[]): string {
  const { decimal, ...form } = forms[language];
  const columns: readonly (readonly [string, (row: Listed) => string])[] = [
    // A spreadsheet keeps only fifteen digits of a number, so the sign makes the id a text. The search accepts it.
    [words.id, ({ id }) => `#${id}`],
    [words.createdAt, ({ created_at }) => minuteIn(language, created_at)],
    [words.status, ({ shown }) => words.statuses[shown]],
    [words.amount, ({ amount }) => amount.toFixed(2).replace('.', decimal)],
    [words.payee, ({ recipient_name }) => inert(recipient_name)],
    [words.document, ({ recipient_legal_id: id }) => (id ? legalIdIn(maskTaxId(id)) : '')],
    [words.key, ({ key }) => (key ? inert(maskTaxId(key)) : '')],
    [words.account, (row) => `${row.source_account_branch_identifier}/${row.from_accout}`],
    [words.tag, ({ tag }) => inert(tag)],
    [words.createdBy, ({ created_by_name }) => inert(created_by_name ?? words.unnamed)],
    [words.failure, ({ erro_descriptor }) => inert(erro_descriptor)],
    [words.transactionCode, ({ code_transaction }) => code_transaction ?? ''],
  ];
  const lines = rows.map((row) => columns.map(([, cell]) => cell(row)));
  return stringify([columns.map(([name]) => name), ...lines], {
    ...form,
    record_delimiter: 'windows',
    quoted_match: quoted,
  });
}
