// Draws the parts from which every page is composed. Each part is defined once here, and its look in page.css. The parts
// contain no words of their own.

import { type Content, type Html, h, joined } from './elements.ts';
import { type Icon, icon } from './icons.ts';

/** The look of a state. `plan`: will happen. `run`: happens. `back`: was undone. `over`: ended without a payment. */
export type Tone = 'wait' | 'plan' | 'run' | 'good' | 'bad' | 'back' | 'over';

/** Draws a state as a word in a pill. */
export const pill = (tone: Tone, word: Content): Html => h.span({ class: `pill ${tone}` }, word);

/** Draws a warning about one row. */
export const flag = (...content: readonly Content[]): Html =>
  h.span({ class: 'flag' }, icon('alert'), h.span(content));

const noticeIcons = { info: 'info', good: 'check', warn: 'alert', bad: 'alert' } as const;
/** Draws a message about the whole page. A `good` one and a `bad` one are read aloud when the page opens. */
export function notice(kind: keyof typeof noticeIcons, ...content: readonly Content[]): Html {
  const role = { info: undefined, good: 'status', warn: undefined, bad: 'alert' }[kind];
  return h.div(
    { class: `notice ${kind}`, role },
    icon(noticeIcons[kind]),
    h.div({ class: 'stack' }, content),
  );
}

/** `isFlush`: the content, a table, reaches the edges. `more`: stands beside the title. */
type Card = { title?: Content; more?: Content; isFlush?: boolean; id?: string };
export const card = ({ title, more, isFlush, id }: Card, ...content: readonly Content[]): Html =>
  h.section(
    { class: isFlush ? 'card flush' : 'card', id },
    title ? h.div({ class: 'title' }, h.h2(title), more) : '',
    content,
  );

/** A name and a value. A fact without a value is not drawn. `kind`: a class of the style sheet. */
export type Fact = readonly [name: string, value: Content, kind?: string];
export const facts = (list: readonly Fact[]): Html =>
  h.dl(
    list.map(([name, value, kind]) =>
      value
        ? joined(h.dt(name), h.dd({ class: kind }, typeof value === 'string' ? h.bdi(value) : value))
        : '',
    ),
  );

/**
 * A column of a table. `row`: names the row. `main`: the most important number, which small screens show beside the
 * name. `late`: only wide screens show it.
 */
export type Column = readonly [
  name: string,
  kind?: 'row' | 'sum' | 'main sum' | 'state' | 'late' | 'tick' | 'time' | 'late time' | 'bare',
];
/** `label`: says what the table contains, if no title does. */
type Table = { columns: readonly Column[]; rows: readonly (readonly Content[])[]; label?: string };

/** Draws a table. Each row has one content for each column. */
export function table({ columns, rows, label }: Table): Html {
  const cells = (row: readonly Content[]) =>
    columns.map(([name, kind = ''], index) =>
      kind === 'row'
        ? h.th({ scope: 'row', role: 'rowheader' }, row[index])
        : h.td(
            { class: kind || undefined, role: 'cell', 'data-name': kind === 'bare' ? undefined : name },
            row[index],
          ),
    );
  return h.table(
    { role: 'table', 'aria-label': label, class: columns.some(([, kind]) => kind === 'tick') && 'ticks' },
    h.thead(
      { role: 'rowgroup' },
      h.tr(
        { role: 'row' },
        columns.map(([name, kind]) =>
          h.th(
            { scope: 'col', role: 'columnheader', class: kind === 'row' ? undefined : kind },
            kind === 'tick' ? h.span({ class: 'hide' }, name) : name,
          ),
        ),
      ),
    ),
    h.tbody(
      { role: 'rowgroup' },
      rows.map((row) => h.tr({ role: 'row' }, cells(row))),
    ),
  );
}

/** Draws the link of a row. The whole row leads there. */
export const rowLink = (to: string, name: Content): Html => h.a({ href: to, class: 'go' }, h.bdi(name));
/** Draws a second line of a cell or an item. */
export const sub = (...content: readonly Content[]): Html => h.span({ class: 'sub' }, content);

/** Draws a button. The most important one of a page is `primary`. */
export const button = (
  words: Content,
  kind: 'primary' | 'plain' | 'danger' = 'primary',
  more: { formaction?: string; 'data-review'?: boolean; 'aria-label'?: string } = {},
): Html =>
  h.button(
    { class: { primary: 'button', plain: 'button plain', danger: 'button plain danger' }[kind], ...more },
    words,
  );

/** Draws a link that looks like a button. */
export const buttonLink = (
  to: string,
  words: Content,
  kind: 'primary' | 'plain' = 'plain',
  sign?: Icon,
): Html =>
  h.a({ href: to, class: kind === 'primary' ? 'button' : 'button plain' }, sign ? icon(sign) : '', words);

/** A link to one view of a list. `count`: how many rows that view has. */
type Chip = { to: string; words: Content; isCurrent?: boolean; count?: number };
export const chips = (label: string, list: readonly Chip[]): Html =>
  h.nav(
    { class: 'chips', 'aria-label': label },
    list.map(({ to, words, isCurrent, count }) =>
      h.a(
        { href: to, 'aria-current': isCurrent ? 'page' : undefined },
        words,
        count === undefined ? '' : h.span({ class: 'soft' }, count),
      ),
    ),
  );

/** A field of a form. `wrong`: why the value was refused; it replaces the hint. `more`: attributes of the input. */
export type Field = {
  name: string;
  label: Content;
  id?: string;
  value?: string | undefined;
  hint?: Content;
  wrong?: Content;
  isOptional?: boolean;
  isWide?: boolean;
  options?: readonly (readonly [value: string, words: string])[];
  rows?: number;
  type?: 'url' | 'date' | 'file' | 'search' | 'month' | 'datetime-local';
  more?: {
    inputmode?: 'numeric' | 'decimal';
    maxlength?: number;
    pattern?: string;
    accept?: string;
    autocomplete?: string;
    placeholder?: string;
  };
};

/** Draws a field with its label, and its hint or what is wrong with it. */
export function field(given: Field): Html {
  const { name, label, id = name, value, hint, wrong, isOptional, isWide, options, rows, type, more } = given;
  const note = wrong || hint;
  const checks = {
    required: !isOptional,
    'aria-invalid': wrong ? 'true' : undefined,
    'aria-describedby': note ? `${id}-note` : undefined,
  };
  const input = options
    ? h.select(
        { id, name, ...checks },
        options.map(([one, words]) => h.option({ value: one, selected: one === value }, words)),
      )
    : rows
      ? h.textarea({ id, name, rows, maxlength: more?.maxlength, ...checks }, value)
      : h.input({ id, name, type, value: value ?? '', autocomplete: 'off', ...more, ...checks });
  return h.p(
    { class: isWide ? 'field wide' : 'field' },
    h.label({ for: id }, label),
    input,
    note
      ? h.span({ class: wrong ? 'hint bad' : 'hint', id: `${id}-note`, role: wrong && 'alert' }, note)
      : '',
  );
}

/** Draws a box or a radio button that must be chosen, with its words beside it. */
export const choice = (
  input: { type: 'radio' | 'checkbox'; name: string; value: string; checked?: boolean },
  words: Content,
): Html => h.p(h.label(h.input({ ...input, required: true }), ' ', words));

/** Draws fields that a person does not see. */
export const hidden = (values: Readonly<Record<string, string | number | undefined>>): Html =>
  joined(
    Object.entries(values).map(([name, value]) =>
      value === undefined ? '' : h.input({ type: 'hidden', name, value }),
    ),
  );

/** Draws a form that changes something. */
export const form = (action: string, ...content: readonly Content[]): Html =>
  h.form({ method: 'post', action }, content);

/** A step of a timeline. `isStopped`: the step ended what was under way. */
type Step = { what: Content; note: Content; isStopped?: boolean };
export const timeline = (steps: readonly Step[]): Html =>
  h.ol(
    { class: 'steps' },
    steps.map(({ what, note, isStopped }) => h.li({ class: isStopped && 'stopped' }, what, sub(note))),
  );

/** Draws figures, each with its name. */
export const stats = (list: readonly (readonly [name: Content, figure: Content])[]): Html =>
  h.div(
    { class: 'stats' },
    list.map(([name, figure]) => h.div({ class: 'stat' }, h.span(name), h.b(figure))),
  );

/** Draws what a page shows if it has no rows: what that means, and what the person can do. */
export const empty = (sign: Icon, said: Content, note?: Content, act?: Content): Html =>
  h.div(
    { class: 'card empty stack' },
    icon(sign),
    h.p(h.b(said)),
    note ? h.p({ class: 'soft' }, note) : '',
    act ? h.div(act) : '',
  );

/** Draws links to the previous and the next page of a list. */
export const pages = (
  label: string,
  list: readonly (readonly [to: string | null, words: string])[],
): Html | '' =>
  list.some(([to]) => to)
    ? h.nav(
        { class: 'acts', 'aria-label': label },
        list.map(([to, words]) => (to ? h.a({ href: to, class: 'button plain' }, words) : '')),
      )
    : '';
