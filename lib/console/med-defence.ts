// Draws a company's defence on the page of a report of fraud, and takes it from the form there. Who may refund gives it.

import type { Identity } from '../access/tokens.ts';
import { hasPermissions, type Policy } from '../account/policy.ts';
import { isDefinite } from '../base/errors.ts';
import { takesDefence } from '../med-case/defence.ts';
import { defendMedCase } from '../med-case/defend-med-case.ts';
import { byOperators, type MedCase } from '../med-case/med-case.ts';
import type { presentMedCase } from '../med-case/present.ts';
import { defenceBody, defenceMax } from '../med-case/schemas.ts';
import { type Html, h, joined } from '../page/elements.ts';
import { minuteIn } from '../page/formats.ts';
import { button, card, choice, facts, field, form, notice } from '../page/parts.ts';
import type { ActDeps } from './deps.ts';
import type { Page, View } from './shell.ts';

/** Returns whether the form is shown: the person may refund on the account, and the case takes a defence now. */
export const mayDefend = (medCase: MedCase, policy: Policy, now: Date): boolean =>
  hasPermissions(policy, ['REFUND']) && takesDefence(medCase, now);

/** @param by the name of the person who gave it, if it is known */
export function drawDefence(
  view: View,
  { id, defence }: Pick<ReturnType<typeof presentMedCase>, 'id' | 'defence'>,
  by: string | undefined,
  mayGive: boolean,
): Html | '' {
  const { words, language } = view;
  if (!defence) return mayGive ? drawForm(view, id) : '';
  const { position, text, state, at, refusal } = defence;
  return card(
    { title: words.defence, id: 'defence' },
    facts([
      [words.status, words.defenceStates[state]],
      [words.defenceRefusal, refusal],
      [words.defencePosition, position && words.defencePositions[position]],
      [words.defenceAt, minuteIn(language, at)],
      [words.defenceBy, defence.by === byOperators ? words.operators : by],
    ]),
    (text ?? '').split('\n').map((line) => h.p(h.bdi(line))),
  );
}

const positions = ['contest', 'accept'] as const;

const drawForm = ({ words }: View, id: string, typed = new URLSearchParams()): Html =>
  card(
    { title: words.defence, id: 'defence' },
    form(
      `/console/med/${id}/defence`,
      h.fieldset(
        h.legend(words.defencePosition),
        positions.map((one) =>
          choice(
            { type: 'radio', name: 'position', value: one, checked: typed.get('position') === one },
            words.defencePositions[one],
          ),
        ),
      ),
      field({
        name: 'text',
        label: words.defenceText,
        hint: `${words.defenceHint} ${defenceMax}`,
        value: typed.get('text') ?? '',
        rows: 8,
        more: { maxlength: defenceMax },
      }),
      choice({ type: 'checkbox', name: 'sure', value: 'yes' }, words.defenceSure),
      h.p(button(words.defenceGive)),
    ),
  );

/** Draws the form of a defence again, with what was typed. @param why why the defence was not given */
export const drawDefenceAgain = (view: View, id: string, typed: URLSearchParams, why: NotDefended): Page => ({
  title: view.words.defence,
  back: [`/console/med/${id}`, view.words.medCase],
  body: joined(notice('bad', view.words[why]), drawForm(view, id, typed)),
  isNarrow: true,
  status: 422,
});

/** Why nothing was given, as the name of a text. */
export type NotDefended = 'defenceWrong' | 'defenceLacks' | 'defenceOver' | 'defenceDiffers';
const refusals: Readonly<Record<string, NotDefended>> = {
  unauthorized: 'defenceLacks',
  med_is_over: 'defenceOver',
  med_defence_late: 'defenceOver',
  med_defence_differs: 'defenceDiffers',
};

/** Submits the defence that a person wrote in the form. @returns why it was not accepted; undefined if it was */
export async function giveDefence(
  deps: ActDeps,
  caller: Identity,
  id: string,
  form: URLSearchParams,
): Promise<NotDefended | undefined> {
  const asked = defenceBody.safeParse({ position: form.get('position'), text: form.get('text') ?? '' });
  if (!asked.success || form.get('sure') !== 'yes') return 'defenceWrong';
  try {
    await defendMedCase(deps, caller, id, asked.data);
    return undefined;
  } catch (error) {
    const why = isDefinite(error) ? refusals[error.code] : undefined;
    if (!why) throw error;
    return why;
  }
}
