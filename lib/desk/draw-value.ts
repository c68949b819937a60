// Draws one value of an operator's call or answer: amounts, times and states in words, and ids as links to
// their pages.

import type { View } from '../console/shell.ts';
import { type Content, type Html, h } from '../page/elements.ts';
import { amountIn, timeIn } from '../page/formats.ts';
import { pill, sub } from '../page/parts.ts';
import { deskWords } from './desk-words.ts';
import { fieldWord, isMoney } from './field-words.ts';
import { stateIn, valueWord } from './value-words.ts';

export type Value = unknown;
export type Row = Readonly<Record<string, Value>>;
/**
 * `isWhole`: nothing is folded, because the page is printed, or because it is confirmed. `isShort`: links
 * show only the begin of a long id.
 */
export type Shown = View & { isWhole?: boolean; isShort?: boolean };

/** Fields whose value is the id of an object with a page of its own, and the path before that id. */
const paths: Readonly<Record<string, string>> = {
  company_id: 'companies/',
  client_id: 'clients/',
  set_by: 'clients/',
  user_id: 'users/',
  created_by: 'users/',
  account: 'accounts/',
  cashout_id: 'cashouts/',
  chargeback_id: 'chargebacks/',
  incident: 'incidents/',
  payment: 'payments/',
};
/** Fields that are shown as JSON. */
const raw = ['notice', 'proof', 'details'];

export const isEmpty = (value: Value): boolean => value === null || value === undefined;
export const isRow = (value: Value): value is Row =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
export const isRaw = (name: string, value: Value): boolean => raw.includes(name) && isRow(value);
export const isInstant = (value: Value): boolean =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/.test(value);
const isId = (text: string) => /^([0-9a-f]{8}-[0-9a-f-]{27}|[0-9a-f]{32,}|[ED][0-9A-Za-z]{31})$/.test(text);

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);
export const labelOf = ({ language }: View, name: string): string => capital(fieldWord(name, language));

/** Returns an amount in words; undefined if the value of the field is no amount. */
export function moneyIn({ language }: View, name: string, value: Value): string | undefined {
  const isDecimal =
    typeof value === 'number' || (typeof value === 'string' && /^-?\d+(\.\d\d?)?$/.test(value));
  if (!isMoney(name) || !isDecimal) return undefined;
  return Number.isSafeInteger(Math.round(Number(value) * 100))
    ? amountIn(language, Number(value))
    : undefined;
}

/** @param row the values beside this value, which may decide its word */
export function drawValue(view: Shown, name: string, value: Value, row: Row): Content {
  const words = deskWords[view.language];
  if (isEmpty(value)) return '';
  if (typeof value === 'boolean') return value ? words.yes : words.no;
  if (isRaw(name, value) || (Array.isArray(value) && value.some(isRow))) return drawJson(view, value);
  if (isRow(value)) return drawParts(view, value);
  if (Array.isArray(value)) return h.bdi(value.map((one) => textOf(view, name, one, row)).join(', '));
  const text = String(value);
  const state = stateIn(view, name, text, row);
  if (state) return pill(state.tone, h.bdi(state.word));
  const path = pathOf(name, row);
  if (path) return drawLink(view, path, text, name === 'account' ? 'whole' : undefined);
  const said = textOf(view, name, value, row);
  return isId(text) ? h.span({ class: 'id' }, text) : h.bdi(said);
}

function textOf(view: View, name: string, value: Value, row: Row): string {
  const text = String(value);
  if (isInstant(text)) return timeIn(view.language, text);
  const money = moneyIn(view, name, value);
  if (money !== undefined) return money;
  if (name === 'settings')
    return text
      .split(', ')
      .map((one) => valueWord(view, name, one))
      .join(', ');
  return valueWord(view, name === 'by' && 'proof' in row ? 'proved_by' : name, text);
}

/** Returns the path before an id. The row of a payment in progress has its kind and its id. */
function pathOf(name: string, { kind }: Row): string | undefined {
  if (name === 'id' && (kind === 'cashout' || kind === 'chargeback')) return `${kind}s/`;
  return paths[name];
}

/** @param kind a class of the style sheet, for a text that is no long id */
const drawLink = ({ isShort }: Shown, path: string, text: string, kind: string | undefined): Html =>
  h.a(
    {
      class: isId(text) ? 'id' : kind,
      href: `/desk/${path}${text.split('/').map(encodeURIComponent).join('/')}`,
    },
    h.bdi(isShort && isId(text) ? `${text.slice(0, 8)}…` : text),
  );

/** Draws the values of an object in one cell. */
const drawParts = (view: Shown, row: Row): Content =>
  Object.entries(row)
    .filter(([, value]) => !isEmpty(value))
    .map(([name, value]) => sub(`${labelOf(view, name)}: `, drawValue(view, name, value, row)));

/** Draws a value as JSON, folded unless the page shows everything. */
export const drawJson = ({ language, isWhole = false }: Shown, value: Value): Html =>
  h.details(
    { open: isWhole },
    h.summary(deskWords[language].asJson),
    h.pre(h.code(JSON.stringify(value, null, 2))),
  );
