// Draws a company's defence on the page of a report of fraud, and takes it from the form there. Who may refund gives it.

import { html } from 'hono/html';
import type { Identity } from '../access/tokens.ts';
import { hasPermissions, type Policy } from '../account/policy.ts';
import { isDefinite } from '../base/errors.ts';
import { takesDefence } from '../med-case/defence.ts';
import { defendMedCase } from '../med-case/defend-med-case.ts';
import { byOperators, type MedCase } from '../med-case/med-case.ts';
import type { presentMedCase } from '../med-case/present.ts';
import { defenceBody, defenceMax } from '../med-case/schemas.ts';
import { timeIn } from '../receipt/words.ts';
import type { ActDeps } from './deps.ts';
import { drawFacts } from './page-parts.ts';
import type { Html, View } from './shell.ts';

/** Returns whether the form is shown: the person may refund on the account, and the case takes a defence now. */
export const mayDefend = (medCase: MedCase, policy: Policy, now: Date): boolean =>
  hasPermissions(policy, ['REFUND']) && takesDefence(medCase, now);

/** @param by the name of the person who gave it, if it is known */
export function drawDefence(
  view: View,
  { id, defence }: Pick<ReturnType<typeof presentMedCase>, 'id' | 'defence'>,
  by: string | undefined,
  mayGive: boolean,
): Html {
  const { words, language } = view;
  if (!defence) return mayGive ? html`<h2 id="defence">${words.defence}</h2>${drawForm(view, id)}` : html``;
  const { position, text, state, at, refusal } = defence;
  return html`<h2 id="defence">${words.defence}</h2><section class="card">${drawFacts([
    [words.status, words.defenceStates[state]],
    [words.defenceRefusal, refusal],
    [words.defencePosition, position && words.defencePositions[position]],
    [words.defenceAt, timeIn(language, at)],
    [words.defenceBy, defence.by === byOperators ? words.operators : by],
  ])}${(text ?? '').split('\n').map((line) => html`<p><bdi>${line}</bdi></p>`)}</section>`;
}

const drawForm = ({ words }: View, id: string): Html =>
  html`<form method="post" action="/console/med/${id}/defence" class="card"><fieldset><legend>${words.defencePosition}</legend>${(
    ['contest', 'accept'] as const
  ).map(
    (one) =>
      html`<p><label><input type="radio" name="position" value="${one}" required> ${words.defencePositions[one]}</label></p>`,
  )}</fieldset><p><label for="text">${words.defenceText}</label><br><textarea id="text" name="text" rows="8" maxlength="${defenceMax}" required aria-describedby="about-defence"></textarea></p><p class="soft" id="about-defence">${words.defenceHint} ${defenceMax}</p><p><label><input type="checkbox" name="sure" value="yes" required> ${words.defenceSure}</label></p><button class="button">${words.defenceGive}</button></form>`;

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
