// Draws the answer of an operator's call: facts by name, and a table for each list. Ids are links to their pages.

import { html } from 'hono/html';
import type { Html, View } from '../console/shell.ts';
import { timeIn } from '../receipt/words.ts';
import { deskWords } from './desk-words.ts';
import { fieldWord } from './field-words.ts';

type Value = unknown;
type Row = Readonly<Record<string, Value>>;

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

const isRow = (value: Value): value is Row =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isInstant = (text: string) => /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/.test(text);

export function labelOf({ language }: View, name: string): string {
  const word = fieldWord(name, language);
  return word.charAt(0).toUpperCase() + word.slice(1);
}

export function drawAnswer(view: View, answer: Row): Html {
  const shown = Object.entries(answer).filter(([, value]) => value !== null && value !== undefined);
  const isBlock = ([, value]: [string, Value]) => isRow(value) || (Array.isArray(value) && value.some(isRow));
  const facts = shown.filter((one) => !isBlock(one) && !(Array.isArray(one[1]) && one[1].length === 0));
  const blocks = shown.filter(isBlock);
  return html`<dl>${facts.map(([name, value]) => html`<dt>${labelOf(view, name)}</dt><dd><bdi>${drawValue(view, name, value)}</bdi></dd>`)}</dl>
${blocks.map(([name, value]) => html`<h2>${labelOf(view, name)}</h2>${drawBlock(view, name, value)}`)}`;
}

function drawBlock(view: View, name: string, value: Value): Html {
  if (raw.includes(name)) return html`<pre>${JSON.stringify(value, null, 2)}</pre>`;
  return Array.isArray(value) ? drawTable(view, value.filter(isRow)) : drawAnswer(view, value as Row);
}

export function drawTable(view: View, rows: readonly Row[]): Html {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))].filter((name) =>
    rows.some((row) => row[name] !== null && row[name] !== undefined),
  );
  return html`<table><thead><tr>${names.map((name) => html`<th scope="col">${labelOf(view, name)}</th>`)}</tr></thead>
<tbody>${rows.map((row) => html`<tr>${names.map((name) => html`<td data-name="${labelOf(view, name)}"><bdi>${drawValue(view, name, row[name])}</bdi></td>`)}</tr>`)}</tbody></table>`;
}

function drawValue(view: View, name: string, value: Value): Html | string {
  const words = deskWords[view.language];
  if (value === null || value === undefined) return '';
  if (typeof value === 'boolean') return value ? words.yes : words.no;
  if (Array.isArray(value) && !value.some(isRow)) return value.join(', ');
  if (typeof value === 'object') return html`<code>${JSON.stringify(value)}</code>`;
  const text = String(value);
  const path = paths[name];
  if (path)
    return html`<a href="/desk/${path}${text.split('/').map(encodeURIComponent).join('/')}">${text}</a>`;
  return isInstant(text) ? timeIn(view.language, text) : text;
}
