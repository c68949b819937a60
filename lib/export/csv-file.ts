// Writes the statement as CSV (RFC 4180). With the locale `en`, it has ISO times and decimal points. With `pt-BR`, it
// has the formats of Brazilian spreadsheets.

import { stringify } from 'csv-stringify/sync';
import { type Cents, toDecimalText } from '../base/money.ts';
import { toLocalTime } from '../base/time.ts';
import type { ShownEntry } from '../ledger/entry.ts';
import { type FileWriter, type Locale, movedCents } from './file-form.ts';
import { inert, quoted } from './inert-text.ts';
import { directions, kinds } from './words.ts';

type Words = {
  delimiter: string;
  money(value: Cents): string;
  time(instant: string): string;
  kind(entry: ShownEntry): string;
  direction(entry: ShownEntry): string;
};

const words: Record<Locale, Words> = {
  en: {
    delimiter: ',',
    money: toDecimalText,
    time: toLocalTime,
    kind: ({ type }) => type,
    direction: ({ direction }) => direction,
  },
  'pt-BR': {
    delimiter: ';',
    money: (value) => toDecimalText(value).replace('.', ','),
    time: (instant) => {
      const [date = '', clock = ''] = toLocalTime(instant).split('T');
      return `${date.split('-').reverse().join('/')} ${clock.slice(0, 8)}`;
    },
    kind: ({ type }) => kinds[type],
    direction: ({ direction }) => directions[direction],
  },
};

/** The columns: the fields by their names in JSON, and `movement`, a signed amount that can be added up. */
const columns = {
  date_time: 'Data e hora',
  code: 'Código',
  credit_or_debit: 'Crédito ou débito',
  transaction_type: 'Tipo',
  amount: 'Valor',
  movement: 'Movimento',
  balance: 'Saldo',
  identification: 'Identificação',
  code_transaction: 'Código da transação',
  transaction_id: 'Id da transação',
  qr_code_id: 'Id do QR Code',
  tag_id: 'Tag',
  counterparty_name: 'Nome da contraparte',
  counterparty_legal_id: 'CPF ou CNPJ da contraparte',
  counterparty_ispb: 'ISPB da contraparte',
  counterparty_institution: 'Instituição da contraparte',
} as const;
type Column = keyof typeof columns;

/** A byte order mark. Without it, spreadsheets do not read the file as UTF-8. */
const mark = '\ufeff';

export function csvFile(locale: Locale): FileWriter {
  const { delimiter, money, time, kind, direction } = words[locale];
  const row = (entry: ShownEntry): Record<Column, string> => ({
    date_time: time(entry.time),
    code: String(entry.seq),
    credit_or_debit: direction(entry),
    transaction_type: kind(entry),
    amount: money(entry.amountCents),
    movement: money(movedCents(entry)),
    balance: money(entry.balanceCents),
    identification: inert(entry.identification),
    code_transaction: inert(entry.codeTransaction),
    transaction_id: String(entry.transactionId ?? ''),
    qr_code_id: String(entry.qrCodeId ?? ''),
    tag_id: inert(entry.tag),
    counterparty_name: inert(entry.counterparty?.name),
    counterparty_legal_id: inert(entry.counterparty?.legal_id),
    counterparty_ispb: inert(entry.counterparty?.ispb),
    counterparty_institution: inert(entry.counterparty?.institution),
  });
  const write = (rows: object[]) =>
    stringify(rows, {
      delimiter,
      columns: Object.keys(columns),
      record_delimiter: 'windows',
      quoted_match: quoted,
    });
  return {
    contentType: 'text/csv; charset=utf-8; header=present',
    extension: 'csv',
    begin: () => {
      const names = Object.entries(columns).map(([name, ours]) => [name, locale === 'en' ? name : ours]);
      return `${locale === 'en' ? '' : mark}${write([Object.fromEntries(names)])}`;
    },
    entries: (entries) => write(entries.map(row)),
    end: () => '',
  };
}
