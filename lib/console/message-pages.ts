// Draws small pages: sign-in, sign-out, the choice of a company, and errors.

import { html } from 'hono/html';
import type { NotDefended } from './med-defence.ts';
import { drawCode } from './page-parts.ts';
import type { Page, View } from './shell.ts';

const told = (title: string, note: string, more: Page['body'] = html``): Page => ({
  title,
  body: html`<div class="card"><p>${note}</p>${more}</div>`,
  isNarrow: true,
});

const link = (to: string, words: string) => html`<p><a class="button" href="${to}">${words}</a></p>`;
const toSignIn = (to: string) => `/console/sign-in/begin?to=${encodeURIComponent(to)}`;

/**
 * Draws the page of the sign-in.
 * @param to path of the page after the sign-in
 */
export const signInPage = ({ words }: View, to: string): Page =>
  told(words.signInTitle, words.signInNote, link(toSignIn(to), words.signIn));

/**
 * Draws the page after a sign-out.
 * @param elsewhere address at which the person also signs out at the provider
 */
export const signedOutPage = ({ words }: View, elsewhere: string | undefined): Page =>
  told(
    words.signedOutTitle,
    words.signedOutNote,
    html`${link('/console/sign-in', words.signInAgain)}${elsewhere ? html`<p><a href="${elsewhere}">${words.signOutThere}</a></p>` : ''}`,
  );

export const companiesPage = (
  { words }: View,
  companies: readonly { clientId: string; companyName?: string | undefined }[],
): Page => ({
  title: words.companies,
  body: html`<ul>${companies.map(({ clientId, companyName }) => html`<li><a href="/console/sign-in/begin?company=${clientId}"><bdi>${companyName}</bdi></a></li>`)}</ul>`,
  isNarrow: true,
});

/**
 * Draws the page of an invitation.
 * @param begin address at which the sign-in begins
 */
export const invitationPage = ({ words }: View, companyName: string, begin: string): Page =>
  told(
    words.joinTitle,
    words.joinNote,
    html`<p><strong><bdi>${companyName}</bdi></strong></p>${link(begin, words.join)}`,
  );

export const invitationOverPage = ({ words }: View): Page =>
  told(words.joinOverTitle, words.joinOverNote, link('/console/sign-in', words.signIn));

export const manyCompaniesPage = ({ words }: View): Page =>
  told(words.joinManyTitle, words.joinManyNote, link('/console/sign-in', words.signIn));

export const notAdmittedPage = ({ words }: View): Page =>
  told(words.notAdmittedTitle, words.notAdmittedNote, link('/console', words.waiting));

export const refusedPage = ({ words }: View): Page =>
  told(words.refusedTitle, words.refusedNote, link('/console/sign-in', words.signInAgain));

/**
 * Draws the form for the first code of a person who came by an invitation.
 * @param wrong present if the last code was wrong
 */
export const provePage = (view: View, wrong?: 'wrong'): Page => ({
  ...told(
    view.words.proveTitle,
    view.words.proveNote,
    html`${wrong ? html`<p class="bad" id="wrong" role="alert">${view.words.wrongCode}</p>` : ''}<form method="post" action="/console/prove">${drawCode(view, 'code', wrong)}
<button class="button">${view.words.proveButton}</button></form>`,
  ),
  status: 403,
});

export const overPage = ({ words }: View): Page =>
  told(words.overTitle, words.overNote, link('/console', words.waiting));

/** @param why why the note was not kept */
export const medNotePage = ({ words }: View, why: 'medNoteWrong' | 'medNoteLacks'): Page => ({
  ...told(words.medNotes, words[why], link('/console/med', words.med)),
  status: 422,
});

export const medDefencePage = ({ words }: View, id: string, why: NotDefended): Page =>
  told(words.defence, words[why], link(`/console/med/${id}`, words.medCase));

export const refusedFormPage = ({ words }: View): Page =>
  told(words.formTitle, words.formNote, link('/console', words.waiting));

export const unknownPage = ({ words }: View): Page => told(words.unknownTitle, words.unknownNote);

export const notFoundPage = ({ words }: View): Page =>
  told(words.notFoundTitle, words.notFoundNote, link('/console', words.waiting));

export const busyPage = ({ words }: View): Page => told(words.busyTitle, words.busyNote);

/**
 * Draws the page of an error.
 * @param status 503 if another try may succeed
 */
export const wrongPage = ({ words }: View, status: number): Page =>
  status === 503 ? told(words.laterTitle, words.laterNote) : told(words.wrongTitle, words.wrongNote);

export const failedPage = ({ words }: View): Page => told(words.failedTitle, words.failedNote);
