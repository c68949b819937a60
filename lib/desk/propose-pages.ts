// Draws the links to the forms of changes, and the form with which an operator proposes a change.

import type { Page, View } from '../console/shell.ts';
import {
  type Field,
  inputsOf,
  isNullable,
  isRequired,
  type Offered,
  type Typed,
  type Page as Where,
} from '../operating/call.ts';
import { type Content, type Html, h, joined } from '../page/elements.ts';
import { button, card, field as drawInput, form, hidden, notice } from '../page/parts.ts';
import { changesOn, formFieldsOf } from './change-forms.ts';
import { deskWords } from './desk-words.ts';
import { labelOf } from './draw-value.ts';
import { isMoney } from './field-words.ts';
import { valueWord } from './value-words.ts';

/**
 * Draws links to the forms of changes.
 * @param known values that the page already knows, for the fields of the forms
 */
export function drawChanges(view: View, page: Where, known: Record<string, string>): Html {
  const words = deskWords[view.language];
  const link = (action: string) => `/desk/propose?${new URLSearchParams({ action, ...known })}`;
  return card(
    { title: words.changes },
    h.p({ class: 'soft' }, words.proposeNote),
    h.ul(
      { class: 'list' },
      changesOn(page).map((one) => h.li(h.a({ href: link(one.action) }, nameOf(view, one)))),
    ),
  );
}

/** Returns the name of a change. */
export const nameOf = ({ language }: View, { action, change }: Offered) => change?.[language] ?? action;

type Wrong = readonly { field: string; message: string }[];

/**
 * Draws the form of a change.
 * @param typed values of the fields.
 * @param wrong why the last form was refused
 */
export function drawProposeForm(
  view: View,
  change: Offered,
  typed: URLSearchParams,
  wrong: Wrong = [],
): Page {
  const words = deskWords[view.language];
  const fields = formFieldsOf(change);
  const inputs = fields.flatMap(([name, field]) => inputsOf(name, field).map(([key]) => key));
  const others = wrong.filter(({ field }) => !inputs.includes(field));
  return {
    title: `${words.propose}: ${nameOf(view, change)}`,
    lead: words.proposeNote,
    back: ['/desk', view.words.desk],
    ...(wrong.length > 0 ? { status: 422 as const } : {}),
    body: joined(
      wrong.length > 0 ? drawWrong(view, others) : '',
      card(
        {},
        form(
          '/desk/propose',
          hidden({ action: change.action }),
          fields.map(([name, field]) => drawField(view, name, field, { typed, wrong })),
          h.p(button(words.propose)),
        ),
      ),
    ),
    isNarrow: true,
  };
}

/** @param others what is wrong and belongs to no field of the form */
const drawWrong = (view: View, others: Wrong): Html =>
  notice(
    'bad',
    h.p(deskWords[view.language].wrongFields),
    others.map(({ field, message }) => h.p(`${labelOf(view, field)}: `, h.bdi(message))),
  );

type Given = { typed: URLSearchParams; wrong: Wrong };

/** Draws the inputs of a field: one, or one for each of its parts. */
const drawField = (view: View, name: string, field: Field, given: Given): Content =>
  inputsOf(name, field).map(([key, input]) => {
    const isOptional = !isRequired(field) || isNullable(field);
    return drawTyped(view, key, input, { ...given, isOptional, isNullable: isNullable(field) });
  });

function drawTyped(
  view: View,
  key: string,
  { input = key, choices, read }: Typed,
  { typed, wrong, ...is }: Given & { isOptional: boolean; isNullable: boolean },
): Html {
  const words = deskWords[view.language];
  const label = labelOf(view, key);
  return drawInput({
    name: input,
    label: isMoney(key) ? words.inReais(label) : label,
    value: typed.get(input) ?? '',
    hint: read?.hint ? words[read.hint] : is.isNullable && !choices ? words.noneHint : '',
    wrong: wrong
      .filter(({ field }) => field === key)
      .map(({ message }) => message)
      .join('; '),
    isOptional: is.isOptional || read?.isList === true,
    ...(choices ? { options: choices.map((one) => [one, valueWord(view, input, one)] as const) } : {}),
    ...(read?.rows ? { rows: read.rows } : {}),
  });
}
