// What a page needs so that a passkey answers, and the pages around adding one.

import { html } from 'hono/html';
import type { Html, Page, View } from './shell.ts';

/** The question to a passkey, for the browser and its form. `id`: of the step-up or enrolment. */
type Asked = { action: string; id: string; options: object; button: string };

/** The script shows the form: without it, no passkey can answer. */
export const drawPasskeyForm = ({ words }: View, { action, id, options, button }: Asked): Html =>
  html`<form method="post" action="${action}" data-passkey="${JSON.stringify(options)}" hidden><input type="hidden" name="step" value="${id}"><input type="hidden" name="answer">
<button class="button">${button}</button><p class="bad" role="alert" hidden>${words.passkeyFailed}</p></form>`;

const toMe = ({ words }: View) => html`<nav><a href="/console/me">${words.me}</a></nav>`;

export const addingPage = (view: View, id: string, options: object): Page => ({
  title: view.words.addPasskey,
  body: html`<div class="card"><p>${view.words.addingNote}</p><noscript><p class="bad">${view.words.needsScript}</p></noscript>
${drawPasskeyForm(view, { action: '/console/passkeys/add', id, options, button: view.words.addPasskey })}</div>${toMe(view)}`,
  isNarrow: true,
});

/** Why nothing was changed. */
export const notDonePage = (view: View, note: string): Page => ({
  title: view.words.notDone,
  body: html`<div class="card"><p>${note}</p></div>${toMe(view)}`,
  isNarrow: true,
});
