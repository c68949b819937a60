// Draws the forms with which people confirm their identity for a decision, and the pages to add a passkey.

import { html } from 'hono/html';
import type { BegunStepUp, Proved } from '../sign-in/step-up.ts';
import { codeIn, drawCode } from './page-parts.ts';
import type { Html, Page, View } from './shell.ts';

/** A request to a passkey, and the form for it. `id`: the id of the step-up or of the enrolment. */
type Asked = { action: string; id: string; options: object; button: string };

/** Draws the form for a passkey. It is hidden until the script shows it, because a passkey needs the script. */
const drawPasskeyForm = ({ words }: View, { action, id, options, button }: Asked): Html =>
  html`<form method="post" action="${action}" data-passkey="${JSON.stringify(options)}" hidden><input type="hidden" name="step" value="${id}"><input type="hidden" name="answer">
<button class="button">${button}</button><p class="bad" role="alert" hidden>${words.passkeyFailed}</p></form>`;

/**
 * The texts of a step-up. `button`: the button of the form for a code. `byPasskey`: the button of the form for a
 * passkey.
 */
type Decided = { title: string; action: string; button: string; byPasskey: string };

/**
 * Draws the form for a code and the form for a passkey.
 * @param wrong what was wrong with the last code or passkey
 */
export function drawStepUp(
  view: View,
  { title, action, button, byPasskey }: Decided,
  { id, options }: BegunStepUp,
  wrong: Proved['kind'] | undefined,
): Html {
  const { words } = view;
  const note = wrong === 'wrong passkey' ? words.passkeyRefused : words.wrongCode;
  return html`<section class="card"><h2>${title}</h2>${wrong ? html`<p class="bad" id="wrong" role="alert">${note}</p>` : ''}
${options ? drawPasskeyForm(view, { action, id, options, button: byPasskey }) : ''}
<form method="post" action="${action}"><input type="hidden" name="step" value="${id}">
${drawCode(view, 'code', wrong === 'wrong code' ? 'wrong' : undefined)}
<button class="button">${button}</button></form></section>`;
}

/** Reads the forms of `drawStepUp`. */
export const answerIn = (form: URLSearchParams) => ({
  id: form.get('step') ?? '',
  code: codeIn(form),
  answer: form.get('answer') ?? undefined,
});

const toMe = ({ words }: View) => html`<nav><a href="/console/me">${words.me}</a></nav>`;

export const addingPage = (view: View, id: string, options: object): Page => ({
  title: view.words.addPasskey,
  body: html`<div class="card"><p>${view.words.addingNote}</p><noscript><p class="bad">${view.words.needsScript}</p></noscript>
${drawPasskeyForm(view, { action: '/console/passkeys/add', id, options, button: view.words.addPasskey })}</div>${toMe(view)}`,
  isNarrow: true,
});

/** Draws the page that says why nothing was changed. */
export const notDonePage = (view: View, note: string): Page => ({
  title: view.words.notDone,
  body: html`<div class="card"><p>${note}</p></div>${toMe(view)}`,
  isNarrow: true,
});
