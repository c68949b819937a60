// Reads Efí's statement for reconciliation, layout 4.0 (July 2023): one line for each movement, with fields separated
// by semicolons. The middle of a line may be free text with semicolons, so fields are counted from both ends.

import { type Cents, parseAmount } from '../../base/money.ts';
import { parseInstant } from '../../base/time.ts';
import type { LineKind, Statement, StatementLine } from '../psp-books.ts';

/**
 * How a record type is read. `amount`: the index of the amount's field, or `before time` if the amount is the field
 * just before the time at the end of the line. `has`: the other fields that are read.
 */
type Layout = { kind: LineKind; amount: number | 'before time'; has: ('e2e' | 'reference' | 'rtrId')[] };

const layouts: Readonly<Record<string, Layout>> = {
  PR: { kind: 'received', amount: 4, has: ['e2e'] },
  PEC: { kind: 'sent', amount: 4, has: ['e2e', 'reference'] },
  PEB: { kind: 'sent', amount: 4, has: ['e2e', 'reference'] },
  EPE: { kind: 'sent undone', amount: 3, has: ['e2e'] },
  PDE: { kind: 'return sent', amount: 'before time', has: ['e2e', 'reference', 'rtrId'] },
  PDR: { kind: 'return received', amount: 'before time', has: ['e2e', 'rtrId'] },
  // The fields before the amount differ between the layout's table and its example, so the amount is found from the
  // end.
  TPE: { kind: 'fee', amount: 'before time', has: ['e2e'] },
  TPR: { kind: 'fee', amount: 'before time', has: ['e2e'] },
  TTFE: { kind: 'fee', amount: 3, has: [] },
  ETPE: { kind: 'fee undone', amount: 'before time', has: ['e2e'] },
  ETPR: { kind: 'fee undone', amount: 'before time', has: ['e2e'] },
  ETTFE: { kind: 'fee undone', amount: 3, has: [] },
  TFE: { kind: 'transfer out', amount: 3, has: [] },
  TFR: { kind: 'transfer in', amount: 3, has: [] },
  ETFE: { kind: 'transfer in', amount: 3, has: [] },
};

/** All record types of a statement. */
export const recordTypes = {
  pixRecebido: true,
  pixEnviadoChave: true,
  pixEnviadoDadosBancarios: true,
  estornoPixEnviado: true,
  pixDevolucaoEnviada: true,
  pixDevolucaoRecebida: true,
  tarifaPixEnviado: true,
  tarifaPixRecebido: true,
  estornoTarifaPixEnviado: true,
  saldoDiaAnterior: true,
  saldoDia: true,
  transferenciaEnviada: true,
  transferenciaRecebida: true,
  estornoTransferenciaEnviada: true,
  tarifaTransferenciaEnviada: true,
  estornoTarifaTransferenciaEnviada: true,
  estornoTarifaPixRecebido: true,
} as const;

const networkId = (text: string | undefined, letter: 'E' | 'D') =>
  text && new RegExp(`^${letter}[A-Za-z0-9]{31}$`).test(text) ? text : undefined;

/** Converts the text of a balance to cents. Unlike an amount, a balance may be negative or zero. */
export function parseBalance(text: string): number | undefined {
  const [, sign, digits = ''] = /^(-?)(\d{1,12}\.\d{2})$/.exec(text) ?? [];
  if (sign === undefined) return undefined;
  return Number(digits.replace('.', '')) * (sign === '-' ? -1 : 1) || 0;
}

const amountOf = (text: string | undefined): Cents | undefined =>
  text && /^\d{1,10}\.\d{2}$/.test(text) ? parseAmount(text.replace(/^0+(?=\d)/, '')) : undefined;

/**
 * Reads a statement.
 * @param day YYYY-MM-DD: the statement must be for this day
 * @returns undefined if the text is not a statement of that day
 */
export function readEfiStatement(csv: string, day: string): Statement | undefined {
  const rows = csv.split(/\r?\n/).map((line) => line.trim());
  const [head = '', ...records] = rows.filter(Boolean);
  const headed = head.split(';');
  // The owner's name before the day may contain semicolons, so the day is counted from the end.
  if (headed[0] !== 'CA' || headed.at(-3) !== day) return undefined;
  const balances = new Map<string, number | undefined>();
  const lines: StatementLine[] = [];
  const faults: string[] = [];
  let told: string | undefined;
  let unread = 0;
  // A line that is repeated counts once.
  for (const record of new Set(records)) {
    const row = record.split(';');
    const [type = ''] = row;
    if (type === 'SD0' || type === 'SD1') balances.set(type, parseBalance(row[1] ?? ''));
    else if (type === 'T') told = row[1];
    else {
      const line = readLine(type, row);
      if (line) lines.push(line);
      else unread += 1;
    }
  }
  const counts = [lines.length + unread, records.filter((record) => !/^(SD[01]|T);/.test(record)).length];
  if (unread > 0) faults.push(`${unread} lines of the statement cannot be read`);
  if (!counts.some((count) => told === String(count)))
    faults.push(`the statement has ${counts[0]} lines, but its trailer says ${told ?? 'none'}`);
  const [openingCents, closingCents] = [balances.get('SD0'), balances.get('SD1')];
  if (openingCents === undefined || closingCents === undefined) {
    return { lines, faults: [...faults, 'the statement has no opening or no closing balance'] };
  }
  return { openingCents, closingCents, lines, faults };
}

function readLine(word: string, row: readonly string[]): StatementLine | undefined {
  const layout = Object.hasOwn(layouts, word) ? layouts[word] : undefined;
  if (!layout) return undefined;
  const { kind, amount, has } = layout;
  const amountCents = amountOf(amount === 'before time' ? row.at(-2) : row[amount]);
  const at = parseInstant(row.at(-1) ?? '');
  const [, protocol = '', third = '', fourth = '', fifth = ''] = row;
  const endToEndId = has.includes('e2e') ? networkId(third, 'E') : undefined;
  const returnId = has.includes('rtrId') ? networkId(row.at(-3), 'D') : undefined;
  const isNamed = (!has.includes('e2e') || endToEndId) && (!has.includes('rtrId') || returnId);
  const reference = has.includes('reference') ? (word === 'PDE' ? fifth : fourth).trim() : '';
  if (!amountCents || !at || !protocol || !isNamed || reference.length > 80) return undefined;
  return {
    kind,
    word,
    protocol,
    amountCents,
    at,
    ...(endToEndId ? { endToEndId } : {}),
    ...(reference ? { reference } : {}),
    ...(returnId ? { returnId } : {}),
  };
}
