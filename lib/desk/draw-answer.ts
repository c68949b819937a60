// Draws the answer of an operator's call: cards with facts by name, a table for each list, and the history.
// Facts that only a support case needs are folded.

import { copied } from '../console/page-parts.ts';
import { saidIn } from '../console/refusals.ts';
import type { View } from '../console/shell.ts';
import { type Content, type Html, h, joined } from '../page/elements.ts';
import { timeIn } from '../page/formats.ts';
import { type Column, card, type Fact, facts, table, timeline } from '../page/parts.ts';
import { deskWords } from './desk-words.ts';
import {
  drawJson,
  drawValue,
  isEmpty,
  isInstant,
  isRaw,
  isRow,
  labelOf,
  moneyIn,
  type Row,
  type Shown,
  type Value,
} from './draw-value.ts';
import { stateIn } from './value-words.ts';

type Named = readonly [name: string, value: Value];

/** Fields that only a support case needs. The page of a thing has the id of that thing here. */
const technical: readonly string[] = [
  'cashout',
  'chargeback',
  'code_transaction',
  'end_to_end_id',
  'event_id',
  'idempotency_key',
  'med_case',
  'operation_id',
  'psp_id',
  'return_id',
  'transaction_id',
  'txid',
];
/** Lists whose rows are too long for a table. */
const long: readonly string[] = ['networks', 'proofs'];
/** Fields that name a row, the best one first. */
const naming: readonly string[] = [
  'account',
  'client_id',
  'webhook_id',
  'url',
  'key',
  'legal_id',
  'what',
  'action',
  'id',
];

const isBlock = ([, value]: Named) => isRow(value) || (Array.isArray(value) && value.some(isRow));
const hasValue = ([, value]: Named) => !isEmpty(value) && !(Array.isArray(value) && value.length === 0);

/** @param title of the answer, if the page shows several answers */
export function drawAnswer(view: Shown, answer: Row, title = ''): Html {
  const all = Object.entries(answer).filter(hasValue);
  const blocks = all.filter(isBlock);
  const plain = all.filter((one) => !isBlock(one));
  const folded = view.isWhole ? [] : plain.filter(([name]) => technical.includes(name));
  const known = plain.filter((one) => !folded.includes(one));
  // A title belongs to the facts. Without facts it belongs to the only list.
  const isNamed = title !== '' && known.length === 0;
  return joined(
    known.length > 0 ? card({ title }, drawFacts(view, known, answer)) : '',
    all.length === 0 ? card({ title }, h.p({ class: 'soft' }, deskWords[view.language].none)) : '',
    blocks.map(([name, value]) => drawBlock(view, name, value, isNamed ? title : labelOf(view, name))),
    folded.length > 0 ? drawTechnical(view, folded) : '',
  );
}

const drawFacts = (view: Shown, list: readonly Named[], row: Row): Html =>
  facts(list.map(([name, value]): Fact => [labelOf(view, name), drawValue(view, name, value, row)]));

const drawTechnical = (view: View, list: readonly Named[]): Html =>
  h.details(
    { class: 'card' },
    h.summary(view.words.technical),
    facts(list.map(([name, value]): Fact => [labelOf(view, name), copied(view, String(value))])),
  );

function drawBlock(view: Shown, name: string, value: Value, title: string): Html {
  if (isRaw(name, value)) return card({ title }, drawJson(view, value));
  if (isRow(value)) return drawObject(view, name, value, title);
  const rows = (value as readonly Value[]).filter(isRow);
  if (name === 'timeline') return card({ title }, drawSteps(view, rows));
  if (long.includes(name)) return joined(rows.map((row) => drawLong(view, row, title)));
  return card({ title, isFlush: true }, drawTable(view, rows, title));
}

/** Draws an object. An object of objects is a table whose rows have the names of those objects. */
function drawObject(view: Shown, name: string, value: Row, title: string): Html {
  const entries = Object.entries(value);
  if (!entries.every(([, one]) => isRow(one))) return drawAnswer(view, value, title);
  const head = name === 'limits' ? 'limit' : name;
  const rows = entries
    .filter(([, one]) => Object.entries(one as Row).some(hasValue))
    .map(([key, one]) => ({ [head]: labelOf(view, key), ...(one as Row) }));
  return rows.length === 0
    ? card({ title }, h.p({ class: 'soft' }, deskWords[view.language].none))
    : card({ title, isFlush: true }, drawTable(view, rows, title));
}

function drawLong(view: Shown, row: Row, title: string): Html {
  const all = Object.entries(row).filter(hasValue);
  const objects = all.filter(([name, value]) => isRaw(name, value));
  return card(
    { title: row.network === undefined ? title : h.bdi(String(row.network)) },
    drawFacts(
      view,
      all.filter(([name, value]) => name !== 'network' && !isRaw(name, value)),
      row,
    ),
    objects.map(([, value]) => drawJson(view, value)),
  );
}

/** Texts that say no more than the name of their step. */
const plain: readonly Value[] = [
  'Approved',
  'Created',
  'Money held',
  'Payee looked up and shown to whoever may approve it',
  'Started, as it was scheduled',
];
const stopped: ReadonlySet<Value> = new Set(['rejected', 'expired', 'failed', 'cancelled']);

function drawSteps(view: View, rows: readonly Row[]): Html {
  const { words, language } = view;
  const said: Readonly<Record<string, string>> = words.steps;
  return timeline(
    rows.map(({ what, at, by_name, code, text }) => ({
      what: joined(
        said[String(what)] ?? String(what),
        code ? joined(' ', h.span({ class: 'id' }, String(code))) : '',
      ),
      note: joined(
        timeIn(language, String(at)),
        by_name ? joined(' · ', h.bdi(String(by_name))) : '',
        text && !plain.includes(text) ? joined(' · ', h.bdi(saidIn(language, String(text)))) : '',
      ),
      isStopped: stopped.has(what),
    })),
  );
}

/** Draws a table of objects, with a column for each field that has a value. */
function drawTable(view: Shown, rows: readonly Row[], label: string): Html {
  const cell = { ...view, isShort: !view.isWhole };
  const used = new Set(
    rows.flatMap((row) =>
      Object.entries(row)
        .filter(hasValue)
        .map(([name]) => name),
    ),
  );
  const [first = '', ...more] = used;
  const head = naming.find((name) => used.has(name)) ?? first;
  const main = ['amount', 'available'].find((name) => used.has(name) && name !== head);
  const middle = [first, ...more].filter((name) => name !== head && name !== main);
  const names = [head, ...middle, ...(main ? [main] : [])];
  return table({
    label,
    columns: names.map((name): Column => {
      const kind = name === head ? 'row' : name === main ? 'main sum' : kindOf(view, name, rows);
      return kind ? [labelOf(view, name), kind] : [labelOf(view, name)];
    }),
    rows: rows.map((row) => names.map((name): Content => drawValue(cell, name, row[name], row))),
  });
}

/** Returns the kind of a column, which follows from its values. */
function kindOf(view: View, name: string, rows: readonly Row[]): Column[1] {
  const given = rows.filter((row) => !isEmpty(row[name]) && row[name] !== '');
  const all = (is: (value: Value, row: Row) => boolean) => given.every((row) => is(row[name], row));
  if (all((value) => isRaw(name, value))) return 'bare';
  if (all(isInstant)) return 'time';
  if (all((value) => moneyIn(view, name, value) !== undefined)) return 'sum';
  return all((value, row) => typeof value === 'string' && stateIn(view, name, value, row) !== undefined)
    ? 'state'
    : undefined;
}
