// Draws small pages: sign-in, sign-out, the choice of a company, and errors.

import { type Content, type Html, h, joined } from '../page/elements.ts';
import { button, buttonLink, form } from '../page/parts.ts';
import { drawCode } from './page-parts.ts';
import type { Page, View } from './shell.ts';

const told = (title: string, note: string, ...more: readonly Content[]): Page => ({
  title,
  body: joined(h.p(note), more),
  isNarrow: true,
});

const link = (to: string, words: string): Html => h.p(buttonLink(to, words, 'primary'));
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
    link('/console/sign-in', words.signInAgain),
    elsewhere ? h.p(h.a({ href: elsewhere }, words.signOutThere)) : '',
  );

export const companiesPage = (
  { words }: View,
  companies: readonly { clientId: string; companyName?: string | undefined }[],
): Page => ({
  title: words.companies,
  body: h.ul(
    { class: 'list' },
    companies.map(({ clientId, companyName }) =>
      h.li(h.a({ href: `/console/sign-in/begin?company=${clientId}` }, h.bdi(companyName))),
    ),
  ),
  isNarrow: true,
});

/**
 * Draws the page of an invitation.
 * @param begin address at which the sign-in begins
 */
export const invitationPage = ({ words }: View, companyName: string, begin: string): Page =>
  told(words.joinTitle, words.joinNote, h.p(h.b(h.bdi(companyName))), link(begin, words.join));

export const invitationOverPage = ({ words }: View): Page =>
  told(words.joinOverTitle, words.joinOverNote, link('/console/sign-in', words.signIn));

export const manyCompaniesPage = ({ words }: View): Page =>
  told(words.joinManyTitle, words.joinManyNote, link('/console/sign-in', words.signIn));

export const notAdmittedPage = ({ words }: View): Page =>
  told(words.notAdmittedTitle, words.notAdmittedNote, link('/console', words.home));

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
    form('/console/prove', drawCode(view, 'code', wrong !== undefined), h.p(button(view.words.proveButton))),
  ),
  status: 403,
});

export const overPage = ({ words }: View): Page =>
  told(words.overTitle, words.overNote, link('/console', words.home));

export const refusedFormPage = ({ words }: View): Page =>
  told(words.formTitle, words.formNote, link('/console', words.home));

export const unknownPage = ({ words }: View): Page => told(words.unknownTitle, words.unknownNote);

export const notFoundPage = ({ words }: View): Page =>
  told(words.notFoundTitle, words.notFoundNote, link('/console', words.home));

export const busyPage = ({ words }: View): Page => told(words.busyTitle, words.busyNote);

/**
 * Draws the page of an error.
 * @param status 503 if another try may succeed
 */
export const wrongPage = ({ words }: View, status: number): Page =>
  status === 503 ? told(words.laterTitle, words.laterNote) : told(words.wrongTitle, words.wrongNote);

export const failedPage = ({ words }: View): Page => told(words.failedTitle, words.failedNote);
